package plan

import (
	"strings"

	"tabletop/engine/base"
)

// ConditionOp says how a condition compares a field with its values. Except for Numbers, values
// compare as bytes.
type ConditionOp uint8

const (
	Equal     ConditionOp = iota // the field is equal to Value
	HasPrefix                    // the field has the prefix Value
	Between                      // Value <= field < To; an empty To means no bound
	Numbers                      // the field is a number by IsNumber, Value <= field < To; empty means no bound
	Under                        // the field is a dotted name below Value: it ends with "." + Value; empty means no condition
	Ops                          // the number of operators
)

// Valid reports whether o is one of the operators.
func (o ConditionOp) Valid() bool { return o < Ops }

// Cond is a condition on one field.
type Cond struct {
	Field string      `wire:"1"`
	Op    ConditionOp `wire:"2"`
	Value string      `wire:"3"`
	To    string      `wire:"4"` // used by Between and Numbers
}

// Query asks for the records that meet all conditions. Without conditions it asks for all
// records.
type Query struct {
	ID      string   `wire:"1"`
	Where   []Cond   `wire:"2"`
	Latest  Latest   `wire:"3"` // only the N latest of those
	Each    string   `wire:"4"` // a field: the N latest of each of its values; "" for N in all
	Columns []string `wire:"5"` // fields whose values are wanted; empty for all cells of the rows
}

// Match reports whether a record with the given values of its fields meets all conditions.
// It ignores Latest and Each.
func (q Query) Match(values func(field string) string) bool {
	for _, c := range q.Where {
		if !c.match(values(c.Field)) {
			return false
		}
	}
	return true
}

// match reports whether a value meets the condition.
func (c Cond) match(v string) bool {
	switch c.Op {
	case Equal:
		return v == c.Value
	case HasPrefix:
		return strings.HasPrefix(v, c.Value)
	case Between:
		return v >= c.Value && (c.To == "" || v < c.To)
	}
	if c.Op == Under {
		return c.Value == "" || strings.HasSuffix(v, c.suffix())
	}
	if c.Op == Numbers {
		return IsNumber(v) && c.reaches(v) && !c.passed(v)
	}
	panic("plan: unknown operator")
}

// only reports whether Value is the only value that meets the condition.
func (c Cond) only() bool { return c.Op == Equal || c.Op == Between && c.To == c.Value+"\x00" }

// suffix returns the suffix of the values that meet an Under condition.
func (c Cond) suffix() string { return "." + c.Value }

// bounds returns the interval [lo, hi) of values that meet a condition other than Equal,
// where an empty hi means no bound. For Numbers and Under it is the interval of all
// values.
func (c Cond) bounds() (lo, hi string) {
	if c.Op == Numbers || c.Op == Under {
		return "", ""
	}
	if c.Op == HasPrefix {
		return c.Value, string(base.PrefixEnd(c.Value))
	}
	return c.Value, c.To
}

// vacuous reports whether every value meets the condition.
func (c Cond) vacuous() bool {
	if c.Op == Under {
		return c.Value == ""
	}
	lo, hi := c.bounds()
	return c.Op != Equal && c.Op != Numbers && lo == "" && hi == ""
}
