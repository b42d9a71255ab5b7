package record

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/figures"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/record/frames"
	"tabletop/app/wording"
	"tabletop/engine"
	"tabletop/engine/plan"
)

// writer writes one record.
type writer struct {
	*Figures
	frames.Settings
	lang string
}

// Write returns the record of figures in a language.
func Write(lang string, f *Figures, s frames.Settings) *Document {
	s.Multiple = min(max(s.Multiple, 2), frames.MaxMultiple)
	w := &writer{f, s, lang}
	d := &Document{Language: lang, Title: s.Title, Kind: w.t("record-kind", i18n.FormatDate(lang, s.Made))}
	d.Sections = append(d.Sections, Section{Blocks: []Block{Paragraph{w.summary()}}})
	for i := range f.Tables {
		d.Sections = append(d.Sections, w.table(&f.Tables[i]))
	}
	d.Sections = append(d.Sections, w.questions())
	for i := range f.Tables {
		if of := &f.Tables[i]; of.Load != nil {
			d.Sections = append(d.Sections, w.load(i, of))
		}
	}
	d.Sections = append(d.Sections, w.nodes(), w.designs(), w.assumed())
	d.Sections = slices.DeleteFunc(d.Sections, func(s Section) bool { return len(s.Blocks) == 0 })
	return d
}

// t returns a text of the record, or else of the page.
func (w *writer) t(code string, args ...string) string {
	if strings.HasPrefix(code, "record-") {
		return i18n.RecordText(w.lang, code, args...)
	}
	return i18n.PageText(w.lang, code, args...)
}

func (w *writer) n(n int64) string { return i18n.FormatNumber(w.lang, n) }

// perSecond returns a rate as the page writes it: a whole number in full, and another with three digits.
func (w *writer) perSecond(rate float64) string {
	if rate == math.Trunc(rate) {
		return w.n(int64(rate))
	}
	return i18n.FormatThreeDigits(w.lang, rate)
}

// designed returns how many tables have a design.
func (w *writer) designed() (n int) {
	for _, t := range w.Tables {
		if t.Template != "" {
			n++
		}
	}
	return n
}

// summary says in a few words what the record is about and on what its figures were measured.
func (w *writer) summary() string {
	records, generated := int64(0), false
	for _, t := range w.Tables {
		records, generated = max(records, t.Records), generated || t.Recipe
	}
	writes, reads := 0.0, 0.0
	if w.Load != nil {
		writes = w.Load.Writes
		for _, r := range w.Load.Reads {
			reads += r.Rate
		}
	}
	text := w.t("record-summary", strconv.Itoa(len(w.Workload)), strconv.Itoa(len(w.Tables)))
	if w.Load != nil {
		text += " " + w.t("record-summary-load", w.perSecond(writes), w.perSecond(reads), strconv.Itoa(w.Load.Nodes))
	}
	switch {
	case records == 0:
		return text + " " + w.t("record-measured-rows")
	case generated:
		return text + " " + w.t("record-measured-recipe", strconv.FormatInt(records, 10))
	}
	return text + " " + w.t("record-measured", strconv.FormatInt(records, 10))
}

// note returns the reader's note on something, as a block; none if there is none.
func (w *writer) note(on frames.NoteSubject, name, about string) []Block {
	for _, n := range w.Notes {
		if n.On == on && n.Name == name && strings.TrimSpace(n.Text) != "" {
			return []Block{Note{about, n.Text}}
		}
	}
	return nil
}

// table writes a table: its key and why each segment stands where it does, its families, its size.
func (w *writer) table(t *TableFigures) Section {
	s := Section{Heading: w.t("record-table", t.Name)}
	if t.Template != "" {
		remark := ""
		if t.ExampleKey != "" {
			remark = w.t("record-example", i18n.ElideMiddle(string(t.ExampleKey)), i18n.FormatThreeDigits(w.lang, t.MeanKey))
		}
		s.Blocks = append(s.Blocks, KeyLine{keyhtml.KeyColoursOf(t.TableInfo), t.Template, remark})
		rows := [][]Cell{}
		for i := range t.Segments {
			rows = append(rows, []Cell{{Text: t.Segments[i].Text, Code: true}, {Text: w.why(t, i)}})
		}
		s.Blocks = append(s.Blocks, Table{Head: []string{w.t("record-segment"), w.t("record-why")}, Rows: rows})
	}
	families := [][]Cell{}
	for _, f := range t.Families {
		rule := f.Rule
		if rule == "" {
			rule = "never"
		}
		families = append(families, []Cell{{Text: string(f.Name), Code: true}, {Text: w.stored(t, f)}, {Text: rule, Code: true}})
	}
	if len(families) > 0 {
		s.Blocks = append(s.Blocks, Table{Head: []string{w.t("record-family"), w.t("record-columns"), w.t("record-rule")}, Rows: families})
	}
	s.Blocks = append(s.Blocks, Paragraph{w.size(t)})
	s.Blocks = append(s.Blocks, w.note(frames.NoteOnTable, t.Name, "")...)
	return s
}

// why says what a segment is there for: the questions that it narrows, or of which it puts the latest rows
// at an end, the records that it tells apart, and how it spreads them.
func (w *writer) why(t *TableFigures, at int) string {
	r := &t.Segments[at]
	var parts, narrows, latest []string
	for i := range w.Workload {
		q, v := w.Workload[i], w.verdict(w.Workload[i].ID)
		switch {
		case v.Table != t.Name:
		case slices.Contains(v.InKey, r.Field):
			narrows = append(narrows, w.quoted(q.ID))
		case q.Latest.Field == r.Field && v.LatestMethod != "" && !v.LatestMethod.NeedsSort():
			latest = append(latest, w.quoted(q.ID))
		}
	}
	if len(narrows) > 0 {
		parts = append(parts, w.t("record-why-narrows", i18n.JoinAsArgument(narrows)))
	}
	if len(latest) > 0 {
		parts = append(parts, w.t("record-why-latest", i18n.JoinAsArgument(latest)))
	}
	values := strconv.FormatInt(r.Values, 10)
	switch {
	case r.Spreads:
		parts = append(parts, w.t("record-why-salt", values))
	case at == 0 || r.LargestShare >= largeShare && r.Values > 1:
		parts = append(parts, w.t("record-why-spread", values, i18n.FormatPercent(w.lang, r.LargestShare)))
	}
	if r.Distinguishes > 0 {
		parts = append(parts, w.t("record-why-apart", strconv.FormatInt(r.Distinguishes, 10)))
	}
	if len(parts) == 0 {
		parts = append(parts, w.t("record-why-none", values))
	}
	return strings.Join(parts, " ")
}

// largeShare is the share of the records from which on a segment's most frequent value is told.
const largeShare = 0.1

// stored returns which fields, or columns, a family holds.
func (w *writer) stored(t *TableFigures, f engine.FamilyInfo) string {
	var fields []string
	for _, c := range t.Columns {
		if c.Family == f.Name {
			fields = append(fields, c.Field)
		}
	}
	text := i18n.FormatList(w.lang, fields)
	if f.Type != "" {
		text = strings.TrimSpace(text + " (" + f.Type + ")")
	}
	return text
}

// size says how large a table is, and what of its records is lost.
func (w *writer) size(t *TableFigures) string {
	text := w.t("record-size", strconv.FormatInt(t.Rows, 10), strconv.FormatInt(t.Cells, 10), strconv.FormatInt(t.Bytes, 10))
	if lost := t.Records - t.KeptRecords; t.Template != "" && lost > 0 && t.KeptRecords > 0 {
		text += " " + w.t("record-lost", strconv.FormatInt(lost, 10), strconv.FormatInt(t.Records, 10))
	}
	nowhere := slices.DeleteFunc(slices.Clone(t.FieldsWithoutColumn), func(f string) bool {
		return slices.ContainsFunc(t.Segments, func(s Segment) bool { return s.Field == f })
	})
	if len(nowhere) > 0 {
		text += " " + w.t("record-nowhere", i18n.JoinAsArgument(nowhere))
	}
	return text
}

// verdict returns the cost of a question under the present design.
func (w *writer) verdict(query string) engine.Verdict {
	now := w.current()
	if i := slices.IndexFunc(now.Verdicts, func(v engine.Verdict) bool { return v.Query == query }); i >= 0 {
		return now.Verdicts[i]
	}
	return engine.Verdict{}
}

// short returns a question's name, or its words if the name is only an ID.
func (w *writer) short(id string) string {
	if i := slices.IndexFunc(w.Workload, func(q plan.Query) bool { return q.ID == id }); i >= 0 {
		return wording.QuestionTitle(w.lang, w.Workload[i])
	}
	return id
}

// quoted returns a question as it is named within a sentence: its name, or its number in the table of
// questions if it has none.
func (w *writer) quoted(id string) string {
	i := slices.IndexFunc(w.Workload, func(q plan.Query) bool { return q.ID == id })
	if i >= 0 && wording.IsQueryID(id) {
		return w.t("record-numbered", strconv.Itoa(i+1))
	}
	return w.t("record-quoted", id)
}

// questions writes what the questions cost, now and with more data.
func (w *writer) questions() Section {
	s := Section{Heading: w.t("record-questions")}
	if len(w.Workload) == 0 {
		return s
	}
	head := []string{"", w.t("record-question"), w.t("record-rate"), w.t("record-path"), w.t("record-scanned"), w.t("record-read"), w.t("record-multiple", strconv.FormatInt(w.Multiple, 10))}
	var rows [][]Cell
	var notes []Block
	unknown := false
	now := w.current()
	for i, q := range w.Workload {
		v := w.verdict(q.ID)
		rate, cost, bytes, grown := "–", w.t("record-none"), "–", "–"
		if w.Load != nil {
			rate = w.perSecond(w.rate(q.ID))
		}
		path := wording.AccessPath(w.lang, v)
		if v.Table != "" {
			if w.designed() > 1 {
				path += " · " + v.Table
			}
			cost = w.t("record-for", strconv.FormatInt(v.Stats.RowsScanned, 10), strconv.FormatInt(v.Wanted, 10))
			if lost := v.MissingRecordCount(); lost > 0 {
				cost += " · " + w.t("record-missing", strconv.FormatInt(lost, 10))
			}
			bytes = i18n.FormatBytes(w.lang, v.Stats.BytesScanned)
			grown = w.t("record-unknown")
			if i := slices.IndexFunc(now.Verdicts, func(of engine.Verdict) bool { return of.Query == q.ID }); i >= 0 && i < len(now.Growth) {
				if j, ok := figures.Project(v, now.Growth[i], float64(w.Multiple)); ok {
					grown = "≈ " + w.n(j.Scanned)
				}
			}
			unknown = unknown || grown == w.t("record-unknown")
		}
		rows = append(rows, []Cell{{Text: strconv.Itoa(i + 1)}, {Text: w.short(q.ID)}, {Text: rate}, {Text: path}, {Text: cost}, {Text: bytes}, {Text: grown}})
		notes = append(notes, w.note(frames.NoteOnQuestion, q.ID, w.short(q.ID))...)
	}
	s.Blocks = append(s.Blocks, Table{Head: head, Numeric: []bool{2: true, 4: true, 5: true, 6: true}, Rows: rows})
	if axis := w.axis(); axis != "" {
		s.Blocks = append(s.Blocks, Paragraph{axis})
	}
	if unknown {
		s.Blocks = append(s.Blocks, Paragraph{w.t("record-unknown-why")})
	}
	s.Blocks = append(s.Blocks, notes...)
	return s
}

// axis says what more data means, if the growth was measured.
func (w *writer) axis() string {
	for _, g := range w.current().Growth {
		if len(g.GrowingFields) > 0 {
			return w.t("record-axis", strconv.FormatInt(w.Multiple, 10), i18n.JoinAsArgument(g.GrowingFields), i18n.JoinAsArgument(g.SteadyFields), strconv.Itoa(len(g.SteadyFields)))
		}
	}
	return ""
}

// load writes where the load falls on a table, with its map.
func (w *writer) load(i int, t *TableFigures) Section {
	l := t.Load
	name, because, _ := wording.Diagnosis(w.lang, l)
	heading := w.t("record-load", t.Name, i18n.FormatThreeDigits(w.lang, l.Hottest))
	text := name + " " + because
	if l.IsOverloaded() {
		text = w.t("record-over", strconv.Itoa(l.OverloadedNodes), strconv.Itoa(len(l.Nodes))) + " " + text
	}
	if p99 := l.LatencyPercentiles[2]; p99 <= float64(l.Request.Minutes)*60 {
		text += " " + w.t("record-p99", i18n.FormatMicros(w.lang, int64(p99*1e6)))
	}
	reads := 0.0
	for _, r := range l.Request.Reads {
		reads += r.Rate
	}
	caption := w.t("record-map", strconv.FormatInt(l.Request.Minutes, 10), w.perSecond(l.Request.Writes), strconv.Itoa(l.Request.Nodes), w.perSecond(reads))
	return Section{Heading: heading, Half: true, Blocks: []Block{Picture{"load-" + strconv.Itoa(i+1), heatMap(l), caption}, Paragraph{text}}}
}

// designs writes which other designs were tried, and what speaks against each.
func (w *writer) designs() Section {
	s := Section{Heading: w.t("record-designs")}
	if len(w.Attempts) < 2 {
		return s
	}
	lossy := figures.AllLose(w.Attempts)
	var rows [][]Cell
	var notes []Block
	for i, a := range w.Attempts {
		cost, hot := "–", "–"
		if c, ok := figures.ReadCost(a, w.rate, lossy); ok {
			cost = i18n.FormatRatio(w.lang, c)
		}
		if a.Skew > 0 && a.SkewTable != "" {
			hot = i18n.FormatThreeDigits(w.lang, a.Skew)
		} else if a.Skew > 0 {
			hot = i18n.FormatRatio(w.lang, figures.RoundSkew(a.Skew))
		}
		letter := figures.DesignLetter(a.Number)
		rows = append(rows, []Cell{{Text: letter}, {Text: templates(a), Code: true}, {Text: cost}, {Text: hot}, {Text: i18n.FormatBytes(w.lang, a.Bytes)}, {Text: w.against(i)}})
		notes = append(notes, w.note(frames.NoteOnDesign, letter, letter)...)
	}
	s.Blocks = append(s.Blocks, Table{
		Head:    []string{"", w.t("record-design"), w.t("record-reads"), w.t("record-hottest"), w.t("record-bytes"), w.t("record-why-not")},
		Numeric: []bool{2: true, 3: true, 4: true}, Rows: rows,
	})
	s.Blocks = append(s.Blocks, notes...)
	return s
}

// templates returns the templates of a design, with the tables' names if there are several.
func templates(a engine.DesignAttempt) string {
	var all []string
	for _, d := range a.Designs {
		text := d.Template
		if len(a.Designs) > 1 {
			text = d.Table + ": " + text
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// against says what speaks against a design that was not kept, and what for it, beside the chosen one; of the
// chosen design what it lacks.
func (w *writer) against(at int) string {
	a, now := w.Attempts[at], w.current()
	if a.Current {
		parts := []string{w.t("record-chosen")}
		for _, v := range a.Verdicts {
			if v.Table == "" {
				parts = append(parts, w.t("record-cannot", w.quoted(v.Query)))
			}
		}
		if lost := slices.Max(append(a.Lost, 0)); lost > 0 {
			parts = append(parts, w.t("record-loses", strconv.FormatInt(lost, 10)))
		}
		return strings.Join(parts, " ")
	}
	worse, better := w.compareQuestions(a)
	if lost, was := slices.Max(append(a.Lost, 0)), slices.Max(append(now.Lost, 0)); lost > was {
		worse = append(worse, w.t("record-loses", strconv.FormatInt(lost, 10)))
	} else if lost < was {
		better = append(better, w.t("record-keeps", strconv.FormatInt(was-lost, 10)))
	}
	skew, skewed := a.Skew > 0 && now.Skew > 0, figures.RoundSkew(a.Skew)-figures.RoundSkew(now.Skew)
	switch hot := []string{i18n.FormatThreeDigits(w.lang, a.Skew), i18n.FormatThreeDigits(w.lang, now.Skew)}; {
	case a.OverloadedNodes > 0 && now.OverloadedNodes == 0:
		worse = append(worse, w.t("record-too-much", strconv.Itoa(a.OverloadedNodes)))
	case skew && skewed > alikeSkew:
		worse = append(worse, w.t("record-hotter", hot...))
	case skew && skewed < -alikeSkew:
		better = append(better, w.t("record-hotter", hot...))
	}
	size := w.t("record-larger", i18n.FormatRatio(w.lang, float64(a.Bytes)/float64(max(now.Bytes, 1))))
	switch bytes, than := float64(a.Bytes), float64(now.Bytes); {
	case bytes > than*(1+figures.AlikeBytes):
		worse = append(worse, size)
	case bytes*(1+figures.AlikeBytes) < than:
		better = append(better, size)
	}
	text := strings.Join(worse, " ")
	if len(better) > 0 {
		text = strings.TrimSpace(text + " " + w.t("record-better", strings.Join(better, " ")))
	}
	if text == "" {
		return w.t("record-alike")
	}
	return text
}

// alikeSkew is the largest difference of the busiest node's share, in fair shares, that counts as none.
const alikeSkew = 0.15

// alikeRows is the largest difference of the rows that a question scans, relative to the smaller number,
// that counts as none.
const alikeRows = 0.02

// compareQuestions says which questions a design cannot answer though the chosen one can, and of which it scans most
// more rows; and the same the other way round.
func (w *writer) compareQuestions(a engine.DesignAttempt) (worse, better []string) {
	more, fewer, moreSaid, fewerSaid := 1+alikeRows, 1+alikeRows, "", ""
	for _, v := range a.Verdicts {
		was := w.verdict(v.Query)
		scanned, then := float64(max(v.Stats.RowsScanned, 1)), float64(max(was.Stats.RowsScanned, 1))
		switch {
		case was.Table == "" && v.Table == "":
		case was.Table == "":
			better = append(better, w.t("record-can", w.quoted(v.Query)))
		case v.Table == "":
			worse = append(worse, w.t("record-cannot", w.quoted(v.Query)))
		case scanned/then > more:
			more, moreSaid = scanned/then, w.scans(v, was)
		case then/scanned > fewer:
			fewer, fewerSaid = then/scanned, w.scans(v, was)
		}
	}
	if moreSaid != "" {
		worse = append(worse, moreSaid)
	}
	if fewerSaid != "" {
		better = append(better, fewerSaid)
	}
	return worse, better
}

// scans says how many rows a question scans under a design, and under the chosen one.
func (w *writer) scans(v, was engine.Verdict) string {
	return w.t("record-scans", w.quoted(v.Query), strconv.FormatInt(v.Stats.RowsScanned, 10), strconv.FormatInt(was.Stats.RowsScanned, 10))
}

// assumed writes what the figures take for granted, and what the reader does.
func (w *writer) assumed() Section {
	s := Section{Heading: w.t("record-assumed")}
	if text := strings.TrimSpace(w.Assumed); text != "" {
		s.Blocks = append(s.Blocks, Note{Text: text})
	}
	lines := []string{w.t("record-assumed-data")}
	if w.Load != nil {
		lines = append(lines, w.t("record-assumed-load", strconv.Itoa(w.Load.Nodes), strconv.FormatInt(w.Load.Minutes, 10)))
		factor := int64(1)
		for _, t := range w.Tables {
			if t.Load != nil {
				factor = max(factor, t.Load.Request.SizeFactor)
			}
		}
		if factor > 1 {
			lines = append(lines, w.t("record-assumed-size", strconv.FormatInt(factor, 10)))
		}
	}
	lines = append(lines, w.t("record-assumed-growth"))
	s.Blocks = append(s.Blocks, Paragraph{strings.Join(lines, " ")})
	return s
}
