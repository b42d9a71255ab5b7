package hbase

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/engine/filter"
)

// Parse parses one command. For a blank line or one with only a comment it returns nil
// without an error. Every error is a [*base.Error]; its Pos and End are the offending
// bytes of the line, and both are at its end if something is missing. Errors are
// Incomplete for an unclosed quote or bracket, and for a line that ends in a comma or =>.
func Parse(line string) (console.Command, error) {
	if err := console.CheckLine(line); err != nil {
		return nil, err
	}
	p := parse(line)
	if p.err != nil {
		return nil, p.err
	}
	return p.command, nil
}

// idle returns the keys of a command that have no effect here, in their order.
func idle(line string) []string {
	if console.CheckLine(line) != nil {
		return nil
	}
	return parse(line).idle
}

// parser makes a command of the values in a line.
type parser struct {
	*reader
	language language
	of       *command
	args     []value
	command  console.Command
	idle     []string // keys that have no effect here
	timed    bool     // a TIMESTAMP or a TIMERANGE has been read
}

// parse parses a line. The parser that it returns has the command or the first error, and
// the tokens.
func parse(line string) *parser {
	p := &parser{reader: newReader(line), language: commands}
	if t := p.peek(true); t.lexeme == lexPrompt {
		p.at++
	}
	t := p.peek(true)
	if t.lexeme == lexEnd || p.err != nil {
		return p
	}
	if t.lexeme == lexString || t.lexeme == lexInt || t.lexeme == lexPunct {
		p.unexpected("list, get, scan")
		return p
	}
	// This comes before the search for a command, since some words of SQL are commands too.
	if sql := console.RefuseSQL(line[t.pos:], inPlaceOfSQL); sql != nil {
		p.fail(p.at, p.at, sql.Code, sql.Args...)
		p.err.End = t.pos + sql.End
		return p
	}
	w := p.language.find(t.text)
	if w == nil {
		if i := p.at + 1; i < len(p.tokens) && (p.tokens[i].text == "=" || p.tokens[i].text == ".") {
			p.fail(i, i, base.CodeOutsideRuby, p.tokens[i].text)
			return p
		}
		switch near := p.language.nearest(t.text); {
		case t.lexeme == lexOther && near == "":
			p.unexpected("")
		case absent[t.text]:
			p.fail(p.at, p.at, base.CodeCommandUnsupported, t.text)
		case slices.Contains(ofCBT, t.text):
			p.fail(p.at, p.at, base.CodeOtherShell, t.text, "cbt", near)
		default:
			p.fail(p.at, p.at, base.CodeUnknownCommand, t.text, near)
		}
		return p
	}
	p.kinds[p.at] = token.Name
	p.at++
	p.of = w
	p.args = p.arguments()
	p.end()
	p.attributes()
	most := len(w.args)
	if w.more {
		most = -1
	}
	if p.err == nil && p.take(w.least, most) {
		p.command = w.parse(p)
	}
	return p
}

// bad refuses a value (bad-arg). what names the argument, and expect what it should be.
func (p *parser) bad(v value, what, expect string) {
	p.fail(v.first, v.last, base.CodeBadArg, what, p.source(v), expect)
}

// source returns a value as it is written, a string without quotes.
func (p *parser) source(v value) string {
	if v.kind == valueString {
		return v.text
	}
	return p.line[p.tokens[v.first].pos:p.tokens[v.last].end]
}

// take reports whether there are least to most arguments, and refuses any other number. A
// negative most means no limit.
func (p *parser) take(least, most int) bool {
	if n := len(p.args); n < least {
		p.fail(len(p.tokens), 0, base.CodeMissingArg, p.of.name, p.of.args[n], p.of.usage)
		// The error is at the end of the command, before a comment.
		for i := len(p.tokens) - 1; i >= 0; i-- {
			if l := p.tokens[i].lexeme; l != lexComment && l != lexNewline {
				p.err.Pos, p.err.End = p.tokens[i].end, p.tokens[i].end
				break
			}
		}
	} else if most >= 0 && n > most {
		v := p.args[most]
		p.fail(v.first, p.args[n-1].last, base.CodeExtraArg, p.of.name, p.source(v), p.of.usage)
	}
	return p.err == nil
}

// text returns a string, and marks its token with a kind.
func (p *parser) text(v value, kind token.Kind, what string) string {
	if v.kind != valueString {
		p.bad(v, what, "string")
		return ""
	}
	if p.err == nil {
		p.kinds[v.first] = kind
	}
	return v.text
}

func (p *parser) table() string {
	return p.text(p.args[0], token.Table, "TABLE")
}

func (p *parser) row() base.RowKey {
	return base.RowKey(p.text(p.args[1], token.Row, "ROW"))
}

// column reads the column that a command is about. It refuses a converter.
func (p *parser) column(v value) (f base.Family, q base.Qualifier, all bool) {
	f, q, all, _, converted := p.converted(v)
	if converted {
		p.bad(v, "COLUMN", "plain-column")
	}
	return f, q, all
}

// converted divides 'f:q:converter' at its first two colons. all reports that there is no
// colon: 'f' means the family, while 'f:' means the column with the empty qualifier.
func (p *parser) converted(v value) (f base.Family, q base.Qualifier, all bool, converter string, converted bool) {
	text := p.text(v, token.Qualifier, "COLUMN")
	family, rest, named := strings.Cut(text, ":")
	if family == "" {
		p.bad(v, "COLUMN", "column")
	}
	qualifier, converter, converted := strings.Cut(rest, ":")
	return base.Family(family), base.Qualifier(qualifier), !named, converter, converted
}

// shownColumn reads a column whose values are shown, perhaps with a converter.
func (p *parser) shownColumn(v value) console.ColumnPattern {
	f, q, all, converter, converted := p.converted(v)
	s := spec(f, q, all)
	if converted {
		class, method := bytesClass, converter
		if rest, ok := strings.CutPrefix(converter, "c("); ok {
			if i := strings.LastIndex(rest, ")."); i >= 0 {
				class, method = rest[:i], rest[i+2:]
			}
		}
		s.Converter = p.converter(v, "COLUMN", "converted-column", class, method)
	}
	return s
}

// converter checks the name of a converter and returns it.
func (p *parser) converter(v value, what, expect, class, name string) string {
	switch {
	case p.err != nil:
	case class != bytesClass:
		p.fail(v.first, v.last, base.CodeCommandUnsupported, class)
	case findConverter(name) == nil:
		p.bad(v, what, expect)
	}
	return name
}

// integer returns an integer that is at least least. A string with an integer is accepted
// too.
func (p *parser) integer(v value, what string, least int64, expect string) int64 {
	n := v.n
	if v.kind == valueString {
		var err error
		if n, err = strconv.ParseInt(v.text, 10, 64); err != nil {
			n = least - 1
		}
	} else if v.kind != valueInt {
		n = least - 1
	}
	if n < least {
		p.bad(v, what, expect)
		return 0
	}
	return n
}

// small is integer for numbers of things, which are at most [console.AllVersions].
func (p *parser) small(v value, what string, least int64, expect string) int {
	n := p.integer(v, what, least, expect)
	if n > console.AllVersions {
		p.bad(v, what, expect)
		return 0
	}
	return int(n)
}

// time reads a timestamp in milliseconds and returns it in microseconds.
func (p *parser) time(v value, what string) base.Micros {
	n := p.integer(v, what, 0, "number")
	if n > 1<<52 {
		p.bad(v, what, "number")
		return 0
	}
	return base.Micros(n) * 1000
}

// boolean reads true or false.
func (p *parser) boolean(v value, what string) bool {
	if v.kind != valueBool {
		p.bad(v, what, "boolean")
	}
	return v.n == 1
}

// each calls do for each string of an array, or for a single string.
func (p *parser) each(v value, what string, do func(value)) {
	switch {
	case v.kind == valueString:
		do(v)
	case v.kind == valueArray && len(v.list) > 0:
		for _, s := range v.list {
			do(s)
		}
	default:
		p.bad(v, what, "strings")
	}
}

// hash calls do for each pair of a hash. do reports whether it knows the key. idle are
// keys that have no effect here.
func (p *parser) hash(v value, idle []string, do func(key string, v value) bool) {
	if v.kind != valueHash {
		p.fail(v.first, v.last, base.CodeExtraArg, p.of.name, p.source(v), p.of.usage)
		return
	}
	var seen []string
	for _, e := range v.pairs {
		if same, ok := sameKeys[e.key]; ok {
			e.key = same
		}
		switch {
		case p.err != nil:
			return
		case slices.Contains(seen, e.key):
			p.fail(e.at, e.at, base.CodeArgTwice, e.key)
		case slices.Contains(idle, e.key):
			p.idle = append(p.idle, e.key)
			for i := e.at; i <= e.value.last; i++ {
				p.kinds[i] = token.Lead
			}
		case do(e.key, e.value):
		case slices.Contains(p.of.lacks, e.key):
			p.fail(e.at, e.at, base.CodeArgUnsupported, p.of.name, e.key)
		default:
			p.fail(e.at, e.at, base.CodeUnknownArg, p.of.name, e.key, p.nearestKey(e.key))
		}
		seen = append(seen, e.key)
	}
}

// sameKeys maps other names of the shell's keys to those that are used here.
var sameKeys = map[string]string{"STARTKEY": "STARTROW", "ENDROW": "STOPROW", "ENDKEY": "STOPROW"}

// meantKeys maps words of other tools to keys.
var meantKeys = map[string]string{
	"COUNT": "LIMIT", "START": "STARTROW", "END": "STOPROW", "STOP": "STOPROW", "PREFIX": "ROWPREFIXFILTER", "REVERSE": "REVERSED",
	"MAXVERSIONS": "VERSIONS", "MAXAGE": "TTL", "FAMILY": "NAME",
}

// nearestKey returns the key that a word probably means, or "".
func (p *parser) nearestKey(text string) string {
	text = strings.ToUpper(text)
	if m := meantKeys[text]; slices.Contains(p.of.keys, m) {
		return m
	}
	return base.Nearest(text, p.of.keys)
}

// spec returns the patterns that select a column.
func spec(f base.Family, q base.Qualifier, all bool) console.ColumnPattern {
	s := console.ColumnPattern{Family: filter.QuotePattern(string(f))}
	switch {
	case all:
	case q == "":
		s.Qualifier = console.EmptyQualifier
	default:
		s.Qualifier = filter.QuotePattern(string(q))
	}
	return s
}

// printable reports whether all of s is valid UTF-8 and printable.
func printable(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}
