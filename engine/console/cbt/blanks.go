package cbt

import (
	"strings"

	"tabletop/engine/base"
)

// maxParted is how many words of a line are looked at for arguments that blanks part.
const maxParted = 200

// parted explains the refusal of an argument that blanks part: around an equals sign, behind
// the comma of a list, or in a cell's value, which then has to stand between quotes.
func (p *parser) parted(line string, words []word) {
	if p.err == nil || p.err.Incomplete {
		return
	}
	b := blanks{line, words[:min(len(words), maxParted)]} // the search is not linear
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

// blanks looks for arguments that were written as several words of a line. Its methods return
// what is right in place of the words from i up to last, which is i for nothing.
type blanks struct {
	line  string
	words []word
}

// bare returns a word that has no quotes, "" for any other.
func (b blanks) bare(i int) string {
	if i < 0 || i >= len(b.words) || b.words[i].segs != nil {
		return ""
	}
	return b.words[i].text
}

// equals finds blanks around an equals sign.
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

// list finds blanks behind the commas of a list.
func (b blanks) list(i int) (right string, last int) {
	right, last = b.bare(i), i
	for strings.HasSuffix(right, ",") && strings.Contains(right, "=") && b.bare(last+1) != "" {
		last++
		right += b.words[last].text
	}
	return right, last
}

// value finds a cell whose value goes on in other words.
func (b blanks) value(i int) (right string, last int) {
	cell := b.bare(i)
	equals := strings.IndexByte(cell, '=')
	last = b.run(i)
	if colon := strings.IndexByte(cell, ':'); colon < 0 || equals < colon || last == i {
		return "", i
	}
	return cell[:equals+1] + quote(b.line[b.words[i].pos+equals+1:b.words[last].end]), last
}

// run returns the last of the words from i on that are no arguments of their own.
func (b blanks) run(i int) (last int) {
	for b.bare(i+1) != "" && !strings.ContainsAny(b.words[i+1].text, ":=") {
		i++
	}
	return i
}
