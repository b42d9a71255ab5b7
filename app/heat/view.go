package heat

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/app/wording"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// View is what the load is drawn from.
type View struct {
	ui.Kit
	ui.Questions
	PageInfo
	State
}

// NewView returns the view of a state. Call numbers are reduced to whether there is a call.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	s.sent, s.behind = [2]uint64{min(s.sent[0]+s.sent[1], 1)}, 0
	s.own, s.others = own{}, others{known: s.others.known}
	v := &View{Kit: *k, PageInfo: given(st, w), State: s, Questions: ui.QuestionsOf(st, w)}
	return v
}

func (v *View) settings() settings { return settings{v.PageInfo, &v.State} }

// SetComparedDesigns sets the designs that the second map can show: before, the key before a trial (""
// for none), and the keys of the attempts.
func (v *View) SetComparedDesigns(before string, all []engine.DesignAttempt) {
	now := v.settings().table()
	if v.Before = before != ""; v.Before {
		v.Designs = append(v.Designs, before)
	}
	for _, a := range all {
		for _, d := range a.Designs {
			if d.Table == now.Name && d.Template != now.Template && !slices.Contains(v.Designs, d.Template) {
				v.Designs = append(v.Designs, d.Template)
			}
		}
	}
}

// SimulatedTable returns the table that the load is on, "" for none.
func (v *View) SimulatedTable() string { return v.settings().Table() }

// stale reports whether a simulated map is of an earlier version of the tables.
func (v *View) stale(i int) bool {
	m := v.Maps[i]
	return m != nil && !m.Live && m.LoadSimulated.Version != v.PageInfo.Version
}

// staleText returns the i18n code for a stale map. In a lesson the reader has to simulate
// again.
func (v *View) staleText() string {
	if v.settings().ordered() {
		return "load-stale"
	}
	return "load-stale-lesson"
}

// Draw draws the heat map's page. It and DrawCard, DrawTools and DrawStatus are redrawn only if v has
// changed.
func Draw(v *View) app.UI { return ui.Memo(&v.Kit, v, (*View).load) }

// load draws the traffic and the maps.
func (v *View) load() app.UI {
	maps, told := v.heatMaps()
	return app.Section().Class("load").Attr("aria-label", v.T("load")).Body(
		app.H2().Class("unseen").Text(v.T("load")), app.Div().Class("load-first").Body(v.traffic(), maps), told)
}

// DrawCard draws the card with a small map, its result, and on request the remedies. It opens the
// map.
func DrawCard(v *View) app.UI { return ui.Memo(&v.Kit, v, (*View).card) }

// card draws the card's map, result and remedies.
func (v *View) card() app.UI {
	if v.settings().Table() == "" {
		return app.Div().Hidden(true)
	}
	m, said := v.Maps[0], app.Span()
	body := []app.UI{ui.Label(v.T("card-empty"))}
	if v.measures() {
		said = said.Class("said label").Text(v.T("card-measuring"))
	} else if m != nil && !m.Live {
		said = v.verdict(m).Class("said")
	}
	if m != nil && !m.Live {
		body = []app.UI{&mini{Map: m, Metric: v.Metric, Full: v.full()}, ui.Label(v.inShort())}
	}
	title, hotter := v.T("load"), app.UI(app.Span().Hidden(true))
	if len(v.Tables) > 1 {
		title = v.T("load-of", v.SimulatedTable())
		hotter = v.hotter()
	}
	return app.Div().Class("load-card").DataSet("table", v.SimulatedTable()).Body(
		app.Div().Class("cards-head").Body(app.H2().Title(title).Text(title), v.helps(false), said),
		app.Div().Class("load-hottest").Body(hotter),
		v.Button("", page.ShowHeatMap{}).Class("fact").Body(append([]app.UI{ui.ScreenReaderText(v.T("card-open"))}, body...)...),
		v.remedies(),
	)
}

// measures reports whether a simulation is under way or planned, so that the shown map is of
// another load or of earlier tables.
func (v *View) measures() bool {
	of := v.settings()
	if of.live() {
		return false
	}
	_, ok := of.request()
	anew := ok && v.stale(0) && !v.InLesson && v.Err == nil && of.table().Template != ""
	return v.sent[0] != 0 || v.resting != "" && v.resting != v.simulatedOf || anew
}

// hotter draws a link to the hottest table, if that is another than the open one.
func (v *View) hotter() app.UI {
	m := v.Maps[0]
	if m == nil || m.Live {
		return app.Span().Hidden(true)
	}
	most := v.State.hottest(m, v.PageInfo.Version, func(t string) bool { return v.settings().few(page.TableByName(v.Tables, t)) })
	if most == nil {
		return app.Span().Hidden(true)
	}
	name := most.Request.Table
	return v.Button("", page.ShowTable{Table: name}).Class("quiet").Body(app.Span().Text(v.T("load-hottest", name)+" "), v.verdictOf(most, most.Template))
}

// inShort returns the traffic in a few words.
func (v *View) inShort() string {
	m := v.Maps[0]
	reads := 0.0
	for _, r := range m.Request.Reads {
		reads += r.Rate
	}
	return v.T("card-traffic", v.rate(m.Request.Writes), strconv.Itoa(m.Request.Nodes), strconv.FormatInt(m.Request.Minutes, 10), v.rate(reads))
}

// heatMaps draws the maps, and separately the texts about them.
func (v *View) heatMaps() (maps, told app.UI) {
	h := &v.State
	if h.Maps[0] == nil {
		empty := "load-empty"
		if v.settings().live() {
			empty = "load-live-empty"
		}
		return app.Div().Class("heat").Body(ui.Explanation(v.T(empty, v.settings().Table()))), app.Div().Class("heat-told").Hidden(true)
	}
	stale := app.P().Class("notice-inline").Hidden(true)
	if v.stale(0) {
		stale = stale.Hidden(false).Text(v.T(v.staleText()))
	}
	said := []app.UI{}
	for i, m := range h.PaintedMaps {
		if m != nil {
			said = append(said, v.heatSaid(i, m))
		}
	}
	class := "heat-twins"
	if h.PaintedMaps[1] == nil {
		class = "heat-one"
	}
	return app.Div().Class("heat").Body(stale, &canvas{Data: v.mapData(), to: v.To}, v.zoom()), app.Div().Class("heat-told").ID(elementTold).TabIndex(-1).Body(
		app.Div().Class("heat-found").Body(v.found()), v.moment(), v.tabletsThen(), app.Div().Class(class).Body(said...))
}

// DrawTools draws the choice of the metric and the brightness.
func DrawTools(v *View) app.UI { return ui.Memo(&v.Kit, v, (*View).tools) }

// tools draws the controls of DrawTools.
func (v *View) tools() app.UI {
	h := &v.State
	if h.Maps[0] == nil {
		return app.Div().Class("heat-tools")
	}
	metrics := []app.UI{}
	all := cluster.MetricCount
	if v.settings().live() {
		all = liveMetrics
	}
	for m := range all {
		metrics = append(metrics, v.Button(v.T("metric-"+strconv.Itoa(int(m))), metricPicked{Metric: m}).Attr("aria-pressed", h.Metric == m))
	}
	bright := func(ctx app.Context, _ app.Event) {
		if step, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			v.Send(brightSet{Step: step})
		}
	}
	most := amountOf(v.Lang, h.Maps[0], h.Metric, float64(h.full()))
	explained := v.T("heat-bright-at", most)
	return app.Div().Class("heat-tools").Body(
		app.Div().Class("picks").Role("group").Attr("aria-label", v.T("heat-metric")).Body(metrics...),
		app.Label().Class("heat-bright").Title(v.T("heat-bright")+", "+explained).Body(
			app.Input().Type("range").Min(0).Max(maxBright).Step(1).Value(h.Brightness).Attr("aria-label", v.T("heat-bright")).Attr("aria-valuetext", explained).OnInput(bright),
			app.Span().Class("label").Aria("hidden", "true").Text(most),
		),
	)
}

// zoom draws the buttons that zoom the maps.
func (v *View) zoom() app.UI {
	zoom := func(sign, key string, m Msg) app.UI {
		return v.Button(sign, m).Class("quiet").Attr("aria-label", v.T(key)).Title(v.T(key))
	}
	closer := func(sign, key string, rows, columns int) app.UI {
		return zoom(sign, key, zoomBy{Map: v.Cursor.Map, Rows: rows, Columns: columns})
	}
	return app.Div().Class("row heat-zoom").Role("group").Attr("aria-label", v.T("heat-zoom")).Body(
		closer("↕+", "heat-keys-in", 1, 0), closer("↕−", "heat-keys-out", -1, 0), closer("↔+", "heat-time-in", 0, 1), closer("↔−", "heat-time-out", 0, -1),
		zoom("⤢", "heat-whole", whole{}),
	)
}

// moment draws the figures at the cursor's time.
func (v *View) moment() app.UI {
	said := []app.UI{}
	for _, m := range v.Maps {
		if m == nil || v.Cursor.Column >= len(m.Columns) {
			continue
		}
		c := m.Columns[v.Cursor.Column]
		if m.Live {
			said = append(said, ui.SmallPrint(v.T("heat-moment-live", whenOf(&v.Kit, m, v.Cursor.Column), amountOf(v.Lang, m, cluster.Ops, float64(c.Ops.Value())))))
			continue
		}
		said = append(said, ui.SmallPrint(v.T("heat-moment", minuteOf(v.Lang, m, v.Cursor.Column), strconv.Itoa(c.Tablets),
			i18n.FormatMetric(v.Lang, cluster.Ops, float64(c.Ops.Value())), i18n.FormatThreeDigits(v.Lang, float64(c.Hottest.Value())))))
	}
	return app.Div().Class("heat-moment").Body(said...)
}

// minuteOf returns the minute in which a column begins, with one decimal.
func minuteOf(lang string, m *Map, column int) string {
	from, _ := m.TimeSpan(column)
	return i18n.FormatDecimal(lang, math.Round(float64(from)/6)/10)
}

// whenOf returns the words for the time, or the command, of a column.
func whenOf(k *ui.Kit, m *Map, column int) string {
	if m.Live {
		return k.T("heat-tip-command", strconv.FormatUint(m.Columns[column].Command, 10))
	}
	return k.T("heat-tip-time", minuteOf(k.Lang, m, column))
}

// amountOf returns an amount of a map with its unit.
func amountOf(lang string, m *Map, of cluster.Metric, v float64) string {
	if m.Live {
		return i18n.FormatMetricTotal(lang, of, v)
	}
	if of == cluster.Latency && m.beyond(v) {
		return i18n.PageText(lang, "heat-beyond-time", strconv.FormatInt(m.Request.Minutes, 10))
	}
	return i18n.FormatMetric(lang, of, v)
}

// heatSaid draws the texts about a map: its diagnosis, events, latencies, nodes and hot
// tablets.
func (v *View) heatSaid(i int, m *Map) app.UI {
	if m.Live {
		return app.Div().Class("heat-said")
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
		if m.UnlistedEvents > 0 {
			cut = strconv.Itoa(len(m.Events))
		}
		events = v.T("heat-events", strconv.Itoa(splits), strconv.Itoa(moves), strconv.Itoa(merges), cut)
	}
	_, _, node := v.diagnosis(m)
	diagnosis := app.UI(ui.SmallPrint(v.sizeOf(m) + ". " + node))
	if v.PaintedMaps[1] != nil {
		diagnosis = v.diagnosed(i, m)
	}
	return app.Div().Class("heat-said").Body(
		diagnosis,
		app.P().Class("label").Hidden(!m.HasFewKeys()).Text(v.T("heat-few", strconv.Itoa(m.Keys))),
		ui.SmallPrint(events),
		ui.SmallPrint(v.allTook(m)),
		ui.SmallPrint(v.nodes(m)),
		v.hotTablets(m),
	)
}

func (v *View) took(m *Map, part int) string {
	return amountOf(v.Lang, m, cluster.Latency, m.LatencyPercentiles[part])
}

// p99 returns the latency of the 99th percentile, "" if it is longer than the simulated time.
func (m *Map) p99(lang string) string {
	if m.beyond(m.LatencyPercentiles[2]) {
		return ""
	}
	return i18n.FormatMetric(lang, cluster.Latency, m.LatencyPercentiles[2])
}

// allTook returns the text about latencies, and which of the operations were not answered
// within the simulated time.
func (v *View) allTook(m *Map) string {
	minutes := strconv.FormatInt(m.Request.Minutes, 10)
	args := []string{v.took(m, 0), v.took(m, 1), v.took(m, 2), "", minutes}
	switch {
	case m.beyond(m.LatencyPercentiles[0]):
		return v.T("heat-took-none", minutes)
	case m.beyond(m.LatencyPercentiles[1]):
		args[1], args[2], args[3] = "", "", "5"
	case m.beyond(m.LatencyPercentiles[2]):
		args[2], args[3] = "", "1"
	}
	return v.T("heat-took", args...)
}

// maxNodes is the most nodes that are listed.
const maxNodes = 8

// movingLoad is the ratio of the busiest node's share at any moment to its share over the whole time, from
// which on the text about the nodes says both.
const movingLoad = 1.5

// nodes returns the text about each node's share of the work over the whole time, the busiest first. If
// that is far less than what the busiest node has at a time, because the load moves from node to node,
// the text says so.
func (v *View) nodes(m *Map) string {
	order := make([]int, len(m.Nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.Nodes[b].Share, m.Nodes[a].Share) })
	var parts []string
	for _, i := range order[:min(len(order), maxNodes)] {
		parts = append(parts, v.T("heat-node", strconv.Itoa(i+1), i18n.FormatPercent(v.Lang, m.Nodes[i].Share)))
	}
	var atATime string
	if busiest := m.Hottest / float64(max(len(order), 1)); len(order) > 0 && busiest > movingLoad*m.Nodes[order[0]].Share {
		atATime = i18n.FormatThreeDigits(v.Lang, 100*busiest) + "%"
	}
	return v.T("heat-nodes-share", i18n.JoinAsArgument(parts), few(len(parts), len(order)), atATime)
}

// diagnosed draws the diagnosis of a map and its reason; of two maps also what the busiest node
// did.
func (v *View) diagnosed(i int, m *Map) app.UI {
	class := "good"
	switch {
	case m.heats():
		class = "bad"
	case m.drowns():
		class = ""
	}
	if m.few {
		return app.P().Class("heat-diagnosis").DataSet("map", i).Text(v.T("heat-too-few", strconv.Itoa(engine.MinComparedRecords)))
	}
	name, because, node := v.diagnosis(m)
	if len(v.Tables) > 1 {
		name = v.T("diagnosis-of", m.Request.Table, name)
	}
	if v.PaintedMaps[1] != nil {
		because += " " + node
	}
	over := app.Span().Hidden(true)
	if m.drowns() {
		over = app.Span().Body(app.B().Class("bad").Text(v.tooMuch(m)), app.Text(" "))
	}
	return ui.WithFigureAttributes(app.P().Class("heat-diagnosis"), m.fairness(v.settings().table().Template)).DataSet("diagnosis", string(m.Diagnosis.Pattern)).DataSet("map", i).Body(
		over, app.B().Class(class).Text(name), app.Text(" "+because))
}

// verdict draws the result of a map in a word.
func (v *View) verdict(m *Map) app.HTMLSpan { return v.verdictOf(m, v.settings().table().Template) }

// verdictOf is like verdict, for a table whose own template is given.
func (v *View) verdictOf(m *Map, own string) app.HTMLSpan {
	if m.few {
		return app.Span().Class("label").Text(v.T("card-few"))
	}
	class, word, _ := m.in()
	if m.drowns() {
		return ui.WithFigureAttributes(app.Span().Class(class), m.figure("p99", m.LatencyPercentiles[2], own)).Title(v.tooMuch(m)).Text(v.T(word, m.p99(v.Lang)))
	}
	return ui.WithFigureAttributes(app.Span().Class(class), m.fairness(own)).Text(v.T(word, i18n.FormatThreeDigits(v.Lang, m.Hottest)))
}

// tooMuch returns the text that the nodes are asked for more than they can do, with the
// latency.
func (v *View) tooMuch(m *Map) string {
	took := "p99 " + v.took(m, 2)
	if m.beyond(m.LatencyPercentiles[0]) {
		took = v.T("over-none", strconv.FormatInt(m.Request.Minutes, 10))
	}
	return v.T("diagnosis-over", strconv.Itoa(m.OverloadedNodes), strconv.Itoa(len(m.Nodes)), few(m.OverloadedNodes, len(m.Nodes)), took)
}

// diagnosis returns the texts about a map: its pattern, the reason, and what the busiest node
// did. A live map has only a summary.
func (v *View) diagnosis(m *Map) (name, because, node string) {
	if m.Live {
		d := m.LiveTotals()
		start, end := m.KeyRange(d.Row)
		return "", v.T("heat-live-said", strconv.Itoa(len(m.Columns)), i18n.FormatThreeDigits(v.Lang, d.Reads), i18n.FormatThreeDigits(v.Lang, d.Writes),
			i18n.FormatPercent(v.Lang, d.Share), wording.KeyRange(v.Lang, start, end)), ""
	}
	return wording.Diagnosis(v.Lang, m.LoadSimulated)
}

// rangeHTML returns a range of keys as HTML in the colours of their segments.
func rangeHTML(k *ui.Kit, c keyhtml.KeyColours, start, end base.RowKey) string {
	const from, to = "\x01", "\x02"
	text := k.T("heat-range", from, to)
	switch {
	case start == "" && end == "":
		return keyhtml.EscapeHTML(k.T("heat-range-first"))
	case start == "":
		text = k.T("heat-range-first", to)
	case end == "":
		text = k.T("heat-range", from, "")
	}
	return strings.NewReplacer(from, c.ElidedKeyHTML(start), to, c.ElidedKeyHTML(end), `\x01`, c.ElidedKeyHTML(start), `\x02`, c.ElidedKeyHTML(end)).Replace(keyhtml.EscapeHTML(text))
}

// mapColours returns the colours for the keys of a map.
func (v *View) mapColours(m *Map) keyhtml.KeyColours {
	info := page.TableByName(v.Tables, m.Request.Table)
	info.Template = m.Template
	return keyhtml.KeyColoursOf(info)
}

// hotTablets draws the table of the hottest tablets.
func (v *View) hotTablets(m *Map) app.UI {
	if len(m.Hot) == 0 {
		return ui.SmallPrint(v.T("hot-none"))
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
			ui.NumberCell(i18n.FormatPercent(v.Lang, t.Share)),
			ui.NumberCell(v.Number(int64(t.Node+1))),
			app.Td().Class("why").Text(v.T("reason-"+strconv.Itoa(int(t.Reason)))),
			ui.NumberCell(i18n.FormatMetric(v.Lang, cluster.Ops, t.Rate)),
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

// found draws the keys and questions that make the load of the pinned cell.
func (v *View) found() app.UI {
	h := &v.State
	m := h.Maps[h.Cursor.Map]
	if !h.Cursor.Pinned || m == nil || m.Live {
		return app.Div().Hidden(true)
	}
	start, end := m.KeyRange(m.Row)
	colours := v.mapColours(m)
	head := app.Div().Class("bar").Body(
		app.H3().Text(v.T("behind-title")),
		app.Raw(`<span class="bytes">`+rangeHTML(&v.Kit, colours, start, end)+` · `+keyhtml.EscapeHTML(whenOf(&v.Kit, m, h.Cursor.Column))+`</span>`),
		v.Button(v.T("behind-let"), unpinned{}).Class("quiet").Attr("aria-label", v.T("behind-close")),
	)
	f := h.BusyKeys
	if f == nil {
		text := "behind-waiting"
		if v.stale(h.Cursor.Map) {
			text = v.staleText()
		}
		return app.Div().ID(elementBusyKeys).Class("behind").Role("status").Body(head, ui.SmallPrint(v.T(text)))
	}
	if len(f.Sources) == 0 {
		return app.Div().ID(elementBusyKeys).Class("behind").Role("status").Body(head, ui.SmallPrint(v.T("behind-none")))
	}
	seconds := float64(max(f.Request.To-f.Request.From, 1))
	rate := func(times float64) string { return i18n.FormatMetric(v.Lang, cluster.Ops, times/seconds) }
	keys, who := []app.UI{}, []app.UI{}
	for _, k := range f.Keys {
		keys = append(keys, app.Li().Body(app.Raw(`<span class="bytes">`+colours.ElidedKeyHTML(k.Key)+`</span>`), app.Span().Class("num").Text(rate(k.Operations))))
	}
	for _, s := range f.Sources {
		who = append(who, app.Li().Body(app.Span().Text(v.sourceText(s)), app.Span().Class("num").Text(rate(s.Operations))))
	}
	return app.Div().ID(elementBusyKeys).Class("behind").Role("status").Body(head, app.Div().Class("behind-lists").Body(
		app.Div().Body(app.H4().Text(v.T("behind-who")), app.Ul().Body(who...)),
		app.Div().Hidden(len(keys) == 0).Body(app.H4().Text(v.T("behind-keys", strconv.Itoa(f.Different))), app.Ul().Body(keys...)),
	))
}

func (v *View) sourceText(s engine.OperationSource) string {
	text := v.T("behind-row")
	switch {
	case s.Writes:
		text = v.T("behind-writes")
	case s.Query != "":
		text = v.QuestionText(&v.Kit, s.Query)
	}
	if s.Scans {
		text = v.T("behind-scans", text)
	}
	return text
}

// AnnouncementText returns the text for screen readers of a saidCell or [MapAnnouncement], "" for any other
// value.
func (v *View) AnnouncementText(of any) string {
	switch of := of.(type) {
	case saidCell:
		if m := v.Maps[of.Map]; m != nil {
			return cellText(&v.Kit, m, m.tabletsAt(of.Column), v.Metric, m.Row, of.Column)
		}
	case MapAnnouncement:
		if m := v.Maps[of.Map]; m != nil && m.few {
			return v.T("heat-too-few", strconv.Itoa(engine.MinComparedRecords))
		} else if m != nil {
			name, because, node := v.diagnosis(m)
			return strings.TrimSpace(name + " " + because + " " + node)
		}
	}
	return ""
}
