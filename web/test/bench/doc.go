//go:build !js

// Command bench compares the speed and the memory of the engine in Chromium with those of two
// libraries that a page could use instead: sql.js, with tuned settings, and sorted-btree, a B+
// tree in JavaScript. It needs the packages of package.json. It prints a table for each shape
// of rows, and then a line for each goal:
//
//	BENCH <name> <ratio>x >=<goal>x
//
// It fails if it cannot run, or if contenders read different data. It does not fail if a goal
// is missed. BENCH_ROWS lists the numbers of rows to measure; the default is "100000,1000000".
// CHROMIUM names the browser if it is not on the PATH.
//
// # What is measured
//
// Rows are written in random order. There are 100 rows to a prefix; keys have 23 bytes, each
// family has four columns, and values have 16 to 24 bytes. The file static/workload.js computes
// each row from its number alone. The plain shape has one family and one version. The other
// shape has two families and three versions, and at most 100,000 rows, which are 2,400,000
// cells in sql.js.
//
// Each contender has a Worker of its own. Times are measured in the Worker, and include the use
// of the results: the reader takes the length and the last byte of every value. sql.js gives
// the reader an array for each cell, sorted-btree gives it the stored objects, and the engine
// gives it a packed buffer, which is read without copying. Generating rows is not part of the
// measured time of a load. The engine is built as a program of its own, engine/, so that the
// figures contain tables and filters but no protocol.
//
// Before a Worker loads, it does everything twice with 10,000 rows of the same shape, as a
// warm-up. Before each measure that reads bytes, the question is asked once and a hash of all
// results is taken. Then the contenders take turns, round by round. There are up to 5 rounds; a
// contender stops after three seconds. A figure is the median of its rounds. In sql.js the
// writes of one round share a transaction. A transaction for each write would take two to ten
// times as long, to protect a file that is thrown away.
//
// In each round all contenders must read the same number of cells and the same sum of lengths
// and last bytes. The hashes must be equal too. After the writes the whole table is hashed
// again.
//
// The engine ends its load with a garbage collection, which is part of the measured time. A
// collection still in progress would slow down every later read.
//
// Memory is measured after the first load. The figure is the result of
// performance.measureUserAgentSpecificMemory for the Worker, which is its heap and buffers
// after a collection, plus the complete WebAssembly memory, which never shrinks.
package main
