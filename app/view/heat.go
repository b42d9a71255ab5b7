package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
)

// heat returns the part of the page that shows the load. It is drawn again when the
// load has changed, and the other parts are not.
func (p *drawing) heat() app.UI {
	if !p.live {
		return p.load()
	}
	looks := p.st.Aside()
	looks.Work.Heat = p.st.Work.Heat
	return &part{Looks: looks, page: *p, draw: (*drawing).load}
}

// load draws what is asked of a cluster, and the maps of what comes of it.
func (p *drawing) load() app.UI {
	if p.st.HeatOf() == "" {
		return app.Div().Class("load").Hidden(true)
	}
	h := &p.st.Work.Heat
	toggle, class, text := "load-show", "load panel", "load-text"
	if p.st.HeatLive() {
		text = "load-text-live"
	}
	if h.Open {
		toggle, class = "load-hide", "load panel open"
	}
	var body app.UI = app.Div()
	if h.Open || p.st.Work.Tab == model.TabMap {
		body = app.Div().Class("load-body").Body(p.traffic(), p.heatMaps())
	}
	return app.Section().Class(class).Attr("aria-label", p.t("load")).Body(
		app.Div().Class("bar").Body(
			app.H2().Text(p.t("load")),
			app.Span().Class("label").Text(p.t(text)),
			p.button(p.t(toggle), model.HeatToggled{}).Class("quiet").Attr("aria-expanded", strconv.FormatBool(h.Open)).
				Attr("aria-label", p.t("load")+": "+p.t(toggle)),
		),
		body,
	)
}

// traffic draws the fields of what is asked for.
func (p *drawing) traffic() app.UI {
	h := &p.st.Work.Heat
	fields, refused := []app.UI{}, false
	for _, f := range p.st.HeatFields() {
		if f == model.HeatTable && len(p.st.Work.Tables) < 2 {
			continue
		}
		refused = refused || p.st.HeatRefused(f)
		fields = append(fields, ui.Keyed(f.Element(), p.trafficField(f)))
	}
	if p.st.HeatLive() {
		return app.Div().Class("fields traffic").Role("group").Attr("aria-label", p.t("heat-traffic")).Body(
			app.Div().Class("fields-in").Body(fields...),
			app.P().Class("label").Text(p.t("load-live-text")),
		)
	}
	key := "load-run"
	if h.Maps[0] != nil {
		key = "load-again"
	}
	run := p.work(p.t(key), model.HeatRun{}).Class("primary")
	if refused || h.Waits() {
		run = p.resting(p.t(key)).Class("primary")
	}
	why := ""
	switch {
	case refused:
		why = p.t("load-refused")
	case h.Err != nil:
		why = i18n.Error(p.st.Lang, h.Err)
	}
	return app.Div().Class("fields traffic").Role("group").Attr("aria-label", p.t("heat-traffic")).Body(
		app.Div().Class("fields-in").Body(fields...),
		app.Div().Class("row").Body(run, app.Span().Class("field-error").Role("status").Text(why)),
	)
}

func (p *drawing) trafficField(f model.HeatField) app.UI {
	value := p.st.HeatValue(f)
	name := string(f)
	label, options := p.t("heat-"+name), []ui.Option(nil)
	numbered := func(texts ...string) {
		for i, t := range texts {
			options = append(options, ui.Option{Value: strconv.Itoa(i), Text: t})
		}
	}
	switch f {
	case model.HeatTable:
		for _, t := range p.st.Work.Tables {
			if t.Rows > 0 {
				options = append(options, ui.Option{Value: t.Name, Text: t.Name})
			}
		}
	case model.HeatPolicy:
		numbered(p.t("heat-policy-0"), p.t("heat-policy-1"), p.t("heat-policy-2"))
	case model.HeatShape:
		numbered(p.t("heat-shape-0"), p.t("heat-shape-1", p.n(traffic.Waves)), p.t("heat-shape-2", p.n(traffic.Raised)))
	case model.HeatSource:
		options = []ui.Option{{Value: "", Text: p.t("heat-source-0")}, {Value: model.LiveSource, Text: p.t("heat-source-1")}}
	case model.HeatNewest:
		options = []ui.Option{{Value: "", Text: p.t("heat-newest-0")}, {Value: "true", Text: p.t("heat-newest-1")}}
	case model.HeatWrites, model.HeatRows, model.HeatMinutes, model.HeatNodes, model.HeatTemplate:
	default:
		label = p.t("heat-read", p.queryText(strings.TrimPrefix(name, "read:")))
	}
	id, scope := f.Element(), name
	set := func(ctx app.Context, _ app.Event) {
		p.send(model.HeatSet{Field: f, Text: ctx.JSSrc().Get("value").String()})
	}
	if options != nil {
		all := []app.UI{}
		for _, o := range options {
			all = append(all, app.Option().Value(o.Value).Text(o.Text).Selected(o.Value == value))
		}
		return app.Div().Class("field").Body(app.Label().For(id).Text(label), app.Select().ID(id).Body(all...).OnChange(set, scope))
	}
	bad := p.st.HeatRefused(f)
	hint := ""
	least, most := int64(0), int64(model.MaxHeatRate)
	kind := "number"
	switch f {
	case model.HeatMinutes:
		least, most = 1, model.MaxHeatMinutes
	case model.HeatNodes:
		least, most = 1, model.MaxHeatNodes
	case model.HeatTemplate:
		kind = "text"
	}
	if bad {
		hint = p.t("heat-bound", strconv.FormatInt(least, 10), strconv.FormatInt(most, 10))
		if f == model.HeatTemplate {
			hint = p.t("heat-bad-template")
		}
	}
	input := app.Input().Type(kind).ID(id).Value(value).Attr("aria-invalid", strconv.FormatBool(bad)).Attr("aria-describedby", id+"-hint").
		Attr("autocomplete", "off").Attr("spellcheck", "false").OnInput(set, scope)
	if kind == "number" {
		input = input.Attr("min", least).Attr("max", most).Attr("step", "any").Attr("inputmode", "numeric")
	} else {
		input = input.Attr("autocapitalize", "off").MaxLength(rowkey.MaxTemplate).Placeholder(p.info(p.st.HeatOf()).Template)
	}
	return app.Div().Class("field").Body(app.Label().For(id).Text(label), input, app.Span().ID(id+"-hint").Class("field-error").Text(hint))
}

// heatMaps draws the maps with what is said about them.
func (p *drawing) heatMaps() app.UI {
	h := &p.st.Work.Heat
	if h.Maps[0] == nil {
		empty := "load-empty"
		if p.st.HeatLive() {
			empty = "load-live-empty"
		}
		return app.Div().Class("heat").Body(app.P().Class("example").Text(p.t(empty, p.st.HeatOf())))
	}
	parts := []app.UI{}
	stale := app.P().Class("notice-inline").Hidden(true)
	if p.st.Work.HeatStale(0) {
		stale = app.P().Class("notice-inline").Text(p.t("load-stale"))
	}
	parts = append(parts, stale, p.heatTools(),
		&heatMap{Data: p.heatData(), to: p.to},
		p.scrub(), p.tabletsThen(),
		app.Div().Class("heat-found").Body(p.found()),
	)
	said := []app.UI{}
	for i, m := range h.Told {
		if m != nil {
			said = append(said, p.heatSaid(i, m))
		}
	}
	class := "heat-twins"
	if h.Told[1] == nil {
		class = "heat-one"
	}
	return app.Div().Class("heat").Body(append(parts, app.Div().Class(class).Body(said...))...)
}

// heatTools chooses the metric, the brightness and how close the map is.
func (p *drawing) heatTools() app.UI {
	h := &p.st.Work.Heat
	metrics := []app.UI{}
	most := cluster.Metrics
	if p.st.HeatLive() {
		most = model.LiveMetrics
	}
	for m := range most {
		metrics = append(metrics, p.button(p.t("metric-"+strconv.Itoa(int(m))), model.MetricPicked{Metric: m}).Attr("aria-pressed", h.Metric == m))
	}
	bright := func(ctx app.Context, _ app.Event) {
		if step, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			p.send(model.BrightSet{Step: step})
		}
	}
	explained := p.t("heat-bright-at", amountOf(p.st.Lang, h.Maps[0], h.Metric, float64(h.Full())), strconv.Itoa(h.Bright))
	zoom := func(key string, rows, columns int) app.UI {
		return p.button(p.t(key), model.HeatCloser{Map: h.At.Map, Rows: rows, Columns: columns}).Class("quiet")
	}
	return app.Div().Class("heat-tools").Body(
		app.Div().Class("picks").Role("group").Attr("aria-label", p.t("heat-metric")).Body(metrics...),
		app.Label().Class("heat-bright").Body(
			app.Span().Text(p.t("heat-bright")),
			app.Input().Type("range").Min(0).Max(model.MaxBright).Step(1).Value(h.Bright).Attr("aria-valuetext", explained).OnInput(bright),
			app.Span().Class("label").Aria("hidden", "true").Text(explained),
		),
		app.Div().Class("row heat-zoom").Role("group").Attr("aria-label", p.t("heat-zoom")).Body(
			zoom("heat-keys-in", 1, 0), zoom("heat-keys-out", -1, 0), zoom("heat-time-in", 0, 1), zoom("heat-time-out", 0, -1),
			p.button(p.t("heat-whole"), model.HeatWhole{}).Class("quiet"),
		),
	)
}

// scrub draws the slider over time and what it was like then.
func (p *drawing) scrub() app.UI {
	h := &p.st.Work.Heat
	moved := func(ctx app.Context, _ app.Event) {
		if column, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			p.send(model.HeatScrubbed{Column: column})
		}
	}
	m := h.Maps[0]
	at := min(h.At.Column, len(m.Columns)-1)
	minute := p.minute(m, at)
	said := []app.UI{}
	for _, m := range h.Maps {
		if m == nil || at >= len(m.Columns) {
			continue
		}
		c := m.Columns[at]
		if m.Live {
			continue
		}
		said = append(said, app.Span().Class("label").Text(p.t("heat-moment", minute, strconv.Itoa(c.Tablets),
			i18n.Amount(p.st.Lang, cluster.Ops, float64(c.Ops.Value())), i18n.Digits(p.st.Lang, float64(c.Hottest.Value())))))
	}
	name, text := p.t("heat-scrub"), p.t("heat-scrub-at", minute, p.n(m.Of.Minutes))
	if m.Live {
		name, text = p.t("heat-scrub-live"), whenOf(p, m, at)
		said = append(said, app.Span().Class("label").Text(p.t("heat-moment-live", text, amountOf(p.st.Lang, m, cluster.Ops, float64(m.Columns[at].Ops.Value())))))
	}
	return app.Div().Class("heat-scrub").Body(
		// A slider that gets more columns has its value cut while it has fewer.
		ui.Keyed("scrub-"+strconv.Itoa(len(m.Columns)), app.Input().Type("range").ID("heat-scrub").Attr("aria-label", name).Attr("aria-valuetext", text).
			Min(0).Max(max(len(m.Columns)-1, 1)).Step(1).Value(at).OnInput(moved)),
		app.Div().Body(said...),
	)
}

// minute writes when a column begins.
func (p *drawing) minute(m *model.HeatMap, column int) string { return minuteOf(m, column) }

func minuteOf(m *model.HeatMap, column int) string {
	from, _ := m.Time(column)
	return strconv.FormatFloat(float64(from)/60, 'f', min(1, int(from%60)), 64)
}

// whenOf says when a column is.
func whenOf(p *drawing, m *model.HeatMap, column int) string {
	if m.Live {
		return p.t("heat-tip-command", strconv.FormatUint(m.Columns[column].Command, 10))
	}
	return p.t("heat-tip-time", minuteOf(m, column))
}

// amountOf writes an amount of a map.
func amountOf(lang string, m *model.HeatMap, of cluster.Metric, v float64) string {
	if m.Live {
		return i18n.Sum(lang, of, v)
	}
	return i18n.Amount(lang, of, v)
}

// heatSaid says in words what a map shows.
func (p *drawing) heatSaid(i int, m *model.HeatMap) app.UI {
	if m.Live {
		_, text := p.diagnosis(m)
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
			panic("view: an event without a name")
		}
	}
	events := p.t("heat-events-no")
	if len(m.Events) > 0 {
		cut := ""
		if m.Dropped > 0 {
			cut = strconv.Itoa(len(m.Events))
		}
		events = p.t("heat-events", strconv.Itoa(splits), strconv.Itoa(moves), strconv.Itoa(merges), cut)
	}
	class := "bad"
	if m.Diagnosis.Pattern == cluster.Even && !m.Lopsided() {
		class = "good"
	}
	name, because := p.diagnosis(m)
	return app.Div().Class("heat-said").Body(
		app.P().Class("heat-diagnosis").DataSet("diagnosis", string(m.Diagnosis.Pattern)).DataSet("map", i).Body(
			app.B().Class(class).Text(name), app.Text(" "+because)),
		app.P().Class("label").Hidden(!m.Few()).Text(p.t("heat-few", strconv.Itoa(m.Keys))),
		app.P().Class("label").Text(events),
		p.hotTablets(m),
	)
}

// diagnosis says what a map looks like, and why; of commands only what they came to.
func (p *drawing) diagnosis(m *model.HeatMap) (name, because string) {
	if m.Live {
		d := m.Done()
		start, end := m.Range(d.Row)
		return "", p.t("heat-live-said", strconv.Itoa(len(m.Columns)), i18n.Digits(p.st.Lang, d.Reads), i18n.Digits(p.st.Lang, d.Writes),
			i18n.Percent(p.st.Lang, d.Share), p.rangeText(start, end))
	}
	d := m.Diagnosis
	percent := func(v float64) string { return i18n.Percent(p.st.Lang, v) }
	minutes := func(s int64) string { return i18n.Digits(p.st.Lang, float64(s)/60) }
	var args []string
	switch d.Pattern {
	case cluster.Even:
	case cluster.Periodic:
		args = []string{minutes(d.Period), i18n.Digits(p.st.Lang, min(d.Times, 1e6))}
	case cluster.HotRange:
		args = []string{percent(d.Share), p.rangeText(d.Start, d.End)}
	case cluster.HotRow:
		args = []string{percent(d.Share), i18n.Ends(string(d.Start))}
	case cluster.Sequential:
		args = []string{percent(d.Share)}
	case cluster.SuddenRise:
		args = []string{minutes(d.At), i18n.Digits(p.st.Lang, d.Times)}
	default:
		panic("view: a pattern without a name")
	}
	nodes, pattern, why := float64(len(m.Nodes)), string(d.Pattern), string(d.Pattern)
	switch {
	case !m.Lopsided():
	case m.Last < len(m.Nodes):
		pattern, why, args = "lopsided", "lopsided-1", []string{strconv.Itoa(m.Last), strconv.Itoa(len(m.Nodes))}
	default:
		pattern, why = "lopsided", "lopsided-0"
	}
	return p.t("diagnosis-" + pattern), p.t("because-"+why, args...) + " " +
		p.t("because-node", strconv.Itoa(len(m.Nodes)), percent(m.Hottest/nodes), percent(1/nodes))
}

// rangeText says a range of keys in plain text.
func (p *drawing) rangeText(start, end base.RowKey) string {
	from, to := i18n.Ends(string(start)), i18n.Ends(string(end))
	if start == "" {
		return p.t("heat-range-first", to)
	}
	return p.t("heat-range", from, to)
}

// rangeHTML draws a range of keys in the colours of their segments.
func (p *drawing) rangeHTML(c ui.Palette, start, end base.RowKey) string {
	const from, to = "\x01", "\x02"
	text := p.t("heat-range", from, to)
	switch {
	case start == "" && end == "":
		return ui.Escape(p.t("heat-range-first"))
	case start == "":
		text = p.t("heat-range-first", to)
	case end == "":
		text = p.t("heat-range", from, "")
	}
	return strings.NewReplacer(from, c.EndsHTML(start), to, c.EndsHTML(end), `\x01`, c.EndsHTML(start), `\x02`, c.EndsHTML(end)).Replace(ui.Escape(text))
}

// mapColours returns the colours of a map's keys.
func (p *drawing) mapColours(m *model.HeatMap) ui.Palette {
	info := p.info(m.Of.Table)
	info.Template = m.Template
	return ui.PaletteOf(info)
}

// hotTablets draws the table of the hottest ranges.
func (p *drawing) hotTablets(m *model.HeatMap) app.UI {
	if len(m.Hot) == 0 {
		return app.P().Class("label").Text(p.t("hot-none"))
	}
	head := []app.UI{}
	for _, key := range []string{"hot-keys", "hot-share", "hot-node", "hot-why", "hot-rate"} {
		th := app.Th().Scope("col").Text(p.t(key))
		switch key {
		case "hot-share", "hot-node", "hot-rate":
			th = th.Class("num")
		case "hot-why":
			th = th.Class("why")
		}
		head = append(head, th)
	}
	rows := []app.UI{}
	colours := p.mapColours(m)
	for _, t := range m.Hot {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Class("bytes").Body(app.Raw(`<span>`+p.rangeHTML(colours, t.Start, t.End)+`</span>`)),
			app.Td().Class("num").Text(i18n.Percent(p.st.Lang, t.Share)),
			app.Td().Class("num").Text(p.n(int64(t.Node+1))),
			app.Td().Class("why").Text(p.t("reason-"+strconv.Itoa(int(t.Reason)))),
			app.Td().Class("num").Text(i18n.Amount(p.st.Lang, cluster.Ops, t.Rate)),
		))
	}
	title := p.t("hot-title")
	if m.Template != "" {
		title += ": " + m.Template
	}
	return app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", title).Body(
		app.Table().Class("plain hot").Body(
			app.Caption().Text(p.t("hot-title")),
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(rows...),
		),
	)
}

// found draws the keys and the questions behind the cell that is pinned.
func (p *drawing) found() app.UI {
	h := &p.st.Work.Heat
	m := h.Maps[h.At.Map]
	if !h.At.Pinned || m == nil || m.Live {
		return app.Div().Hidden(true)
	}
	start, end := m.Range(m.Row)
	colours := p.mapColours(m)
	head := app.Div().Class("bar").Body(
		app.H3().Text(p.t("behind-title")),
		app.Raw(`<span class="bytes">`+p.rangeHTML(colours, start, end)+` · `+ui.Escape(whenOf(p, m, h.At.Column))+`</span>`),
		p.button(p.t("behind-let"), model.HeatUnpinned{}).Class("quiet").Attr("aria-label", p.t("behind-close")),
	)
	f := h.Found
	if f == nil {
		text := "behind-waiting"
		if p.st.Work.HeatStale(h.At.Map) {
			text = "load-stale"
		}
		return app.Div().ID(model.ElementBehind).Class("behind").Role("status").Body(head, app.P().Class("label").Text(p.t(text)))
	}
	if len(f.Sources) == 0 {
		return app.Div().ID(model.ElementBehind).Class("behind").Role("status").Body(head, app.P().Class("label").Text(p.t("behind-none")))
	}
	seconds := float64(max(f.Of.To-f.Of.From, 1))
	rate := func(times float64) string { return i18n.Amount(p.st.Lang, cluster.Ops, times/seconds) }
	keys, who := []app.UI{}, []app.UI{}
	for _, k := range f.Keys {
		keys = append(keys, app.Li().Body(app.Raw(`<span class="bytes">`+colours.EndsHTML(k.Key)+`</span>`), app.Span().Class("num").Text(rate(k.Times))))
	}
	for _, s := range f.Sources {
		who = append(who, app.Li().Body(app.Span().Text(p.sourceText(s)), app.Span().Class("num").Text(rate(s.Times))))
	}
	return app.Div().ID(model.ElementBehind).Class("behind").Role("status").Body(head, app.Div().Class("behind-lists").Body(
		app.Div().Body(app.H4().Text(p.t("behind-who")), app.Ul().Body(who...)),
		app.Div().Hidden(len(keys) == 0).Body(app.H4().Text(p.t("behind-keys", strconv.Itoa(f.Different))), app.Ul().Body(keys...)),
	))
}

func (p *drawing) sourceText(s engine.Source) string {
	text := p.t("behind-row")
	switch {
	case s.Writes:
		text = p.t("behind-writes")
	case s.Query != "":
		text = p.queryText(s.Query)
	}
	if s.Scans {
		text = p.t("behind-scans", text)
	}
	return text
}
