package rowkey

import "strings"

// Layout is a template in a form in which its fields can be reordered. Each field has the
// words beside it, such as site and dev- in site{site}#dev-{dev}, which move with the
// field. The separators between fields keep their places.
type Layout struct {
	Fields []LayoutField
	Seps   []string // before the first field, between each two, and after the last
}

// LayoutField is a field, as it is written between its braces, with the words before and after
// it.
type LayoutField struct{ Before, Inside, After string }

// String returns the field in the form of a template.
func (w LayoutField) String() string { return w.Before + "{" + w.Inside + "}" + w.After }

// String returns the template of the layout.
func (l *Layout) String() string {
	var b strings.Builder
	b.WriteString(l.Seps[0])
	for i, f := range l.Fields {
		b.WriteString(f.String() + l.Seps[i+1])
	}
	return b.String()
}

// Layout returns the layout of the template. A word consists of letters and the characters
// next to them, up to the nearest separator. A word with a separator directly before a
// field of the same name also belongs to the field, as in user#{user}.
func (t *Template) Layout() *Layout {
	l := &Layout{Seps: []string{""}}
	for _, p := range t.parts {
		if p.Field == "" {
			l.Seps[len(l.Seps)-1] = p.Literal
			continue
		}
		l.Fields, l.Seps = append(l.Fields, LayoutField{Inside: p.Inside()}), append(l.Seps, "")
	}
	for i := range l.Seps {
		sep := l.Seps[i]
		if i > 0 {
			sep = l.Fields[i-1].wordAfter(sep, i == len(l.Fields))
		}
		if i < len(l.Fields) {
			sep = l.Fields[i].wordBefore(sep, i == 0)
		}
		if sep == "" && i > 0 && i < len(l.Fields) && l.Seps[i] != "" { // two fields need a separator
			l.Fields[i-1].After, l.Fields[i].Before, sep = "", "", l.Seps[i]
		}
		l.Seps[i] = sep
	}
	return l
}

// separators are the characters that separate fields, and that end a word.
const separators = "#|/:~,;!&=$\t\x00"

// wordAfter moves the word at the beginning of a literal to w.After, and returns the rest.
// It takes nothing if the literal is only a word, unless it is the last of the template.
func (w *LayoutField) wordAfter(literal string, last bool) string {
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

// wordBefore moves the word at the end of a literal to w.Before, and returns the rest.
// first says that no field comes before the literal.
func (w *LayoutField) wordBefore(literal string, first bool) string {
	at := strings.LastIndexAny(literal, separators) + 1
	if at == 0 && !first { // without a separator, the other characters before the word separate it
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

// letter reports whether c is a letter from A to Z or a to z.
func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
