//go:build !js || author

package lessons

import (
	"bytes"
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"tabletop/engine/base"
)

// What a lesson's text may nest, so that reading it takes a time in proportion to its
// length and a stack that every browser has.
const (
	maxNesting = 100   // levels of quotations and lists, told by how a line begins
	maxMarks   = 2_000 // characters of a paragraph that may begin or end a part of it, see [marks]
)

// marks begin and end emphasis, links, code and tags.
const marks = "*_[]`<"

// nesting returns how many quotations and lists a line may be in: one for each mark that it
// begins with, and one for each two columns of further white space, as the least that a list
// is indented by.
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
			i++ // it belongs to the mark
		}
	}
	return n // a line without text is in nothing by its white space
}

// item returns where the mark of a list's item that begins at i ends, -1 for none.
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

func blankAt(line []byte, i int) bool { return i >= len(line) || line[i] == ' ' || line[i] == '\t' }

// shallow blanks the beginnings of lines that are nested too deep and refuses the first of
// them. Line numbers and offsets stay as they are.
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

// crowds refuses paragraphs with too many marks, and leaves them empty.
type crowds struct{ of *prose }

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
