//go:build !js

// Command bench measures the engine in Chromium against what a page could load
// instead: sql.js, tuned, and sorted-btree, a B+ tree in JavaScript. It wants
// the packages of package.json and prints a table for each shape of rows, then a
// line for each goal:
//
//	BENCH <name> <ratio>x >=<goal>x
//
// It fails when it cannot run or contenders read different things, not when a
// goal is missed. BENCH_ROWS is the numbers of rows to measure, by default
// "100000,1000000". CHROMIUM names the browser where it is not on the PATH.
//
// # What is measured
//
// Rows come in random order, 100 to a prefix, keys of 23 bytes, four columns in
// each family, values of 16 to 24 bytes; static/workload.js makes them from
// nothing but their numbers. The plain shape has one family and one version; the
// other two families and three versions, and no more than 100,000 rows, which
// fill sql.js with 2,400,000 cells.
//
// Every contender has a Worker of its own, and is timed in it, where results are
// used: the reader takes the length and the last byte of every value. sql.js
// hands it an array for each cell, sorted-btree the objects it keeps, and the
// engine a packed buffer that is read where it lies. Rows are made between the
// timed parts of a load. The engine's is a program of its own, engine/, so that
// this measures tables and filters and no protocol.
//
// Before it loads, a Worker does everything twice with 10,000 rows of the same
// shape, and throws them away; before a measure, its question is asked
// once with all that is read hashed. Then contenders take turns, round by round,
// up to 5 rounds, or fewer for one that has taken three seconds. A figure is the
// median of its rounds. In sql.js the writes of a round share a transaction: one
// for each would cost it two to ten times as much, for a file that nobody keeps.
//
// Each round's cells and lengths must be equal for all, and so must the hashes.
// After the writes the whole table is hashed again.
//
// The engine ends its load with a collection of garbage, which counts: left under
// way it would slow down every read that follows.
//
// Memory, after the first load, is what performance.measureUserAgentSpecificMemory
// says of a Worker, its heap and buffers after a collection, and the whole of its
// memory of WebAssembly, which never shrinks.
package main
