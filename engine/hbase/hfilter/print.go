package hfilter

import "strings"

// Print returns a filter in the form that [Parse] reads.
func Print(f Filter) string {
	var p printer
	p.filter(f)
	return p.b.String()
}

// printer collects the text of a filter.
type printer struct{ b strings.Builder }

// filter writes a filter, with parentheses only where they are needed.
func (p *printer) filter(f Filter) {
	switch f := f.(type) {
	case And:
		for i, sub := range f {
			if i > 0 {
				p.b.WriteString(" AND ")
			}
			_, or := sub.(Or)
			_, and := sub.(And)
			p.grouped(sub, or || and)
		}
	case Or:
		for i, sub := range f {
			if i > 0 {
				p.b.WriteString(" OR ")
			}
			_, or := sub.(Or)
			p.grouped(sub, or)
		}
	case Skip:
		p.b.WriteString("SKIP ")
		p.grouped(f.Filter, compound(f.Filter))
	case While:
		p.b.WriteString("WHILE ")
		p.grouped(f.Filter, compound(f.Filter))
	default:
		name, args, short := call(f)
		p.call(name, args[:short])
	}
}

// compound reports whether a filter is other than a name with arguments.
func compound(f Filter) bool {
	switch f.(type) {
	case And, Or, Skip, While:
		return true
	}
	return false
}

// grouped writes a filter, in parentheses if group is set.
func (p *printer) grouped(f Filter, group bool) {
	if group {
		p.b.WriteByte('(')
		defer p.b.WriteByte(')')
	}
	p.filter(f)
}

// call writes a name with its arguments.
func (p *printer) call(name string, args []any) {
	p.b.WriteString(name + "(")
	for i, a := range args {
		if i > 0 {
			p.b.WriteString(", ")
		}
		switch a.(type) {
		case string, Comparison:
			p.b.WriteString(quote(argText(a)))
		default:
			p.b.WriteString(argText(a))
		}
	}
	p.b.WriteByte(')')
}

// quote returns s in quotes; quotes in it are doubled.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
