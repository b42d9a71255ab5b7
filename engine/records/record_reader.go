package records

import (
	"iter"
	"strings"

	"tabletop/engine/dataset"
)

// maxFaults is the number of lines left out that are listed, for each kind of fault.
const maxFaults = 10

// LineFault says why lines are left out.
type LineFault uint8

const (
	NoRow      LineFault = iota // the record makes no row; reported by the receiver
	Width                       // the record has a wrong number of values; reported by the receiver
	Quote                       // a quote within a field that does not begin with one
	Unclosed                    // a quote is not closed; all lines from there on are left out
	Long                        // more than MaxLine bytes
	NotObject                   // not a JSON object
	FaultCount                  // the number of faults
)

// SkippedLines is the lines that are left out for one reason.
type SkippedLines struct {
	Lines int
	First []int // numbers of the first of them, counted from 1
}

// ObjectCounts counts peculiarities of objects that the reader of the page is told about.
type ObjectCounts struct {
	Strange int // objects with a field that is not a column
	Twice   int // objects with two different values for one column, of which the last is used
	TwiceIn int // line of the first of them, 0 for none
	Nulls   int // columns that are null in an object, or within an object that is null
	Absent  int // columns that an object lacks; one whose value is spread over other columns is not lacked
}

// Reader reads the records of a text that is written to it in pieces; see [NewValuesReader] and
// [NewObjectsReader]. It keeps at most one record in memory, of at most [MaxLine] bytes.
type Reader struct {
	LineSplitter
	SkippedCount int                      // number of lines left out
	Skipped      [FaultCount]SkippedLines // the lines left out, by reason
	ObjectCounts

	// Borrowed lets the reader reuse the slice of a record for the next one. The values stay
	// valid.
	Borrowed bool
	// Count, if not nil, is called instead of the receiver, with the number of a record's
	// values. The values are not made, which is faster.
	Count func(line, values int)

	take  func(line int, record []string)
	comma string
	names map[string]int // index of each column of objects
	outer map[string]int // index of each object whose fields are columns, such as address for address.city; they follow those of the columns
	each  func(line int, list []member)
	list  []member // memory for the fields of an object
	met   []byte   // by index of columns and outer objects: whether the object has it, see lack
	// within has, by column, the indexes of the outer objects that it is a field of.
	within [][]int

	record []string
	width  int      // number of values of the record, also if they are only counted
	shared []string // memory for the next records
	field  []byte   // the current field in quotes
	quoted bool     // within a field in quotes
	first  int      // line in which the record begins
	size   int      // bytes of the record before its last line

	objects bool
	head    []byte // beginning of the text, until standing can decide
	begun   bool   // standing has decided
	parts   *parts // set if objects are not one in each line
}

// NewValuesReader returns a reader of values separated by a comma or another character. take is
// called with each record and the line in which it begins. The receiver may keep the
// record.
func NewValuesReader(comma string, take func(line int, record []string)) *Reader {
	r := &Reader{take: take, comma: comma}
	r.Take = r.values
	return r
}

// NewObjectsReader returns a reader of JSON: an object in each line, an array of objects, or
// objects over several lines that begin with a line of only a brace. A record has the
// value of each name, and lacks (see [dataset.LacksField]) those that the object does not have
// or has null for. A name a.b means the field b of an object a, or a field a.b. Of several
// fields with one name the last is used.
func NewObjectsReader(names []string, take func(line int, record []string)) *Reader {
	r := &Reader{take: take, names: map[string]int{}, outer: map[string]int{}, objects: true}
	r.within = make([][]int, len(names))
	for i, name := range names {
		r.names[name] = i
		for outer := range outerNames(name) {
			if _, known := r.outer[outer]; !known {
				r.outer[outer] = len(names) + len(r.outer)
			}
			r.within[i] = append(r.within[i], r.outer[outer])
		}
	}
	r.Take, r.each = r.object, r.fill
	return r
}

// Write reads the next piece of the text. Its time is proportional to the piece and at
// most one record more.
func (r *Reader) Write(piece []byte) { r.WriteString(string(piece)) }

// WriteString is Write for a string, which is not copied. The values of records may refer
// to it.
func (r *Reader) WriteString(piece string) {
	if r.objects && !r.begun {
		r.head = append(r.head, piece...)
		stands, known := standing(r.head)
		if !known && len(r.head) < MaxLine {
			return
		}
		piece, r.head = string(r.head), nil
		r.begin(stands)
	}
	if r.parts != nil {
		r.parts.write(piece)
		return
	}
	r.LineSplitter.WriteString(piece)
}

// begin continues with objects in parts, or with one object in each line.
func (r *Reader) begin(inParts bool) {
	if r.begun = true; inParts {
		r.parts = &parts{line: 1, take: r.part}
	}
}

// EndText ends the text.
func (r *Reader) EndText() {
	if r.objects && !r.begun {
		r.begin(false)
		r.LineSplitter.Write(r.head)
	}
	if r.parts != nil {
		r.parts.close()
		r.N = r.parts.line
	}
	r.LineSplitter.EndText()
	if r.quoted {
		r.unclosed()
	}
	r.quoted = false
}

// unclosed counts all lines since the beginning of the record as left out.
func (r *Reader) unclosed() {
	r.CountSkippedLine(r.first, Unclosed)
	more := r.N - r.first
	r.SkippedCount += more
	r.Skipped[Unclosed].Lines += more
}

// CountSkippedLine counts a line as left out. Receivers use it for NoRow and Width.
func (r *Reader) CountSkippedLine(line int, why LineFault) {
	r.SkippedCount++
	w := &r.Skipped[why]
	if w.Lines++; len(w.First) < maxFaults {
		w.First = append(w.First, line)
	}
}

// values reads a line of values.
func (r *Reader) values(line string, long bool) {
	if !r.quoted {
		if line == "" && !long {
			return
		}
		r.record, r.width, r.first, r.size = r.room(), 0, r.N, 0
	}
	if r.size += len(line); long || r.size > MaxLine {
		if r.quoted {
			r.unclosed()
		} else {
			r.CountSkippedLine(r.first, Long)
		}
		r.quoted = false
		return
	}
	switch more, ok := r.fields(line); {
	case !ok:
		r.CountSkippedLine(r.first, Quote)
	case more:
	case r.Count != nil:
		r.Count(r.first, r.width)
	default:
		r.take(r.first, r.record)
	}
}

// add adds a value to the record.
func (r *Reader) add(value string) {
	if r.width++; r.Count == nil {
		r.record = append(r.record, value)
	}
}

// fields reads the fields of a line. more reports whether the last field continues in the
// next line; ok is false for a misplaced quote.
func (r *Reader) fields(line string) (more, ok bool) {
	for {
		if !r.quoted {
			if !strings.HasPrefix(line, `"`) {
				field, rest, on, quotes := r.cut(line)
				r.add(field)
				if !on || quotes {
					return false, !quotes
				}
				line = rest
				continue
			}
			r.quoted, r.field, line = true, r.field[:0], line[1:]
		}
		text, rest, ends := strings.Cut(line, `"`)
		r.field = append(r.field, text...)
		switch {
		case !ends:
			r.field = append(r.field, '\n')
			return true, true
		case strings.HasPrefix(rest, `"`):
			r.field, line = append(r.field, '"'), rest[1:]
			continue
		}
		r.quoted = false
		if r.Count == nil {
			r.record = append(r.record, string(r.field))
		}
		r.width++
		line, ends = strings.CutPrefix(rest, r.comma)
		if !ends {
			return false, rest == ""
		}
	}
}

// cut divides a line at its first comma. It reports whether there is one, and whether
// there is a quote before it.
func (r *Reader) cut(line string) (field, rest string, on, quotes bool) {
	if len(r.comma) != 1 {
		field, rest, on = strings.Cut(line, r.comma)
		return field, rest, on, strings.Contains(field, `"`)
	}
	comma := r.comma[0]
	for i := range len(line) {
		switch line[i] {
		case comma:
			return line[:i], line[i+1:], true, quotes
		case '"':
			quotes = true
		}
	}
	return line, "", false, quotes
}

// sharedRoom is the number of values for which records share an allocation.
const sharedRoom = 1024

// room returns an empty record with room for as many values as the last one has.
func (r *Reader) room() []string {
	n := max(len(r.record), 1)
	if r.Borrowed || r.Count != nil {
		return r.record[:0]
	}
	if len(r.shared) < n {
		r.shared = make([]string, max(n, sharedRoom))
	}
	record := r.shared[:0:n]
	r.shared = r.shared[n:]
	return record
}

// object reads a line of JSON.
func (r *Reader) object(line string, long bool) {
	switch {
	case long:
		r.CountSkippedLine(r.N, Long)
	case strings.TrimSpace(line) != "":
		r.part(r.N, line, false)
	}
}

// part reads an object that begins in the given line.
func (r *Reader) part(line int, text string, long bool) {
	list, ok := members(text)
	switch {
	case long:
		r.CountSkippedLine(line, Long)
	case !ok:
		r.CountSkippedLine(line, NotObject)
	default:
		r.each(line, list)
	}
}

// outerNames yields the names of the objects that a field with a name of several parts is within,
// the innermost first.
func outerNames(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := strings.LastIndexByte(name, '.'); at >= 0 && yield(name[:at]); {
			at = strings.LastIndexByte(name[:at], '.')
		}
	}
}

// lack counts the columns that are null in an object or absent from it.
func (r *Reader) lack(list []member) {
	const has, null = 1, 2
	if r.met == nil {
		r.met = make([]byte, len(r.within)+len(r.outer))
	}
	clear(r.met)
	for _, f := range list {
		what := byte(has)
		if f.null {
			what = null
		}
		if at, known := r.names[f.name]; known {
			r.met[at] = what
			for _, outer := range r.within[at] {
				r.met[outer] = has
			}
		}
		if at, known := r.outer[f.name]; known {
			r.met[at] = what
		}
	}
	for name, at := range r.outer { // a column of other values, where this is an object
		if column, known := r.names[name]; known && r.met[column] == 0 {
			r.met[column] = r.met[at]
		}
	}
	for column, within := range r.within {
		what := r.met[column]
		for _, outer := range within {
			if what == 0 && r.met[outer] == null {
				what = null
			}
		}
		switch what {
		case 0:
			r.Absent++
		case null:
			r.Nulls++
		}
	}
}

// strange reports whether a field has a value, and no column for it.
func (r *Reader) strange(f member) bool {
	if _, known := r.names[f.name]; known {
		return false
	}
	_, spread := r.outer[f.name]
	return !spread || !f.empty()
}

// fill makes a record of an object's fields and passes it on.
func (r *Reader) fill(line int, list []member) {
	if len(r.outer) > 0 {
		r.list = r.list[:0]
		for _, f := range list {
			r.list = flat(r.list, f, 0, func(name string) bool { _, ok := r.outer[name]; return ok })
		}
		list = r.list
	}
	r.lack(list)
	if r.Count != nil {
		r.Count(line, len(r.names))
		for _, f := range list {
			if r.strange(f) {
				r.Strange++
				return
			}
		}
		return
	}
	record, strange, twice := make([]string, len(r.names), len(r.names)+1), 0, false
	has := make([]bool, len(r.names))
	for _, f := range list {
		if at, known := r.names[f.name]; known {
			twice = twice || has[at] && record[at] != f.value
			record[at], has[at] = f.value, !f.null
		} else if r.strange(f) {
			strange = 1
		}
	}
	if r.Strange += strange; twice {
		if r.Twice++; r.TwiceIn == 0 {
			r.TwiceIn = line
		}
	}
	r.take(line, dataset.OmitFields(record, func(i int) bool { return !has[i] }))
}
