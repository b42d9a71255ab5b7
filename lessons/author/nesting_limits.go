package author

import (
	"bytes"
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"tabletop/engine/base"
)

// Limits on the nesting of a lesson's text. They keep the time of parsing proportional to its
// length, and its stack within the limits of every browser.
const (
	maxNesting = 100   // levels of quotations and lists, counted at the beginning of a line
	maxMarks   = 2_000 // characters of a paragraph that are among marks
)

// marks are the characters that begin or end emphasis, links, code and tags.
const marks = "*_[]`<"

// nesting returns an upper bound of the number of quotations and lists that a line is in: one for
// each mark at its beginning, and one for each two columns of further white space, which is the
// least that a list is indented by.
func nesting(line []byte) (n int) {
	columns := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			columns++
			continue
		case '\t':
			columns += 4
			continue
		case '>':
		default:
			if i = item(line, i); i < 0 {
				return n + columns/2
			}
		}
		n++
		if i+1 < len(line) && blankAt(line, i+1) {
			i++ // the blank is a part of the mark
		}
	}
	return n // white space alone nests nothing
}

// item returns where the mark of a list's item ends that begins at i, or -1 if there is none.
func item(line []byte, i int) int {
	if digits := len(line[i:]) - len(bytes.TrimLeft(line[i:], "0123456789")); digits > 0 {
		i += digits
		if i == len(line) || line[i] != '.' && line[i] != ')' {
			return -1
		}
	} else if bytes.IndexByte([]byte("-*+"), line[i]) < 0 {
		return -1
	}
	if !blankAt(line, i+1) {
		return -1
	}
	return i
}

// blankAt reports whether there is white space, or the end of the line, at i.
func blankAt(line []byte, i int) bool { return i >= len(line) || line[i] == ' ' || line[i] == '\t' }

// shallow replaces lines that are nested too deeply by blanks, and refuses the first of them. Line
// numbers and offsets stay the same. src itself is not changed.
func (p *prose) shallow(src []byte) []byte {
	refused := false
	for at, number := 0, 1; at < len(src); number++ {
		end := bytes.IndexByte(src[at:], '\n')
		if end < 0 {
			end = len(src) - at
		}
		if line := src[at : at+end]; nesting(line) > maxNesting {
			if !refused {
				p.refuse(number, base.MistakeTextNested, strconv.Itoa(maxNesting))
				src, refused = bytes.Clone(src), true
			}
			copy(src[at:], bytes.Repeat([]byte{' '}, len(line)))
		}
		at += end + 1
	}
	return src
}

// crowds refuses paragraphs with more than maxMarks marks, and empties them.
type crowds struct{ of *prose }

// Transform implements [parser.ParagraphTransformer].
func (c crowds) Transform(n *ast.Paragraph, r text.Reader, _ parser.Context) {
	count := 0
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		for _, b := range line.Value(r.Source()) {
			if bytes.IndexByte([]byte(marks), b) >= 0 {
				count++
			}
		}
	}
	if count > maxMarks {
		c.of.refuse(lineAt(r.Source(), n.Lines().At(0).Start), base.MistakeTextCrowded, strconv.Itoa(count), strconv.Itoa(maxMarks))
		n.SetLines(text.NewSegments())
	}
}
