// Package synthetic makes synthetic data like those of a sandbox, in the second program. The data come from
// recipes that package fit has fitted to the tables' records. With the tables' row keys, columns and questions
// they are a sandbox that can be sent as a link, whatever the number of records, and that holds no value of
// the original: the conditions of the questions are translated, and questions are named q1, q2, …. Text that all
// values of a field share stays as their form, see package fit.
//
// Names of tables, families, columns and fields, and the literal text of row-key templates, stay.
package synthetic
