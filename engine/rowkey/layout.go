package rowkey

import "strings"

// Layout is a template as fields that can be put into another order: each with the words
// beside it, such as site and dev- in site{site}#dev-{dev}, which go where it goes, and with
// what parts the fields, which stays in its place.
type Layout struct {
	Fields []Worded
	Seps   []string // before the first field, between two, and after the last
}

// Worded is a field as it stands in its braces, with the words before and after it.
type Worded struct{ Before, Inside, After string }

// String writes the field.
func (w Worded) String() string { return w.Before + "{" + w.Inside + "}" + w.After }

// String writes the template.
func (l *Layout) String() string {
	var b strings.Builder
	b.WriteString(l.Seps[0])
	for i, f := range l.Fields {
		b.WriteString(f.String() + l.Seps[i+1])
	}
	return b.String()
}

// Layout returns the template's layout. A word is letters, and what stands with them, up
// to the separator next to them; a word and a separator before a field that is called the
// same belong to it too, as in user#{user}.
func (t *Template) Layout() *Layout {
	l := &Layout{Seps: []string{""}}
	for _, p := range t.parts {
		if p.Field == "" {
			l.Seps[len(l.Seps)-1] = p.Literal
			continue
		}
		l.Fields, l.Seps = append(l.Fields, Worded{Inside: p.Inside()}), append(l.Seps, "")
	}
	for i := range l.Seps {
		sep := l.Seps[i]
		if i > 0 {
			sep = l.Fields[i-1].wordAfter(sep, i == len(l.Fields))
		}
		if i < len(l.Fields) {
			sep = l.Fields[i].wordBefore(sep, i == 0)
		}
		if sep == "" && i > 0 && i < len(l.Fields) && l.Seps[i] != "" { // something has to part them
			l.Fields[i-1].After, l.Fields[i].Before, sep = "", "", l.Seps[i]
		}
		l.Seps[i] = sep
	}
	return l
}

// separators part fields, and words from what is before them.
const separators = "#|/:~,;!&=$\t\x00"

// wordAfter takes the word at the start of a literal, if it is the last one or something
// else follows, and returns the rest.
func (w *Worded) wordAfter(literal string, last bool) string {
	n := 0
	for n < len(literal) && letter(literal[n]) {
		n++
	}
	if n == len(literal) && !last {
		return literal
	}
	w.After = literal[:n]
	return literal[n:]
}

// wordBefore takes the word at the end of a literal and returns what is before it.
func (w *Worded) wordBefore(literal string, first bool) string {
	at := strings.LastIndexAny(literal, separators) + 1
	if at == 0 && !first { // at least what is no letter parts it from the field before
		for at < len(literal) && !letter(literal[at]) {
			at++
		}
	}
	if word := strings.TrimRight(literal, separators); at == len(literal) && len(word) < len(literal) {
		name, _, _ := strings.Cut(w.Inside, "|")
		from := strings.LastIndexAny(word, separators) + 1
		if strings.EqualFold(word[from:], name) {
			at = from
		}
	}
	if !strings.ContainsFunc(literal[at:], func(r rune) bool { return r < 0x80 && letter(byte(r)) }) {
		return literal
	}
	w.Before = literal[at:]
	return literal[:at]
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
