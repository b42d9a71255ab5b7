package cbt

import (
	"strings"

	"tabletop/engine/base"
)

// maxParted is the number of words of a line in which arguments with blanks are looked
// for.
const maxParted = 200

// parted replaces the refusal of an argument that is divided by blanks by one that says
// how to write it. Blanks may be around an equals sign, after the comma of a list, or in
// the value of a cell, which then needs quotes.
func (p *parser) parted(line string, words []word) {
	if p.err == nil || p.err.Incomplete {
		return
	}
	b := blanks{line, words[:min(len(words), maxParted)]} // limited, since the search takes quadratic time
	for i := range b.words {
		for _, whole := range []func(int) (string, int){b.equals, b.list, b.value} {
			right, last := whole(i)
			if last == i || p.err.Pos < words[i].pos || p.err.Pos > words[last].end && p.err.Code != base.CodeMissingArg {
				continue
			}
			p.err = base.RefuseAt(words[i].pos, words[last].end, base.CodeSpacedEquals, right)
			return
		}
	}
}

// blanks looks for arguments that were written as several words of a line. Its methods
// return the correct text for the words from i to last; last is i if there is no such
// argument.
type blanks struct {
	line  string
	words []word
}

// bare returns word i if it has no quotes, and otherwise "".
func (b blanks) bare(i int) string {
	if i < 0 || i >= len(b.words) || b.words[i].segs != nil {
		return ""
	}
	return b.words[i].text
}

// equals looks for blanks around an equals sign.
func (b blanks) equals(i int) (right string, last int) {
	key := b.bare(i)
	if key == "" || strings.Contains(strings.TrimSuffix(key, "="), "=") || i+1 == len(b.words) {
		return "", i
	}
	last, value := i+1, b.words[i+1].text
	switch next := b.bare(i + 1); {
	case strings.HasSuffix(key, "="):
		key = strings.TrimSuffix(key, "=")
	case next == "=" && i+2 < len(b.words):
		last, value = i+2, b.words[i+2].text
	case len(next) > 1 && next[0] == '=':
		value = next[1:]
	default:
		return "", i
	}
	if b.words[last].segs != nil {
		value = b.line[b.words[last].pos:b.words[last].end]
	} else if end := b.run(last); strings.Contains(key, ":") && end > last {
		last, value = end, quote(value+b.line[b.words[last].end:b.words[end].end])
	}
	return key + "=" + value, last
}

// list looks for blanks after the commas of a list.
func (b blanks) list(i int) (right string, last int) {
	right, last = b.bare(i), i
	for strings.HasSuffix(right, ",") && strings.Contains(right, "=") && b.bare(last+1) != "" {
		last++
		right += b.words[last].text
	}
	return right, last
}

// value looks for a cell whose value continues in other words.
func (b blanks) value(i int) (right string, last int) {
	cell := b.bare(i)
	equals := strings.IndexByte(cell, '=')
	last = b.run(i)
	if colon := strings.IndexByte(cell, ':'); colon < 0 || equals < colon || last == i {
		return "", i
	}
	return cell[:equals+1] + quote(b.line[b.words[i].pos+equals+1:b.words[last].end]), last
}

// run returns the last of the words after i that do not look like arguments of their own,
// or i.
func (b blanks) run(i int) (last int) {
	for b.bare(i+1) != "" && !strings.ContainsAny(b.words[i+1].text, ":=") {
		i++
	}
	return i
}
