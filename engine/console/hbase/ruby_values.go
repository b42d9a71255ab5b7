package hbase

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/token"
)

// value is a literal of the language.
type value struct {
	kind  valueKind
	text  string  // of a string or a word
	n     int64   // of an integer or a boolean
	list  []value // of an array
	pairs []pair  // of a hash
	first int     // index of its first token
	last  int     // index of its last token
}

// valueKind is the kind of a value.
type valueKind uint8

const (
	valueString valueKind = iota
	valueInt
	valueBool // n is 1 for true
	valueNil
	valueWord
	valueArray
	valueHash
)

// pair is KEY => value.
type pair struct {
	key   string
	at    int // index of the key's token
	value value
}

// maxDepth is the largest depth of nested brackets.
const maxDepth = 20

// reader reads the tokens of one command into values. It stops at the first error.
type reader struct {
	line   string
	tokens []lexed      // all tokens, including comments and newlines
	kinds  []token.Kind // the kind by which each token is coloured
	at     int          // index of the next token
	depth  int          // number of open brackets
	err    *base.Error
}

// newReader divides a line into tokens.
func newReader(line string) *reader {
	r := &reader{line: line}
	l := lexer{text: line}
	for t := l.next(); t.lexeme != lexEnd; t = l.next() {
		r.tokens = append(r.tokens, t)
		kind := token.Text
		switch t.lexeme {
		case lexComment:
			kind = token.Comment
		case lexNewline:
			kind = token.Space
		case lexPrompt:
			kind = token.Lead
		case lexInt:
			kind = token.Number
		case lexWord:
			kind = token.Key
		case lexPunct:
			kind = token.Punct
		}
		r.kinds = append(r.kinds, kind)
	}
	if r.err = l.err; r.err != nil {
		for i, t := range r.tokens {
			if t.pos <= r.err.Pos && r.err.Pos < t.end {
				r.kinds[i] = token.Bad
			}
		}
	}
	return r
}

// skip moves past comments and, if newlines is set, past newlines.
func (r *reader) skip(newlines bool) {
	for r.at < len(r.tokens) {
		switch r.tokens[r.at].lexeme {
		case lexComment:
		case lexNewline:
			if !newlines {
				return
			}
		default:
			return
		}
		r.at++
	}
}

// peek returns the next token, or lexEnd after the last. newlines says that the command
// has to continue, so that newlines are skipped.
func (r *reader) peek(newlines bool) lexed {
	r.skip(newlines || r.depth > 0)
	if r.at < len(r.tokens) {
		return r.tokens[r.at]
	}
	return lexed{pos: len(r.line), end: len(r.line)}
}

// is reads the next token if it is the given punctuation, and reports whether it was.
func (r *reader) is(punct string, newlines bool) bool {
	if t := r.peek(newlines); t.lexeme != lexPunct || t.text != punct {
		return false
	}
	r.at++
	return true
}

// fail refuses the tokens from first to last, or the end of the line if first is after the
// last token.
func (r *reader) fail(first, last int, code base.Code, args ...string) {
	if r.err != nil {
		return
	}
	pos, end := len(r.line), len(r.line)
	if first < len(r.tokens) {
		pos, end = r.tokens[first].pos, r.tokens[last].end
		for i := first; i <= last; i++ {
			r.kinds[i] = token.Bad
		}
	}
	r.err = base.RefuseAt(pos, end, code, args...)
}

// unexpected refuses the next token. want names what would be valid.
func (r *reader) unexpected(want string) {
	t := r.peek(false)
	if t.lexeme == lexOther {
		r.fail(r.at, r.at, base.CodeOutsideRuby, t.text)
		return
	}
	r.fail(r.at, r.at, base.CodeShellSyntax, strings.TrimSpace(r.line[t.pos:t.end]), want)
}

// more refuses the end of a line that has to continue.
func (r *reader) more(want string) {
	if r.peek(true).lexeme != lexEnd {
		return
	}
	r.fail(len(r.tokens), 0, base.CodeShellSyntax, "", want)
	r.err.Incomplete = true
}

// value reads a value.
func (r *reader) value() (v value) {
	t := r.peek(true)
	v.first, v.last, v.text = r.at, r.at, t.text
	if r.err != nil {
		return v
	}
	switch t.lexeme {
	case lexString:
		v.kind = valueString
	case lexInt:
		v.kind = valueInt
		v.n, _ = strconv.ParseInt(t.text, 10, 64) // the lexer has checked the range
	case lexWord:
		switch t.text {
		case "true", "false":
			v.kind = valueBool
			if t.text == "true" {
				v.n = 1
			}
		case "nil":
			v.kind = valueNil
		default:
			v.kind = valueWord
		}
	case lexPunct:
		switch t.text {
		case "[":
			v.kind = valueArray
			r.bracket("]", func() { v.list = append(v.list, r.value()) })
		case "{":
			v.kind = valueHash
			r.bracket("}", func() { v.pairs = append(v.pairs, r.pair()) })
		default:
			r.unexpected("'…', […], {…}")
		}
		v.last = r.at - 1
		return v
	case lexEnd:
		r.more("'…'")
		return v
	default:
		r.unexpected("'…'")
		return v
	}
	r.at++
	return v
}

// bracket reads elements in brackets, separated by commas, with each.
func (r *reader) bracket(end string, each func()) {
	open := r.at
	if r.depth++; r.depth > maxDepth {
		r.unexpected("")
		return
	}
	r.at++
	for r.err == nil && !r.is(end, true) {
		if r.peek(true).lexeme == lexEnd {
			r.unclosed(open)
			break
		}
		each()
		if r.err != nil || r.is(end, true) {
			break
		}
		if r.peek(true).lexeme == lexEnd {
			r.unclosed(open)
		} else if !r.is(",", true) {
			r.unexpected(end)
		}
	}
	r.depth--
}

// unclosed refuses a bracket that is not closed.
func (r *reader) unclosed(open int) {
	r.fail(open, open, base.CodeUnclosedBracket, r.tokens[open].text)
	r.err.Incomplete = true
}

// pair reads KEY => value.
func (r *reader) pair() (p pair) {
	t := r.peek(true)
	p.key, p.at = t.text, r.at
	if t.lexeme != lexWord && t.lexeme != lexString {
		r.unexpected("KEY => value")
		return p
	}
	r.kinds[r.at] = token.Key
	r.at++
	if !r.is("=>", false) {
		if r.depth > 0 {
			r.more("=>")
		}
		r.unexpected("=>")
		return p
	}
	p.value = r.value()
	return p
}

// arguments reads the arguments after the command. Pairs without braces form a hash, which
// is the last argument.
func (r *reader) arguments() (args []value) {
	for r.err == nil {
		t := r.peek(len(args) > 0)
		switch {
		case len(args) == 0 && (t.lexeme == lexEnd || t.lexeme == lexNewline):
			return nil
		case (t.lexeme == lexWord || t.lexeme == lexString) && r.arrow():
			h := value{kind: valueHash, first: r.at}
			h.pairs = append(h.pairs, r.pair())
			for r.err == nil && r.is(",", false) {
				h.pairs = append(h.pairs, r.pair())
			}
			h.last = max(r.at-1, h.first)
			return append(args, h)
		}
		args = append(args, r.value())
		if r.err != nil || !r.is(",", false) {
			return args
		}
	}
	return args
}

// arrow reports whether => follows the next token.
func (r *reader) arrow() bool {
	return r.at+1 < len(r.tokens) && r.tokens[r.at+1].lexeme == lexPunct && r.tokens[r.at+1].text == "=>"
}

// end refuses tokens after the command.
func (r *reader) end() {
	for r.err == nil {
		switch r.peek(true).lexeme {
		case lexEnd:
			return
		default:
			r.unexpected(",")
		}
	}
}
