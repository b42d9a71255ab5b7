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

// compared is what the keys of the first records tell.
type compared struct {
	Counted int // records that were compared
	Clashes int // of those, keys, and times, that another record before had already
	Repeats int // of those, records that are equal to one before: nothing of them is lost
	Clash   []clash
	Keyless int         // of those, records that make no key, or have no time
	Refused *base.Error // of the first of those
	WhyLine int         // of the first of those
	Bare    int         // of those, records that have a key of their own, but no value in a column that is kept
	Within  int         // values in them that give way to another of their own line, in the same column at the same time
	InLine  int         // the line of the first of those
	Blank   []blank     // the fields of the key that are empty in some of them
	Last    string      // the measurement that the key that is proposed ends with, "" for none
	Alone   int         // records that nothing else in the key tells from others
	Differs differs     // what would tell those apart that have the key of another
	pairs   [][2]int    // those records, and the ones before whose keys they have
	rows    []bool      // by record, whether it has a key, and time, of its own
}

// clash is a line with the key, and time, of one before.
type clash struct {
	line, before int
	key          string
}

// blank is a field of the key, and how many records that have one it is empty in.
type blank struct {
	field string
	lines int
}

// differs is a column with other values in records of one key.
type differs struct {
	field string
	apart int // records that would have a key of their own with it
	only  int // of those, records that differ from the one before in nothing else
}

// clashesShown is how many of them are.
const clashesShown = 2

// What of the records is compared in one turn: few records at once, of many some in each turn,
// so that the page answers meanwhile.
const (
	foundAtOnce  = 2000
	foundInATurn = 1000
)

// finding is the search for a key, and the comparing of the first records' keys, of a mapping
// as it was when that began.
type finding struct {
	of   *Mapping // its own
	key  bool     // a key is searched for
	step func() (struct{}, bool)
	stop func()
}

// foundOn goes on with that.
type foundOn struct{ *finding }

func (m foundOn) apply(u *update) {
	if u.Mapping == nil || u.Mapping.finding != m.finding {
		m.stop()
		return
	}
	if _, more := m.step(); more {
		u.Do(page.SendNextTurn{Msg: m})
		return
	}
	u.found()
}

// find begins to compare the first records' keys, after a search for a key that tells them
// apart where that is asked for, or under way, and the reader has not chosen one. Where there
// are few records, it is done at once.
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
	if m.file == nil && len(m.records) <= foundAtOnce {
		u.found()
		return
	}
	u.Do(page.SendNextTurn{Msg: foundOn{m.finding}})
}

// found takes what was found, once the rest is.
func (u *update) found() {
	u.edit(func(m *Mapping) {
		for more := true; more; {
			_, more = m.finding.step()
		}
		text := m.Template
		first := m.unproposed()
		if m.take(m.finding.of); (first || m.Template != text) && u.Menu == page.MenuValues { // another key is proposed
			u.Do(page.SetText{ID: elementTemplate, Text: m.Template})
		}
	})
}

// unproposed reports whether a key is proposed once more of the file has been read: what the
// first records tell would be taken back.
func (m *Mapping) unproposed() bool { return m.Counted == 0 && !m.edited && m.heads != 2 }

// proposing reports whether a key will be proposed as soon as that has been read.
func (m *Mapping) proposing() bool { return m.unproposed() && m.busy() }

// due reports whether the keys are to be looked at, which is once all that are compared are
// here.
func (m *Mapping) due() bool {
	looked := m.Counted
	if m.finding != nil {
		looked = len(m.finding.of.first())
	}
	return looked < min(m.Records, keysCompared) && (!m.reading() || m.Records >= keysCompared)
}

// first returns the records whose keys are compared.
func (m *Mapping) first() [][]string { return m.records[:min(len(m.records), keysCompared)] }

// find returns the search for a key, if one is to be proposed, and the comparing of the keys.
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

// take takes what was found of a mapping with the same template.
func (m *Mapping) take(of *Mapping) {
	m.finding = nil
	m.Template, m.Better, m.Keys, m.Err, m.compared = of.Template, of.Better, of.Keys, of.Err, of.compared
	for i := range m.Columns {
		m.Columns[i].given = of.Columns[i].given
	}
	m.choose()
}

// breath lets the browser have a turn, and reports whether to go on after it.
type breath func() bool

// propose takes a key that tells the first records apart, and compares their keys.
func (m *Mapping) propose(b breath) {
	some, last := m.first(), ""
	for _, n := range []int{proposedOf, len(some)} {
		m.Template, last = infer.Key(m.fields(), some[:min(n, len(some))])
		if !b() {
			return
		}
		if m.compare(b); m.Clashes == 0 {
			break
		}
	}
	if last != "" && m.Clashes == 0 {
		other := *m
		other.Columns = slices.Clone(m.Columns)
		other.Template = m.Template[:strings.LastIndexByte(m.Template, '}')]
		other.Template = other.Template[:strings.LastIndexByte(other.Template, '}')+1]
		other.compare(b)
		m.Last, m.Alone = last, other.Clashes
	}
}

// proposedOf is how many records a key is looked for in first.
const proposedOf = 5000

// choose leaves out the columns whose values the keys of the first records give back, unless
// the reader has chosen.
func (m *Mapping) choose() {
	all := true
	for i := range m.Columns {
		if c := &m.Columns[i]; !c.chosen {
			c.Used = !c.given
		}
		all = all && !m.Columns[i].Used
	}
	if c := &m.Columns[0]; all && !c.chosen {
		c.Used = true // a row is its cells
	}
	m.countCells()
}

// better looks for a template that makes more keys, or tells more lines apart, than the one
// that the reader has chosen.
func (m *Mapping) better(b breath) {
	m.Better = ""
	if m.Keyless > 0 {
		m.Better = m.corrected(b)
	}
	if m.Clashes > 0 {
		m.differ(b)
	}
	if m.Better != "" || m.Clashes == 0 || !m.edited || m.heads == 2 {
		return
	}
	if m.Better = m.longer(b); m.Better != "" {
		return
	}
	other := *m
	other.Columns = slices.Clone(m.Columns)
	if other.propose(b); other.Clashes < m.Clashes && other.Template != m.Template {
		m.Better = other.Template
	}
}

// differ finds the column that tells most of the records apart that have the key of another.
// A number may be measured: it counts half.
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
		met := map[value]bool{}
		for _, pair := range m.pairs {
			record, before := m.records[pair[0]], m.records[pair[1]]
			v := value{pair[1], record[i]}
			if v.text == before[i] || met[v] {
				continue
			}
			met[v] = true
			d.apart++
			number = number || infer.KindOf(v.text) == "number"
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

// longer returns the reader's template with the column at its end that tells all records
// apart, "" for none that does.
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

// corrected returns the template that takes times as they are written in the file, "" for
// none that makes more keys.
func (m *Mapping) corrected(b breath) string {
	t, _, err := m.template()
	if err != nil || m.Refused.Code != base.CodeFieldTransform {
		return ""
	}
	other := *m
	other.Columns = slices.Clone(m.Columns)
	if other.Template = t.Corrected(m.Refused.Args[0], m.Refused.Args[4]); other.Template == "" {
		return ""
	}
	if other.compare(b); other.Keyless >= m.Keyless {
		return ""
	}
	return other.Template
}

// compare makes the keys of the first records, and finds which columns they give back.
func (m *Mapping) compare(b breath) {
	m.Keys, m.compared = nil, compared{}
	for i := range m.Columns {
		m.Columns[i].given = false
	}
	template, places, err := m.template()
	if m.Err = err; err != nil {
		return
	}
	keys := make([]bool, len(m.Columns))
	for _, at := range places {
		m.Columns[at].given, keys[at] = true, true
	}
	clock := m.data().Clock()
	some := m.first()
	met, given := make(map[arrival]int, len(some)), len(places)
	m.rows = make([]bool, 0, len(some))
	again, _ := dataset.Repeats(some)
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

// giveBack leaves the columns out of those whose values the keys give back that a key does
// not. It returns how many.
func (m *Mapping) giveBack(template *rowkey.Template, places []int, key string, values []string) (fewer int) {
	held, ok := template.Held(base.RowKey(key))
	for n, at := range places {
		if c := &m.Columns[at]; c.given && (!ok || held[n] != values[n]) {
			c.given = false
			fewer++
		}
	}
	return fewer
}

// arrive records where and when the cells of a record are written. It reports whether no
// earlier record was written to the same place.
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

// countCells counts what of the records becomes no cell: those that make no row, since a row
// is its cells, and values that give way to others of their line.
func (m *Mapping) countCells() {
	m.countWithin()
	m.Bare = 0
	if m.Empty {
		return
	}
	for i, record := range m.records[:m.Counted] {
		if m.rows[i] && m.bare(m.sparse(record)) {
			m.Bare++
		}
	}
}

// bare reports whether a record, as sparse returns it, has no value in a column that is
// kept.
func (m *Mapping) bare(record []string) bool {
	for i, c := range m.Columns {
		if c.Used && !dataset.Lacks(record, len(m.Columns), i) {
			return false
		}
	}
	return true
}
