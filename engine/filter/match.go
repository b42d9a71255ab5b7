package filter

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
)

// Quote returns a pattern that matches exactly the bytes of s.
func Quote(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_' || c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			b.WriteByte(c)
		case c < ' ' || c == 0x7F:
			const hex = "0123456789abcdef"
			b.WriteString(`\x`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		case strings.IndexByte(`\.+*?()|[]{}^$`, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// matcher tests whole strings of bytes against one pattern. The first of its
// means that is there decides: automaton, expression, text.
type matcher struct {
	dfa  *dfa
	re   *regexp.Regexp
	text string
}

func newMatcher(pattern string) (*matcher, error) {
	tree, err := syntax.Parse(translate(pattern), syntax.Perl)
	if err != nil {
		what := err.Error()
		if e := (*syntax.Error)(nil); errors.As(err, &e) {
			what = string(e.Code)
		}
		return nil, base.Refuse(base.CodeBadRegex, pattern, what)
	}
	tree = tree.Simplify()
	switch {
	case tree.Op == syntax.OpEmptyMatch:
		return &matcher{}, nil
	case tree.Op == syntax.OpLiteral && tree.Flags&syntax.FoldCase == 0:
		if text, ok := latin1(tree.Rune); ok {
			return &matcher{text: text}, nil
		}
	}
	if d := newDFA(tree); d != nil {
		return &matcher{dfa: d}, nil
	}
	re, err := slow(tree)
	if err != nil {
		return nil, base.Refuse(base.CodeBadRegex, pattern, err.Error())
	}
	return &matcher{re: re}, nil
}

// slow returns an expression that matches the whole of a text in UTF-8. The tree
// is printed anew because a pattern may end inside a quotation.
func slow(tree *syntax.Regexp) (*regexp.Regexp, error) {
	return regexp.Compile(`\A(?:` + tree.String() + `)\z`)
}

func (m *matcher) match(s string) bool {
	switch {
	case m.dfa != nil:
		return m.dfa.match(s)
	case m.re != nil:
		return m.re.MatchString(widen(s))
	default:
		return s == m.text
	}
}

func matchAll(ms []*matcher, s string) bool {
	for _, m := range ms {
		if !m.match(s) {
			return false
		}
	}
	return true
}

// translate turns a pattern over bytes into one over the same characters in
// UTF-8, with \C spelled as Go's syntax has it.
func translate(p string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(p); i++ {
		c := p[i]
		if c == '\\' && i+1 < len(p) {
			switch next := p[i+1]; {
			case quoted && next == 'E':
				quoted = false
			case quoted:
				b.WriteByte(c)
				continue
			case next == 'Q':
				quoted = true
			case next == 'C':
				b.WriteString(`(?s:.)`)
				i++
				continue
			}
			b.WriteByte(c)
			i++
			c = p[i]
		}
		b.WriteRune(rune(c))
	}
	return b.String()
}

// widen turns bytes into the same characters in UTF-8.
func widen(s string) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	if i == len(s) {
		return s
	}
	b := make([]byte, 0, 2*len(s)-i)
	b = append(b, s[:i]...)
	for ; i < len(s); i++ {
		b = utf8.AppendRune(b, rune(s[i]))
	}
	return string(b)
}

// latin1 turns characters into bytes, if all of them are.
func latin1(rs []rune) (string, bool) {
	b := make([]byte, len(rs))
	for i, r := range rs {
		if r > 0xFF {
			return "", false
		}
		b[i] = byte(r)
	}
	return string(b), true
}
