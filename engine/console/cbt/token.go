package cbt

import (
	"cmp"
	"slices"
)

// Kind says what a stretch of a line is.
type Kind uint8

const (
	Space     Kind = iota // between words
	Comment               // from # to the end of the line
	Lead                  // cbt, flags and arguments that mean nothing here
	Name                  // the command
	Table                 // a table
	Row                   // a row key, or a bound or prefix of row keys
	Family                // a column family, or the pattern of one
	Qualifier             // a qualifier, or the pattern of one
	Value                 // the value of a cell
	Timestamp             // @ and microseconds
	Key                   // the key of an argument
	Number                // a number or a boolean
	Pattern               // a regular expression over row keys
	Rule                  // a garbage-collection rule
	Text                  // anything else that stands as it should
	Punct                 // what parts the others: = : ,
	Quote                 // a quote, or the backslash that joins two lines
	Bad                   // refused
)

var kindNames = [...]string{
	"space", "comment", "lead", "name", "table", "row", "family", "qualifier", "value",
	"timestamp", "key", "number", "pattern", "rule", "text", "punct", "quote", "bad",
}

// String returns the kind in lower case.
func (k Kind) String() string { return kindNames[k] }

// Token is the bytes [Pos, End) of a line.
type Token struct {
	Kind     Kind
	Pos, End int
}

// Tokens returns what a line is made of, as [Parse] reads it: the tokens cover
// it, in order, none of them empty. A line over [MaxLine] is one [Bad] token.
func Tokens(line string) []Token {
	if line == "" {
		return nil
	}
	if len(line) > MaxLine {
		return []Token{{Bad, 0, len(line)}}
	}
	p := parse(line)
	slices.SortFunc(p.tokens, func(a, b Token) int { return cmp.Compare(a.Pos, b.Pos) })
	tokens := make([]Token, 0, 2*len(p.tokens)+1)
	at := 0
	for _, t := range append(p.tokens, Token{Space, len(line), len(line)}) {
		if at < t.Pos {
			tokens = append(tokens, Token{Space, at, t.Pos})
		}
		if n := len(tokens); n > 0 && tokens[n-1].End == t.Pos && tokens[n-1].Kind == t.Kind {
			tokens[n-1].End = t.End
		} else if t.Pos < t.End {
			tokens = append(tokens, t)
		}
		at = t.End
	}
	return tokens
}

// part is the kind of a word's text up to end.
type part struct {
	end  int
	kind Kind
}

// paint adds the tokens of a word. What is behind the last part is of its kind.
func (p *parser) paint(w *word, parts ...part) {
	if w.segs == nil {
		at := 0
		for i, c := range parts {
			end := c.end
			if i == len(parts)-1 {
				end = len(w.text)
			}
			if at < end {
				p.tokens = append(p.tokens, Token{c.kind, w.pos + at, w.pos + end})
				at = end
			}
		}
		return
	}
	for i, s := range w.segs {
		next := len(w.text)
		if i+1 < len(w.segs) {
			next = w.segs[i+1].dec
		}
		if s.kind == segQuote {
			p.tokens = append(p.tokens, Token{Quote, s.src, s.src + s.n})
			continue
		}
		for at := s.dec; at < next; {
			for len(parts) > 1 && parts[0].end <= at {
				parts = parts[1:]
			}
			end := next
			if len(parts) > 1 && s.kind == segText {
				end = min(end, parts[0].end)
			}
			t := Token{parts[0].kind, s.src, s.src + s.n}
			if s.kind == segText {
				t.Pos, t.End = s.src+at-s.dec, s.src+end-s.dec
			}
			p.tokens = append(p.tokens, t)
			at = end
		}
	}
}
