// Package rewrite recognises columns of a file whose values do not sort in the order of
// their meaning, and rewrites them so that they do: dates in the form of ISO 8601, and
// numbers with a decimal point.
//
//	var c rewrite.ColumnExaminer
//	for i, v := range values {
//		c.Add(i+1, v)
//	}
//	if f, ok := c.Found(); ok && len(f.Rules) == 1 {
//		plain, reads := f.Rules[0].Apply(values[0]) // 2024-10-03 for 3.10.2024
//	}
package rewrite
