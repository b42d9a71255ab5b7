package filter

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// QuotePattern returns a pattern that matches exactly the bytes of s.
func QuotePattern(s string) string {
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

// matcher tests whether whole strings match one pattern. It uses the automaton if dfa is
// set, otherwise the expression re, otherwise it compares with text. If need is set, a
// string must first contain it.
type matcher struct {
	dfa  *dfa
	re   *regexp.Regexp
	text string
	need *SubstringSearcher // a text that every match contains, which is quick to test; or nil
	ends bool               // the text of need must be at the end
}

// newMatcher returns the matcher of a pattern. If the pattern is invalid, it returns nil
// and what is wrong with it, as [PatternErrorKind] does.
func newMatcher(pattern string) (m *matcher, wrong string) {
	tree, wrong := readPattern(pattern)
	if wrong != "" {
		return nil, wrong
	}
	switch {
	case tree.Op == syntax.OpEmptyMatch:
		return &matcher{}, ""
	case tree.Op == syntax.OpLiteral && tree.Flags&syntax.FoldCase == 0:
		if text, ok := latin1(tree.Rune); ok {
			return &matcher{text: text}, ""
		}
	}
	m = &matcher{}
	text, ends := required(tree)
	if text != "" {
		m.need, m.ends = newFinder(text), ends
	}
	if m.dfa = newDFA(tree); m.dfa != nil {
		return m, ""
	}
	re, err := slow(tree)
	if err != nil {
		return nil, PatternErrorKind(err)
	}
	m.re = re
	return m, ""
}

// sureToCompile is a length in bytes. Every shorter pattern that can be parsed can also be
// compiled.
const sureToCompile = 512

// readable is newMatcher for a caller that only wants to know whether the pattern is
// valid. It returns no matcher.
func readable(pattern string) (_ *matcher, wrong string) {
	_, wrong = readPattern(pattern)
	return nil, wrong
}

// readPattern parses a pattern over bytes.
func readPattern(pattern string) (tree *syntax.Regexp, wrong string) {
	tree, err := syntax.Parse(translate(pattern), syntax.Perl)
	if err != nil {
		return nil, PatternErrorKind(err)
	}
	return tree.Simplify(), ""
}

// PatternErrorKind returns the kind of an error from package regexp/syntax as a word, such as
// "missing-closing-)".
func PatternErrorKind(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return "internal-error"
	}
	return strings.ReplaceAll(strings.TrimPrefix(e.Code.String(), "regexp/syntax: "), " ", "-")
}

// required returns the longest text that every match of the pattern contains, and whether
// it is at the end of the match. A text at the beginning does not count: the automaton
// rejects strings without it just as fast.
func required(tree *syntax.Regexp) (text string, ends bool) {
	if tree.Op != syntax.OpConcat {
		return "", false
	}
	for i, sub := range tree.Sub {
		if i == 0 || sub.Op != syntax.OpLiteral || sub.Flags&syntax.FoldCase != 0 {
			continue
		}
		if t, ok := latin1(sub.Rune); ok && len(t) >= len(text) {
			text, ends = t, i == len(tree.Sub)-1
		}
	}
	return text, ends
}

// slow returns an expression that matches a whole text in UTF-8. It is built from the
// parsed tree, and not from the pattern's text, because that may end within a quotation
// (\Q).
func slow(tree *syntax.Regexp) (*regexp.Regexp, error) {
	return regexp.Compile(`\A(?:` + tree.String() + `)\z`)
}

// match reports whether the whole of s matches.
func (m *matcher) match(s string) bool {
	if m.need != nil {
		if m.ends {
			if !strings.HasSuffix(s, m.need.text) {
				return false
			}
		} else if !m.need.FoundIn(s) {
			return false
		}
	}
	switch {
	case m.dfa != nil:
		return m.dfa.match(s)
	case m.re != nil:
		return m.re.MatchString(widen(s))
	default:
		return s == m.text
	}
}

// matchAll reports whether s matches all of the patterns.
func matchAll(ms []*matcher, s string) bool {
	for _, m := range ms {
		if !m.match(s) {
			return false
		}
	}
	return true
}

// translate turns a pattern over bytes into a pattern over the same characters in UTF-8.
// It writes \C in a form that Go's syntax has.
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

// widen turns bytes into a string of the same Latin-1 characters in UTF-8.
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

// latin1 is the reverse of widen. It reports false if a character is outside Latin-1.
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
