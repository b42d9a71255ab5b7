package heat

import (
	"slices"
	"strconv"

	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/cluster"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
	"tabletop/lessons"
)

// PageInfo is what the load needs to know of the rest of the page.
type PageInfo struct {
	Tables      []engine.TableInfo
	Verdicts    []engine.Verdict
	Traffic     *lessons.Traffic // of the lesson's step; nil for none
	LessonTable string           // the lesson's table; "" for none
	InLesson    bool             // a lesson is open, in which the reader starts each simulation
	Version     uint64           // of the tables
	ShownTable  string           // the table that is shown
	Designs     []string         // other templates of the table that were tried
	Before      bool             // the first of Designs is the template before a trial
}

// given gathers the values of [PageInfo] except Designs and Before, see [View.SetComparedDesigns].
func given(st *page.State, w *page.Workspace) PageInfo {
	g := PageInfo{Tables: w.Tables, Verdicts: w.Verdicts, Version: w.Version, ShownTable: w.Page.Table}
	g.InLesson = st.Lesson != nil || w.Kind == host.KindLesson // the tables may come before the lesson
	if l := st.Lesson; l != nil {
		g.LessonTable = l.Lesson.TableAt(l.Step)
		if l.Step < len(l.Lesson.Steps) {
			g.Traffic = l.Lesson.Steps[l.Step].Traffic
		}
	}
	return g
}

// settings is the fields with their values, and what those depend on.
type settings struct {
	PageInfo
	*State
}

// Table returns the table that the traffic is on, "" for none. It is the first that exists and
// has rows: in a lesson the reader's choice, then the table of the step, then the one that is
// shown, the lesson's main table, any table with a template, and any table.
func (g settings) Table() string {
	// Collect the candidates in order of preference; the first one with rows is the table.
	var names []string
	if g.InLesson {
		names = append(names, g.Set[FieldTable])
	}
	if t := g.Traffic; t != nil {
		names = append(names, t.Table)
	}
	names = append(names, g.ShownTable, g.LessonTable)
	for _, t := range g.Tables {
		if t.Template != "" {
			names = append(names, t.Name)
		}
	}
	for _, t := range g.Tables {
		names = append(names, t.Name)
	}
	for _, name := range names {
		if slices.ContainsFunc(g.Tables, func(t engine.TableInfo) bool { return t.Name == name && t.Rows > 0 }) {
			return name
		}
	}
	return ""
}

// Value returns the value of a field: the reader's, that of the lesson's step, or the default.
func (g settings) Value(f TrafficField) string {
	if f == FieldTable {
		return g.Table() // the chosen table may not exist any more
	}
	if f == FieldPrice {
		return g.Price
	}
	// A celebrity's field that the table does not have is ignored.
	if v, ok := g.Set[f]; ok && (f != FieldCelebrity || slices.Contains(g.table().Fields, v)) {
		return v
	}
	if t := g.Traffic; t != nil && f != fieldSource {
		return trafficValue(t, f)
	}
	switch f {
	case FieldWrites:
		return "10000"
	case FieldRows:
		return "1000"
	case FieldMinutes:
		return "60"
	case FieldNodes:
		return "8"
	case FieldPolicy, FieldShape, FieldOrder:
		return "0"
	case FieldTemplate, FieldNewest, fieldSource, FieldCelebrity:
		return ""
	}
	return rateAsked
}

// QueryRateText returns how many times a second a question is asked, as text.
func QueryRateText(st *page.State, w *page.Workspace, s *State, query string) string {
	f := settings{given(st, w), s}
	rate := f.Value(readField(query))
	if given := s.Rates[query]; given != "" {
		rate = given
	} else if rate == "0" && f.Traffic == nil {
		rate = rateAsked // a load that leaves the question out says nothing about its rate
	}
	return rate
}

// QueryRateInputs returns a state with only what [QueryRateText] uses, to be compared.
func (s State) QueryRateInputs() (of State) {
	of.Rates, of.Set = s.Rates, map[TrafficField]string{}
	for f, v := range s.Set {
		if _, asks := f.query(); asks {
			of.Set[f] = v
		}
	}
	return of
}

// asked returns the questions that can be asked of the table.
func (g settings) asked() []string {
	var out []string
	info := g.table()
	for _, v := range g.Verdicts {
		if info.Template != "" && (v.Table == info.Name || v.Table == "") {
			out = append(out, v.Query)
		}
	}
	return out
}

func (g settings) table() engine.TableInfo { return page.TableByName(g.Tables, g.Table()) }

// refused reports whether the value of a field is not allowed.
func (g settings) refused(f TrafficField) bool { return g.field(f, "").Refused.IsSet() }

// field returns a field of the form with its value, bounds and refusal. For a readField
// question is the question in words.
func (g settings) field(f TrafficField, question string) form.Field {
	v := g.Value(f)
	out := form.Field{ID: f.element(), Label: form.SentenceText("heat-" + string(f)), Kind: form.KindChoice, Value: v}
	switch f {
	case FieldTable:
		for _, t := range g.Tables {
			if t.Rows > 0 {
				out.Options = append(out.Options, form.ValueOptions(t.Name)...)
			}
		}
	case FieldPolicy:
		out.Options = form.NumberedOptions("heat-policy-", 3)
	case FieldOrder:
		out.Options = form.NumberedOptions("heat-order-", 3)
		out.Options[0].Text = g.inOrder()
	case FieldCelebrity:
		out.Options = []form.Option{{Text: form.SentenceText("heat-star-none")}}
		for _, of := range g.stars() {
			out.Options = append(out.Options, form.Option{Value: of, Text: form.SentenceText("heat-star-of", of)})
		}
	case FieldShape:
		out.Options = []form.Option{{Value: "0", Text: form.SentenceText("heat-shape-0")},
			{Value: "1", Text: form.SentenceText("heat-shape-1", strconv.Itoa(traffic.DefaultPeriods))}, {Value: "2", Text: form.SentenceText("heat-shape-2", strconv.Itoa(traffic.DefaultRise))}}
	case FieldNewest:
		out.Options = []form.Option{{Text: form.SentenceText("heat-newest-0")}, {Value: "true", Text: form.SentenceText("heat-newest-1")}}
	case fieldSource:
	case FieldTemplate:
		out.Kind, out.MaxLength, out.Example = form.KindLine, rowkey.MaxTemplate, form.PlainText(g.table().Template)
		if v != "" && g.parse(v) != nil {
			out.Refused = form.SentenceText("heat-bad-template")
		}
	case FieldPrice:
		out.Kind, out.Max, out.Example = form.KindInteger, MaxPrice, form.SentenceText("heat-price-none")
		if p, err := strconv.ParseFloat(v, 64); v != "" && (err != nil || !(p > 0 && p <= MaxPrice)) {
			out.Refused = form.SentenceText("heat-bad-price", strconv.Itoa(MaxPrice))
		}
	case FieldMinutes, FieldNodes:
		out.Kind, out.Min, out.Max = form.KindInteger, 1, MaxMinutes
		if f == FieldNodes {
			out.Max = MaxNodes
		}
		if n, err := strconv.Atoi(v); err != nil || n < out.Min || n > out.Max {
			out.Refused = form.SentenceText("heat-bound", strconv.Itoa(out.Min), strconv.Itoa(out.Max))
		}
	default: // a rate, in times a second
		out.Kind, out.Max = form.KindInteger, page.MaxRate
		if _, asks := f.query(); asks {
			out.Label = form.SentenceText("heat-read", question)
		}
		if _, ok := page.ParseQueryRate(v); !ok {
			out.Refused = form.SentenceText("ask-rate-wrong")
		}
	}
	return out
}

// inOrder returns the words for the default order of writes: by time, if the data has a field
// of time.
func (g settings) inOrder() form.Text {
	switch field, known := g.clock(); {
	case !known:
		return form.SentenceText("heat-order-0")
	case field == "":
		return form.SentenceText("heat-order-records")
	default:
		return form.SentenceText("heat-order-field", field)
	}
}

// parse returns the error of a template for the table's records, nil if it is valid.
func (g settings) parse(text string) error {
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.CheckFields(g.table().Fields)
	}
	return err
}

// Fields returns the fields that the form has at present.
func (g settings) Fields() []TrafficField {
	if g.live() {
		return []TrafficField{fieldSource, FieldTable}
	}
	out := []TrafficField{fieldSource, FieldTable, FieldWrites}
	for _, q := range g.asked() {
		out = append(out, readField(q))
	}
	out = append(out, FieldRows, FieldNewest, FieldShape, FieldMinutes, FieldNodes, FieldPolicy)
	if g.ordered() {
		out = append(out, FieldOrder, FieldCelebrity)
	}
	if g.table().Template != "" {
		out = append(out, FieldTemplate)
	}
	return out
}

// monthHours is the number of hours for which a month is billed: those of 365 days, divided by
// twelve.
const monthHours = 730

// month returns what the nodes cost in a month at the reader's price; ok is false without a
// price.
func (g settings) month() (cost float64, ok bool) {
	if g.Price == "" || g.refused(FieldPrice) || g.refused(FieldNodes) {
		return 0, false
	}
	price, _ := strconv.ParseFloat(g.Price, 64)
	nodes, _ := strconv.Atoi(g.Value(FieldNodes))
	return price * float64(nodes) * monthHours, true
}

// request returns the simulation that the fields describe; ok is false if a field is refused.
func (g settings) request() (r engine.SimulateLoad, ok bool) {
	ok = g.Table() != ""
	for _, f := range g.Fields() {
		ok = ok && !g.refused(f)
	}
	return g.whole().PartOnTable(g.Table(), g.Verdicts, g.table().Fields), ok
}

// whole returns the load on all tables that the fields describe, see [engine.SimulateLoad.PartOnTable].
func (g settings) whole() (r engine.SimulateLoad) {
	n := func(f TrafficField) int { v, _ := strconv.Atoi(g.Value(f)); return v }
	rate := func(f TrafficField) float64 { v, _ := page.ParseQueryRate(g.Value(f)); return v }
	r = engine.SimulateLoad{
		Policy: cluster.TabletPolicy(n(FieldPolicy)), Nodes: n(FieldNodes), Minutes: int64(n(FieldMinutes)),
		Writes: rate(FieldWrites), Seed: 1,
	}
	r.Shape = traffic.DefaultShape(traffic.ShapeKind(n(FieldShape)), r.Minutes*60)
	if !g.InLesson {
		g.orderOf(&r)
	}
	newest := g.Value(FieldNewest) == "true"
	for _, v := range g.Verdicts {
		r.Reads = append(r.Reads, engine.QueryRate{Query: v.Query, Rate: rate(readField(v.Query)), Newest: newest})
	}
	r.Reads = append(r.Reads, engine.QueryRate{Rate: rate(FieldRows), Newest: newest})
	return r
}

// of returns the settings for another table.
func (g settings) of(table string) settings {
	g.ShownTable = table
	return g
}

// few reports whether a table has too few records to show where load falls. Lessons are exempt.
func (g settings) few(t engine.TableInfo) bool {
	return !g.InLesson && t.HasTooFewRecords()
}

// beside returns the template of the second map, "" for none.
func (g settings) beside() string {
	if t := g.Value(FieldTemplate); t != g.table().Template {
		return t
	}
	return ""
}

// ordered reports whether the order of writes can be chosen: in a sandbox, for a table with a
// template.
func (g settings) ordered() bool { return g.table().Template != "" && !g.InLesson }

// live reports whether the map shows the reader's own commands.
func (g settings) live() bool { return g.Value(fieldSource) == liveSource }

// trafficValue returns the value that a lesson step's traffic gives a field.
func trafficValue(t *lessons.Traffic, f TrafficField) string {
	rate := func(query string) string {
		for _, r := range t.Reads {
			if r.Query == query {
				return strconv.FormatFloat(r.Rate, 'f', -1, 64)
			}
		}
		return "0"
	}
	switch f {
	case FieldTable:
		return t.Table
	case FieldWrites:
		return strconv.FormatFloat(t.Writes, 'f', -1, 64)
	case FieldRows:
		return rate("")
	case FieldMinutes:
		return strconv.FormatInt(t.Minutes, 10)
	case FieldNodes:
		return strconv.Itoa(t.Nodes)
	case FieldPolicy:
		return strconv.Itoa(int(t.Policy))
	case FieldShape:
		return strconv.Itoa(int(t.Shape.Kind))
	case FieldNewest:
		if len(t.Reads) > 0 && t.Reads[0].Newest {
			return "true"
		}
		return ""
	case FieldTemplate:
		return t.Against
	case FieldOrder, FieldCelebrity:
		return ""
	}
	query, _ := f.query()
	return rate(query)
}
