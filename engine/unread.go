package engine

import (
	"slices"

	"tabletop/engine/plan"
)

// NoNumber is a field that a question compares as numbers, see [plan.Numbers], and of which
// no value is one: no record can meet the condition.
type NoNumber struct {
	Field string
	Value string // the first that is not empty, "" where all are
}

// unread returns the fields that the conditions of a question compare as numbers in vain.
// What it finds is remembered, so that the values of a field are looked at once, up to the
// first number.
func (d *design) unread(q plan.Query) (out []NoNumber) {
	for _, c := range q.Where {
		at := slices.Index(d.data.Fields, c.Field)
		if c.Op != plan.Numbers || at < 0 || len(d.data.Records) == 0 {
			continue
		}
		of, known := d.numbers[c.Field]
		if !known {
			of = withoutNumber(c.Field, at, d.data.Records)
			if d.numbers == nil {
				d.numbers = map[string]*NoNumber{}
			}
			d.numbers[c.Field] = of
		}
		if of != nil && !slices.Contains(out, *of) {
			out = append(out, *of)
		}
	}
	return out
}

// withoutNumber looks at a field of records. It returns nil where a value is a number.
func withoutNumber(field string, at int, records [][]string) *NoNumber {
	of := &NoNumber{Field: field}
	for _, r := range records {
		if plan.IsNumber(r[at]) {
			return nil
		}
		if of.Value == "" {
			of.Value = r[at]
		}
	}
	return of
}
