package table

// What the comparisons with Google's server, in a package of their own, take of these tests.
var (
	CheckTable, NewTable, Ops, FirstSeed, Program = checkTable, newTable, ops, firstSeed, program

	BenchData, BenchTable, BenchRows, BenchPrefix, ReadAll = benchData, benchTable, benchRows, benchPrefix, readAll
)
