// Package synthetic makes synthetic data like those of a sandbox, in the second program. Package fit fits a recipe to
// the records of each table. The result is a new sandbox with the row keys, columns and questions of the old one and
// with these recipes instead of its records. It is short enough for a link, however many records there are.
//
// The new sandbox holds none of the values of the old one. The conditions of the questions are translated to
// synthetic values, and the questions are named q1, q2, …. It does hold the names of tables, families, columns and
// fields, the literal text of row-key templates, and text that all values of a field share, see package fit.
package synthetic
