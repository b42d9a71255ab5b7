// Package records reads text that arrives in pieces, divided anywhere, and returns its
// lines or its records. Records are comma-separated values, or JSON: an object in each
// line, an array of objects, or objects over several lines.
//
//	r := records.NewValuesReader(",", func(line int, record []string) { … })
//	for piece := range pieces {
//		r.Write(piece)
//	}
//	r.Close()
//	// r.Left lines were left out, r.Why says why.
//
// Values are read as in RFC 4180 and encoding/csv: a field in quotes may contain commas
// and line breaks, and a quote in it is doubled. A line that encoding/csv would refuse is
// left out, and reading continues with the next. Empty lines are ignored.
package records
