package filter

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
)

// maxText is the largest number of bytes that [Parse] reads. Every filter within
// [base.MaxFilter] is shorter when [FilterText] writes it.
const maxText = 128 << 10

// wordNone is written for a missing branch of a condition.
const wordNone = "none"

// Parse reads a filter in the text syntax. It accepts only filters that [Compile] accepts.
// A refusal is a *[base.Error] with the range of bytes in text that is wrong; Incomplete
// is set if the text is a valid beginning of a filter.
func Parse(text string) (Filter, error) {
	if len(text) > maxText {
		return nil, base.RefuseAt(0, len(text), base.CodeInputTooLong, strconv.Itoa(len(text)), strconv.Itoa(maxText))
	}
	p := parser{text: text, spans: map[TreePath]span{}}
	f := p.filter("", 1)
	if p.space(); p.err == nil && p.pos < len(text) {
		p.misfit("")
	}
	if p.err != nil {
		return nil, p.err
	}
	if _, at, err := compileAt(f); err != nil {
		err.Pos, err.End = p.spans[at].lo, p.spans[at].hi
		return nil, err
	}
	return f, nil
}

// parser reads text from pos on. After the first refusal it reads no further.
type parser struct {
	text  string
	pos   int
	spans map[TreePath]span // bytes of each filter in the text
	err   *base.Error
}

// refuse notes the refusal of the bytes [lo, hi), unless there has been one before.
func (p *parser) refuse(lo, hi int, code base.Code, args ...string) {
	if p.err == nil {
		p.err = base.RefuseAt(lo, hi, code, args...)
		// A text that only ends too early may become valid when more is typed.
		p.err.Incomplete = lo == len(p.text) && code == base.CodeFilterSyntax
	}
}

// misfit refuses the next word or byte; wanted names what would be valid in its place.
func (p *parser) misfit(wanted string) {
	p.space()
	end := p.pos
	for end < len(p.text) && isWord(p.text[end]) {
		end++
	}
	p.misfitAt(p.pos, max(end, min(p.pos+1, len(p.text))), wanted)
}

// misfitAt refuses the bytes [lo, hi) as invalid syntax; wanted names what would be valid.
func (p *parser) misfitAt(lo, hi int, wanted string) {
	const shown = 40 // bytes of the text in a refusal, at most
	p.refuse(lo, hi, base.CodeFilterSyntax, p.text[lo:min(hi, lo+shown)], wanted)
}

// space skips white space.
func (p *parser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// next returns the next byte after white space, without reading it. It returns 0 at the
// end and after a refusal.
func (p *parser) next() byte {
	p.space()
	if p.err != nil || p.pos == len(p.text) {
		return 0
	}
	return p.text[p.pos]
}

// take reads c if it is the next byte, and reports whether it was.
func (p *parser) take(c byte) bool {
	if p.next() != c {
		return false
	}
	p.pos++
	return true
}

// expect reads c, and refuses any other byte.
func (p *parser) expect(c byte) {
	if !p.take(c) {
		p.misfit(string(c))
	}
}

// word reads a word, which may be empty.
func (p *parser) word() string {
	p.space()
	start := p.pos
	for p.pos < len(p.text) && isWord(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// filter reads the filter at path, on the given level of the tree, counted from 1.
func (p *parser) filter(path TreePath, level int) Filter {
	p.space()
	start := p.pos
	name := p.word()
	switch {
	case name == "":
		p.misfit("name(…)")
		return nil
	case !slices.Contains(names, name):
		p.refuse(start, p.pos, base.CodeUnknownFilter, name, base.Nearest(name, names))
		return nil
	case level > base.MaxNesting:
		p.refuse(start, p.pos, base.CodeFilterTooDeep, strconv.Itoa(base.MaxNesting))
		return nil
	}
	p.expect('(')
	if p.err != nil {
		return nil
	}
	f := p.body(name, path, level)
	p.expect(')')
	p.spans[path] = span{start, p.pos}
	return f
}

// body reads the arguments of the filter with the name.
func (p *parser) body(name string, path TreePath, level int) Filter {
	switch name {
	case "pass":
		return PassAll{}
	case "block":
		return BlockAll{}
	case "sink":
		return Sink{}
	case "strip":
		return StripValue{}
	case "chain":
		return Chain(p.list(path, level))
	case "interleave":
		return Interleave(p.list(path, level))
	case "if":
		return p.condition(path, level)
	case "row":
		return RowKeyRegex(p.pattern())
	case "family":
		return FamilyRegex(p.pattern())
	case "qualifier":
		return QualifierRegex(p.pattern())
	case "value":
		if c := p.next(); c == '[' || c == '(' {
			start, end := p.bounds()
			return ValueRange{start, end}
		}
		return ValueRegex(p.pattern())
	case "column":
		f := ColumnRange{Family: base.Family(p.bytes("family"))}
		p.expect(',')
		f.Start, f.End = p.bounds()
		return f
	case "time":
		return p.times()
	case "sample":
		return RowSample(p.probability())
	case "mask":
		return ValueBitmask(p.bytes(`"bytes"`))
	case "label":
		return Label(p.bytes("label"))
	case "offset":
		return CellsPerRowOffset(p.count())
	case "limit":
		return CellsPerRow(p.count())
	case "latest":
		return CellsPerColumn(p.count())
	default:
		panic("filter: no syntax for " + name)
	}
}

// list reads the branches of a chain or an interleave.
func (p *parser) list(path TreePath, level int) (fs []Filter) {
	for p.next() != ')' || len(fs) > 0 {
		if len(fs) > 0 && !p.take(',') {
			break
		}
		f := p.filter(path.child(len(fs)), level+1)
		if p.err != nil {
			return nil
		}
		fs = append(fs, f)
	}
	return fs
}

// condition reads the arguments of a condition. Then and Else may be missing at the end.
func (p *parser) condition(path TreePath, level int) Filter {
	var f Condition
	for i, branch := range []*Filter{&f.If, &f.Then, &f.Else} {
		if i > 0 && !p.take(',') {
			break
		}
		p.space()
		start := p.pos
		if i > 0 && p.word() == wordNone {
			continue
		}
		p.pos = start
		*branch = p.filter(path.child(i), level+1)
	}
	return f
}

// pattern reads a pattern in slashes, where only the slash is escaped, or in quotes.
func (p *parser) pattern() string {
	switch p.next() {
	case '"':
		return p.quoted()
	case '/':
	default:
		p.misfit("/regex/")
		return ""
	}
	var b strings.Builder
	for i := p.pos + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '/':
			p.pos = i + 1
			return b.String()
		case c == '\\' && i+1 < len(p.text):
			i++
			if p.text[i] != '/' {
				b.WriteByte(c)
			}
			b.WriteByte(p.text[i])
		default:
			b.WriteByte(c)
		}
	}
	p.pos = len(p.text)
	p.misfit("/")
	return ""
}

// bytes reads a word or quoted bytes. wanted is for the refusal of anything else.
func (p *parser) bytes(wanted string) string {
	if p.next() == '"' {
		return p.quoted()
	}
	w := p.word()
	if w == "" {
		p.misfit(wanted)
	}
	return w
}

// quoted reads bytes in double quotes. The next byte is the opening quote.
func (p *parser) quoted() string {
	var b strings.Builder
	for i := p.pos + 1; i < len(p.text); i++ {
		switch c := p.text[i]; c {
		case '"':
			p.pos = i + 1
			return b.String()
		case '\\':
			if i+1 == len(p.text) {
				continue
			}
			i++
			switch e := p.text[i]; e {
			case '"', '\\':
				b.WriteByte(e)
			case 'n':
				b.WriteByte('\n')
			case 'r':
				b.WriteByte('\r')
			case 't':
				b.WriteByte('\t')
			case 'x':
				n, err := strconv.ParseUint(p.text[i+1:min(i+3, len(p.text))], 16, 8)
				if err != nil || i+3 > len(p.text) {
					p.misfitAt(i-1, min(i+3, len(p.text)), `\x00`)
					return ""
				}
				b.WriteByte(byte(n))
				i += 2
			default:
				p.misfitAt(i-1, i+1, `\" \\ \n \r \t \x00`)
				return ""
			}
		default:
			b.WriteByte(c)
		}
	}
	p.pos = len(p.text)
	p.misfit(`"`)
	return ""
}

// bounds reads a range such as [a, b). A missing bound is unset.
func (p *parser) bounds() (start, end base.Bound) {
	bound := func(kind base.BoundKind) base.Bound {
		switch c := p.next(); {
		case c == '"':
			return base.Bound{Kind: kind, At: p.quoted()}
		case isWord(c):
			return base.Bound{Kind: kind, At: p.word()}
		default:
			return base.Bound{}
		}
	}
	switch {
	case p.take('['):
		start = bound(base.BoundClosed)
	case p.take('('):
		start = bound(base.BoundOpen)
	default:
		p.misfit("[a, b)")
		return start, end
	}
	p.expect(',')
	end = bound(base.BoundOpen)
	switch {
	case p.take(')'):
	case p.take(']'):
		if end.Kind != base.BoundUnset {
			end.Kind = base.BoundClosed
		}
	default:
		p.misfit(") ]")
	}
	return start, end
}

// times reads a range [start, end) of dates, times in the form of RFC 3339, or
// microseconds.
func (p *parser) times() Filter {
	at := func() base.Micros {
		if !isWord(p.next()) {
			return 0
		}
		lo := p.pos
		w := p.word()
		if n, err := strconv.ParseInt(w, 10, 64); err == nil {
			return base.Micros(n)
		}
		t, err := time.Parse(time.DateOnly, w)
		if err != nil {
			t, err = time.Parse(time.RFC3339Nano, w)
		}
		if err != nil {
			p.misfitAt(lo, p.pos, "2015-03-01 2015-03-01T12:00:00Z 1425168000000000")
			return 0
		}
		return base.Micros(t.UnixMicro())
	}
	var f TimestampRange
	if !p.take('[') {
		p.misfit("[2015-03-01, 2015-04-01)")
	}
	f.Start = at()
	p.expect(',')
	f.End = at()
	p.expect(')')
	return f
}

// count reads an integer.
func (p *parser) count() int {
	p.space()
	lo := p.pos
	n, err := strconv.ParseInt(p.word(), 10, 64)
	if err != nil || n != int64(int(n)) {
		p.misfitAt(lo, p.pos, "1 2 … "+strconv.Itoa(math.MaxInt32))
	}
	return int(n)
}

// probability reads a decimal number.
func (p *parser) probability() float64 {
	p.space()
	lo := p.pos
	f, err := strconv.ParseFloat(p.word(), 64)
	if err != nil {
		p.misfitAt(lo, p.pos, "0.1")
	}
	return f
}
