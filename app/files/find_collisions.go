package files

import (
	"iter"
	"slices"
	"strings"

	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/infer"
	"tabletop/engine/rowkey"
)

// compared is what is known from comparing the keys of the first records. A key is compared
// together with the time of the record's cells: records with the same key and different
// times become versions in one row, and none of them is lost.
type compared struct {
	Counted int         // records that were compared
	Clashes int         // of those, records with the key and time of an earlier one
	Repeats int         // of those, records equal to an earlier one; leaving them out loses nothing
	Clash   []clash     // the first clashes, at most clashesShown
	Keyless int         // of those, records without a key or a time
	Refused *base.Error // why the first of them has none
	WhyLine int         // line of the first of them
	Bare    int         // of those, records with a key of their own and no value in a used column
	Within  int         // values replaced by another of their own line, in the same column at the same time
	InLine  int         // line of the first of them
	Blank   []blank     // fields of the key that are empty in some records
	Last    string      // the field of a measured value that the proposed key ends with, "" for none
	Alone   int         // records that only the field Last tells from others
	Differs differs     // the column that would tell most clashing records apart
	pairs   [][2]int    // for each clash, the record and the earlier one
	rows    []bool      // by record, whether it becomes a row of its own
}

// clash is a record with the key and time of an earlier one; both are given by their lines.
type clash struct {
	line, before int
	key          string
}

// blank is a field of the key, and the number of records with a key in which that field is
// empty.
type blank struct {
	field string
	lines int
}

// differs is a column that has different values in records with the same key.
type differs struct {
	field string
	apart int // records that would have a key of their own if it were in the key
	only  int // of those, records that differ from the earlier one in this column only
}

// clashesShown is the most clashes that are shown.
const clashesShown = 2

// The work of comparing that is done in one turn, so that the page stays responsive: all of
// it for up to foundAtOnce records, and otherwise foundInATurn records in each turn.
const (
	foundAtOnce  = 2000
	foundInATurn = 1000
)

// finding is a search for a key, and the comparing of the first records' keys. It works on a
// copy of the mapping that is made when the search begins. step does the work of one turn and
// reports in its second result whether there is more; stop ends the search early.
type finding struct {
	of   *Mapping // the copy, which the search changes
	key  bool     // a key is searched for, and not only compared
	step func() (struct{}, bool)
	stop func()
}

// foundOn is the message that continues a search. It is ignored if another search has
// replaced it.
type foundOn struct{ *finding }

func (m foundOn) apply(u *update) {
	if u.Mapping == nil || u.Mapping.finding != m.finding {
		m.stop()
		return
	}
	if _, more := m.step(); more {
		u.DoEffect(page.SendMsgNextTurn{Msg: m})
		return
	}
	u.found()
}

// find starts to compare the keys of the first records, and replaces a search that is under
// way. If proposes is true, or the replaced search was one for a key, it first searches for
// a key that tells the records apart, unless the reader has chosen the template. For a few
// records the search ends before find returns.
func (u *update) find(proposes bool) {
	u.edit(func(m *Mapping) {
		if m.finding != nil {
			proposes = proposes || m.finding.key
			m.finding.stop()
		}
		m.finding = m.find(proposes)
	})
	m := u.Mapping
	if m == nil {
		return
	}
	// A few records are compared within this turn.
	if m.file == nil && len(m.records) <= foundAtOnce {
		u.found()
		return
	}
	u.DoEffect(page.SendMsgNextTurn{Msg: foundOn{m.finding}})
}

// found finishes the search and takes its results. It writes a newly proposed template into
// the field.
func (u *update) found() {
	u.edit(func(m *Mapping) {
		for more := true; more; {
			_, more = m.finding.step()
		}
		text := m.Template
		first := m.unproposed()
		if m.take(m.finding.of); (first || m.Template != text) && u.Dialog == page.DialogValues {
			u.DoEffect(page.SetFieldText{ID: elementTemplate, Text: m.Template})
		}
	})
}

// unproposed reports whether a key is still to be proposed. Until then the template is a
// preliminary one. No key is proposed if the reader has edited the template, or for the
// format of cbt's import, which has a key.
func (m *Mapping) unproposed() bool { return m.Counted == 0 && !m.edited && m.heads != 2 }

// proposing reports whether a key will be proposed once the records, or the search for it,
// are there.
func (m *Mapping) proposing() bool { return m.unproposed() && m.busy() }

// work returns the code of the sentence that says what is being done with the text before a table
// can be made, "" for nothing. Keys that are compared again for another template do not count.
func (m *Mapping) work() string {
	switch {
	case m.reading():
		return "map-reading"
	case m.finding != nil && (m.finding.key || m.Counted == 0):
		return "map-comparing"
	}
	return ""
}

// due reports whether to start comparing: enough records have been read, and they have not
// been compared yet.
func (m *Mapping) due() bool {
	looked := m.Counted
	if m.finding != nil {
		looked = len(m.finding.of.first())
	}
	return looked < min(m.Records, keysCompared) && (!m.reading() || m.Records >= keysCompared)
}

// first returns the records whose keys are compared, at most keysCompared.
func (m *Mapping) first() [][]string { return m.records[:min(len(m.records), keysCompared)] }

// find returns a finding that proposes a key if proposes is true and the reader has not
// chosen one, compares the keys, and looks for a better template.
func (m *Mapping) find(proposes bool) *finding {
	own := *m
	own.Columns = slices.Clone(m.Columns)
	f := &finding{of: &own, key: proposes && !own.edited && own.heads != 2}
	f.step, f.stop = iter.Pull(func(yield func(struct{}) bool) {
		p := func() bool { return yield(struct{}{}) }
		if f.key {
			own.propose(p)
		} else {
			own.compare(p)
		}
		own.better(p)
	})
	return f
}

// take copies the results of a search from the mapping of. Both have the same columns.
func (m *Mapping) take(of *Mapping) {
	m.finding = nil
	m.Template, m.BetterTemplate, m.Keys, m.Err, m.compared = of.Template, of.BetterTemplate, of.Keys, of.Err, of.compared
	for i := range m.Columns {
		m.Columns[i].given = of.Columns[i].given
	}
	m.choose()
}

// breath ends the work of a turn. It returns in the next turn, and reports whether to
// continue: not if the search was stopped.
type breath func() bool

// propose sets a template that tells the first records apart, as far as there is one, and
// compares their keys. If the key ends with a measured value, it also counts the records
// that only this value tells apart.
func (m *Mapping) propose(b breath) {
	some, last := m.first(), ""
	// Search in some records first, and in all of them only if the found key is not unique
	// there.
	for _, n := range []int{proposedOf, len(some)} {
		m.Template, last = infer.SuggestTemplate(m.fields(), some[:min(n, len(some))])
		if !b() {
			return
		}
		if m.compare(b); m.Clashes == 0 {
			break
		}
	}
	if last != "" && m.Clashes == 0 {
		// Count the clashes without the last field, to say how much depends on it.
		other := *m
		other.Columns = slices.Clone(m.Columns)
		other.Template = m.Template[:strings.LastIndexByte(m.Template, '}')]
		other.Template = other.Template[:strings.LastIndexByte(other.Template, '}')+1]
		other.compare(b)
		m.Last, m.Alone = last, other.Clashes
	}
}

// proposedOf is the number of records that a key is first searched in. If it does not tell
// all records apart, the search is repeated with all that are compared.
const proposedOf = 5000

// choose uses the columns whose values cannot be read back from the keys, except where the
// reader has chosen. At least one column is used, since a row without cells does not exist.
func (m *Mapping) choose() {
	all := true
	for i := range m.Columns {
		if c := &m.Columns[i]; !c.chosen {
			c.Used = !c.given
		}
		all = all && !m.Columns[i].Used
	}
	if c := &m.Columns[0]; all && !c.chosen {
		c.Used = true // a row without cells does not exist
	}
	m.countCells()
}

// better sets BetterTemplate to a template that makes more keys, or tells more records apart, than
// the present one; "" if none is found. It finds the column for Differs too.
func (m *Mapping) better(b breath) {
	m.BetterTemplate = ""
	if m.Keyless > 0 {
		m.BetterTemplate = m.corrected(b)
	}
	if m.Clashes > 0 {
		m.differ(b)
	}
	// A template is only offered in place of one that the reader has edited; others are
	// proposed anyway.
	if m.BetterTemplate != "" || m.Clashes == 0 || !m.edited || m.heads == 2 {
		return
	}
	if m.BetterTemplate = m.longer(b); m.BetterTemplate != "" {
		return
	}
	other := *m
	other.Columns = slices.Clone(m.Columns)
	if other.propose(b); other.Clashes < m.Clashes && other.Template != m.Template {
		m.BetterTemplate = other.Template
	}
}

// differ finds the column that tells most of the clashing records apart. A column of numbers
// counts half, because numbers may be measured values, which do not belong into a key.
func (m *Mapping) differ(b breath) {
	best := 0
	for i, c := range m.Columns {
		if !b() {
			return
		}
		d, number := differs{field: c.Field}, false
		type value struct {
			before int
			text   string
		}
		// Of several records that clash with the same earlier one, each value counts once: with
		// the column in the key, records with equal values would still clash with each other.
		met := map[value]bool{}
		for _, pair := range m.pairs {
			record, before := m.records[pair[0]], m.records[pair[1]]
			v := value{pair[1], record[i]}
			if v.text == before[i] || met[v] {
				continue
			}
			met[v] = true
			d.apart++
			number = number || infer.ValueKind(v.text) == "number"
			if slices.Equal(record[:i], before[:i]) && slices.Equal(record[i+1:], before[i+1:]) {
				d.only++
			}
		}
		worth := 2 * d.apart
		if number {
			worth = d.apart
		}
		if worth > best {
			m.Differs, best = d, worth
		}
	}
}

// longer returns the present template with one more field at its end, if that tells all
// records apart, and "" otherwise. The separator is the one before the template's last
// field.
func (m *Mapping) longer(b breath) string {
	if m.Differs.apart < m.Clashes {
		return ""
	}
	sep := "#"
	last := strings.LastIndexByte(m.Template, '{')
	if before := strings.LastIndexByte(m.Template[:last], '}'); before >= 0 && before+1 < last {
		sep = m.Template[before+1 : last]
	}
	other := *m
	other.Columns = slices.Clone(m.Columns)
	other.Template += sep + "{" + m.Differs.field + "}"
	if other.compare(b); other.Err != nil || other.Clashes > 0 || other.Keyless > m.Keyless {
		return ""
	}
	return other.Template
}

// corrected returns the present template with a transform that reads times as the file
// writes them, if more records have a key with it, and "" otherwise.
func (m *Mapping) corrected(b breath) string {
	t, _, err := m.template()
	if err != nil || m.Refused.Code != base.CodeFieldTransform {
		return ""
	}
	other := *m
	other.Columns = slices.Clone(m.Columns)
	if other.Template = t.WithProposed(m.Refused.Args[0], m.Refused.Args[4]); other.Template == "" {
		return ""
	}
	if other.compare(b); other.Keyless >= m.Keyless {
		return ""
	}
	return other.Template
}

// compare makes the keys of the first records and fills in compared. It also finds the
// columns whose values can be read back from the keys. Bare and Within are counted by
// countCells.
func (m *Mapping) compare(b breath) {
	m.Keys, m.compared = nil, compared{}
	for i := range m.Columns {
		m.Columns[i].given = false
	}
	template, places, err := m.template()
	if m.Err = err; err != nil {
		return
	}
	// Begin with all fields of the key as given, and clear those that some key does not give
	// back.
	keys := make([]bool, len(m.Columns))
	for _, at := range places {
		m.Columns[at].given, keys[at] = true, true
	}
	// met maps each place that cells are written to, to the first record there.
	clock := m.data().Clock()
	some := m.first()
	met, given := make(map[arrival]int, len(some)), len(places)
	m.rows = make([]bool, 0, len(some))
	again, _ := dataset.FindRepeats(some)
	values, blanks := make([]string, len(places)), make([]int, len(places))
	for i, record := range some {
		if i%foundInATurn == foundInATurn-1 && !b() {
			return
		}
		m.Counted++
		at, err := arrivalOf(template, places, clock, values, record)
		for n, v := range values {
			if v == "" && err == nil {
				blanks[n]++
			}
		}
		repeats := err == nil && again[i]
		m.rows = append(m.rows, err == nil && !repeats && m.arrive(met, i, m.places(at, record, keys)))
		if repeats {
			m.Repeats++
		}
		if err != nil {
			if m.Keyless++; m.Refused == nil {
				m.Refused, m.WhyLine = err, m.lines[i]
			}
		}
		if i < len(m.Sample) {
			m.Keys = append(m.Keys, at.key)
		}
		if err == nil && given > 0 {
			given -= m.giveBack(template, places, at.key, values)
		}
	}
	for n, lines := range blanks {
		if lines > 0 {
			m.Blank = append(m.Blank, blank{m.Columns[places[n]].Field, lines})
		}
	}
}

// giveBack reads the fields of one key back, and clears given for the columns whose values
// differ. It returns how many it cleared.
func (m *Mapping) giveBack(template *rowkey.Template, places []int, key string, values []string) (fewer int) {
	held, ok := template.DecodeWholeValues(base.RowKey(key))
	for n, at := range places {
		if c := &m.Columns[at]; c.given && (!ok || held[n] != values[n]) {
			c.given = false
			fewer++
		}
	}
	return fewer
}

// arrive records the places that the cells of a record are written to, in met. It reports
// whether no earlier record was written to one of them; otherwise it counts a clash.
func (m *Mapping) arrive(met map[arrival]int, record int, at []arrival) bool {
	before := -1
	for _, place := range at {
		if first, again := met[place]; !again {
			met[place] = record
		} else if before < 0 && first != record {
			before = first
		}
	}
	if before < 0 {
		return true
	}
	m.pairs = append(m.pairs, [2]int{record, before})
	if m.Clashes++; len(m.Clash) < clashesShown {
		m.Clash = append(m.Clash, clash{m.lines[record], m.lines[before], at[0].key})
	}
	return false
}

// countCells counts the records without a value in a used column, which make no row, and the
// values that are replaced by others of their own line.
func (m *Mapping) countCells() {
	m.countWithin()
	m.Bare = 0
	if m.StoresEmpty {
		return
	}
	for i, record := range m.records[:m.Counted] {
		if m.rows[i] && m.bare(m.sparse(record)) {
			m.Bare++
		}
	}
}

// bare reports whether a record, in the form that sparse returns, has no value in a used
// column.
func (m *Mapping) bare(record []string) bool {
	for i, c := range m.Columns {
		if c.Used && !dataset.LacksField(record, len(m.Columns), i) {
			return false
		}
	}
	return true
}
