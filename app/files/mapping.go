package files

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// What of a file of values is looked at while the mapping is being made.
const (
	sampleSize   = 5      // records that are shown
	keysCompared = 20_000 // records whose keys are compared
	linesNamed   = 3      // lines at fault that are named

	pieceSize = 256 << 10 // bytes that are read at once
)

// columnsShown is how many columns of a file are shown at once.
const columnsShown = 50

// Mapping is how the records of a file become the rows of a table. It is replaced,
// never changed.
type Mapping struct {
	Title    string
	Into     bool // the open sandbox, not a new one
	Table    string
	Template string
	Columns  []Column
	Time     string     // the field of the cells' time, "" for that of the import
	Sample   [][]string // the first records
	Keys     []string   // of the sample, "" for one that has none
	Records  int        // in the file
	compared
	Left    int         // lines left out: they have another number of fields
	Lines   []int       // the first of them
	Strange int         // objects with a field that none of the first has: it is left out
	Err     *base.Error // of the template
	From    int         // the first column that is shown

	name    string // of the file
	comma   rune
	rest    string // what is not read yet
	line    int    // lines before it
	records [][]string
	lines   []int          // of the records
	index   map[string]int // of objects: the column of a name, nil for a file of values
}

// compared is what the keys of the first records tell.
type compared struct {
	Counted int // records that were compared
	Clashes int // of those, keys, and times, that a record before had already
	Keyless int // of those, records that make no key, or have no time
	Why     *base.Error
	WhyLine int // of the first of those
}

// objects reports whether the file is JSON, an object a line.
func (m *Mapping) objects() bool { return m.index != nil }

// reading reports whether there is more of the file to read.
func (m *Mapping) reading() bool { return m.rest != "" }

// shown returns the columns that are shown, [from, to).
func (m *Mapping) shown() (from, to int) { return m.From, min(m.From+columnsShown, len(m.Columns)) }

// Column is a column of a file.
type Column struct {
	Head      string // as the file calls it
	Field     string // as a template does
	Used      bool   // becomes a column of the table
	Family    string
	Qualifier string
}

// newMapping reads a file of values, whose first line names the columns, or the first
// two as cbt's import reads them. It refuses (bad-csv) what is none.
func newMapping(title, name, text string, objects bool) (*Mapping, error) {
	if name == "" {
		name = "values"
	}
	first, _, _ := strings.Cut(text, "\n")
	m := &Mapping{Title: title, Table: tableName(title), name: name, comma: ',', rest: text}
	for _, comma := range ";\t" {
		if strings.Count(first, string(comma)) > strings.Count(first, string(m.comma)) {
			m.comma = comma
		}
	}
	if objects {
		m.index = map[string]int{}
	}
	if n := width(text, m.comma); !objects && n > base.MaxCSVColumns {
		return nil, base.Refuse(base.CodeWideCSV, name, strconv.Itoa(n), strconv.Itoa(base.MaxCSVColumns))
	}
	if err := m.readOn(); err != nil {
		return nil, err
	}
	return m, nil
}

// readOn reads a piece of the rest of the file.
func (m *Mapping) readOn() error {
	read := m.read
	if m.objects() {
		read = m.readObjects
	}
	if err := read(); err != nil {
		return err
	}
	if len(m.records) == 0 && !m.reading() {
		return base.Refuse(base.CodeBadCSV, m.name, "1", "rows")
	}
	m.Records = len(m.records)
	m.Sample = m.records[:min(sampleSize, len(m.records))]
	if m.Counted < min(m.Records, keysCompared) && (m.Counted == 0 || !m.reading() || m.Records >= keysCompared) {
		m.count()
	}
	return nil
}

// width returns how many columns the first record of a text has.
func width(text string, comma rune) int {
	n, quoted := 1, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == comma:
			n++
		case r == '\n':
			return n
		}
	}
	return n
}

// read reads values.
func (m *Mapping) read() error {
	r := csv.NewReader(strings.NewReader(m.rest))
	r.FieldsPerRecord, r.Comma = -1, m.comma
	var families []string
	twice := m.Columns == nil && importable(m.rest)
	for r.InputOffset() < pieceSize {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			m.rest = ""
			break
		}
		if err != nil {
			if at, ok := errors.AsType[*csv.ParseError](err); ok {
				at.Line, at.StartLine = at.Line+m.line, at.StartLine+m.line
			}
			return cbt.BadCSV(m.name, err)
		}
		line, _ := r.FieldPos(0)
		line += m.line
		switch {
		case twice && families == nil:
			families = record
		case m.Columns == nil:
			m.head(record)
			m.place(families)
		case len(record) != len(m.Columns):
			m.leave(line)
		default:
			m.records, m.lines = append(m.records, record), append(m.lines, line)
		}
	}
	if m.reading() {
		at := r.InputOffset()
		m.line += strings.Count(m.rest[:at], "\n")
		m.rest = m.rest[at:]
	}
	return nil
}

// leave leaves a line out.
func (m *Mapping) leave(line int) {
	if m.Left++; len(m.Lines) < linesNamed {
		m.Lines = append(m.Lines, line)
	}
}

// head names the columns, each otherwise: what is called alike would be one cell.
func (m *Mapping) head(heads []string) {
	met, placed, next := map[string]bool{}, map[string]bool{}, map[string]int{}
	for i, head := range heads {
		field := strings.Trim(strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
				return r
			}
			return '_'
		}, strings.ToLower(head)), "_")
		if field == "" || field[0] < 'a' {
			field = "c" + strconv.Itoa(i+1)
		}
		if stem := strings.TrimRight(field, "0123456789"); met[field] {
			n := max(next[stem], 2)
			for ; met[stem+strconv.Itoa(n)]; n++ {
			}
			field, next[stem] = stem+strconv.Itoa(n), n
		}
		met[field] = true
		qualifier := head
		if placed[qualifier] {
			qualifier = field
		}
		placed[qualifier] = true
		m.Columns = append(m.Columns, Column{Head: head, Field: field, Used: i > 0, Family: "cf", Qualifier: qualifier})
	}
	m.Template = "{" + m.Columns[0].Field + "}"
}

// place puts the columns into families, each that has none into the one before.
func (m *Mapping) place(families []string) {
	for i, last := 1, ""; i < min(len(families), len(m.Columns)); i++ {
		if families[i] != "" {
			last = families[i]
		}
		m.Columns[i].Family = last
	}
}

// count makes the keys of the first records.
func (m *Mapping) count() {
	m.Keys, m.compared = nil, compared{}
	template, places, err := m.template()
	if m.Err = err; err != nil {
		return
	}
	clock := m.data().Clock()
	met := map[arrival]bool{}
	values := make([]string, len(places))
	for i, record := range m.records[:min(len(m.records), keysCompared)] {
		m.Counted++
		at, err := arrivalOf(template, places, clock, values, record)
		if err != nil {
			if m.Keyless++; m.Why == nil {
				m.Why, m.WhyLine = err, m.lines[i]
			}
		} else if met[at] {
			m.Clashes++
		}
		met[at] = true
		if i < len(m.Sample) {
			m.Keys = append(m.Keys, at.key)
		}
	}
}

// template returns the template and where its fields stand in a record.
func (m *Mapping) template() (*rowkey.Template, []int, *base.Error) {
	fields := m.fields()
	t, err := rowkey.Parse(m.Template)
	if err == nil {
		err = t.Check(fields)
	}
	if err != nil {
		return nil, nil, err.(*base.Error)
	}
	var places []int
	for _, f := range t.Fields() {
		places = append(places, slices.Index(fields, f))
	}
	return t, places, nil
}

// arrival is where and when the cells of a record are written.
type arrival struct {
	key string
	at  base.Micros
}

// arrivalOf returns that of a record. values is room to work in.
func arrivalOf(t *rowkey.Template, places []int, clock dataset.Clock, values, record []string) (arrival, *base.Error) {
	for i, at := range places {
		values[i] = record[at]
	}
	key, err := t.AppendKey(nil, values)
	if err != nil {
		return arrival{}, err.(*base.Error)
	}
	at, err := clock.Of(record, 0)
	if err != nil {
		return arrival{}, err.(*base.Error)
	}
	return arrival{string(key), at}, nil
}

// data returns the data set, without its records.
func (m *Mapping) data() dataset.Spec { return dataset.Spec{Fields: m.fields(), Time: m.Time} }

// times returns the fields that may say when cells were written.
func (m *Mapping) times() (out []string) {
	if len(m.Sample) == 0 {
		return nil
	}
	for i, c := range m.Columns {
		if _, ok := dataset.ParseTime(m.Sample[0][i]); ok {
			out = append(out, c.Field)
		}
	}
	return out
}

func (m *Mapping) fields() []string {
	out := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		out[i] = c.Field
	}
	return out
}

// load returns the request that makes the table. Records without a key or a
// time are left out.
func (m *Mapping) load() engine.Load {
	l := engine.Load{Table: m.Table, Template: m.Template, Data: m.data()}
	for _, c := range m.Columns {
		if c.Used {
			l.Columns = append(l.Columns, plan.Column{Field: c.Field, Family: base.Family(c.Family), Qualifier: base.Qualifier(c.Qualifier)})
		}
	}
	template, places, err := m.template()
	if err != nil {
		panic("files: a mapping without a template is not made")
	}
	clock := l.Data.Clock()
	values := make([]string, len(places))
	for _, record := range m.records {
		if _, err := arrivalOf(template, places, clock, values, record); err == nil {
			l.Data.Records = append(l.Data.Records, record)
		}
	}
	return l
}
