package hfilter

import (
	"fmt"
	"strconv"
	"strings"
)

// Print writes a filter as [Parse] reads it.
func Print(f Filter) string {
	var p printer
	p.filter(f)
	return p.b.String()
}

type printer struct{ b strings.Builder }

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
	case KeyOnly:
		if f.Lengths {
			p.call("KeyOnlyFilter", true)
		} else {
			p.call("KeyOnlyFilter")
		}
	case FirstKeyOnly:
		p.call("FirstKeyOnlyFilter")
	case Prefix:
		p.call("PrefixFilter", string(f))
	case ColumnPrefix:
		p.call("ColumnPrefixFilter", string(f))
	case MultipleColumnPrefix:
		args := make([]any, len(f))
		for i, s := range f {
			args[i] = s
		}
		p.call("MultipleColumnPrefixFilter", args...)
	case ColumnCountGet:
		p.call("ColumnCountGetFilter", int64(f))
	case Page:
		p.call("PageFilter", int64(f))
	case ColumnPagination:
		p.call("ColumnPaginationFilter", int64(f.Limit), int64(f.Offset))
	case InclusiveStop:
		p.call("InclusiveStopFilter", string(f))
	case Row:
		p.call("RowFilter", f.Op, Compare(f))
	case Family:
		p.call("FamilyFilter", f.Op, Compare(f))
	case Qualifier:
		p.call("QualifierFilter", f.Op, Compare(f))
	case Value:
		p.call("ValueFilter", f.Op, Compare(f))
	case Timestamps:
		args := make([]any, len(f))
		for i, n := range f {
			args[i] = n
		}
		p.call("TimestampsFilter", args...)
	case ColumnRange:
		p.call("ColumnRangeFilter", f.Min, f.MinInclusive, f.Max, f.MaxInclusive)
	case DependentColumn:
		switch {
		case f.Value != nil:
			p.call("DependentColumnFilter", f.Family, f.Qualifier, f.Drop, f.Value.Op, *f.Value)
		case f.Drop:
			p.call("DependentColumnFilter", f.Family, f.Qualifier, true)
		default:
			p.call("DependentColumnFilter", f.Family, f.Qualifier)
		}
	case SingleColumnValue:
		name := "SingleColumnValueFilter"
		if f.Exclude {
			name = "SingleColumnValueExcludeFilter"
		}
		args := []any{f.Family, f.Qualifier, f.Value.Op, f.Value}
		if f.IfMissing || f.AllVersions {
			args = append(args, f.IfMissing, !f.AllVersions)
		}
		p.call(name, args...)
	case ColumnValue:
		p.call("ColumnValueFilter", f.Family, f.Qualifier, f.Value.Op, f.Value)
	default:
		panic(fmt.Sprintf("hfilter: unknown filter %T", f))
	}
}

// compound reports whether a filter is not one word with its arguments.
func compound(f Filter) bool {
	switch f.(type) {
	case And, Or, Skip, While:
		return true
	}
	return false
}

func (p *printer) grouped(f Filter, group bool) {
	if group {
		p.b.WriteByte('(')
		defer p.b.WriteByte(')')
	}
	p.filter(f)
}

func (p *printer) call(name string, args ...any) {
	p.b.WriteString(name + "(")
	for i, a := range args {
		if i > 0 {
			p.b.WriteString(", ")
		}
		switch a := a.(type) {
		case string:
			p.b.WriteString(quote(a))
		case int64:
			p.b.WriteString(strconv.FormatInt(a, 10))
		case bool:
			p.b.WriteString(strconv.FormatBool(a))
		case Op:
			p.b.WriteString(a.String())
		case Compare:
			p.b.WriteString(quote(a.Kind.String() + ":" + a.Text))
		default:
			panic(fmt.Sprintf("hfilter: unknown argument %T", a))
		}
	}
	p.b.WriteByte(')')
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
