package keycode

import (
	"strconv"

	"tabletop/engine/base"
)

// What the writers of several languages have in common. Go's functions return errors, so that it shares less.

// undone returns the expression that undoes what a part's transforms have done to a value.
func (p *program) undone(q part, value string) string {
	for _, c := range q.undo {
		value = p.need(c.helper) + "(" + value + p.args(c) + ")"
	}
	return value
}

// returnPart writes the statements that apply a part's transforms to the variable value and return the bytes of
// the part. Each begins with in and ends with semicolon.
func (p *program) returnPart(q *part, in, semicolon string) {
	for _, c := range q.apply {
		field := ""
		if c.refuses {
			field = strconv.Quote(q.Field) + ", "
		}
		p.line(in, "value = ", p.need(c.helper), "(", field, "value", p.args(c), ")", semicolon)
	}
	switch {
	case q.Sep == "":
		p.line(in, "return value", semicolon)
	case q.Width() == 0:
		p.line(in, "return ", p.need("separable"), "(", strconv.Quote(q.Field), ", value, ", p.bytes(q.Sep), ")", semicolon)
	default:
		p.line(in, "return value + ", p.bytes(q.Sep), semicolon)
	}
}

// expressions returns a function that returns the expression for the bytes of a piece of a question's range. raw
// returns the expression for the bytes of a parameter, and salt that for the bytes of the variable salt in a part.
func (p *program) expressions(r *ranges, raw func(param string) string, salt func(part) string) func(piece) string {
	return func(x piece) string {
		switch {
		case x.literal:
			return p.bytes(x.bytes)
		case x.direct && x.helper == "":
			return raw(r.params[x.param].name)
		case x.direct:
			return p.need(x.helper) + "(" + raw(r.params[x.param].name) + ") + " + p.bytes(x.after)
		case x.param < 0:
			q := p.parts[x.part]
			return p.joined([]string{salt(q), p.bytes(q.Sep)}, nil, nil)
		}
		return p.parts[x.part].name + "(" + r.params[x.param].name + ")"
	}
}

// bounds returns the expressions for the variable prefix of a question, and for the start and the end of its range.
// null is the literal of a zero byte.
func (p *program) bounds(r *ranges, null string, expression func(piece) string) (prefix, start, end string) {
	prefix, start = p.joined([]string{p.bytes(p.t.LeadingLiteral())}, r.prefix, expression), "prefix"
	switch r.shape {
	case point:
		end = "prefix + " + null
	case beginning:
		prefix = p.joined([]string{prefix}, r.from, expression)
		end = p.need("prefix_end") + "(prefix)"
	case span:
		start = p.joined([]string{"prefix"}, r.from, expression)
		end = p.need("prefix_end") + "(" + p.joined([]string{"prefix"}, r.to, expression) + ")"
	}
	return prefix, start, end
}

// rangeList returns ranges as calls of a function, or as pairs in parentheses, separated by commas.
func (p *program) rangeList(all []base.Range, function string) (list string) {
	for i, x := range all {
		if i > 0 {
			list += ", "
		}
		list += function + "(" + p.bytes(string(x.Start)) + ", " + p.bytes(string(x.End)) + ")"
	}
	return list
}
