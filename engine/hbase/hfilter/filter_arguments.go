package hfilter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// ArgKind is the kind of an argument of a filter.
type ArgKind byte

const (
	ArgText       ArgKind = 's' // a text in quotes
	ArgInt        ArgKind = 'i' // an integer
	ArgBool       ArgKind = 'b' // true or false
	ArgOp         ArgKind = 'o' // an operator of comparison, such as <=
	ArgComparator ArgKind = 'c' // a comparator and the text to compare with, as in binary:abc
)

// Arg is an argument of a simple filter, one that is a name with arguments.
type Arg struct {
	Name string // name to show, such as "prefix"
	Kind ArgKind
	Text string // the argument as it is written, without quotes; "" for an omitted operator
}

// argNames has the names of the arguments of each filter.
var argNames = map[string]string{
	"ColumnCountGetFilter":           "limit",
	"ColumnPaginationFilter":         "limit offset",
	"ColumnPrefixFilter":             "prefix",
	"ColumnRangeFilter":              "min min-included max max-included",
	"ColumnValueFilter":              "family qualifier operator comparator",
	"DependentColumnFilter":          "family qualifier drop operator comparator",
	"FamilyFilter":                   "operator comparator",
	"FirstKeyOnlyFilter":             "",
	"InclusiveStopFilter":            "row",
	"KeyOnlyFilter":                  "lengths",
	"MultipleColumnPrefixFilter":     "prefix",
	"PageFilter":                     "rows",
	"PrefixFilter":                   "prefix",
	"QualifierFilter":                "operator comparator",
	"RowFilter":                      "operator comparator",
	"SingleColumnValueExcludeFilter": "family qualifier operator comparator if-missing latest",
	"SingleColumnValueFilter":        "family qualifier operator comparator if-missing latest",
	"TimestampsFilter":               "time",
	"ValueFilter":                    "operator comparator",
}

// NameAndArgs returns the name of a simple filter and all its arguments, including optional ones.
func NameAndArgs(f Filter) (name string, args []Arg) {
	name, texts, _ := call(f)
	form := formOf(name)
	names := strings.Fields(argNames[name])
	for i := range max(len(texts), len(names)) {
		a := Arg{Name: names[min(i, len(names)-1)], Kind: ArgKind(form.kinds[min(i, len(form.kinds)-1)])}
		if i < len(texts) {
			a.Text = argText(texts[i])
		}
		args = append(args, a)
	}
	return name, args
}

// LastArgRepeats reports whether the last argument of a filter may be repeated.
func LastArgRepeats(name string) bool { return formOf(name).need == nil }

// FromArgs returns the filter with a name and arguments as [NameAndArgs] returns them. It refuses
// what [Parse] refuses.
func FromArgs(name string, args []string) (Filter, error) {
	form := formOf(name)
	var b strings.Builder
	b.WriteString(name + "(")
	for i, a := range args {
		kind := ArgKind(form.kinds[min(i, len(form.kinds)-1)])
		if kind == ArgOp && a == "" {
			break // without an operator there is no comparator either
		}
		if i > 0 {
			b.WriteString(", ")
		}
		switch kind {
		case ArgComparator:
			if a == "" {
				a = Binary.String() + ":"
			}
			b.WriteString(quote(a))
		case ArgText:
			b.WriteString(quote(a))
		default:
			if strings.Trim(a, "0123456789abcdefghijklmnopqrstuvwxyz<=>!") != "" || a == "" {
				return nil, base.Refuse(base.CodeBadArg, name, a, map[ArgKind]string{ArgInt: "number", ArgBool: "boolean", ArgOp: "operator"}[kind])
			}
			b.WriteString(a)
		}
	}
	b.WriteByte(')')
	f, err := Parse(b.String())
	if err != nil {
		e := *err.(*base.Error)
		e.Pos, e.End = -1, -1 // the text was made here, and is not the caller's
		return nil, &e
	}
	return f, nil
}

// NewDefaultFilter returns a filter with a name and default arguments: empty texts, and the given
// family for the name of a family.
func NewDefaultFilter(name, family string) Filter {
	var args []string
	for i, kind := range formOf(name).kinds {
		text := map[ArgKind]string{ArgInt: "1", ArgBool: "true", ArgOp: "="}[ArgKind(kind)]
		switch what := strings.Fields(argNames[name])[i]; what {
		case "family":
			text = family
		case "lengths", "if-missing", "drop":
			text = "false"
		}
		args = append(args, text)
	}
	f, err := FromArgs(name, args)
	if err != nil {
		panic("hfilter: a new " + name + ": " + err.Error())
	}
	return f
}

// CompareOpSymbols returns all operators as they are written.
func CompareOpSymbols() []string { return slices.Clone(opNames[:]) }

// ComparatorNames returns the names of all comparators.
func ComparatorNames() []string { return slices.Clone(comparatorNames[:]) }

// formOf returns the form of the filter with a name, which must exist.
func formOf(name string) *form {
	i := slices.IndexFunc(forms, func(f form) bool { return f.name == name })
	if i < 0 {
		panic("hfilter: no filter is named " + name)
	}
	return &forms[i]
}

// call returns the name and the arguments of a simple filter. Only the first short of them
// have to be written, since the others have their default values.
func call(f Filter) (name string, args []any, short int) {
	switch f := f.(type) {
	case KeyOnly:
		name, args = "KeyOnlyFilter", []any{f.Lengths}
		if !f.Lengths {
			return name, args, 0
		}
	case FirstKeyOnly:
		name = "FirstKeyOnlyFilter"
	case Prefix:
		name, args = "PrefixFilter", []any{string(f)}
	case ColumnPrefix:
		name, args = "ColumnPrefixFilter", []any{string(f)}
	case MultipleColumnPrefix:
		name = "MultipleColumnPrefixFilter"
		for _, s := range f {
			args = append(args, s)
		}
	case ColumnCountGet:
		name, args = "ColumnCountGetFilter", []any{int64(f)}
	case Page:
		name, args = "PageFilter", []any{int64(f)}
	case ColumnPagination:
		name, args = "ColumnPaginationFilter", []any{int64(f.Limit), int64(f.Offset)}
	case InclusiveStop:
		name, args = "InclusiveStopFilter", []any{string(f)}
	case Row:
		name, args = "RowFilter", []any{f.Op, Comparison(f)}
	case Family:
		name, args = "FamilyFilter", []any{f.Op, Comparison(f)}
	case Qualifier:
		name, args = "QualifierFilter", []any{f.Op, Comparison(f)}
	case Value:
		name, args = "ValueFilter", []any{f.Op, Comparison(f)}
	case Timestamps:
		name = "TimestampsFilter"
		for _, n := range f {
			args = append(args, n)
		}
	case ColumnRange:
		name, args = "ColumnRangeFilter", []any{f.Min, f.MinInclusive, f.Max, f.MaxInclusive}
	case DependentColumn:
		name, args = "DependentColumnFilter", []any{f.Family, f.Qualifier, f.Drop}
		switch {
		case f.Value != nil:
			args = append(args, f.Value.Op, *f.Value)
		case !f.Drop:
			return name, args, 2
		}
	case SingleColumnValue:
		name = "SingleColumnValueFilter"
		if f.Exclude {
			name = "SingleColumnValueExcludeFilter"
		}
		args = []any{f.Family, f.Qualifier, f.Value.Op, f.Value, f.IfMissing, !f.AllVersions}
		if !f.IfMissing && !f.AllVersions {
			return name, args, 4
		}
	case ColumnValue:
		name, args = "ColumnValueFilter", []any{f.Family, f.Qualifier, f.Value.Op, f.Value}
	default:
		panic(fmt.Sprintf("hfilter: %T is not one word", f))
	}
	return name, args, len(args)
}

// argText returns an argument as it is written, without quotes.
func argText(a any) string {
	switch a := a.(type) {
	case string:
		return a
	case int64:
		return strconv.FormatInt(a, 10)
	case bool:
		return strconv.FormatBool(a)
	case CompareOp:
		return a.String()
	case Comparison:
		return a.Kind.String() + ":" + a.Text
	}
	panic(fmt.Sprintf("hfilter: unknown argument %T", a))
}
