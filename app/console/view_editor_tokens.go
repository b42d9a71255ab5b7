package console

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/app/i18n"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
)

// paint returns the tokens and errors of a text for the editor. The tokens are a string of
// "from to kind;" groups. All places are in UTF-16 units.
func paint(lang string, in *console.Dialect, text string) map[string]any {
	u := &units{text: text}
	var b strings.Builder
	faults := []any{}
	for _, line := range in.Split(text) {
		_, err := in.Parse(line.Text)
		e, refused := err.(*base.Error)
		for _, t := range in.Tokens(line.Text) {
			if t.Kind != token.Space && t.Kind != token.Bad {
				b.WriteString(u.at(line.Pos+t.Pos) + " " + u.at(line.Pos+t.End) + " " + t.Kind.String() + ";")
			}
		}
		if refused && !e.Incomplete && 0 <= e.Pos && e.Pos < e.End {
			u := &units{text: text}
			faults = append(faults, map[string]any{
				"from": u.of(line.Pos + e.Pos), "to": u.of(line.Pos + e.End), "text": i18n.ErrorSentence(lang, e),
			})
		}
	}
	return map[string]any{"tokens": b.String(), "faults": faults}
}

// UTF16Offset returns the number of UTF-16 units in the first at bytes of a text.
func UTF16Offset(text string, at int) int { return (&units{text: text}).of(at) }

// units converts byte offsets in a text to UTF-16 units. The offsets that it is asked for
// must not decrease.
type units struct {
	text     string
	pos, sum int
}

// of returns the UTF-16 units before the byte pos.
func (u *units) of(pos int) int {
	for u.pos < pos {
		r, n := utf8.DecodeRuneInString(u.text[u.pos:])
		u.pos += n
		u.sum++
		if r > 0xffff {
			u.sum++
		}
	}
	return u.sum
}

// at returns the same as of, as decimal digits.
func (u *units) at(pos int) string { return strconv.Itoa(u.of(pos)) }
