package cbt

import (
	"slices"
	"strings"

	"tabletop/engine/console"
	"tabletop/engine/filter"
)

// Complete returns the completions of a text at the caret, which is at the byte offset at.
// Only the command in which the caret is matters.
func Complete(text string, at int, s console.Schema) console.Completion {
	none := console.Completion{From: at, To: at}
	if at < len(text) && strings.IndexByte(" \t\r\n", text[at]) < 0 || at > console.MaxLine {
		return none // within a word
	}
	words, ok := before(text[:at])
	if !ok {
		return none
	}
	w := words[len(words)-1]
	rest, _ := (&parser{}).lead(words)
	if len(rest) == 0 {
		return none
	}
	c := completer{Completion: console.Completion{From: w.pos, To: at}, schema: s, words: rest, word: w.text}
	c.complete()
	return c.Completion
}

// before returns the words of the last command of a text. The last word is the one at the
// end of the text, which is empty after a blank. ok is false within a comment.
func before(text string) (words []word, ok bool) {
	l := lexer{text: text, newlines: true}
	for {
		switch l.next() {
		case itemWord:
			words = append(words, l.word)
		case itemNewline:
			words = nil
		case itemComment:
			if l.end == len(text) {
				return nil, false
			}
		case itemEnd:
			if n := len(words); n == 0 || words[n-1].end < len(text) {
				words = append(words, word{pos: len(text), end: len(text)})
			}
			return words, true
		}
	}
}

// completer collects the completions of the word before the caret.
type completer struct {
	console.Completion
	schema console.Schema
	words  []word // words of the command, including the typed one
	word   string // the typed part of the word

	table  console.TableSchema
	family string // the family in the argument before a qualifier
}

// complete offers what the command accepts at the caret.
func (c *completer) complete() {
	last := len(c.words) - 1
	if last == 0 {
		c.commands()
		return
	}
	p := parser{of: find(c.words[0].text)}
	if p.of == nil {
		return
	}
	positional := p.of.positional()
	taken := 0
	var seen []string
	for _, w := range c.words[1:last] {
		key, _, keyed := strings.Cut(w.text, "=")
		if taken < len(positional) {
			switch a := positional[taken]; {
			case a.kind == argTable && keyed && p.key(key) != nil:
				seen = append(seen, key)
				continue
			case a.kind == argTable:
				c.table = c.schema.Table(w.text)
			case a.kind == argFamily:
				c.family = w.text
			}
			if !positional[taken].Repeats {
				taken++
			}
			continue
		}
		if keyed {
			seen = append(seen, key)
		}
	}
	if taken < len(positional) {
		c.positional(positional[taken])
		return
	}
	if key, value, keyed := strings.Cut(c.word, "="); keyed {
		if a := p.key(key); a != nil {
			c.value(*a, key+"=", value)
		}
		return
	}
	for _, a := range p.of.args {
		if a.keyed() && !slices.Contains(seen, a.Name) && !excluded(a.Name, seen) {
			c.Choices = append(c.Choices, console.Choice{Kind: console.ChooseOption, Label: a.Name + "=", Text: a.Name + "=", Help: a.Help})
		}
	}
	c.Choices = console.Matching(c.Choices, c.word)
}

// excluded reports whether a key conflicts with one of the keys that have been used.
func excluded(key string, seen []string) bool {
	return slices.ContainsFunc(conflicts[:], func(pair [2]string) bool {
		return pair[0] == key && slices.Contains(seen, pair[1]) || pair[1] == key && slices.Contains(seen, pair[0])
	})
}

func (c *completer) commands() {
	for _, of := range commands {
		c.Choices = append(c.Choices, console.Choice{Kind: console.ChooseCommand, Label: of.name, Text: of.name, AddsBlank: true, Help: of.help()})
	}
	c.Choices = console.Matching(c.Choices, c.word)
}

// positional completes a positional argument.
func (c *completer) positional(a arg) {
	switch a.kind {
	case argTable:
		if !a.makes {
			c.tables()
		}
	case argRow:
		c.keys("", c.word)
	case argFamily:
		c.families("", c.word, "", true)
	case argQualifier:
		c.qualifiers("", c.family, c.word, "", true)
	case argCell, argAdd:
		c.cell("", c.word)
	case argRule:
		c.rule("", c.word, true)
		c.values("", c.word, true, "and", "or")
	case argFamilySpec:
		c.familySpec("", c.word)
	case argFile:
		c.values("", c.word, true, c.schema.Files...)
	case argType:
		c.values("", c.word, true, typeNames...)
	case argTopic:
		c.commands()
	}
}

// value completes the value of a key. head is the word up to the typed text.
func (c *completer) value(a arg, head, typed string) {
	switch a.kind {
	case argStart, argEnd, argPrefix:
		c.keys(head, typed)
	case argColumns:
		done := strings.LastIndexByte(typed, ',') + 1
		head, typed = head+typed[:done], typed[done:]
		if family, qualifier, both := strings.Cut(typed, ":"); both {
			c.qualifiers(head+family+":", family, qualifier, "", false)
		} else {
			c.families(head, typed, ":", false)
		}
	case argTrue, argFalse:
		c.cell(head, typed)
	case argFamilies:
		done := strings.LastIndexByte(typed, ',') + 1
		c.familySpec(head+typed[:done], typed[done:])
	case argFilter:
		c.filter(typed)
	case argFormat:
		c.values(head, typed, true, c.schema.Files...)
	case argColumnFamily:
		c.families(head, typed, "", true)
	case argKeysOnly, argReversed:
		c.values(head, typed, true, "true", "false")
	case argStats:
		c.values(head, typed, true, "full")
	case argTimestamp:
		c.values(head, typed, true, "now", "value-encoded")
	}
}

// filter completes the name of a filter at the end of an expression, outside patterns and
// quotes. The text before the name is not changed.
func (c *completer) filter(typed string) {
	name := typed[strings.LastIndexAny(typed, "(, ")+1:]
	segs := c.words[len(c.words)-1].segs
	if n := len(segs); strings.Count(typed, "/")%2+strings.Count(typed, `"`)%2 > 0 ||
		n > 0 && name != "" && (segs[n-1].kind != segText || segs[n-1].n < len(name)) {
		return
	}
	c.From = c.To - len(name)
	for _, f := range filter.FilterUsages() {
		c.values("", name, false, f.Name)
	}
}

// typeNames are the names of the types of families.
var typeNames = []string{"intsum", "intmin", "intmax", "inthll", "stringutf8bytes"}

// familySpec completes FAMILY:GC:TYPE after the family, whose name is new.
func (c *completer) familySpec(head, typed string) {
	family, rest, named := strings.Cut(typed, ":")
	rule, kind, ruled := strings.Cut(rest, ":")
	head += family + ":"
	switch {
	case ruled:
		c.values(head+rule+":", kind, false, typeNames...)
	case named:
		done := strings.LastIndexAny(rule, "(|&") + 1
		c.rule(head+rule[:done], rule[done:], false)
	}
}

// rule completes one condition of a garbage-collection rule.
func (c *completer) rule(head, typed string, ends bool) {
	if n, aged := strings.CutPrefix(typed, "maxage="); aged {
		if n != "" && strings.Trim(n, "0123456789") == "" {
			c.values(head+"maxage="+n, "", ends, "ms", "s", "m", "h", "d")
		}
		return
	}
	c.values(head, typed, false, "maxversions=", "maxage=")
	c.values(head, typed, ends, "never")
}

// cell completes FAMILY:QUALIFIER= after head.
func (c *completer) cell(head, typed string) {
	family, qualifier, both := strings.Cut(typed, ":")
	switch {
	case !both:
		c.families(head, typed, ":", false)
	case !strings.Contains(qualifier, "="):
		c.qualifiers(head+family+":", family, qualifier, "=", false)
	}
}

func (c *completer) add(choices []console.Choice, typed string) {
	c.Choices = append(c.Choices, console.Matching(choices, typed)...)
}

// values offers fixed values, which come after head in the word.
func (c *completer) values(head, typed string, ends bool, values ...string) {
	var out []console.Choice
	for _, v := range values {
		out = append(out, console.Choice{Kind: console.ChooseValue, Label: v, Text: quotedWord(head, v), AddsBlank: ends})
	}
	c.add(out, typed)
}

func (c *completer) tables() {
	var out []console.Choice
	for _, t := range c.schema.Tables {
		out = append(out, console.Choice{Kind: console.ChooseTable, Label: t.Name, Text: quote(t.Name), AddsBlank: true, Rows: t.Rows})
	}
	c.add(out, c.word)
}

// families offers the families of the table, which come after head and before tail in the
// word.
func (c *completer) families(head, typed, tail string, ends bool) {
	var out []console.Choice
	for _, f := range c.table.Families {
		out = append(out, console.Choice{
			Kind: console.ChooseFamily, Label: f.Name + tail, Text: quotedWord(head, f.Name+tail), AddsBlank: ends, GC: f.GC,
		})
	}
	c.add(out, typed)
}

// qualifiers offers the qualifiers of a family, which come after head and before tail in
// the word.
func (c *completer) qualifiers(head, family, typed, tail string, ends bool) {
	c.Columns = c.table.Name
	var out []console.Choice
	for _, col := range c.table.Columns {
		if col.Family == family && !(tail != "" && strings.Contains(col.Qualifier, tail)) {
			out = append(out, console.Choice{
				Kind: console.ChooseQualifier, Label: col.Qualifier + tail, Text: quotedWord(head, col.Qualifier+tail), AddsBlank: ends,
			})
		}
	}
	c.add(out, typed)
}

// keys says that a row key is expected after head.
func (c *completer) keys(head, typed string) {
	if c.table.Name == "" {
		return
	}
	c.Keys = &console.KeyPlace{Table: c.table.Name, Prefix: typed, Write: func(key string, _ bool) string { return quotedWord(head, key) }}
}

// quotedWord returns a word of a head and a completed text.
func quotedWord(head, text string) string { return quote(head) + quote(text) }
