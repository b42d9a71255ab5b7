package files

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/infer"
	"tabletop/engine/plan"
	"tabletop/engine/records"
	"tabletop/engine/rewrite"
	"tabletop/engine/rowkey"
)

// The parts of a file of values that are looked at while the mapping is being made.
const (
	sampleSize   = 5      // records that are shown
	keysCompared = 20_000 // records whose keys are compared
)

// columnsShown is the most columns of a file that are shown at once.
const columnsShown = 50

// Mapping is how the records of a file become the rows of a table. A Mapping that has been
// drawn is not changed: edit changes a copy and puts that in its place. The copies
// share the Reader, the feed and the records.
type Mapping struct {
	Title           string
	IntoOpenSandbox bool // the table is made in the open sandbox, not in a new one
	choices
	BetterTemplate string     // a template that tells more records apart, "" for none
	Sample         [][]string // the first records, which are shown
	Keys           []string   // row keys of Sample, "" for a record without one
	Records        int        // records read up to now
	compared
	*records.Reader // its Left counts the lines left out, also those with too few or too many values
	*feed
	stamps
	Err         *base.Error // why the template is refused, nil if it is not
	FirstColumn int         // index of the first column that is shown

	name     string   // of the file, or "values"
	comma    rune     // separator of the values; 0 for JSON, with an object on each line
	families []string // the first line of cbt's import format, nil until it is read
	preamble
	taken   *arrived // records that were read and not yet absorbed
	finding *finding // the search for a key under way, nil for none
	former  *choices // those from before the text was read as another kind, until they are taken; nil for none
	firstRecords
}

// choices is what the reader can choose about a text while it is read as one kind. Of the output
// of a console it has only the table and the row.
type choices struct {
	Table       string // name of the table
	Template    string // row-key template
	edited      bool   // the reader has edited the template
	Columns     []column
	Time        string // the field with the time of the cells, "" for the time of the import
	StoresEmpty bool   // an empty or absent value becomes a cell without bytes; otherwise no cell
	stamped     bool   // stamps.Stamped, when the choices are kept
	row         string // the row key of the output of get
}

// recall takes over the former choices once the columns are known. No record may have been kept.
func (m *Mapping) recall() {
	if m.former == nil || len(m.Columns) == 0 {
		return
	}
	if table := m.Table; len(m.former.Columns) == len(m.Columns) {
		m.choices, m.Stamped = *m.former, m.former.stamped
		m.Table, m.Columns = table, slices.Clone(m.choices.Columns)
	}
	if m.former = nil; m.rules() != nil {
		m.original = [][]string{}
	}
}

// preamble counts the records of a file before its values.
type preamble struct {
	before int // records before the column names: 1 if a spreadsheet's first line names the separator
	heads  int // records that name the columns: 0, 1, or 2 for cbt's import format
	passed int // how many of the records counted in before have been passed over
}

// arrived collects the records that the Reader has read, with their lines, until absorb
// takes them. Of a long file, records after the first keysCompared are only counted.
type arrived struct {
	records [][]string
	lines   []int
	more    int   // records that were only counted
	odd     []int // lines of such records with another number of values
}

// objects reports whether the file is JSON, with an object on each line.
func (m *Mapping) objects() bool { return m.comma == 0 }

// long reports whether the file is too long for the page to keep its records. The worker
// then reads it again.
func (m *Mapping) long() bool { return m.size > engine.MaxConsoleFiles }

// busy reports whether the file is still being read, or a key searched for.
func (m *Mapping) busy() bool { return m.reading() || m.finding != nil && m.finding.key }

// rowsOnly reports whether the worker makes the table from the text. The table then has
// rows, and no design.
func (m *Mapping) rowsOnly() bool { return m.long() || m.Stamped }

// shown returns the indices of the columns that are shown, [from, to).
func (m *Mapping) shown() (from, to int) {
	return m.FirstColumn, min(m.FirstColumn+columnsShown, len(m.Columns))
}

// column is a column of a file: its name there, and the column of the table that its values
// go to.
type column struct {
	Head      string            // its name in the file
	Field     string            // its name in templates, different for each column
	Used      bool              // it becomes a column of the table
	chosen    bool              // the reader has chosen whether it is used
	given     bool              // all of its values can be read back from the row keys
	Rule      rewrite.ValueRule // how its values are rewritten, "" for not at all
	Family    string
	Qualifier string
}

// newMapping returns the mapping of a file of values, or of JSON objects if objects is true,
// and prepares to read it. The format is recognised from the first lines: the separator, and
// whether the columns are named by one line, by two (cbt's import format), or by none. It
// returns a *base.Error for a text that is no such file, or has too many columns.
func newMapping(s source, objects bool) (*Mapping, error) {
	m := &Mapping{Title: titleOf(s.name), name: s.name, taken: &arrived{}}
	m.Table = tableName(m.Title)
	if m.name == "" {
		m.name = "values"
	}
	take := func(line int, record []string) {
		m.taken.records, m.taken.lines = append(m.taken.records, record), append(m.taken.lines, line)
	}
	n := 0
	var names []string
	if objects {
		names, m.nested = records.ObjectFieldNames(firstObjects(s.text))
		if n = len(names); n == 0 {
			return nil, base.Refuse(base.CodeBadCSV, m.name, "1", "objects")
		} else if n <= base.MaxCSVColumns {
			m.head(names)
		}
		m.Reader = records.NewObjectsReader(names, take)
	} else {
		text := s.text
		first, rest, _ := strings.Cut(text, "\n")
		// The separator is the one that occurs most in the first line, unless that line names it.
		m.comma, m.heads = ',', 1
		for _, comma := range ";\t" {
			if strings.Count(first, string(comma)) > strings.Count(first, string(m.comma)) {
				m.comma = comma
			}
		}
		if comma, says := separator(first); says {
			m.comma, m.before, text = comma, 1, rest
		}
		n = width(text, m.comma)
		m.Reader = records.NewValuesReader(string(m.comma), take)
		// A single column whose first two lines are alike has no line with names: it is row keys.
		switch second, _, _ := strings.Cut(rest, "\n"); {
		case n == 1 && m.before == 0 && infer.SameForm(strings.TrimRight(first, "\r"), strings.TrimRight(second, "\r")):
			m.heads = 0
			m.head([]string{"key"})
		case n <= base.MaxCSVColumns && m.comma == ',' && importable(text):
			m.heads = 2
		}
		m.stamps = stampsOf(text, string(m.comma), m.heads)
	}
	if n > base.MaxCSVColumns {
		return nil, base.Refuse(base.CodeWideCSV, m.name, strconv.Itoa(n), strconv.Itoa(base.MaxCSVColumns))
	}
	// The worker needs the packed text of a short file only to read the times in it.
	m.feed = newFeed(s, m.Stampable && s.size() <= engine.MaxConsoleFiles, m.WriteString)
	if m.long() {
		m.ahead = &host.StageValuesPiece{Names: names}
		if !objects {
			m.ahead.Comma = string(m.comma)
		}
	}
	return m, nil
}

// firstObjects returns the beginning of a text of JSON. If the objects are on a line each,
// it ends with a whole line.
func firstObjects(text string) string {
	n := min(len(text), pieceSize)
	if end := strings.IndexByte(text[n:min(len(text), n+records.MaxLine)], '\n'); end >= 0 && !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
		return text[:n+end+1]
	}
	return text[:n]
}

// absorb takes the records that were read since it was called last: lines that name the
// columns, and values. It leaves out records with a wrong number of values. The error says
// why the whole text is refused, which is known at its end.
func (m *Mapping) absorb() error {
	if !m.reading() {
		m.EndText()
	}
	// Lines before the names, names, and values, in this order.
	for i, record := range m.taken.records {
		switch {
		case m.passed < m.before:
			m.passed++
		case m.Columns == nil && m.heads == 2 && m.families == nil:
			m.families = record
		case m.Columns == nil:
			m.head(record)
			m.place(m.families)
			m.recall()
			m.tellApart()
		case !m.objects() && len(record) != len(m.Columns):
			m.CountSkippedLine(m.taken.lines[i], records.Width)
		default:
			m.stamps.count(record, m.taken.lines[i])
			if m.Records++; !m.long() || m.Records <= keysCompared {
				m.keep(m.taken.lines[i], record)
			}
		}
	}
	m.Records += m.taken.more
	for _, line := range m.taken.odd {
		m.CountSkippedLine(line, records.Width)
	}
	*m.taken = arrived{}
	// Enough records of a long file are kept; let the Reader count the others without making
	// strings of them.
	if m.long() && m.Records >= keysCompared && m.Reader.Count == nil {
		taken, width := m.taken, len(m.Columns)
		m.Reader.Count = func(line, values int) {
			if values == width {
				taken.more++
			} else {
				taken.odd = append(taken.odd, line)
			}
		}
	}
	if m.Records == 0 && !m.reading() {
		return m.noRecords()
	}
	m.Sample = m.records[:min(sampleSize, len(m.records))]
	return nil
}

// noRecords returns the refusal of a text that has no usable record, for the first fault in
// it.
func (m *Mapping) noRecords() error {
	line, what := 1, "rows"
	for why, text := range [records.FaultCount]string{records.Width: "widths", records.Quote: "quote", records.Unclosed: "quote", records.Long: "long", records.NotObject: "objects"} {
		if first := m.Skipped[why].First; len(first) > 0 && (what == "rows" || first[0] < line) {
			line, what = first[0], text
		}
	}
	return base.Refuse(base.CodeBadCSV, m.name, strconv.Itoa(line), what)
}

// head makes the columns from their names. Each gets a field name of its own: a part of its
// name that templates allow, with a number if another column has that already.
func (m *Mapping) head(heads []string) {
	met, next := map[string]bool{}, map[string]int{}
	for i, head := range heads {
		field := rowkey.MakeFieldName(head)
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
		m.Columns = append(m.Columns, column{Head: head, Field: field, Used: true, Family: "cf", Qualifier: head})
	}
	m.Template = "{" + m.Columns[0].Field + "}"
}

// place sets the families of the columns, from the first line of cbt's import format. A
// column without a family there has that of the column before.
func (m *Mapping) place(families []string) {
	for i, last := 1, ""; i < min(len(families), len(m.Columns)); i++ {
		if families[i] != "" {
			last = families[i]
		}
		m.Columns[i].Family = last
	}
}

// sparse returns a record in the form that the table is made from, in which absent values
// make no cell unless Empty is set.
func (m *Mapping) sparse(record []string) []string {
	switch {
	case m.StoresEmpty:
		return record[:len(m.Columns)]
	case m.objects():
		return record
	}
	return dataset.OmitEmptyFields(slices.Clip(record))
}

// lost returns the number of lines that do not become a row of their own, among those that
// were read and compared.
func (m *Mapping) lost() int {
	return m.SkippedCount + m.Keyless + m.Clashes + m.Bare
}

// nothing reports whether the table would have no row.
func (m *Mapping) nothing() bool {
	return m.Counted == 0 || m.Keyless+m.Clashes+m.Repeats+m.Bare >= m.Counted || !slices.ContainsFunc(m.Columns, func(c column) bool { return c.Used })
}

// nowhere returns the fields whose values would be stored neither in the key nor in a
// column.
func (m *Mapping) nowhere() (out []string) {
	for _, c := range m.Columns {
		if !c.Used && !c.given {
			out = append(out, c.Field)
		}
	}
	return out
}

// template parses the template. It also returns, for each of its fields, the index of the
// column in a record.
func (m *Mapping) template() (*rowkey.Template, []int, *base.Error) {
	fields := m.fields()
	t, err := rowkey.Parse(m.Template)
	if err == nil {
		err = t.CheckFields(fields)
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

// arrival is a place that cells of a record are written to: a row key and a time, and where
// the cells of a record have times of their own also a column.
type arrival struct {
	key string
	at  base.Micros
	of  int // index of the column plus 1, 0 for all columns
}

// arrivalOf returns the place for all columns of a record. The fields of the key are at the
// indices places of the record; values has the same length and is overwritten with them.
func arrivalOf(t *rowkey.Template, places []int, clock dataset.RecordClock, values, record []string) (arrival, *base.Error) {
	for i, at := range places {
		values[i] = record[at]
	}
	key, err := t.AppendKey(nil, values)
	if err != nil {
		return arrival{}, err.(*base.Error)
	}
	at, err := clock.TimeOf(record, 0)
	if err != nil {
		return arrival{}, err.(*base.Error)
	}
	return arrival{string(key), at, 0}, nil
}

// data returns the description of the data set, without its records.
func (m *Mapping) data() dataset.Spec { return dataset.Spec{Fields: m.fields(), Time: m.Time} }

// times returns the fields whose first value is a time, so that they can say when cells were
// written.
func (m *Mapping) times() (out []string) {
	for i, c := range m.Columns {
		if _, ok := dataset.ParseTime(m.firstValue(i)); ok {
			out = append(out, c.Field)
		}
	}
	return out
}

// fields returns the field names of all columns, in order.
func (m *Mapping) fields() []string {
	out := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		out[i] = c.Field
	}
	return out
}

// request returns the request that makes the table. Records without a key, without a time or
// without a used value are left out, and so are records equal to an earlier one. The
// template must be valid.
func (m *Mapping) request() engine.Request {
	l := engine.LoadRecords{Table: m.Table, Template: m.Template, Data: m.data()}
	for _, c := range m.Columns {
		if c.Used {
			l.Columns = append(l.Columns, plan.FieldColumn{Field: c.Field, Family: base.Family(c.Family), Qualifier: base.Qualifier(c.Qualifier)})
		}
	}
	l.SkippedLines = m.SkippedCount
	// The worker reads the text, so the request has no records.
	if m.rowsOnly() {
		l.SkippedLines += m.Keyless + m.Bare
		v := engine.LoadValuesText{Target: l, HeaderRecords: m.before + m.heads, Sparse: !m.StoresEmpty, ValueTimestamps: m.Stamped, Rules: m.rules(), PackedText: m.packed()}
		if m.comma != 0 {
			v.Separator = string(m.comma)
			return v
		}
		for _, c := range m.Columns {
			v.Names = append(v.Names, c.Head)
		}
		return v
	}
	template, places, err := m.template()
	if err != nil {
		panic("files: a mapping without a template is not made")
	}
	clock := l.Data.Clock()
	values := make([]string, len(places))
	for _, record := range dataset.Distinct(m.records) {
		if _, err := arrivalOf(template, places, clock, values, record); err != nil {
			l.SkippedLines++
			continue
		}
		if record = m.sparse(record); !m.StoresEmpty && m.bare(record) {
			l.SkippedLines++
			continue
		}
		l.Data.Records = append(l.Data.Records, record)
	}
	return l
}

// tooLarge returns the refusal of a table with more rows or cells than a browser tab has
// memory for, nil for a smaller one.
func (m *Mapping) tooLarge() *base.Error {
	used := 0
	for _, c := range m.Columns {
		if c.Used {
			used++
		}
	}
	if m.rowsOnly() && (m.Records > engine.MaxTextRows || m.Records*used > engine.MaxTextCells) {
		return base.Refuse(base.CodeTextTooLarge, strconv.Itoa(engine.MaxTextRows), strconv.Itoa(engine.MaxTextCells))
	}
	return nil
}
