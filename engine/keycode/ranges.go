package keycode

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// ranges is the function for the ranges of a question's read.
type ranges struct {
	question Question
	shape    shape
	params   []param
	prefix   []piece // what all keys of a range begin with, after the literal before the first field
	salts    int     // index in prefix of the salt of which there is a range for each; -1 for none
	// from and to are the pieces by which the ends of a range go on after the prefix.
	from, to []piece
	all      []base.Range // the ranges as planned
}

// shape says how the ranges of a question are made.
type shape uint8

const (
	planned   shape = iota // they are written as they are planned
	point                  // the prefix is the only key
	beginning              // all keys with the prefix, followed by from
	span                   // the keys from those that begin with from to those that begin with to
)

// param is a parameter of the function. Value is what the question has in its place.
type param struct {
	name, value string
}

// piece is a piece of a key: the bytes of a part for a parameter or for every salt, or bytes that are
// always the same.
type piece struct {
	part    int
	param   int    // -1 for none
	bytes   string // if there is no parameter
	helper  string // a helper that is applied to a parameter instead of a part: "" for a text as it is
	literal bool   // bytes are meant
	direct  bool   // helper is meant, and part is not
	after   string // follows the bytes of helper
}

// rangesOf returns how the ranges of a question are made. What is made with the question's own values
// must be what is planned; otherwise the ranges are written as planned.
func (p *program) rangesOf(q Question) ranges {
	r := ranges{question: q, salts: -1, all: base.MergeRanges(q.Plan.Ranges)}
	if never(q.Plan) || !p.read(&r) || !slices.Equal(base.MergeRanges(p.made(&r)), r.all) {
		return ranges{question: q, salts: -1, all: r.all}
	}
	return r
}

// read sets how the ranges are made, as far as the plan's steps say it. It reports false for a plan that
// it does not know how to write with parameters.
func (p *program) read(r *ranges) bool {
	r.shape = beginning
	params := map[int]int{}
	for i, s := range r.question.Plan.Steps {
		q := &p.parts[i]
		conds := slices.DeleteFunc(slices.Clone(r.question.Query.Where), func(c plan.Cond) bool { return c.Field != s.Field })
		switch s.State {
		case plan.Open:
			return true
		case plan.Fixed:
			if len(conds) != 1 || conds[0].Op != plan.Equal {
				return false
			}
			at, known := params[q.field]
			if !known {
				at = r.param(p, q.field, "", conds[0].Value)
				params[q.field] = at
			}
			r.prefix = append(r.prefix, piece{part: i, param: at})
		case plan.Fanned:
			via := q.Transforms()
			if last := via[len(via)-1]; r.salts >= 0 || last.Name != "salt" || s.Alternatives != last.N {
				return false
			}
			r.salts = len(r.prefix)
			r.prefix = append(r.prefix, piece{part: i, param: -1})
		case plan.Bounded:
			return len(conds) == 1 && p.bounded(r, i, conds[0])
		}
	}
	r.shape = point
	return len(p.parts) > 0
}

// bounded sets the ends of the ranges for a condition that bounds step i.
func (p *program) bounded(r *ranges, i int, c plan.Cond) bool {
	q := &p.parts[i]
	via := q.Transforms()
	switch {
	case c.Op == plan.HasPrefix && len(via) == 0 && len(q.Sep) < 2:
		r.from = []piece{{param: r.param(p, q.field, "prefix", c.Value), direct: true}}
		return true
	case c.Op == plan.Under && len(via) == 1 && via[0].Name == "domain" && len(q.Sep) < 2:
		r.from = []piece{{param: r.param(p, q.field, "domain", c.Value), direct: true, helper: "domain", after: "."}}
		return true
	}
	read, text, ok := numbersOf(q, c)
	if !ok {
		return false
	}
	r.shape = span
	bounded := 0
	for _, s := range r.question.Plan.Steps[i:] {
		if s.State == plan.Bounded {
			bounded++
		}
	}
	// end returns the pieces of the value that the number n is, or of a number that is always the same.
	end := func(name string, n int64, given bool) (pieces []piece) {
		at := -1
		if given {
			at = r.param(p, q.field, name, text(n))
		}
		for k := range bounded {
			x := piece{part: i + k, param: at, literal: !given}
			if bytes, err := p.parts[i+k].Apply(text(n)); !given && err == nil {
				x.bytes = bytes + p.parts[i+k].Sep
			}
			pieces = append(pieces, x)
		}
		return pieces
	}
	low, high, _ := via[0].NumberRange()
	given := [2]bool{c.Value != "", c.To != ""}
	if given[0] {
		low, ok = read(c.Value)
	}
	if given[1] {
		var is bool
		high, is = read(c.To)
		high, ok = high-1, ok && is && high > low
	}
	if !ok {
		return false
	}
	r.from, r.to = end("from", low, given[0]), end("to", high, given[1])
	if q.SortDirection() < 0 {
		r.from, r.to = r.to, r.from
	}
	return true
}

// numbersOf returns, for a part that reads numbers or times and a condition that bounds these, what
// number a value is, and what value a number is.
func numbersOf(q *part, c plan.Cond) (read func(string) (int64, bool), text func(int64) string, ok bool) {
	via := q.Transforms()
	if q.IsNumeric() {
		return rowkey.ParseNumber, decimal, c.Op == plan.Numbers
	}
	if len(via) == 0 || via[0].Name != "millis" && via[0].Name != "seconds" {
		return nil, nil, false
	}
	read = func(v string) (int64, bool) {
		digits, accepted := via[0].Apply(v)
		n, err := strconv.ParseInt(digits, 10, 64)
		return n, accepted && err == nil
	}
	return read, via[0].Date, c.Op == plan.Between && q.SortDirection() != 0
}

// param adds a parameter and returns its index.
func (r *ranges) param(p *program, field int, word, value string) int {
	f := p.fields[field]
	name := f.local
	taken := names{}
	for _, x := range r.params {
		taken.take(x.name)
	}
	switch word {
	case "from", "to":
		name = p.name(word, f.name)
	case "prefix", "domain":
		name = p.name(f.name, word)
	}
	r.params = append(r.params, param{taken.take(name), value})
	return len(r.params) - 1
}

// made returns the ranges that the function returns for the question's own values, none if a value is
// refused.
func (p *program) made(r *ranges) (out []base.Range) {
	refused := false
	bytes := func(x piece, salt int64) string {
		switch {
		case x.literal:
			return x.bytes
		case x.direct:
			v := r.params[x.param].value
			if x.helper != "" {
				v, _ = rowkey.Transform{Name: x.helper}.Apply(v)
			}
			return v + x.after
		}
		q := &p.parts[x.part]
		if x.param < 0 {
			s := decimal(salt)
			return strings.Repeat("0", q.Width()-len(s)) + s + q.Sep
		}
		v, err := q.Apply(r.params[x.param].value)
		refused = refused || err != nil
		return v + q.Sep
	}
	salts := int64(1)
	if r.salts >= 0 {
		salts = p.saltsOf(r)
	}
	for salt := range salts {
		join := func(before string, pieces []piece) string {
			for _, x := range pieces {
				before += bytes(x, salt)
			}
			return before
		}
		prefix := join(p.t.LeadingLiteral(), r.prefix)
		switch r.shape {
		case point:
			out = append(out, base.PointRange(base.RowKey(prefix)))
		case beginning:
			out = append(out, base.PrefixRange(join(prefix, r.from)))
		default:
			out = append(out, base.Range{Start: base.RowKey(join(prefix, r.from)), End: base.PrefixEnd(join(prefix, r.to))})
		}
	}
	if refused {
		return nil
	}
	return out
}

// saltsOf returns the number of salts of which there is a range for each.
func (p *program) saltsOf(r *ranges) int64 {
	via := p.parts[r.prefix[r.salts].part].Transforms()
	return int64(via[len(via)-1].N)
}

// refusing reports whether the function of the ranges may refuse a value.
func (p *program) refusing(r *ranges) bool {
	return slices.ContainsFunc(slices.Concat(r.prefix, r.from, r.to), func(x piece) bool {
		return x.param >= 0 && !x.direct && p.parts[x.part].refusing
	})
}

// sentences returns what is said of a question, in sentences.
func (r *ranges) sentences() (all []string) {
	q, p := r.question.Query, r.question.Plan
	var conds []string
	for _, c := range q.Where {
		conds = append(conds, condition(c))
	}
	asked := "all records"
	if len(conds) > 0 {
		asked = "the records whose " + strings.Join(conds, ", and whose ")
	}
	if q.Latest.N > 0 {
		of := ""
		if q.Each != "" {
			of = " of each " + q.Each
		}
		asked = "the " + decimal(q.Latest.N) + " latest" + of + " by " + q.Latest.Field + ", of " + asked
	}
	all = append(all, "The question asks for "+asked+".")
	if never(p) {
		return append(all, "No record can meet this.")
	}
	if p.Missing != nil {
		all = append(all, "Neither the key nor a column tells "+strings.Join(p.Missing, " and ")+", so the rows that are read cannot answer it.")
	}
	if bounds := r.bounds(); bounds != nil {
		all = append(all, "Rows whose "+p.Steps[r.from[0].part].Field+" is "+strings.Join(bounds, " or ")+" are in the range too.")
	}
	var rest []string
	for _, c := range p.Residual {
		if !slices.Contains(rest, c.Field) {
			rest = append(rest, c.Field)
		}
	}
	if rest != nil {
		all = append(all, "Of the rows that are read, drop those whose "+strings.Join(rest, " or ")+" is not as asked.")
	}
	end := "beginning"
	if p.Reversed {
		end = "end"
	}
	rows := decimal(p.Limit) + " rows"
	if p.Limit == 1 {
		rows = "row"
	}
	switch p.LatestMethod {
	case plan.ByKey, plan.ByMerge:
		all = append(all, "Take the first "+rows+" of each range, read from its "+end+".")
	case plan.BySkip:
		all = append(all, "Read from the "+end+" of each range, take the first "+rows+" of each group, and go on after the group's last key. Rows of a group are equal in "+strings.Join(p.Groups.Fields(), " and ")+".")
	case plan.ByReader, plan.BySearch:
		all = append(all, "Sort the rows that are read by "+q.Latest.Field+".")
	}
	return all
}

// bounds returns the names of the parameters that are ends of a span.
func (r *ranges) bounds() (names []string) {
	if r.shape != span {
		return nil
	}
	fixed := map[int]bool{}
	for _, x := range r.prefix {
		fixed[x.param] = true
	}
	for i, x := range r.params {
		if !fixed[i] {
			names = append(names, x.name)
		}
	}
	return names
}

// never reports whether no row can match.
func never(p plan.Plan) bool {
	_, blocked := p.Filter.(filter.BlockAll)
	return blocked
}

// condition says a condition in words, after "whose".
func condition(c plan.Cond) string {
	value := `"` + comment(c.Value) + `"`
	bounds := func(kind string) string {
		var both []string
		if c.Value != "" {
			both = append(both, "at least "+value)
		}
		if c.To != "" {
			both = append(both, `less than "`+comment(c.To)+`"`)
		}
		if both == nil {
			return c.Field + " is any" + kind
		}
		return c.Field + " is" + kind + " " + strings.Join(both, " and ")
	}
	switch c.Op {
	case plan.HasPrefix:
		return c.Field + " begins with " + value
	case plan.Between:
		return bounds("")
	case plan.Numbers:
		return bounds(" a number,")
	case plan.Under:
		return c.Field + " is a name below " + value
	}
	return c.Field + " is " + value
}

// checked is a question's function with the question's own values, and the ranges that it returns for
// them.
type checked struct {
	number, args string
	ranges       []base.Range
}

// maxChecked is the largest number of ranges of a function that is checked with the question's values.
const maxChecked = 4

// checkedRanges returns the functions of ranges that can be checked: those with parameters.
func (p *program) checkedRanges() (all []checked) {
	for i := range p.ranges {
		r := &p.ranges[i]
		made := p.made(r)
		if r.shape == planned || len(made) > maxChecked || slices.ContainsFunc(r.params, func(x param) bool { return unsayable(x.value) }) {
			continue
		}
		var args []string
		for _, x := range r.params {
			args = append(args, p.text(x.value))
		}
		all = append(all, checked{strconv.Itoa(i + 1), strings.Join(args, ", "), made})
	}
	return all
}

// goRanges returns the ranges as a program's own type, to be printed.
func (c checked) goRanges() (all []struct{ Start, End string }) {
	for _, x := range c.ranges {
		all = append(all, struct{ Start, End string }{string(x.Start), string(x.End)})
	}
	return all
}

// paramNames returns the names of the parameters, with commas between them.
func (r *ranges) paramNames(before string) string {
	var all []string
	for _, x := range r.params {
		all = append(all, before+x.name)
	}
	return strings.Join(all, ", ")
}

// joined returns an expression for the bytes of before and then of the pieces, where expression returns
// one for a piece.
func (p *program) joined(before []string, pieces []piece, expression func(piece) string) string {
	all := slices.Clone(before)
	for _, x := range pieces {
		all = append(all, expression(x))
	}
	empty := p.bytes("")
	if all = slices.DeleteFunc(all, func(s string) bool { return s == empty }); len(all) == 0 {
		return empty
	}
	return strings.Join(all, " + ")
}
