package hbase

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
)

// lexeme is the kind of a token.
type lexeme uint8

const (
	lexEnd lexeme = iota
	lexString
	lexInt
	lexWord
	lexPunct // , [ ] { } =>
	lexComment
	lexNewline
	lexPrompt
	lexOther // not part of the language
)

// lexed is a token: the bytes [pos, end) of the text.
type lexed struct {
	lexeme
	pos, end int
	text     string // the value of a string; for other tokens the text itself
	exact    bool   // for a string without escapes: text[i] is the byte pos+1+i of the line
}

// lexer divides a text into tokens.
type lexer struct {
	text  string
	at    int
	begun bool        // a token of the current command has been read
	err   *base.Error // the first error
}

// fail notes the first error. incomplete says that more text could correct it.
func (l *lexer) fail(pos, end int, incomplete bool, code base.Code, args ...string) {
	if l.err == nil {
		l.err = base.RefuseAt(pos, end, code, args...)
		l.err.Incomplete = incomplete
	}
}

// next reads the next token. Its kind is lexEnd at the end of the text.
func (l *lexer) next() lexed {
	for l.at < len(l.text) && strings.IndexByte(" \t\r", l.text[l.at]) >= 0 || strings.HasPrefix(l.text[l.at:], "\\\n") {
		l.at += 1 + strings.Count(l.text[l.at:min(l.at+1, len(l.text))], "\\")
	}
	t := lexed{pos: l.at}
	if l.at == len(l.text) {
		t.end = l.at
		return t
	}
	rest := l.text[l.at:]
	switch c := rest[0]; {
	case c == '\n':
		t.lexeme = lexNewline
		l.at++
	case c == '#':
		t.lexeme = lexComment
		l.at += cut(rest, '\n')
	case c == '\'' || c == '"':
		t.lexeme = lexString
		t.text, t.exact = l.quoted(c)
	case !l.begun && prompt(rest) > 0:
		t.lexeme = lexPrompt
		l.at += prompt(rest)
	case isWord(c) && (c < '0' || '9' < c):
		t.lexeme = lexWord
		l.word()
	case isWord(c) || c == '-' && len(rest) > 1 && '0' <= rest[1] && rest[1] <= '9':
		t.lexeme = lexInt
		l.at++
		l.word()
		if _, err := strconv.ParseInt(l.text[t.pos:l.at], 10, 64); err != nil {
			t.lexeme = lexOther
		}
	case strings.HasPrefix(rest, "=>"):
		t.lexeme = lexPunct
		l.at += 2
	case strings.IndexByte(",[]{}", c) >= 0:
		t.lexeme = lexPunct
		l.at++
	default:
		t.lexeme = lexOther
		_, n := utf8.DecodeRuneInString(rest)
		l.at += n
	}
	t.end = l.at
	if t.lexeme != lexString {
		t.text = l.text[t.pos:t.end]
	}
	if t.lexeme != lexComment && t.lexeme != lexNewline {
		l.begun = true
	}
	return t
}

// word reads the rest of a word or a number.
func (l *lexer) word() {
	for l.at < len(l.text) && isWord(l.text[l.at]) {
		l.at++
	}
}

// isWord reports whether c may be part of a word.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// cut returns the index of the first c in s, or the length of s.
func cut(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}

// prompt returns the length of the shell's prompt at the beginning of s, such as
// "hbase(main):001:0>", or 0.
func prompt(s string) int {
	if !strings.HasPrefix(s, "hbase") {
		return 0
	}
	n := cut(s[:min(len(s), 40)], '>')
	if n == min(len(s), 40) || strings.ContainsAny(s[:n], " \n'\"") {
		return 0
	}
	return n + 1
}

// quoted reads a string and returns its value. exact reports whether it has no escapes.
func (l *lexer) quoted(quote byte) (text string, exact bool) {
	open := l.at
	l.at++
	stops := string(quote) + `\`
	if quote == '"' {
		stops += "#"
	}
	var b []byte
	for {
		n := strings.IndexAny(l.text[l.at:], stops)
		if n < 0 {
			l.fail(open, len(l.text), true, base.CodeUnclosedQuote, string(quote))
			b = append(b, l.text[l.at:]...)
			l.at = len(l.text)
			return string(b), false
		}
		b = append(b, l.text[l.at:l.at+n]...)
		l.at += n
		switch rest := l.text[l.at:]; {
		case rest[0] == quote:
			l.at++
			return string(b), l.at-open == len(b)+2
		case rest[0] == '#':
			if strings.HasPrefix(rest, "#{") {
				l.fail(l.at, l.at+2, false, base.CodeOutsideRuby, "#{")
			}
			b = append(b, '#')
			l.at++
		case len(rest) == 1:
			b = append(b, '\\')
			l.at++ // at the end of the text
		case quote == '\'' && rest[1] != '\'' && rest[1] != '\\':
			b = append(b, '\\')
			l.at++
		case quote == '\'':
			b = append(b, rest[1])
			l.at += 2
		default:
			b = l.escape(b, rest)
		}
	}
}

// escape reads the escape at the beginning of rest, in a string with double quotes.
func (l *lexer) escape(b []byte, rest string) []byte {
	c := rest[1]
	if i := strings.IndexByte("abefnrstv", c); i >= 0 {
		l.at += 2
		return append(b, "\a\b\x1b\f\n\r \t\v"[i])
	}
	number := func(from, radix, most int) (uint64, int) {
		n := from
		for n < len(rest) && n < from+most && digit(rest[n]) < radix {
			n++
		}
		v, _ := strconv.ParseUint(rest[from:n], radix, 32)
		return v, n
	}
	switch {
	case '0' <= c && c <= '7':
		v, n := number(1, 8, 3)
		l.at += n
		return append(b, byte(v))
	case c == 'x':
		if v, n := number(2, 16, 2); n > 2 {
			l.at += n
			return append(b, byte(v))
		}
	case c == 'u' && len(rest) > 2 && rest[2] == '{':
		if v, n := number(3, 16, 6); n > 3 && n < len(rest) && rest[n] == '}' && v <= utf8.MaxRune {
			l.at += n + 1
			return utf8.AppendRune(b, rune(v))
		}
	case c == 'u':
		if v, n := number(2, 16, 4); n == 6 {
			l.at += n
			return utf8.AppendRune(b, rune(v))
		}
	case c == '\n':
		l.at += 2
		return b
	default:
		l.at += 2
		return append(b, c)
	}
	l.fail(l.at, l.at+2, false, base.CodeOutsideRuby, rest[:2])
	l.at += 2
	return b
}

// digit returns the value of a hexadecimal digit, or 99 for other bytes.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return 99
}
