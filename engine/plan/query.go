package plan

import (
	"strings"

	"tabletop/engine/base"
)

// Op is how a condition compares a field, as bytes.
type Op uint8

const (
	Equal     Op = iota // the field is Value
	HasPrefix           // the field begins with Value
	Between             // Value <= field < To; an empty To is no bound
)

// Cond is a condition on one field.
type Cond struct {
	Field     string
	Op        Op
	Value, To string // To is for Between
}

// Query asks for the records that meet all conditions; without any, for all.
type Query struct {
	ID    string
	Where []Cond
}

// Match reports whether the record whose fields values returns is asked for.
func (q Query) Match(values func(field string) string) bool {
	for _, c := range q.Where {
		if !c.match(values(c.Field)) {
			return false
		}
	}
	return true
}

func (c Cond) match(v string) bool {
	switch c.Op {
	case Equal:
		return v == c.Value
	case HasPrefix:
		return strings.HasPrefix(v, c.Value)
	case Between:
		return v >= c.Value && (c.To == "" || v < c.To)
	}
	panic("plan: unknown operator")
}

// bounds returns the interval [lo, hi) of values that a condition other than
// Equal allows; an empty hi is no bound.
func (c Cond) bounds() (lo, hi string) {
	if c.Op == HasPrefix {
		return c.Value, string(base.PrefixEnd(c.Value))
	}
	return c.Value, c.To
}

// vacuous reports whether every value meets the condition.
func (c Cond) vacuous() bool {
	lo, hi := c.bounds()
	return c.Op != Equal && lo == "" && hi == ""
}
