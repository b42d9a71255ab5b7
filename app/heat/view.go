package heat

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
)

// View is what the load is drawn of.
type View struct {
	ui.Kit
	ui.Questions
	Given
	State
}

// Look returns what the load is drawn of.
func Look(k *ui.Kit, st *page.State, w *page.Work, s State) *View {
	s.sent, s.behind = [2]uint64{min(s.sent[0]+s.sent[1], 1)}, 0
	s.own = own{}
	v := &View{Kit: *k, Given: given(st, w), State: s, Questions: ui.QuestionsOf(st, w)}
	return v
}

func (v *View) form() form { return form{v.Given, &v.State} }

// Table returns the table that the load is of, "" for none.
func (v *View) Table() string { return v.form().Table() }

// Stale reports whether a map is of tables as they were before.
func (v *View) Stale(i int) bool {
	m := v.Maps[i]
	return m != nil && !m.Live && m.Simulated.Version != v.Given.Version
}

// Draw draws the load: a part that is drawn again when it has changed, and the other
// parts are not.
func Draw(v *View) app.UI { return ui.Part(&v.Kit, v, (*View).load) }

// load draws what is asked of a cluster, and the maps of what comes of it.
func (v *View) load() app.UI {
	return app.Section().Class("load").Attr("aria-label", v.T("load")).Body(app.H2().Class("unseen").Text(v.T("load")), v.traffic(), v.heatMaps())
}

// Card draws the map small, with what it comes to in a word. It opens the map.
func Card(v *View) app.UI { return ui.Part(&v.Kit, v, (*View).card) }

func (v *View) card() app.UI {
	if v.form().Table() == "" {
		return app.Div().Hidden(true)
	}
	m, said := v.Maps[0], app.Span()
	body := []app.UI{app.Span().Class("label").Text(v.T("card-empty"))}
	if m != nil && !m.Live {
		class, word := "bad", "card-hot"
		if m.Diagnosis.Pattern == cluster.Even && !m.Lopsided() {
			class, word = "good", "card-even"
		}
		said = app.Span().Class("said", class).Text(v.T(word, i18n.Digits(v.Lang, m.Hottest)))
		body = []app.UI{&mini{Map: m, Metric: v.Metric, Full: v.Full()}, app.Span().Class("label").Text(v.inShort())}
	}
	return app.Div().Class("load-card").Body(
		app.Div().Class("cards-head").Body(app.H2().Text(v.T("load")), said),
		v.Button("", page.ShowHeat{}).Class("fact").Body(append([]app.UI{ui.Unseen(v.T("card-open"))}, body...)...),
	)
}

// inShort says what is asked of the cluster.
func (v *View) inShort() string {
	m := v.Maps[0]
	return v.T("card-traffic", i18n.Digits(v.Lang, m.Of.Writes), strconv.Itoa(m.Of.Nodes), strconv.FormatInt(m.Of.Minutes, 10))
}

// hole stands in a sentence for a control.
const hole = "¤"

// sentence parts what stands around controls, and puts them in between.
func sentence(text string, controls ...app.UI) []app.UI {
	var parts []app.UI
	for i, piece := range strings.Split(text, hole) {
		if i > 0 {
			parts = append(parts, controls[i-1])
		}
		parts = append(parts, app.Span().Text(piece))
	}
	return parts
}

// traffic draws what is asked for as a sentence, whose underlined words are controls.
func (v *View) traffic() app.UI {
	f, live, refused := v.form(), v.form().Live(), false
	word := func(of Field) app.UI {
		refused = refused || f.Refused(of)
		return ui.Keyed(of.Element(), v.trafficField(of))
	}
	more := []app.UI{word(FieldSource)}
	if len(v.Tables) > 1 {
		more = append(more, word(FieldTable))
	}
	if live {
		return app.Div().Class("traffic").Role("group").Attr("aria-label", v.T("heat-traffic")).Body(
			app.P().Class("sentence").Text(v.T("load-live-text")), app.Div().Class("words").Body(more...))
	}
	reads := []app.UI{}
	for _, q := range f.Asked() {
		reads = append(reads, app.Span().Text(", "), word(ReadField(q)), app.Span().Text(" × "), app.I().Text(v.Text(&v.Kit, q)))
	}
	say := sentence(v.T("say-writes", hole, hole), word(FieldWrites), word(FieldShape))
	say = append(say, reads...)
	say = append(say, sentence(v.T("say-reads", hole, hole), word(FieldRows), word(FieldNewest))...)
	say = append(say, sentence(v.T("say-cluster", hole, hole, hole), word(FieldNodes), word(FieldMinutes), word(FieldPolicy))...)
	if f.table().Template != "" {
		more = append(more, word(FieldTemplate))
	}
	key := "load-run"
	if v.Maps[0] != nil {
		key = "load-again"
	}
	run := v.Kit.Work(v.T(key), Run{}).Class("primary")
	if refused || v.Waits() {
		run = v.Resting(v.T(key)).Class("primary")
	}
	why := ""
	switch {
	case refused:
		why = v.T("load-refused")
	case v.Err != nil:
		why = i18n.Error(v.Lang, v.Err)
	}
	return app.Div().Class("traffic").Role("group").Attr("aria-label", v.T("heat-traffic")).Body(
		app.P().Class("sentence").Body(say...),
		app.Div().Class("words").Body(append(more, run, app.Span().Class("field-error").Role("status").Text(why))...),
	)
}

// trafficField draws a field: its label is heard, and seen where the sentence does not say it.
func (v *View) trafficField(f Field) app.UI {
	value := v.form().Value(f)
	name := string(f)
	label, options := v.T("heat-"+name), []ui.Option(nil)
	numbered := func(texts ...string) {
		for i, t := range texts {
			options = append(options, ui.Option{Value: strconv.Itoa(i), Text: t})
		}
	}
	switch f {
	case FieldTable:
		for _, t := range v.Tables {
			if t.Rows > 0 {
				options = append(options, ui.Option{Value: t.Name, Text: t.Name})
			}
		}
	case FieldPolicy:
		numbered(v.T("heat-policy-0"), v.T("heat-policy-1"), v.T("heat-policy-2"))
	case FieldShape:
		numbered(v.T("heat-shape-0"), v.T("heat-shape-1", v.N(traffic.Waves)), v.T("heat-shape-2", v.N(traffic.Raised)))
	case FieldSource:
		options = []ui.Option{{Value: "", Text: v.T("heat-source-0")}, {Value: LiveSource, Text: v.T("heat-source-1")}}
	case FieldNewest:
		options = []ui.Option{{Value: "", Text: v.T("heat-newest-0")}, {Value: "true", Text: v.T("heat-newest-1")}}
	case FieldWrites, FieldRows, FieldMinutes, FieldNodes, FieldTemplate:
	default:
		label = v.T("heat-read", v.Text(&v.Kit, strings.TrimPrefix(name, "read:")))
	}
	id, scope := f.Element(), name
	set := func(ctx app.Context, _ app.Event) {
		v.Send(Set{Field: f, Text: ctx.JSSrc().Get("value").String()})
	}
	if options != nil {
		all := []app.UI{}
		for _, o := range options {
			all = append(all, app.Option().Value(o.Value).Text(o.Text).Selected(o.Value == value))
		}
		return app.Span().Class("word").Body(app.Label().For(id).Text(label), app.Select().ID(id).Body(all...).OnChange(set, scope))
	}
	bad := v.form().Refused(f)
	hint := ""
	least, most := int64(0), int64(MaxRate)
	kind := "number"
	switch f {
	case FieldMinutes:
		least, most = 1, MaxMinutes
	case FieldNodes:
		least, most = 1, MaxNodes
	case FieldTemplate:
		kind = "text"
	}
	if bad {
		hint = v.T("heat-bound", strconv.FormatInt(least, 10), strconv.FormatInt(most, 10))
		if f == FieldTemplate {
			hint = v.T("heat-bad-template")
		}
	}
	input := app.Input().Type(kind).ID(id).Value(value).Attr("aria-invalid", strconv.FormatBool(bad)).Attr("aria-describedby", id+"-hint").
		Attr("autocomplete", "off").Attr("spellcheck", "false").OnInput(set, scope)
	if kind == "number" {
		input = input.Attr("min", least).Attr("max", most).Attr("step", "any").Attr("inputmode", "numeric")
	} else {
		input = input.Attr("autocapitalize", "off").MaxLength(rowkey.MaxTemplate).Placeholder(page.TableOf(v.Tables, v.form().Table()).Template)
	}
	return app.Span().Class("word").Body(app.Label().For(id).Text(label), input, app.Span().ID(id+"-hint").Class("field-error").Text(hint))
}

// heatMaps draws the maps with what is said about them.
func (v *View) heatMaps() app.UI {
	h := &v.State
	if h.Maps[0] == nil {
		empty := "load-empty"
		if v.form().Live() {
			empty = "load-live-empty"
		}
		return app.Div().Class("heat").Body(app.P().Class("example").Text(v.T(empty, v.form().Table())))
	}
	parts := []app.UI{}
	stale := app.P().Class("notice-inline").Hidden(true)
	if v.Stale(0) {
		stale = app.P().Class("notice-inline").Text(v.T("load-stale"))
	}
	parts = append(parts, stale, v.heatTools(),
		&canvas{Data: v.mapData(), to: v.To},
		v.scrub(), v.tabletsThen(),
		app.Div().Class("heat-found").Body(v.found()),
	)
	said := []app.UI{}
	for i, m := range h.Told {
		if m != nil {
			said = append(said, v.heatSaid(i, m))
		}
	}
	class := "heat-twins"
	if h.Told[1] == nil {
		class = "heat-one"
	}
	return app.Div().Class("heat").Body(append(parts, app.Div().Class(class).Body(said...))...)
}

// heatTools chooses the metric, the brightness and how close the map is.
func (v *View) heatTools() app.UI {
	h := &v.State
	metrics := []app.UI{}
	most := cluster.Metrics
	if v.form().Live() {
		most = LiveMetrics
	}
	for m := range most {
		metrics = append(metrics, v.Button(v.T("metric-"+strconv.Itoa(int(m))), MetricPicked{Metric: m}).Attr("aria-pressed", h.Metric == m))
	}
	bright := func(ctx app.Context, _ app.Event) {
		if step, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			v.Send(BrightSet{Step: step})
		}
	}
	explained := v.T("heat-bright-at", amountOf(v.Lang, h.Maps[0], h.Metric, float64(h.Full())), strconv.Itoa(h.Bright))
	zoom := func(key string, rows, columns int) app.UI {
		return v.Button(v.T(key), Closer{Map: h.At.Map, Rows: rows, Columns: columns}).Class("quiet")
	}
	return app.Div().Class("heat-tools").Body(
		app.Div().Class("picks").Role("group").Attr("aria-label", v.T("heat-metric")).Body(metrics...),
		app.Label().Class("heat-bright").Body(
			app.Span().Text(v.T("heat-bright")),
			app.Input().Type("range").Min(0).Max(MaxBright).Step(1).Value(h.Bright).Attr("aria-valuetext", explained).OnInput(bright),
			app.Span().Class("label").Aria("hidden", "true").Text(explained),
		),
		app.Div().Class("row heat-zoom").Role("group").Attr("aria-label", v.T("heat-zoom")).Body(
			zoom("heat-keys-in", 1, 0), zoom("heat-keys-out", -1, 0), zoom("heat-time-in", 0, 1), zoom("heat-time-out", 0, -1),
			v.Button(v.T("heat-whole"), Whole{}).Class("quiet"),
		),
	)
}

// scrub draws the slider over time and what it was like then.
func (v *View) scrub() app.UI {
	h := &v.State
	moved := func(ctx app.Context, _ app.Event) {
		if column, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			v.Send(Scrubbed{Column: column})
		}
	}
	m := h.Maps[0]
	at := min(h.At.Column, len(m.Columns)-1)
	minute := minuteOf(m, at)
	said := []app.UI{}
	for _, m := range h.Maps {
		if m == nil || at >= len(m.Columns) {
			continue
		}
		c := m.Columns[at]
		if m.Live {
			continue
		}
		said = append(said, app.Span().Class("label").Text(v.T("heat-moment", minute, strconv.Itoa(c.Tablets),
			i18n.Amount(v.Lang, cluster.Ops, float64(c.Ops.Value())), i18n.Digits(v.Lang, float64(c.Hottest.Value())))))
	}
	name, text := v.T("heat-scrub"), v.T("heat-scrub-at", minute, v.N(m.Of.Minutes))
	if m.Live {
		name, text = v.T("heat-scrub-live"), whenOf(&v.Kit, m, at)
		said = append(said, app.Span().Class("label").Text(v.T("heat-moment-live", text, amountOf(v.Lang, m, cluster.Ops, float64(m.Columns[at].Ops.Value())))))
	}
	return app.Div().Class("heat-scrub").Body(
		// A slider that gets more columns has its value cut while it has fewer.
		ui.Keyed("scrub-"+strconv.Itoa(len(m.Columns)), app.Input().Type("range").ID("heat-scrub").Attr("aria-label", name).Attr("aria-valuetext", text).
			Min(0).Max(max(len(m.Columns)-1, 1)).Step(1).Value(at).OnInput(moved)),
		app.Div().Body(said...),
	)
}

// minuteOf writes when a column begins.
func minuteOf(m *Map, column int) string {
	from, _ := m.Time(column)
	return strconv.FormatFloat(float64(from)/60, 'f', min(1, int(from%60)), 64)
}

// whenOf says when a column is.
func whenOf(k *ui.Kit, m *Map, column int) string {
	if m.Live {
		return k.T("heat-tip-command", strconv.FormatUint(m.Columns[column].Command, 10))
	}
	return k.T("heat-tip-time", minuteOf(m, column))
}

// amountOf writes an amount of a map.
func amountOf(lang string, m *Map, of cluster.Metric, v float64) string {
	if m.Live {
		return i18n.Sum(lang, of, v)
	}
	return i18n.Amount(lang, of, v)
}

// heatSaid says in words what a map shows.
func (v *View) heatSaid(i int, m *Map) app.UI {
	if m.Live {
		_, text := v.diagnosis(m)
		return app.Div().Class("heat-said").Body(app.P().Class("heat-diagnosis").Text(text))
	}
	splits, moves, merges := 0, 0, 0
	for _, e := range m.Events {
		switch e.Kind {
		case cluster.SplitBySize, cluster.SplitByLoad:
			splits++
		case cluster.Moved:
			moves++
		case cluster.Merged:
			merges++
		default:
			panic("heat: an event without a name")
		}
	}
	events := v.T("heat-events-no")
	if len(m.Events) > 0 {
		cut := ""
		if m.Dropped > 0 {
			cut = strconv.Itoa(len(m.Events))
		}
		events = v.T("heat-events", strconv.Itoa(splits), strconv.Itoa(moves), strconv.Itoa(merges), cut)
	}
	class := "bad"
	if m.Diagnosis.Pattern == cluster.Even && !m.Lopsided() {
		class = "good"
	}
	name, because := v.diagnosis(m)
	return app.Div().Class("heat-said").Body(
		app.P().Class("heat-diagnosis").DataSet("diagnosis", string(m.Diagnosis.Pattern)).DataSet("map", i).Body(
			app.B().Class(class).Text(name), app.Text(" "+because)),
		app.P().Class("label").Hidden(!m.Few()).Text(v.T("heat-few", strconv.Itoa(m.Keys))),
		app.P().Class("label").Text(events),
		v.hotTablets(m),
	)
}

// diagnosis says what a map looks like, and why; of commands only what they came to.
func (v *View) diagnosis(m *Map) (name, because string) {
	if m.Live {
		d := m.Done()
		start, end := m.Range(d.Row)
		return "", v.T("heat-live-said", strconv.Itoa(len(m.Columns)), i18n.Digits(v.Lang, d.Reads), i18n.Digits(v.Lang, d.Writes),
			i18n.Percent(v.Lang, d.Share), rangeText(&v.Kit, start, end))
	}
	d := m.Diagnosis
	percent := func(share float64) string { return i18n.Percent(v.Lang, share) }
	minutes := func(s int64) string { return i18n.Digits(v.Lang, float64(s)/60) }
	var args []string
	switch d.Pattern {
	case cluster.Even:
	case cluster.Periodic:
		args = []string{minutes(d.Period), i18n.Digits(v.Lang, min(d.Times, 1e6))}
	case cluster.HotRange:
		args = []string{percent(d.Share), rangeText(&v.Kit, d.Start, d.End)}
	case cluster.HotRow:
		args = []string{percent(d.Share), i18n.Ends(string(d.Start))}
	case cluster.Sequential:
		args = []string{percent(d.Share)}
	case cluster.SuddenRise:
		args = []string{minutes(d.At), i18n.Digits(v.Lang, d.Times)}
	default:
		panic("heat: a pattern without a name")
	}
	nodes, pattern, why := float64(len(m.Nodes)), string(d.Pattern), string(d.Pattern)
	switch {
	case !m.Lopsided():
	case m.Last < len(m.Nodes):
		pattern, why, args = "lopsided", "lopsided-1", []string{strconv.Itoa(m.Last), strconv.Itoa(len(m.Nodes))}
	default:
		pattern, why = "lopsided", "lopsided-0"
	}
	return v.T("diagnosis-" + pattern), v.T("because-"+why, args...) + " " +
		v.T("because-node", strconv.Itoa(len(m.Nodes)), percent(m.Hottest/nodes), percent(1/nodes))
}

// rangeText says a range of keys in plain text.
func rangeText(k *ui.Kit, start, end base.RowKey) string {
	from, to := i18n.Ends(string(start)), i18n.Ends(string(end))
	if start == "" {
		return k.T("heat-range-first", to)
	}
	return k.T("heat-range", from, to)
}

// rangeHTML draws a range of keys in the colours of their segments.
func rangeHTML(k *ui.Kit, c ui.Palette, start, end base.RowKey) string {
	const from, to = "\x01", "\x02"
	text := k.T("heat-range", from, to)
	switch {
	case start == "" && end == "":
		return ui.Escape(k.T("heat-range-first"))
	case start == "":
		text = k.T("heat-range-first", to)
	case end == "":
		text = k.T("heat-range", from, "")
	}
	return strings.NewReplacer(from, c.EndsHTML(start), to, c.EndsHTML(end), `\x01`, c.EndsHTML(start), `\x02`, c.EndsHTML(end)).Replace(ui.Escape(text))
}

// mapColours returns the colours of a map's keys.
func (v *View) mapColours(m *Map) ui.Palette {
	info := page.TableOf(v.Tables, m.Of.Table)
	info.Template = m.Template
	return ui.PaletteOf(info)
}

// hotTablets draws the table of the hottest ranges.
func (v *View) hotTablets(m *Map) app.UI {
	if len(m.Hot) == 0 {
		return app.P().Class("label").Text(v.T("hot-none"))
	}
	head := []app.UI{}
	for _, key := range []string{"hot-keys", "hot-share", "hot-node", "hot-why", "hot-rate"} {
		th := app.Th().Scope("col").Text(v.T(key))
		switch key {
		case "hot-share", "hot-node", "hot-rate":
			th = th.Class("num")
		case "hot-why":
			th = th.Class("why")
		}
		head = append(head, th)
	}
	rows := []app.UI{}
	colours := v.mapColours(m)
	for _, t := range m.Hot {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Class("bytes").Body(app.Raw(`<span>`+rangeHTML(&v.Kit, colours, t.Start, t.End)+`</span>`)),
			app.Td().Class("num").Text(i18n.Percent(v.Lang, t.Share)),
			app.Td().Class("num").Text(v.N(int64(t.Node+1))),
			app.Td().Class("why").Text(v.T("reason-"+strconv.Itoa(int(t.Reason)))),
			app.Td().Class("num").Text(i18n.Amount(v.Lang, cluster.Ops, t.Rate)),
		))
	}
	title := v.T("hot-title")
	if m.Template != "" {
		title += ": " + m.Template
	}
	return app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", title).Body(
		app.Table().Class("plain hot").Body(
			app.Caption().Text(v.T("hot-title")),
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(rows...),
		),
	)
}

// found draws the keys and the questions behind the cell that is pinned.
func (v *View) found() app.UI {
	h := &v.State
	m := h.Maps[h.At.Map]
	if !h.At.Pinned || m == nil || m.Live {
		return app.Div().Hidden(true)
	}
	start, end := m.Range(m.Row)
	colours := v.mapColours(m)
	head := app.Div().Class("bar").Body(
		app.H3().Text(v.T("behind-title")),
		app.Raw(`<span class="bytes">`+rangeHTML(&v.Kit, colours, start, end)+` · `+ui.Escape(whenOf(&v.Kit, m, h.At.Column))+`</span>`),
		v.Button(v.T("behind-let"), Unpinned{}).Class("quiet").Attr("aria-label", v.T("behind-close")),
	)
	f := h.Found
	if f == nil {
		text := "behind-waiting"
		if v.Stale(h.At.Map) {
			text = "load-stale"
		}
		return app.Div().ID(ElementBehind).Class("behind").Role("status").Body(head, app.P().Class("label").Text(v.T(text)))
	}
	if len(f.Sources) == 0 {
		return app.Div().ID(ElementBehind).Class("behind").Role("status").Body(head, app.P().Class("label").Text(v.T("behind-none")))
	}
	seconds := float64(max(f.Of.To-f.Of.From, 1))
	rate := func(times float64) string { return i18n.Amount(v.Lang, cluster.Ops, times/seconds) }
	keys, who := []app.UI{}, []app.UI{}
	for _, k := range f.Keys {
		keys = append(keys, app.Li().Body(app.Raw(`<span class="bytes">`+colours.EndsHTML(k.Key)+`</span>`), app.Span().Class("num").Text(rate(k.Times))))
	}
	for _, s := range f.Sources {
		who = append(who, app.Li().Body(app.Span().Text(v.sourceText(s)), app.Span().Class("num").Text(rate(s.Times))))
	}
	return app.Div().ID(ElementBehind).Class("behind").Role("status").Body(head, app.Div().Class("behind-lists").Body(
		app.Div().Body(app.H4().Text(v.T("behind-who")), app.Ul().Body(who...)),
		app.Div().Hidden(len(keys) == 0).Body(app.H4().Text(v.T("behind-keys", strconv.Itoa(f.Different))), app.Ul().Body(keys...)),
	))
}

func (v *View) sourceText(s engine.Source) string {
	text := v.T("behind-row")
	switch {
	case s.Writes:
		text = v.T("behind-writes")
	case s.Query != "":
		text = v.Text(&v.Kit, s.Query)
	}
	if s.Scans {
		text = v.T("behind-scans", text)
	}
	return text
}

// Words says what a screen reader is told of the load, "" for what is told by others.
func (v *View) Words(of any) string {
	switch of := of.(type) {
	case SaidCell:
		if m := v.Maps[of.Map]; m != nil {
			return cellText(&v.Kit, m, m.TabletsAt(of.Column), v.Metric, m.Row, of.Column)
		}
	case SaidMap:
		if m := v.Maps[of.Map]; m != nil {
			name, because := v.diagnosis(m)
			return strings.TrimSpace(name + " " + because)
		}
	}
	return ""
}
