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

// Given is what the load takes from the rest of the page.
type Given struct {
	Tables   []engine.TableInfo
	Verdicts []engine.Verdict
	Traffic  *lessons.Traffic // of the lesson's step, nil for none
	Main     string           // the lesson's table, "" for none
	Lesson   bool             // the reader says when it is simulated
	Version  uint64           // of the tables
	Shown    string           // the table that is open
	Designs  []string         // other templates of the table that were tried, the one before a trial first
	Before   bool             // that is there
}

func given(st *page.State, w *page.Workspace) Given {
	g := Given{Tables: w.Tables, Verdicts: w.Verdicts, Version: w.Version, Shown: w.Page.Table}
	g.Lesson = st.Lesson != nil || w.Kind == host.KindLesson // whose tables may come before it
	if l := st.Lesson; l != nil {
		g.Main = l.Lesson.Table
		if l.Step < len(l.Lesson.Steps) {
			g.Traffic = l.Lesson.Steps[l.Step].Traffic
		}
	}
	return g
}

// settings is the fields of the traffic as they stand.
type settings struct {
	Given
	*State
}

// Table returns the table that the traffic is of, "" for none: the one that is open, but
// for a lesson's step that is about another, or where the reader of one has chosen.
func (g settings) Table() string {
	var names []string
	if g.Lesson {
		names = append(names, g.Set[FieldTable])
	}
	if t := g.Traffic; t != nil {
		names = append(names, t.Table)
	}
	names = append(names, g.Shown, g.Main)
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

// Value returns what a field holds.
func (g settings) Value(f Field) string {
	if f == FieldTable {
		return g.Table() // which the chosen one may not be any more
	}
	if f == FieldPrice {
		return g.Price
	}
	if v, ok := g.Set[f]; ok && (f != FieldStar || slices.Contains(g.table().Fields, v)) {
		return v
	}
	if t := g.Traffic; t != nil && f != FieldSource {
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
	case FieldTemplate, FieldNewest, FieldSource, FieldStar:
		return ""
	}
	return rateAsked
}

// Often returns how many times a second a question is asked, as text.
func Often(st *page.State, w *page.Workspace, s *State, query string) string {
	f := settings{given(st, w), s}
	rate := f.Value(ReadField(query))
	if given := s.Rates[query]; given != "" {
		rate = given
	} else if rate == "0" && f.Traffic == nil {
		rate = rateAsked // a load without it has said nothing of it
	}
	return rate
}

// Rated returns what [Often] is told from.
func (s State) Rated() (of State) {
	of.Rates, of.Set = s.Rates, map[Field]string{}
	for f, v := range s.Set {
		if _, asks := f.query(); asks {
			of.Set[f] = v
		}
	}
	return of
}

// Asked returns the questions that can be asked of the table.
func (g settings) Asked() []string {
	var out []string
	info := g.table()
	for _, v := range g.Verdicts {
		if info.Template != "" && (v.Table == info.Name || v.Table == "") {
			out = append(out, v.Query)
		}
	}
	return out
}

func (g settings) table() engine.TableInfo { return page.TableOf(g.Tables, g.Table()) }

// Refused reports whether a field cannot be as it is.
func (g settings) Refused(f Field) bool { return g.field(f, "").Refused.Said() }

// field returns a field of the form; question is in words what a [ReadField] is the rate of.
func (g settings) field(f Field, question string) form.Field {
	v := g.Value(f)
	out := form.Field{ID: f.Element(), Label: form.Say("heat-" + string(f)), Kind: form.Choice, Value: v}
	switch f {
	case FieldTable:
		for _, t := range g.Tables {
			if t.Rows > 0 {
				out.Options = append(out.Options, form.Options(t.Name)...)
			}
		}
	case FieldPolicy:
		out.Options = form.Numbered("heat-policy-", 3)
	case FieldOrder:
		out.Options = form.Numbered("heat-order-", 3)
		out.Options[0].Text = g.inOrder()
	case FieldStar:
		out.Options = []form.Option{{Text: form.Say("heat-star-none")}}
		for _, of := range g.Stars() {
			out.Options = append(out.Options, form.Option{Value: of, Text: form.Say("heat-star-of", of)})
		}
	case FieldShape:
		out.Options = []form.Option{{Value: "0", Text: form.Say("heat-shape-0")},
			{Value: "1", Text: form.Say("heat-shape-1", strconv.Itoa(traffic.Waves))}, {Value: "2", Text: form.Say("heat-shape-2", strconv.Itoa(traffic.Raised))}}
	case FieldNewest:
		out.Options = []form.Option{{Text: form.Say("heat-newest-0")}, {Value: "true", Text: form.Say("heat-newest-1")}}
	case FieldSource:
	case FieldTemplate:
		out.Kind, out.Most, out.Example = form.Line, rowkey.MaxTemplate, form.Plain(g.table().Template)
		if v != "" && g.parse(v) != nil {
			out.Refused = form.Say("heat-bad-template")
		}
	case FieldPrice:
		out.Kind, out.Top, out.Example = form.Amount, MaxPrice, form.Say("heat-price-none")
		if p, err := strconv.ParseFloat(v, 64); v != "" && (err != nil || !(p > 0 && p <= MaxPrice)) {
			out.Refused = form.Say("heat-bad-price", strconv.Itoa(MaxPrice))
		}
	case FieldMinutes, FieldNodes:
		out.Kind, out.Least, out.Top = form.Amount, 1, MaxMinutes
		if f == FieldNodes {
			out.Top = MaxNodes
		}
		if n, err := strconv.Atoi(v); err != nil || n < out.Least || n > out.Top {
			out.Refused = form.Say("heat-bound", strconv.Itoa(out.Least), strconv.Itoa(out.Top))
		}
	default: // a rate
		out.Kind, out.Top = form.Amount, page.MostRate
		if _, asks := f.query(); asks {
			out.Label = form.Say("heat-read", question)
		}
		if _, ok := page.ParseRate(v); !ok {
			out.Refused = form.Say("ask-rate-wrong")
		}
	}
	return out
}

// inOrder says in which order records are written where nothing else is chosen.
func (g settings) inOrder() form.Text {
	switch field, known := g.clock(); {
	case !known:
		return form.Say("heat-order-0")
	case field == "":
		return form.Say("heat-order-records")
	default:
		return form.Say("heat-order-field", field)
	}
}

// parse says what is wrong with a template for the table, nil for nothing.
func (g settings) parse(text string) error {
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.Check(g.table().Fields)
	}
	return err
}

// Fields returns the fields that there are now.
func (g settings) Fields() []Field {
	if g.Live() {
		return []Field{FieldSource, FieldTable}
	}
	out := []Field{FieldSource, FieldTable, FieldWrites}
	for _, q := range g.Asked() {
		out = append(out, ReadField(q))
	}
	out = append(out, FieldRows, FieldNewest, FieldShape, FieldMinutes, FieldNodes, FieldPolicy)
	if g.ordered() {
		out = append(out, FieldOrder, FieldStar)
	}
	if g.table().Template != "" {
		out = append(out, FieldTemplate)
	}
	return out
}

// monthHours is how long a month is on a bill: 365 days of 24 hours, by twelve.
const monthHours = 730

// month returns what the nodes cost a month at the reader's price; ok is false while
// there is none.
func (g settings) month() (cost float64, ok bool) {
	if g.Price == "" || g.Refused(FieldPrice) || g.Refused(FieldNodes) {
		return 0, false
	}
	price, _ := strconv.ParseFloat(g.Price, 64)
	nodes, _ := strconv.Atoi(g.Value(FieldNodes))
	return price * float64(nodes) * monthHours, true
}

// request returns what the fields ask for; ok is false where one is refused.
func (g settings) request() (r engine.Simulate, ok bool) {
	ok = g.Table() != ""
	for _, f := range g.Fields() {
		ok = ok && !g.Refused(f)
	}
	return g.whole().On(g.Table(), g.Verdicts, g.table().Fields), ok
}

// whole returns what the fields ask for of all tables, see [engine.Simulate.On].
func (g settings) whole() (r engine.Simulate) {
	n := func(f Field) int { v, _ := strconv.Atoi(g.Value(f)); return v }
	rate := func(f Field) float64 { v, _ := page.ParseRate(g.Value(f)); return v }
	r = engine.Simulate{
		Policy: cluster.Policy(n(FieldPolicy)), Nodes: n(FieldNodes), Minutes: int64(n(FieldMinutes)),
		Writes: rate(FieldWrites), Seed: 1,
	}
	r.Shape = traffic.Shaped(traffic.ShapeKind(n(FieldShape)), r.Minutes*60)
	if !g.Lesson {
		g.orderOf(&r)
	}
	newest := g.Value(FieldNewest) == "true"
	for _, v := range g.Verdicts {
		r.Reads = append(r.Reads, engine.Asked{Query: v.Query, Rate: rate(ReadField(v.Query)), Newest: newest})
	}
	r.Reads = append(r.Reads, engine.Asked{Rate: rate(FieldRows), Newest: newest})
	return r
}

// of returns the fields as they are of another table.
func (g settings) of(table string) settings {
	g.Shown = table
	return g
}

// few reports whether a table has too few records to show where its load falls.
func (g settings) few(t engine.TableInfo) bool {
	return !g.Lesson && t.Few()
}

// Beside returns the template of the second map, "" for none.
func (g settings) Beside() string {
	if t := g.Value(FieldTemplate); t != g.table().Template {
		return t
	}
	return ""
}

// ordered reports whether records can be written in another order: not of a table without
// a design, and not in a lesson, which has its own.
func (g settings) ordered() bool { return g.table().Template != "" && !g.Lesson }

// Live reports whether the load is that of the reader's own commands.
func (g settings) Live() bool { return g.Value(FieldSource) == LiveSource }

// trafficValue returns what a field of the load holds by a step's traffic.
func trafficValue(t *lessons.Traffic, f Field) string {
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
	case FieldOrder, FieldStar:
		return ""
	}
	query, _ := f.query()
	return rate(query)
}
