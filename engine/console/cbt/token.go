package cbt

import (
	"cmp"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
)

// tokens divides a line into tokens as [Parse] reads it. They cover the line in order
// without gaps, and none is empty. A line of more than [console.MaxLine] bytes is one bad
// token.
func tokens(line string) []token.Token {
	if line == "" {
		return nil
	}
	if len(line) > console.MaxLine {
		return []token.Token{{Kind: token.Bad, Pos: 0, End: len(line)}}
	}
	p := parse(line)
	base.Sort(p.tokens, func(a, b token.Token) int { return cmp.Compare(a.Pos, b.Pos) })
	return token.FillGaps(len(line), p.tokens)
}

// part is the kind of a word's text up to end.
type part struct {
	end  int
	kind token.Kind
}

// paint adds the tokens of a word. The last part extends to the end of the word.
func (p *parser) paint(w *word, parts ...part) {
	if w.segs == nil {
		at := 0
		for i, c := range parts {
			end := c.end
			if i == len(parts)-1 {
				end = len(w.text)
			}
			if at < end {
				p.tokens = append(p.tokens, token.Token{Kind: c.kind, Pos: w.pos + at, End: w.pos + end})
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
			p.tokens = append(p.tokens, token.Token{Kind: token.Quote, Pos: s.src, End: s.src + s.n})
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
			t := token.Token{Kind: parts[0].kind, Pos: s.src, End: s.src + s.n}
			if s.kind == segText {
				t.Pos, t.End = s.src+at-s.dec, s.src+end-s.dec
			}
			p.tokens = append(p.tokens, t)
			at = end
		}
	}
}
