package hfilter

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// MaxDepth is the largest depth of nested parentheses.
const MaxDepth = 50

// form says how a filter is written and how it is made of its arguments.
type form struct {
	name  string
	kinds string // the kinds of its arguments, an ArgKind each
	need  []int  // the allowed numbers of arguments; nil for one or more, all of the last kind
	usage string // the arguments as they are shown to a reader
	make  func(a []arg) Filter
}

// arg is a parsed argument; the field in use depends on its kind.
type arg struct {
	text    string
	n       int64
	yes     bool
	op      CompareOp
	compare Comparator
}

// comparison returns the comparison of the argument op and the comparator a.
func (a arg) comparison(op arg) Comparison { return Comparison{op.op, a.compare, a.text} }

// forms lists all filters in the order of their names.
var forms = []form{
	{"ColumnCountGetFilter", "i", []int{1}, "(limit)", func(a []arg) Filter { return ColumnCountGet(a[0].n) }},
	{"ColumnPaginationFilter", "ii", []int{2}, "(limit, offset)", func(a []arg) Filter { return ColumnPagination{int(a[0].n), int(a[1].n)} }},
	{"ColumnPrefixFilter", "s", []int{1}, "('prefix')", func(a []arg) Filter { return ColumnPrefix(a[0].text) }},
	{"ColumnRangeFilter", "sbsb", []int{4}, "('min', true|false, 'max', true|false)", func(a []arg) Filter {
		return ColumnRange{a[0].text, a[1].yes, a[2].text, a[3].yes}
	}},
	{"ColumnValueFilter", "ssoc", []int{4}, "('family', 'qualifier', operator, 'comparator:value')", func(a []arg) Filter {
		return ColumnValue{a[0].text, a[1].text, a[3].comparison(a[2])}
	}},
	{"DependentColumnFilter", "ssboc", []int{2, 3, 5}, "('family', 'qualifier'[, true|false[, operator, 'comparator:value']])", func(a []arg) Filter {
		d := DependentColumn{Family: a[0].text, Qualifier: a[1].text, Drop: len(a) > 2 && a[2].yes}
		if len(a) == 5 {
			c := a[4].comparison(a[3])
			d.Value = &c
		}
		return d
	}},
	{"FamilyFilter", "oc", []int{2}, "(operator, 'comparator:value')", func(a []arg) Filter { return Family(a[1].comparison(a[0])) }},
	{"FirstKeyOnlyFilter", "", []int{0}, "()", func([]arg) Filter { return FirstKeyOnly{} }},
	{"InclusiveStopFilter", "s", []int{1}, "('row')", func(a []arg) Filter { return InclusiveStop(a[0].text) }},
	{"KeyOnlyFilter", "b", []int{0, 1}, "([true|false])", func(a []arg) Filter { return KeyOnly{len(a) > 0 && a[0].yes} }},
	{"MultipleColumnPrefixFilter", "s", nil, "('prefix', …)", func(a []arg) Filter {
		var m MultipleColumnPrefix
		for _, p := range a {
			m = append(m, p.text)
		}
		return m
	}},
	{"PageFilter", "i", []int{1}, "(rows)", func(a []arg) Filter { return Page(a[0].n) }},
	{"PrefixFilter", "s", []int{1}, "('prefix')", func(a []arg) Filter { return Prefix(a[0].text) }},
	{"QualifierFilter", "oc", []int{2}, "(operator, 'comparator:value')", func(a []arg) Filter { return Qualifier(a[1].comparison(a[0])) }},
	{"RowFilter", "oc", []int{2}, "(operator, 'comparator:value')", func(a []arg) Filter { return Row(a[1].comparison(a[0])) }},
	{"SingleColumnValueExcludeFilter", "ssocbb", []int{4, 6}, "('family', 'qualifier', operator, 'comparator:value'[, filterIfMissing, latestVersionOnly])", func(a []arg) Filter {
		return single(a, true)
	}},
	{"SingleColumnValueFilter", "ssocbb", []int{4, 6}, "('family', 'qualifier', operator, 'comparator:value'[, filterIfMissing, latestVersionOnly])", func(a []arg) Filter {
		return single(a, false)
	}},
	{"TimestampsFilter", "i", nil, "(milliseconds, …)", func(a []arg) Filter {
		var t Timestamps
		for _, at := range a {
			t = append(t, at.n)
		}
		return t
	}},
	{"ValueFilter", "oc", []int{2}, "(operator, 'comparator:value')", func(a []arg) Filter { return Value(a[1].comparison(a[0])) }},
}

// single makes a SingleColumnValue of its arguments.
func single(a []arg, exclude bool) Filter {
	s := SingleColumnValue{Family: a[0].text, Qualifier: a[1].text, Value: a[3].comparison(a[2]), Exclude: exclude}
	if len(a) == 6 {
		s.IfMissing, s.AllVersions = a[4].yes, !a[5].yes
	}
	return s
}

// FilterSignatures returns the names of all filters in order, each with its arguments, such as
// "PageFilter(rows)".
func FilterSignatures() []string {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = f.name + f.usage
	}
	return names
}

// Parse parses a filter. Every error is a [*base.Error] with the position of the error in
// text: filter-syntax, unknown-filter, filter-args, bad-arg, bad-regex, unclosed-quote, or
// filter-too-deep beyond [MaxDepth].
func Parse(text string) (Filter, error) {
	p := parser{text: text}
	f := p.or()
	if p.err == nil && p.peek() != "" {
		p.unexpected("AND, OR")
	}
	if p.err != nil {
		return nil, p.err
	}
	return f, nil
}

// parser reads a text token by token, and keeps the first error.
type parser struct {
	text  string
	at    int
	depth int
	err   *base.Error

	token      string // the next token, if peeked is set; "" at the end
	start, end int
	peeked     bool
}

// fail refuses the current token, unless there has been an error.
func (p *parser) fail(code base.Code, args ...string) {
	if p.err == nil {
		p.err = base.RefuseAt(p.start, p.end, code, args...)
	}
}

// unexpected refuses the next token. want names what would be valid.
func (p *parser) unexpected(want string) {
	p.peek()
	p.fail(base.CodeFilterSyntax, p.token, want)
}

// peek returns the next token without reading it: a word, a quoted text with its quotes,
// an operator, a bracket or a comma.
func (p *parser) peek() string {
	if p.peeked {
		return p.token
	}
	p.peeked = true
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	p.start = p.at
	if p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '\'':
			p.quoted()
		case isWord(c) || c == '-':
			for p.at++; p.at < len(p.text) && isWord(p.text[p.at]); p.at++ {
			}
		case c == '<' || c == '>' || c == '!':
			if p.at++; p.at < len(p.text) && p.text[p.at] == '=' {
				p.at++
			}
		default:
			p.at++
		}
	}
	p.end = p.at
	p.token = p.text[p.start:p.end]
	return p.token
}

// quoted moves past a quoted text. A text without a closing quote ends with the input and
// is an error.
func (p *parser) quoted() {
	for p.at++; p.at < len(p.text); p.at++ {
		if p.text[p.at] != '\'' {
			continue
		}
		if p.at++; p.at == len(p.text) || p.text[p.at] != '\'' {
			return
		}
	}
	if p.err == nil {
		p.err = base.RefuseAt(p.start, len(p.text), base.CodeUnclosedQuote, "'")
	}
}

// isWord reports whether c may be part of a word.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// next reads the next token.
func (p *parser) next() string {
	t := p.peek()
	p.peeked = false
	return t
}

// or and the following functions parse the rules of the grammar that have their names.
func (p *parser) or() Filter { return p.list("OR", p.and, func(l []Filter) Filter { return Or(l) }) }
func (p *parser) and() Filter {
	return p.list("AND", p.unary, func(l []Filter) Filter { return And(l) })
}

// list parses one operand, or several with an operator between them.
func (p *parser) list(op string, operand func() Filter, make func([]Filter) Filter) Filter {
	all := []Filter{operand()}
	for p.err == nil && p.peek() == op {
		p.next()
		all = append(all, operand())
	}
	if len(all) == 1 {
		return all[0]
	}
	return make(all)
}

// unary parses a simple filter, perhaps after SKIP or WHILE.
func (p *parser) unary() Filter {
	if p.err != nil {
		return nil
	}
	switch p.peek() {
	case "SKIP":
		p.next()
		return Skip{p.simple()}
	case "WHILE":
		p.next()
		return While{p.simple()}
	}
	return p.simple()
}

// simple parses a filter in parentheses, or a name with arguments.
func (p *parser) simple() Filter {
	token := p.peek()
	if p.err != nil {
		return nil
	}
	if token == "(" {
		if p.depth++; p.depth > MaxDepth {
			p.fail(base.CodeFilterTooDeep, strconv.Itoa(MaxDepth))
			return nil
		}
		p.next()
		f := p.or()
		if p.err == nil && p.peek() != ")" {
			p.unexpected(")")
		}
		p.next()
		p.depth--
		return f
	}
	i := slices.IndexFunc(forms, func(f form) bool { return f.name == token })
	if i < 0 {
		if token != "" && isWord(token[0]) {
			p.fail(base.CodeUnknownFilter, token, nearest(token))
		} else {
			p.unexpected("PrefixFilter('…')")
		}
		return nil
	}
	p.next()
	return p.call(&forms[i])
}

// nearest returns the name of a filter that is most similar, also if "Filter" is missing
// at its end.
func nearest(name string) string {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = f.name
	}
	if n := base.Nearest(name, names); n != "" {
		return n
	}
	return base.Nearest(name+"Filter", names)
}

// call parses the arguments of a filter whose name has been read.
func (p *parser) call(f *form) Filter {
	from := p.start
	if p.peek() != "(" {
		p.unexpected("(")
		return nil
	}
	p.next()
	var args []arg
	for p.err == nil && p.peek() != ")" {
		if len(args) > 0 {
			if p.peek() != "," {
				p.unexpected(")")
				return nil
			}
			p.next()
		}
		if f.need != nil && len(args) == len(f.kinds) {
			p.peek()
			p.fail(base.CodeFilterArgs, f.name, f.name+f.usage)
			return nil
		}
		args = append(args, p.argument(f, ArgKind(f.kinds[min(len(args), len(f.kinds)-1)]), args))
	}
	p.next()
	if p.err == nil && !(f.need == nil && len(args) > 0 || slices.Contains(f.need, len(args))) {
		p.start, p.end = from, p.at
		p.fail(base.CodeFilterArgs, f.name, f.name+f.usage)
	}
	if p.err != nil {
		return nil
	}
	return f.make(args)
}

// argument parses one argument of a kind. before is the arguments before it.
func (p *parser) argument(f *form, kind ArgKind, before []arg) (a arg) {
	t := p.peek()
	quoted := strings.HasPrefix(t, "'")
	want := ""
	switch kind {
	case ArgText, ArgComparator:
		if !quoted {
			want = "quoted"
			break
		}
		a.text = strings.ReplaceAll(t[1:max(len(t)-1, 1)], "''", "'")
		if kind == ArgComparator {
			want = p.comparator(&a, before[len(before)-1].op)
		}
	case ArgInt:
		n, err := strconv.ParseInt(t, 10, 64)
		if err != nil || n < 0 || f.name != "TimestampsFilter" && n > 1<<31-1 {
			want = "number"
		}
		a.n = n
	case ArgBool:
		a.yes = strings.EqualFold(t, "true")
		if !a.yes && !strings.EqualFold(t, "false") {
			want = "boolean"
		}
	case ArgOp:
		i := slices.Index(opNames[:], t)
		if i < 0 {
			want = "operator"
		}
		a.op = CompareOp(max(i, 0))
	default:
		panic("hfilter: no argument of the kind " + string(kind))
	}
	if want != "" {
		p.fail(base.CodeBadArg, f.name, t, want)
	}
	p.next()
	return a
}

// comparator divides a text such as "binary:x". If it is not valid, it returns what would
// be.
func (p *parser) comparator(a *arg, op CompareOp) (want string) {
	name, text, ok := strings.Cut(a.text, ":")
	i := slices.Index(comparatorNames[:], name)
	if !ok || i < 0 {
		return "comparator"
	}
	a.compare, a.text = Comparator(i), text
	if a.compare != RegexString && a.compare != Substring {
		return ""
	}
	if op != Equal && op != NotEqual {
		return "equality"
	}
	if a.compare == RegexString {
		if _, err := compileRegex(text); err != nil {
			p.fail(base.CodeBadRegex, text, filter.PatternErrorKind(err), "regexstring")
		}
	}
	return ""
}

// compileRegex compiles a pattern as HBase does: it may match anywhere, and a dot also
// matches a newline.
func compileRegex(text string) (*regexp.Regexp, error) { return regexp.Compile("(?s)" + text) }
