package cbt

import (
	"strings"

	"tabletop/engine/base"
)

// word is one argument as the shell would pass it to the tool: text is without quotes and
// backslashes, and segs says where each byte comes from.
type word struct {
	text     string
	pos, end int   // position in the line
	segs     []seg // nil for a word without quotes: text is line[pos:end]
}

// seg is a part of a word's source. The segs of a word are in order and without gaps.
type seg struct {
	kind segKind
	src  int // position of its first byte in the line
	n    int // number of its bytes in the line
	dec  int // position of its value in the word's text
}

// segKind says what a seg is.
type segKind uint8

const (
	segText   segKind = iota // bytes that are their own value
	segEscape                // an escape sequence whose value is one or more bytes
	segQuote                 // a quote or a line continuation, which has no value
)

// span returns the bytes of the line that are the source of text[from:to].
func (w *word) span(from, to int) (pos, end int) {
	if w.segs == nil {
		return w.pos + from, w.pos + to
	}
	if from == to && from > 0 {
		_, end = w.span(from-1, to)
		return end, end
	}
	pos, end = w.end, w.pos
	for i, s := range w.segs {
		next := len(w.text)
		if i+1 < len(w.segs) {
			next = w.segs[i+1].dec
		}
		if s.kind == segQuote || next <= from {
			continue
		}
		if s.dec <= from {
			pos = s.src
			if s.kind == segText {
				pos += from - s.dec
			}
		}
		if s.dec < to {
			end = s.src + s.n
			if s.kind == segText {
				end = s.src + min(to, next) - s.dec
			}
		}
	}
	return pos, max(pos, end)
}

// item is the kind of what the lexer has read.
type item uint8

const (
	itemEnd item = iota
	itemWord
	itemComment
	itemNewline
)

// lexer divides text into words as a shell does. Blanks separate words; '…' keeps
// everything; in "…" a backslash is special before " \ $ and `; $'…' has the escapes of C;
// elsewhere a backslash keeps the next byte; a backslash at the end of a line joins the
// next line; and a # at the beginning of a word begins a comment.
type lexer struct {
	text     string
	at       int
	newlines bool        // whether newlines are items; otherwise they are blanks
	err      *base.Error // the first quote that is not closed

	word     word // the word of an itemWord
	pos, end int  // position of an itemWord or itemComment

	dec  []byte // value of the current word so far
	segs []seg
}

// next reads the next item.
func (l *lexer) next() item {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '\n' && l.newlines:
			l.at++
			return itemNewline
		case c == ' ', c == '\t', c == '\r', c == '\n':
			l.at++
		case c == '\\' && l.joins() > 0:
			l.at += l.joins()
		case c == '#':
			l.pos = l.at
			l.at += cut(l.text[l.at:], '\n')
			l.end = l.at
			return itemComment
		default:
			l.lexWord()
			return itemWord
		}
	}
	return itemEnd
}

// cut returns the index of the first c in s, or the length of s.
func cut(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}

// joins returns the length of the line continuation that begins here, or 0.
func (l *lexer) joins() int {
	switch rest := l.text[l.at:]; {
	case strings.HasPrefix(rest, "\\\n"):
		return 2
	case strings.HasPrefix(rest, "\\\r\n"):
		return 3
	}
	return 0
}

// lexWord reads a word. Segs are made only if it has quotes.
func (l *lexer) lexWord() {
	l.pos = l.at
	l.dec, l.segs = l.dec[:0], l.segs[:0]
	plain := true
loop:
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == ' ', c == '\t', c == '\r', c == '\n':
			break loop
		case c == '\'' || c == '"' || c == '\\' || c == '$' && strings.HasPrefix(l.text[l.at:], "$'"):
			if plain {
				plain = false
				l.keep(l.pos, l.at)
			}
			l.lexQuoted(c)
		default:
			start := l.at
			for l.at < len(l.text) && strings.IndexByte(" \t\r\n'\"\\$", l.text[l.at]) < 0 {
				l.at++
			}
			if l.at == start {
				l.at++ // a $ of its own
			}
			if !plain {
				l.keep(start, l.at)
			}
		}
	}
	l.end = l.at
	l.word = word{text: l.text[l.pos:l.end], pos: l.pos, end: l.end}
	if !plain {
		l.word.text = string(l.dec)
		l.word.segs = append([]seg(nil), l.segs...)
	}
}

// keep adds text[from:to] as a seg that is its own value.
func (l *lexer) keep(from, to int) {
	if from < to {
		l.segs = append(l.segs, seg{segText, from, to - from, len(l.dec)})
		l.dec = append(l.dec, l.text[from:to]...)
	}
}

// skip reads n bytes as a seg without a value.
func (l *lexer) skip(n int) {
	if k := len(l.segs) - 1; k >= 0 && l.segs[k].kind == segQuote {
		l.segs[k].n += n
	} else {
		l.segs = append(l.segs, seg{segQuote, l.at, n, len(l.dec)})
	}
	l.at += n
}

// escape reads n bytes as a seg with the value as.
func (l *lexer) escape(n int, as ...byte) {
	l.segs = append(l.segs, seg{segEscape, l.at, n, len(l.dec)})
	l.dec = append(l.dec, as...)
	l.at += n
}

// lexQuoted reads the part of a word that begins with c: a quote, the $ of $', or a
// backslash.
func (l *lexer) lexQuoted(c byte) {
	open := l.at
	switch c {
	case '\\':
		switch {
		case l.joins() > 0:
			l.skip(l.joins())
		case l.at+1 < len(l.text):
			l.escape(2, l.text[l.at+1])
		default:
			l.unclosed(open, `\`)
			l.skip(1)
		}
		return
	case '\'':
		l.skip(1)
		n := cut(l.text[l.at:], '\'')
		l.keep(l.at, l.at+n)
		l.at += n
	case '"':
		l.skip(1)
		for l.at < len(l.text) && l.text[l.at] != '"' {
			switch n := l.joins(); {
			case n > 0:
				l.skip(n)
			case l.text[l.at] != '\\':
				l.keepUntil(`"\`)
			case l.at+1 < len(l.text) && strings.IndexByte("\"\\$`", l.text[l.at+1]) >= 0:
				l.escape(2, l.text[l.at+1])
			default:
				l.keep(l.at, l.at+1)
				l.at++
			}
		}
	case '$':
		l.skip(2)
		for l.at < len(l.text) && l.text[l.at] != '\'' {
			if l.text[l.at] == '\\' {
				l.lexEscape()
			} else {
				l.keepUntil(`'\`)
			}
		}
		c = '\''
	}
	if l.at == len(l.text) {
		l.unclosed(open, string(c))
		return
	}
	l.skip(1)
}

// keepUntil keeps the text up to the first of the given bytes.
func (l *lexer) keepUntil(stops string) {
	n := strings.IndexAny(l.text[l.at:], stops)
	if n < 0 {
		n = len(l.text) - l.at
	}
	l.keep(l.at, l.at+n)
	l.at += n
}

// unclosed notes a quote that is not closed.
func (l *lexer) unclosed(open int, quote string) {
	if l.err == nil {
		l.err = base.RefuseAt(open, len(l.text), base.CodeUnclosedQuote, quote)
		l.err.Incomplete = true
	}
}

// lexEscape reads an escape in $'…'. An escape that C does not have keeps its backslash.
func (l *lexer) lexEscape() {
	rest := l.text[l.at+1:]
	if rest == "" {
		l.keep(l.at, l.at+1)
		l.at++
		return
	}
	if i := strings.IndexByte(`abefnrtv\'"?`, rest[0]); i >= 0 {
		l.escape(2, "\a\b\x1b\f\n\r\t\v\\'\"?"[i])
		return
	}
	switch c := rest[0]; {
	case c == 'x':
		if v, n := digits(rest[1:], 16, 2); n > 0 {
			l.escape(2+n, byte(v))
			return
		}
	case c == 'u', c == 'U':
		most := 4
		if c == 'U' {
			most = 8
		}
		if v, n := digits(rest[1:], 16, most); n > 0 {
			l.escape(2+n, []byte(string(rune(v)))...)
			return
		}
	default:
		if v, n := digits(rest, 8, 3); n > 0 {
			l.escape(1+n, byte(v))
			return
		}
	}
	l.keep(l.at, l.at+2)
	l.at += 2
}

// digits reads up to most digits of a radix, which is at most 16, from the beginning of s.
// It returns their number and how many there are.
func digits(s string, radix uint32, most int) (v uint32, n int) {
	for n < len(s) && n < most {
		d := uint32(99)
		switch c := s[n]; {
		case '0' <= c && c <= '9':
			d = uint32(c - '0')
		case 'a' <= c && c <= 'f':
			d = uint32(c-'a') + 10
		case 'A' <= c && c <= 'F':
			d = uint32(c-'A') + 10
		}
		if d >= radix {
			break
		}
		v = v*radix + d
		n++
	}
	return v, n
}
