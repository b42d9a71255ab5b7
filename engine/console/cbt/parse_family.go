package cbt

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/engine/table"
)

// field is one field of a comma-separated list in a word. It is the word's text[from:to],
// and its value is text. As in CSV, a field may be quoted, with "" for a quote in it.
type field struct {
	text     string
	from, to int
	quoted   bool
}

// fields divides text[from:] at its commas. ok is false if a quoted field is not closed,
// or has text after it.
func fields(text string, from int) (list []field, ok bool) {
	for at := from; ; at++ {
		if at < len(text) && text[at] == '"' {
			var b strings.Builder
			end := at + 1
			for {
				n := cut(text[end:], '"')
				if end+n == len(text) {
					return nil, false
				}
				b.WriteString(text[end : end+n])
				end += n + 1
				if end == len(text) || text[end] != '"' {
					break
				}
				b.WriteByte('"')
				end++
			}
			if end < len(text) && text[end] != ',' {
				return nil, false
			}
			list = append(list, field{b.String(), at, end, true})
			at = end
		} else {
			end := at + cut(text[at:], ',')
			list = append(list, field{text[at:end], at, end, false})
			at = end
		}
		if at == len(text) {
			return list, true
		}
	}
}

// families reads the value of families=.
func (p *parser) families(w *word, key string, from int) (parts []part, ok bool) {
	list, ok := fields(w.text, from)
	if !ok {
		return nil, false
	}
	for _, f := range list {
		spec, painted := p.familySpec(w, key, f)
		p.got.families = append(p.got.families, spec)
		parts = append(parts, painted...)
		parts = append(parts, part{f.to + 1, token.Punct})
	}
	return parts, true
}

// splits reads the value of splits=.
func (p *parser) splits(w *word, from int) (parts []part, ok bool) {
	list, ok := fields(w.text, from)
	if !ok {
		return nil, false
	}
	for _, f := range list {
		if f.text == "" {
			return nil, false
		}
		p.got.splits = append(p.got.splits, base.RowKey(f.text))
		parts = append(parts, part{f.to, token.Row}, part{f.to + 1, token.Punct})
	}
	return parts, true
}

// valueTypes are the types of families by their names. A family of text is a plain one
// here.
var valueTypes = map[string]table.ValueType{
	"inthll": table.UniqueCount, "intmax": table.IntMax, "intmin": table.IntMin, "intsum": table.IntSum, "stringutf8bytes": table.Plain,
}

// valueType reads TYPE.
func (p *parser) valueType(w *word) {
	t, ok := valueTypes[strings.ToLower(w.text)]
	if !ok {
		p.refuse(w, base.CodeBadArg, "TYPE", w.text, "type")
		return
	}
	p.paint(w, part{0, token.Rule})
	p.got.valueType = t
}

// policy reads the words of setgcpolicy, which form one rule. The tool's word force,
// before or after the rule, has no effect here.
func (p *parser) policy() {
	words := p.ruleWords
	for _, i := range []int{0, len(words) - 1} {
		if len(words) > 1 && words[i].text == "force" {
			p.paint(words[i], part{0, token.Lead})
			words = slices.Delete(slices.Clone(words), i, i+1)
			break
		}
	}
	if len(words) == 0 {
		return
	}
	var text strings.Builder
	starts := make([]int, len(words)) // positions of the words in the text
	for i, w := range words {
		if i > 0 {
			text.WriteByte(' ')
		}
		starts[i] = text.Len()
		text.WriteString(w.text)
	}
	rule, bad, ok := parseGC(text.String())
	p.got.rule = rule
	failed := ok
	for i, w := range words {
		end := starts[i] + len(w.text)
		if failed || bad.from >= end && i < len(words)-1 {
			p.paint(w, part{0, token.Rule})
			continue
		}
		failed = true // the other words are painted as if they were valid
		from := min(max(bad.from-starts[i], 0), len(w.text))
		to := min(max(bad.to-starts[i], from), len(w.text))
		if p.err == nil {
			pos, end := w.span(from, to)
			p.fail(pos, end, base.CodeBadGCRule, text.String())
		}
		p.paint(w, part{from, token.Rule}, part{to, token.Bad}, part{0, token.Rule})
	}
}

// familySpec reads FAMILY[:GC[:TYPE]].
func (p *parser) familySpec(w *word, arg string, f field) (spec console.FamilySpec, parts []part) {
	fail := func(from, to int, code base.Code, args ...string) {
		if f.quoted {
			from, to = f.from, f.to
		}
		if p.err == nil { // span takes time, and only the first error needs it
			pos, end := w.span(from, to)
			p.fail(pos, end, code, args...)
		}
		parts = append(parts, part{from, token.Rule}, part{to, token.Bad}, part{f.to, token.Rule})
	}
	name, rule, ruled := strings.Cut(f.text, ":")
	if name == "" {
		fail(f.from, f.to, base.CodeBadArg, arg, f.text, "families")
		return spec, parts
	}
	spec.Name = base.Family(name)
	if !ruled {
		return spec, []part{{f.to, token.Family}}
	}
	at := f.from + len(name)
	if !f.quoted {
		parts = []part{{at, token.Family}, {at + 1, token.Punct}}
	}
	at++
	rule, kind, typed := strings.Cut(rule, ":")
	gc, bad, ok := parseGC(rule)
	switch {
	case !ok:
		fail(at+bad.from, at+bad.to, base.CodeBadGCRule, rule)
	case typed:
		t, ok := valueTypes[strings.ToLower(kind)]
		if !ok {
			fail(at+len(rule)+1, f.to, base.CodeBadArg, arg, f.text, "type")
			break
		}
		spec.GC, spec.Type = gc, t
		parts = append(parts, part{f.to, token.Rule})
	default:
		spec.GC = gc
		parts = append(parts, part{f.to, token.Rule})
	}
	return spec, parts
}

// maxTerms is the largest number of terms and parentheses in a rule, far more than
// [base.MaxGCRule] allows.
const maxTerms = 200

// parseGC reads a garbage-collection rule:
//
//	rule = "never" | expr
//	expr = term { ( "and" | "&&" | "or" | "||" ) term }
//	term = "maxage" "=" age | "maxversions" "=" number | "(" expr ")"
//
// The operators have one precedence and associate to the left. On failure bad
// is what could not be read.
func parseGC(text string) (rule table.GCRule, bad field, ok bool) {
	if strings.TrimSpace(text) == "never" {
		return nil, field{}, true
	}
	g := gcParser{text: text}
	g.next()
	rule, ok = g.expr()
	if ok && g.token == "" && g.at == len(text) {
		return rule, field{}, true
	}
	return nil, field{from: g.at - len(g.token), to: g.at}, false
}

// gcParser reads a rule token by token. The current token ends at text[at]; it is "" at
// the end.
type gcParser struct {
	text  string
	at    int
	token string
	terms int
}

// next reads a token. A byte that begins no token is a token of its own.
func (g *gcParser) next() {
	for g.at < len(g.text) && strings.IndexByte(" \t\r\n", g.text[g.at]) >= 0 {
		g.at++
	}
	start := g.at
	for g.at < len(g.text) && isWord(g.text[g.at]) {
		g.at++
	}
	if g.at == start && g.at < len(g.text) {
		g.at++
		if rest := g.text[start:]; strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "||") {
			g.at++
		}
	}
	g.token = g.text[start:g.at]
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// expr parses terms that are joined by "and" or "or". The operators have equal precedence
// and group to the left.
func (g *gcParser) expr() (table.GCRule, bool) {
	rule, ok := g.term()
	for ok {
		op := g.token
		if op != "and" && op != "&&" && op != "or" && op != "||" {
			break
		}
		g.next()
		var right table.GCRule
		right, ok = g.term()
		if op == "and" || op == "&&" {
			rule = table.Intersection{rule, right}
		} else {
			rule = table.Union{rule, right}
		}
	}
	return rule, ok
}

// term parses a rule in parentheses, or maxage=… or maxversions=…. It limits the number of
// terms, and so the depth of the recursion.
func (g *gcParser) term() (table.GCRule, bool) {
	if g.terms++; g.terms > maxTerms {
		return nil, false
	}
	switch kind := g.token; kind {
	case "(":
		g.next()
		rule, ok := g.expr()
		if !ok || g.token != ")" {
			return nil, false
		}
		g.next()
		return rule, true
	case "maxage", "maxversions":
		if g.next(); g.token != "=" {
			return nil, false
		}
		g.next()
		rule, ok := bound(kind, g.token)
		if ok {
			g.next()
		}
		return rule, ok
	}
	return nil, false
}

// ages are the units of an age, the largest first.
var ages = []struct {
	unit string
	d    time.Duration
}{{"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond}}

// bound reads the number of maxversions or the age of maxage.
func bound(kind, text string) (table.GCRule, bool) {
	if kind == "maxversions" {
		n, err := strconv.ParseUint(text, 10, 31)
		return table.MaxVersions(n), err == nil && n > 0
	}
	split := strings.IndexFunc(text, func(r rune) bool { return r < '0' || '9' < r })
	if split < 0 {
		return nil, false
	}
	n, err := strconv.ParseUint(text[:split], 10, 32)
	for _, a := range ages {
		if a.unit == text[split:] && err == nil && n > 0 && n <= math.MaxInt64/uint64(a.d) {
			return table.MaxAge(time.Duration(n) * a.d), true
		}
	}
	return nil, false
}
