// Package rewrite recognises columns of a file whose values do not sort as what they mean,
// and writes them so that they do: dates as ISO 8601 has them, and numbers with a decimal
// point.
package rewrite
