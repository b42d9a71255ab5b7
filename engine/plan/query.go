package plan

import (
	"strings"

	"tabletop/engine/base"
)

// Op is how a condition compares a field: as bytes, but for Numbers.
type Op uint8

const (
	Equal     Op = iota // the field is Value
	HasPrefix           // the field begins with Value
	Between             // Value <= field < To; an empty To is no bound
	Numbers             // a number, as [IsNumber] has it, with Value <= field < To; an empty one is no bound
	Under               // a name of dotted labels below Value: it ends with a dot and Value; an empty one is no condition
	Ops                 // how many there are
)

// Valid reports whether there is such a comparison.
func (o Op) Valid() bool { return o < Ops }

// Cond is a condition on one field.
type Cond struct {
	Field string `wire:"1"`
	Op    Op     `wire:"2"`
	Value string `wire:"3"`
	To    string `wire:"4"` // To is for Between and Numbers
}

// Query asks for the records that meet all conditions; without any, for all.
type Query struct {
	ID      string   `wire:"1"`
	Where   []Cond   `wire:"2"`
	Latest  Latest   `wire:"3"` // of those, only so many
	Each    string   `wire:"4"` // so many of each value of this field, "" for so many in all
	Columns []string `wire:"5"` // fields whose values are wanted; none: all cells of their rows
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
	if c.Op == Under {
		return c.Value == "" || strings.HasSuffix(v, c.suffix())
	}
	if c.Op == Numbers {
		return IsNumber(v) && c.reaches(v) && !c.passed(v)
	}
	panic("plan: unknown operator")
}

// only reports whether Value alone meets the condition.
func (c Cond) only() bool { return c.Op == Equal || c.Op == Between && c.To == c.Value+"\x00" }

// suffix returns what the values end with that Under allows.
func (c Cond) suffix() string { return "." + c.Value }

// bounds returns the interval [lo, hi) of values that a condition other than
// Equal allows, all for Numbers and Under; an empty hi is no bound.
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
