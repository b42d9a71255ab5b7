package cbt

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// Parse parses one command. For a blank line or one with only a comment it returns nil
// without an error. Every error is a [*base.Error]; its Pos and End are the offending
// bytes of the line, and both are at the end of the last word if an argument is missing.
// An unclosed quote, and a backslash at the very end, are Incomplete. Blanks and newlines
// outside quotes separate words.
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

// parser parses one line. It continues after an error, so that the whole line has tokens;
// only the first error is kept.
type parser struct {
	words   []word
	tokens  []token.Token
	command console.Command
	err     *base.Error

	of   *command
	got  values
	seen []string // keys that have had a value

	repeated  bool    // an argument that may be repeated has been read
	ruleWords []*word // the words of setgcpolicy's rule
}

// values are the parsed arguments of all commands.
type values struct {
	table, prefix, regex, topic string
	file                        string
	row, start, end             base.RowKey
	family                      base.Family
	qualifier                   base.Qualifier
	families                    []console.FamilySpec
	splits                      []base.RowKey
	cells                       []console.CellWrite
	shown                       console.ShowOptions
	count                       int
	reversed                    bool

	adds      []console.CellIncrement
	yes, no   []console.CellWrite
	rule      table.GCRule
	modify    table.ReadModifyWriteRule
	valueType table.ValueType
	batch     int
	times     bool
}

// parse parses a line. The parser that it returns has the command or the first error, and
// the tokens.
func parse(line string) *parser {
	p := &parser{}
	l := lexer{text: line}
	for it := l.next(); it != itemEnd; it = l.next() {
		switch it {
		case itemWord:
			p.words = append(p.words, l.word)
		case itemComment:
			p.tokens = append(p.tokens, token.Token{Kind: token.Comment, Pos: l.pos, End: l.end})
		}
	}
	p.err = l.err
	rest, lead := p.lead(p.words)
	if len(rest) == 0 {
		if lead && p.err == nil {
			p.command = console.Help{}
		}
		return p
	}
	name := &rest[0]
	if p.of = find(name.text); p.of == nil {
		if sql := console.RefuseSQL(line[name.pos:], inPlaceOfSQL); sql != nil {
			p.paint(name, part{0, token.Bad})
			p.fail(name.pos+sql.Pos, name.pos+sql.End, sql.Code, sql.Args...)
		}
		p.unknown(name, rest[1:])
		return p
	}
	p.paint(name, part{0, token.Name})
	p.arguments(rest[1:])
	p.parted(line, rest[1:])
	if p.err == nil {
		p.command = p.of.build(&p.got)
	}
	return p
}

// fail notes the first error.
func (p *parser) fail(pos, end int, code base.Code, args ...string) {
	if p.err == nil {
		p.err = base.RefuseAt(pos, end, code, args...)
	}
}

// refuse paints a word as bad and notes the error.
func (p *parser) refuse(w *word, code base.Code, args ...string) {
	p.paint(w, part{0, token.Bad})
	p.fail(w.pos, w.end, code, args...)
}

// flags are flags of the real tool. Those with true need a value, after = or as the next
// word.
var flags = map[string]bool{
	"admin-endpoint": true, "auth-token": true, "cert-file": true, "creds": true, "data-endpoint": true,
	"instance": true, "project": true, "timeout": true, "user-agent": true, "version": false,
}

// lead skips what may come before a command and has no effect here: a prompt, the tool's
// name and its flags. some reports whether there was any of them.
func (p *parser) lead(words []word) (rest []word, some bool) {
	take := func() {
		p.paint(&words[0], part{0, token.Lead})
		words, some = words[1:], true
	}
	if len(words) > 0 && words[0].text == "$" {
		take()
	}
	if len(words) > 0 && words[0].text == "cbt" {
		take()
	}
	for len(words) > 0 && len(words[0].text) > 1 && words[0].text[0] == '-' {
		name, _, given := strings.Cut(strings.TrimPrefix(words[0].text[1:], "-"), "=")
		valued, known := flags[name]
		if !known {
			near := base.Nearest(name, slices.Sorted(maps.Keys(flags)))
			if near != "" {
				near = "-" + near
			}
			p.refuse(&words[0], base.CodeUnknownArg, "cbt", "-"+name, near)
			words, some = words[1:], true
			continue
		}
		take()
		if valued && !given && len(words) > 0 {
			take()
		}
	}
	return words, some
}

// unknown refuses a name that is not a command.
func (p *parser) unknown(name *word, rest []word) {
	switch near := nearestCommand(name.text); {
	case slices.Contains(absent, name.text):
		p.refuse(name, base.CodeCommandUnsupported, name.text)
	case slices.Contains(ofHBase, name.text):
		p.refuse(name, base.CodeOtherShell, name.text, "hbase", near)
	default:
		p.refuse(name, base.CodeUnknownCommand, name.text, near)
	}
	for i := range rest {
		p.paint(&rest[i], part{0, token.Text})
	}
}

// nearestCommand returns the command that a word probably means, or "".
func nearestCommand(text string) string {
	text = strings.ToLower(text)
	if m, ok := meantCommand[text]; ok {
		return m
	}
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	return base.Nearest(text, names)
}

// arguments reads the words after the command's name. Each word is the next positional
// argument if the command still expects one. After those, words must have the form
// key=value. A word with one of the command's keys is never taken as the table. arguments
// then checks the command as a whole: the policy of setgcpolicy and the required
// arguments.
func (p *parser) arguments(words []word) {
	positional := p.of.positional()
	taken := 0
	for i := range words {
		w := &words[i]
		key, _, keyed := strings.Cut(w.text, "=")
		switch {
		case taken < len(positional) && !(positional[taken].kind == argTable && keyed && p.key(key) != nil):
			a := positional[taken]
			if a.Repeats && keyed && p.skipped(key) {
				p.paint(w, part{0, token.Lead})
				continue
			}
			p.positional(w, a)
			if a.Repeats {
				p.repeated = true
			} else {
				taken++
			}
		case keyed && p.skipped(key):
			p.paint(w, part{0, token.Lead})
		case keyed && p.key(key) != nil:
			p.keyed(w, *p.key(key))
		case keyed && len(positional) < len(p.of.args):
			p.paint(w, part{len(key), token.Bad}, part{len(key) + 1, token.Punct}, part{0, token.Text})
			if p.err == nil {
				pos, end := w.span(0, len(key))
				p.fail(pos, end, base.CodeUnknownArg, p.of.name, key, p.nearestKey(key))
			}
		default:
			p.paint(w, part{0, token.Bad})
			if p.err == nil {
				p.fail(w.pos, w.end, base.CodeExtraArg, p.of.name, w.text, p.of.usage())
			}
		}
	}
	p.apart(words)
	p.policy()
	p.missing(positional, taken)
}

// apart refuses a family and a qualifier that were written as one word, if the command
// takes them as two.
func (p *parser) apart(words []word) {
	at := slices.IndexFunc(p.of.args, func(a arg) bool { return a.kind == argFamily })
	if p.err != nil || at < 0 || at+1 >= len(p.of.args) || p.of.args[at+1].kind != argQualifier || at >= len(words) {
		return
	}
	w := &words[at]
	if family, qualifier, ok := strings.Cut(w.text, ":"); ok && qualifier != "" {
		p.refuse(w, base.CodeColumnApart, p.of.name, w.text, family, qualifier)
	}
}

// skipped reports whether a key of the real tool has no effect here.
func (p *parser) skipped(key string) bool {
	return key == "app-profile" || key != "" && key == p.of.skips
}

// missing refuses a command without a required argument. taken is the number of positional
// arguments.
func (p *parser) missing(positional []arg, taken int) {
	for _, a := range positional[taken:] {
		if a.Required && !(a.Repeats && p.repeated) {
			p.lacks(a.Name)
		}
	}
	choice := slices.IndexFunc(p.of.args, func(a arg) bool { return a.oneOf })
	if choice >= 0 && !slices.ContainsFunc(p.of.args, func(a arg) bool { return a.oneOf && slices.Contains(p.seen, a.Name) }) {
		p.lacks(p.of.args[choice].Name)
	}
}

// lacks notes the refusal for a missing argument, at the end of the line.
func (p *parser) lacks(arg string) {
	at := p.words[len(p.words)-1].end
	p.fail(at, at, base.CodeMissingArg, p.of.name, arg, p.of.usage())
}

// key returns the command's argument with a key, or nil.
func (p *parser) key(name string) *arg {
	for i, a := range p.of.args {
		if a.keyed() && a.Name == name {
			return &p.of.args[i]
		}
	}
	return nil
}

// nearestKey returns the key that a word probably means, or "".
func (p *parser) nearestKey(text string) string {
	text = strings.ToLower(text)
	if m := meantKey[text]; p.key(m) != nil {
		return m
	}
	var keys []string
	for _, a := range p.of.args {
		if a.keyed() {
			keys = append(keys, a.Name)
		}
	}
	return base.Nearest(text, keys)
}

// positional reads a positional argument.
func (p *parser) positional(w *word, a arg) {
	switch a.kind {
	case argTable:
		p.paint(w, part{0, token.Table})
		p.got.table = w.text
	case argRow:
		p.paint(w, part{0, token.Row})
		p.got.row = base.RowKey(w.text)
	case argFamily:
		p.paint(w, part{0, token.Family})
		p.got.family = base.Family(w.text)
	case argQualifier:
		p.paint(w, part{0, token.Qualifier})
		p.got.qualifier = base.Qualifier(w.text)
	case argFamilySpec:
		spec, parts := p.familySpec(w, a.Name, field{w.text, 0, len(w.text), false})
		p.paint(w, parts...)
		p.got.families = []console.FamilySpec{spec}
	case argCell:
		if c, ok := p.cell(w, 0); ok {
			p.got.cells = append(p.got.cells, c)
		}
	case argAdd:
		p.add(w)
	case argRule:
		p.ruleWords = append(p.ruleWords, w)
	case argType:
		p.valueType(w)
	case argFile:
		p.paint(w, part{0, token.Text})
		p.got.file = w.text
	case argTopic:
		p.got.topic = w.text
		if find(w.text) == nil {
			p.unknown(w, nil)
			return
		}
		p.paint(w, part{0, token.Name})
	default:
		panic(fmt.Sprintf("cbt: no positional argument is of kind %d", a.kind))
	}
}

// column returns where the family and the qualifier of FAMILY:QUALIFIER=… end: at the
// first colon, and at the first = after it.
func (p *parser) column(w *word, from int) (colon, equals int, ok bool) {
	colon = from + cut(w.text[from:], ':')
	equals = colon + cut(w.text[colon:], '=')
	switch {
	case colon > from && equals < len(w.text):
		return colon, equals, true
	case from == 0:
		p.refuse(w, base.CodeBadCell, w.text)
	default:
		pos, end := w.span(from, len(w.text))
		p.paint(w, part{from - 1, token.Key}, part{from, token.Punct}, part{0, token.Bad})
		p.fail(pos, end, base.CodeBadCell, w.text[from:])
	}
	return 0, 0, false
}

// cell reads FAMILY:QUALIFIER=VALUE[@MICROS] in the text of a word from from on. A
// timestamp of -1 means the server's time, so that a value may end in @ and digits.
func (p *parser) cell(w *word, from int) (c console.CellWrite, ok bool) {
	colon, equals, ok := p.column(w, from)
	if !ok {
		return c, false
	}
	value, at := SplitTime(w.text[equals+1:])
	p.paint(w, part{max(from-1, 0), token.Key}, part{from, token.Punct}, part{colon, token.Family}, part{colon + 1, token.Punct},
		part{equals, token.Qualifier}, part{equals + 1, token.Punct}, part{equals + 1 + len(value), token.Value}, part{0, token.Timestamp})
	return console.CellWrite{
		Family: base.Family(w.text[from:colon]), Qualifier: base.Qualifier(w.text[colon+1 : equals]), Value: value, At: at,
	}, true
}

// add reads FAMILY:QUALIFIER=INTEGER[@MICROS].
func (p *parser) add(w *word) {
	colon, equals, ok := p.column(w, 0)
	if !ok {
		return
	}
	value, at := SplitTime(w.text[equals+1:])
	end := equals + 1 + len(value)
	kind := token.Number
	n, err := strconv.ParseInt(value, 0, 64)
	if err != nil {
		kind = token.Bad
		pos, stop := w.span(equals+1, end)
		p.fail(pos, stop, base.CodeBadArg, w.text[:equals], value, "integer")
	}
	rest := part{0, token.Timestamp}
	if kind == token.Bad {
		rest.kind = token.Bad
	}
	p.paint(w, part{colon, token.Family}, part{colon + 1, token.Punct}, part{equals, token.Qualifier}, part{equals + 1, token.Punct}, part{end, kind}, rest)
	p.got.adds = append(p.got.adds, console.CellIncrement{
		Family: base.Family(w.text[:colon]), Qualifier: base.Qualifier(w.text[colon+1 : equals]), Input: n, At: at,
	})
}

// SplitTime separates a value from the timestamp after its last @, in microseconds, as
// cbt's commands and its import write it. A timestamp of -1 is [table.ServerTime]. If
// there is no timestamp, the value is the whole text.
func SplitTime(text string) (value string, at base.Micros) {
	i := strings.LastIndexByte(text, '@')
	if i < 0 {
		return text, table.ServerTime
	}
	digits := text[i+1:]
	if digits == "-1" {
		return text[:i], table.ServerTime
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil {
		return text, table.ServerTime
	}
	return text[:i], base.Micros(n)
}

// keyed reads the value of a key. An empty value counts as absent.
func (p *parser) keyed(w *word, a arg) {
	from := len(a.Name) + 1
	value := w.text[from:]
	open := []part{{len(a.Name), token.Key}, {from, token.Punct}}
	if slices.Contains(p.seen, a.Name) {
		p.paint(w, part{len(a.Name), token.Bad}, part{from, token.Punct}, part{0, token.Text})
		pos, end := w.span(0, len(a.Name))
		p.fail(pos, end, base.CodeArgTwice, a.Name)
		return
	}
	if value == "" && a.kind != argFamilies && a.kind != argSplits && a.kind != argAppend {
		p.paint(w, open...)
		return
	}
	p.seen = append(p.seen, a.Name)
	g := &p.got
	var rest []part
	good := true
	expect := ""
	switch a.kind {
	case argStart:
		g.start, rest = base.RowKey(value), []part{{0, token.Row}}
	case argEnd:
		g.end, rest = base.RowKey(value), []part{{0, token.Row}}
	case argPrefix:
		g.prefix, rest = value, []part{{0, token.Row}}
	case argRegex:
		g.regex, rest = value, []part{{0, token.Pattern}}
	case argColumns:
		g.shown.Columns, rest, good = columns(value, from)
		expect = "columns"
	case argCount:
		if g.count, good = number(value, 0); good && g.count == 0 {
			g.count = console.NoRows
		}
		rest, expect = []part{{0, token.Number}}, "number"
	case argPerColumn:
		g.shown.CellsPerColumn, good = number(value, 1)
		rest, expect = []part{{0, token.Number}}, "positive"
	case argKeysOnly:
		g.shown.KeysOnly, good = boolean(value)
		rest, expect = []part{{0, token.Number}}, "boolean"
	case argReversed:
		g.reversed, good = boolean(value)
		rest, expect = []part{{0, token.Number}}, "boolean"
	case argStats:
		g.shown.Stats, good = true, value == "full"
		rest, expect = []part{{0, token.Text}}, "full"
	case argFilter:
		g.shown.Expr, rest = value, []part{{0, token.Pattern}}
		if _, err := filter.Parse(value); err != nil {
			at := err.(*base.Error)
			p.paint(w, append(open, part{from + at.Pos, token.Pattern}, part{from + at.End, token.Bad}, rest[0])...)
			pos, end := w.span(from+at.Pos, from+at.End)
			p.fail(pos, end, at.Code, at.Args...)
			return
		}
	case argFormat:
		g.shown.Format, rest = value, []part{{0, token.Text}}
	case argFamilies:
		rest, good = p.families(w, a.Name, from)
		expect = "families"
	case argSplits:
		rest, good = p.splits(w, from)
		expect = "keys"
	case argTrue, argFalse:
		if c, ok := p.cell(w, from); ok && a.kind == argTrue {
			g.yes = []console.CellWrite{c}
		} else if ok {
			g.no = []console.CellWrite{c}
		}
		return
	case argAppend:
		g.modify, rest = table.AppendValue{Family: g.family, Qualifier: g.qualifier, Value: value}, []part{{0, token.Value}}
	case argIncrement:
		by, err := strconv.ParseInt(value, 0, 64)
		good = err == nil
		g.modify, rest = table.Increment{Family: g.family, Qualifier: g.qualifier, By: by}, []part{{0, token.Number}}
		expect = "integer"
	case argColumnFamily:
		g.family, rest = base.Family(value), []part{{0, token.Family}}
	case argBatchSize:
		g.batch, good = number(value, 1)
		good = good && g.batch < base.MaxMutations
		rest, expect = []part{{0, token.Number}}, "batch"
	case argTimestamp:
		g.times, good = value == "value-encoded", value == "now" || value == "value-encoded"
		rest, expect = []part{{0, token.Text}}, "timestamp"
	default:
		panic(fmt.Sprintf("cbt: no key is of kind %d", a.kind))
	}
	if !good {
		p.paint(w, append(open, part{0, token.Bad})...)
		pos, end := w.span(from, len(w.text))
		p.fail(pos, end, base.CodeBadArg, a.Name, value, expect)
		return
	}
	p.paint(w, append(open, rest...)...)
	for _, pair := range conflicts {
		if slices.Contains(pair[:], a.Name) && slices.Contains(p.seen, pair[0]) && slices.Contains(p.seen, pair[1]) {
			pos, end := w.span(0, len(w.text))
			p.fail(pos, end, base.CodeArgConflict, pair[0], pair[1])
		}
	}
}

// conflicts are pairs of keys that must not be used together.
var conflicts = [...][2]string{{"prefix", "start"}, {"prefix", "end"}, {"append", "increment"}}

// number reads a number that is at least least.
func number(text string, least int) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil && int(n) >= least
}

func boolean(text string) (v, ok bool) {
	v, err := strconv.ParseBool(text)
	return v, err == nil
}

// columns reads columns in the forms F:Q, F:, :Q and Q, separated by commas.
func columns(text string, from int) (specs []console.ColumnPattern, parts []part, ok bool) {
	at := from
	for field := range strings.SplitSeq(text, ",") {
		if field != "" {
			family, qualifier, both := strings.Cut(field, ":")
			switch {
			case strings.Contains(qualifier, ":"), field == ":":
				return nil, nil, false
			case both:
				parts = append(parts, part{at + len(family), token.Family}, part{at + len(family) + 1, token.Punct})
			default:
				family, qualifier = "", family
			}
			specs = append(specs, console.ColumnPattern{Family: family, Qualifier: qualifier})
			parts = append(parts, part{at + len(field), token.Qualifier})
		}
		at += len(field) + 1
		parts = append(parts, part{at, token.Punct})
	}
	return specs, parts, specs != nil
}
