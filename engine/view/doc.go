// Package view shows a table and a read of it from afar and row by row: where keys stand in a large
// table ([Outline]), which rows a read has met ([Marks]) and what it did with each ([Trace]).
package view
