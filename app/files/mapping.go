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

// What of a file of values is looked at while the mapping is being made.
const (
	sampleSize   = 5      // records that are shown
	keysCompared = 20_000 // records whose keys are compared
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
	Empty    bool       // what is empty or absent is a cell without bytes, else no cell
	Better   string     // a template whose keys tell more of the lines apart, "" for none
	Sample   [][]string // the first records
	Keys     []string   // of the sample, "" for one that has none
	Records  int        // in the file
	compared
	*records.Reader // of which Left is the lines that are left out, also for another number of fields
	*feed
	stamps
	Err  *base.Error // of the template
	From int         // the first column that is shown

	name     string // of the file
	comma    rune   // 0 for JSON, an object a line
	families []string
	preamble
	taken   *arrived
	finding *finding // what is found out of the keys, nil for nothing now
	edited  bool     // the template is the reader's
	firstRecords
}

// preamble counts the records of a file that come before its values.
type preamble struct {
	before int // records before those that name the columns: one, where a spreadsheet says what parts the values
	heads  int // records that name the columns
	passed int // of those before
}

// arrived is records that have been read, and their lines. Beyond those that are kept they
// are only counted.
type arrived struct {
	records [][]string
	lines   []int
	more    int   // that are only counted
	odd     []int // lines of others, with another number of values
}

// objects reports whether the file is JSON, an object a line.
func (m *Mapping) objects() bool { return m.comma == 0 }

// long reports whether the file is too long to keep its records: the worker reads it again.
func (m *Mapping) long() bool { return m.size > engine.MaxFiles }

// busy reports whether more of the file is to be read, or a key is still searched for.
func (m *Mapping) busy() bool { return m.reading() || m.finding != nil && m.finding.key }

// rowsOnly reports whether the worker makes the table of the text, without a design.
func (m *Mapping) rowsOnly() bool { return m.long() || m.Stamped }

// shown returns the columns that are shown, [from, to).
func (m *Mapping) shown() (from, to int) { return m.From, min(m.From+columnsShown, len(m.Columns)) }

// Column is a column of a file.
type Column struct {
	Head      string // as the file calls it
	Field     string // as a template does
	Used      bool   // becomes a column of the table
	chosen    bool   // by the reader
	given     bool   // the key gives all of its values back
	Rule      rewrite.Rule
	Family    string
	Qualifier string
}

// newMapping begins to read a file of values, whose first line names the columns, or the
// first two as cbt's import reads them. It refuses (bad-csv) what is none.
func newMapping(s source, objects bool) (*Mapping, error) {
	m := &Mapping{Title: titleOf(s.name), Table: tableName(titleOf(s.name)), name: s.name, taken: &arrived{}}
	if m.name == "" {
		m.name = "values"
	}
	take := func(line int, record []string) {
		m.taken.records, m.taken.lines = append(m.taken.records, record), append(m.taken.lines, line)
	}
	n := 0
	var names []string
	if objects {
		names, m.nested = records.Names(firstObjects(s.text))
		if n = len(names); n == 0 {
			return nil, base.Refuse(base.CodeBadCSV, m.name, "1", "objects")
		} else if n <= base.MaxCSVColumns {
			m.head(names)
		}
		m.Reader = records.Objects(names, take)
	} else {
		text := s.text
		first, rest, _ := strings.Cut(text, "\n")
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
		m.Reader = records.Values(string(m.comma), take)
		switch second, _, _ := strings.Cut(rest, "\n"); {
		case n == 1 && m.before == 0 && infer.Alike(strings.TrimRight(first, "\r"), strings.TrimRight(second, "\r")):
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
	m.feed = newFeed(s, m.Stampable && s.size() <= engine.MaxFiles, m.WriteString)
	if m.long() {
		m.ahead = &host.ReadAhead{Names: names}
		if !objects {
			m.ahead.Comma = string(m.comma)
		}
	}
	return m, nil
}

// firstObjects returns the objects that begin in the first piece of a text, the last one
// whole where they stand a line each.
func firstObjects(text string) string {
	n := min(len(text), pieceSize)
	if end := strings.IndexByte(text[n:min(len(text), n+records.MaxLine)], '\n'); end >= 0 && !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
		return text[:n+end+1]
	}
	return text[:n]
}

// absorb takes the records that have been read.
func (m *Mapping) absorb() error {
	if !m.reading() {
		m.Close()
	}
	for i, record := range m.taken.records {
		switch {
		case m.passed < m.before:
			m.passed++
		case m.Columns == nil && m.heads == 2 && m.families == nil:
			m.families = record
		case m.Columns == nil:
			m.head(record)
			m.place(m.families)
			m.tellApart()
		case !m.objects() && len(record) != len(m.Columns):
			m.Leave(m.taken.lines[i], records.Width)
		default:
			m.stamps.count(record, m.taken.lines[i])
			if m.Records++; !m.long() || m.Records <= keysCompared {
				m.keep(m.taken.lines[i], record)
			}
		}
	}
	m.Records += m.taken.more
	for _, line := range m.taken.odd {
		m.Leave(line, records.Width)
	}
	*m.taken = arrived{}
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

// noRecords refuses a text without a record, for the first fault in it.
func (m *Mapping) noRecords() error {
	line, what := 1, "rows"
	for why, text := range [records.Faults]string{records.Width: "widths", records.Quote: "quote", records.Unclosed: "quote", records.Long: "long", records.NotObject: "objects"} {
		if first := m.Why[why].First; len(first) > 0 && (what == "rows" || first[0] < line) {
			line, what = first[0], text
		}
	}
	return base.Refuse(base.CodeBadCSV, m.name, strconv.Itoa(line), what)
}

// head names the columns, each with a field of its own.
func (m *Mapping) head(heads []string) {
	met, next := map[string]bool{}, map[string]int{}
	for i, head := range heads {
		field := rowkey.FieldName(head)
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
		m.Columns = append(m.Columns, Column{Head: head, Field: field, Used: true, Family: "cf", Qualifier: head})
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

// sparse returns a record as the table is made of it.
func (m *Mapping) sparse(record []string) []string {
	switch {
	case m.Empty:
		return record[:len(m.Columns)]
	case m.objects():
		return record
	}
	return dataset.Blank(slices.Clip(record))
}

// Lost returns how many lines do not become a row of their own, as far as that is known.
func (m *Mapping) Lost() int {
	return m.Left + m.Keyless + m.Clashes + m.Bare
}

// Nothing reports whether no row would be made.
func (m *Mapping) Nothing() bool {
	return m.Counted == 0 || m.Keyless+m.Clashes+m.Repeats+m.Bare >= m.Counted || !slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Used })
}

// Nowhere returns the columns whose values are stored neither in the key nor in a column.
func (m *Mapping) Nowhere() (out []string) {
	for _, c := range m.Columns {
		if !c.Used && !c.given {
			out = append(out, c.Field)
		}
	}
	return out
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
	of  int // the column after so many others, 0 for all
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
	return arrival{string(key), at, 0}, nil
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

// request returns the request that makes the table. Records without a key or a time are
// left out, and those that are equal to an earlier one.
func (m *Mapping) request() engine.Request {
	l := engine.Load{Table: m.Table, Template: m.Template, Data: m.data()}
	for _, c := range m.Columns {
		if c.Used {
			l.Columns = append(l.Columns, plan.Column{Field: c.Field, Family: base.Family(c.Family), Qualifier: base.Qualifier(c.Qualifier)})
		}
	}
	l.Left = m.Left
	if m.rowsOnly() {
		l.Left += m.Keyless + m.Bare
		v := engine.Values{Of: l, Heads: m.before + m.heads, Sparse: !m.Empty, Stamped: m.Stamped, Rules: m.rules(), Text: m.packed()}
		if m.comma != 0 {
			v.Comma = string(m.comma)
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
			l.Left++
			continue
		}
		if record = m.sparse(record); !m.Empty && m.bare(record) {
			l.Left++
			continue
		}
		l.Data.Records = append(l.Data.Records, record)
	}
	return l
}

// tooLarge refuses a table of a long file that a tab has no room for.
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
