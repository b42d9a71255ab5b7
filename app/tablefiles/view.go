package tablefiles

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/storage"
)

// NewView collects what the panel is drawn from.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	v := &View{Kit: *k, Table: w.Page.Table, Open: s.Open, InOutline: s.inOutline(st, w), Frozen: w.ReadOnly}
	if s.Stored != nil && s.Stored.Table == v.Table && !w.ShowsPastState() {
		v.Stored = s.Stored
	}
	return v
}

// View holds all values that the panel is drawn from.
type View struct {
	ui.Kit
	Table     string
	Open      bool
	InOutline bool
	Frozen    bool                     // nothing can be changed
	Stored    *engine.StorageDescribed // nil while it is not known
}

// DrawCard draws the panel of a lesson's step.
func (v *View) DrawCard() app.UI {
	return app.Section().ID(elementPanel).Class("table-files").Attr("aria-label", v.T("stored", v.Table)).Body(
		app.Div().Class("cards-head").Body(app.H2().Text(v.T("stored", v.Table))), app.Div().Body(v.files()))
}

// DrawInOutline draws the panel of a sandbox, which can be folded; nothing where it does not belong.
func (v *View) DrawInOutline() app.UI {
	if !v.InOutline {
		return app.Div().Hidden(true)
	}
	body := app.Div()
	if v.Open {
		body = body.Body(v.files())
	}
	return app.Section().ID(elementPanel).Class("table-files advisor").Attr("aria-label", v.T("stored", v.Table)).Hidden(false).Body(
		app.H3().Body(v.Button(v.T("stored", v.Table), toggled{}).Class("quiet").Attr("aria-expanded", strconv.FormatBool(v.Open))), body)
}

// files draws log, memstores and files, what was read and written, and the buttons. It returns nil
// while they are not known.
func (v *View) files() app.UI {
	d := v.Stored
	if d == nil {
		return nil
	}
	note := v.T("stored-words")
	if !d.Followed {
		note = v.T("stored-loose") + " " + note
	}
	return ui.KeyedElement("stored",
		app.P().Class("stored-log").Text(v.T("stored-log", strconv.Itoa(d.Log.Puts+d.Log.Markers), bytes(d.Log.Bytes))),
		v.sources(d),
		app.Div().Class("row").Body(v.rewrite(console.Flush), v.rewrite(console.Compact), v.rewrite(console.MajorCompact)),
		ui.SmallPrint(v.read(d.LastRead)),
		ui.SmallPrint(v.T("stored-written", bytes(d.Written.Logged), bytes(d.Written.Flushed), bytes(d.Written.Compacted), i18n.FormatThreeDigits(v.Lang, d.Written.Amplification()))),
		ui.SmallPrint(v.leftOut(d.Last)),
		ui.SmallPrint(note),
	)
}

func bytes(n int64) string { return strconv.FormatInt(n, 10) }

// Of a table that has more families than this, memstores that are empty are not drawn.
const mostEmpty = 3

// source is a memstore or a file, as it is drawn.
type source struct {
	storage.MemoryInfo
	name, use, class string
}

// sources draws the memstores and the files, the newest first, each with a bar over the keys from its
// first to its last. The axis has the keys at which bars begin or end, all equally far apart.
func (v *View) sources(d *engine.StorageDescribed) app.UI {
	var list []source
	for _, m := range d.Memtables {
		if m.Rows == 0 && len(d.Memtables) > mostEmpty {
			continue
		}
		s := source{MemoryInfo: m, name: v.T("stored-memory"), class: "stored memory"}
		if m.Rows > 0 && d.LastRead != nil && d.LastRead.Memtables == len(d.Memtables) {
			s.use, s.class = v.T("stored-use-0"), s.class+" read"
		}
		list = append(list, s)
	}
	for _, f := range d.Files {
		s := source{MemoryInfo: storage.MemoryInfo{Families: f.Families, First: f.First, Last: f.Last, Puts: f.Puts, Markers: f.Markers, Bytes: f.Bytes, Rows: f.Rows}, name: v.T("stored-file", strconv.Itoa(f.Number)), class: "stored"}
		if use, ok := d.UseOf(f.Number); ok {
			s.use = v.T("stored-use-" + strconv.Itoa(int(use)))
			if use == storage.FileRead {
				s.class += " read"
			} else {
				s.class += " skipped"
			}
		}
		list = append(list, s)
	}
	var axis []base.RowKey
	for _, s := range list {
		if s.Rows > 0 {
			axis = append(axis, s.First, s.Last)
		}
	}
	slices.Sort(axis)
	axis = slices.Compact(axis)
	if len(axis) == 0 {
		return app.Div().Body(ui.SmallPrint(v.T("stored-none")))
	}
	items := []app.UI{}
	for _, s := range list {
		lane := app.Span().Class("lane").Attr("aria-hidden", "true")
		if s.Rows > 0 {
			first, _ := slices.BinarySearch(axis, s.First)
			last, _ := slices.BinarySearch(axis, s.Last)
			percent := func(n int) string { return strconv.Itoa(100*n/len(axis)) + "%" }
			lane = lane.Body(app.Span().Style("top", percent(first)).Style("height", percent(last+1-first)))
		}
		if len(d.Memtables) > 1 {
			s.name += " · " + string(s.Families[0])
		}
		markers := ""
		if s.Markers > 0 {
			markers = v.CountText("stored-markers", int64(s.Markers))
		}
		items = append(items, app.Li().Class(s.class).Body(lane, app.B().Text(s.name), app.Span().Text(v.CountText("stored-puts", int64(s.Puts))),
			app.Span().Class("marked").Text(markers), app.Span().Text(i18n.FormatBytes(v.Lang, s.Bytes)), app.I().Text(s.use)))
	}
	keys := v.T("stored-keys", string(axis[0]), string(axis[len(axis)-1]))
	return app.Div().Body(
		ui.SmallPrint(keys),
		app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", keys).Body(app.Ol().Class("stored-list").Body(items...)))
}

// read says what the last read looked into.
func (v *View) read(c *storage.ReadCost) string {
	if c == nil {
		return v.T("stored-unread")
	}
	each := ""
	if c.Returned > 0 {
		each = i18n.FormatThreeDigits(v.Lang, c.Amplification())
	}
	return v.T("stored-read", strconv.Itoa(c.Files), strconv.Itoa(c.SkippedByRange+c.SkippedByBloom+c.SkippedByTime), strconv.Itoa(c.Puts+c.Markers), strconv.Itoa(c.Returned), each)
}

// leftOut says what the last flush or compaction did not write again, "" for nothing.
func (v *View) leftOut(last *engine.FilesRewritten) string {
	if last == nil {
		return ""
	}
	r := last.Work.Removed
	puts := r.Hidden + r.Replaced + r.Expired + r.Surplus
	if puts+r.Markers == 0 {
		return ""
	}
	return v.T("stored-left-out", strconv.Itoa(int(last.How)), strconv.Itoa(puts), strconv.Itoa(r.Markers))
}

// rewrite draws a button that flushes or compacts the table.
func (v *View) rewrite(how console.Rewriting) app.UI {
	text := v.T("stored-" + how.String())
	if v.Frozen {
		return v.DisabledButton(text)
	}
	return v.EngineButton(text, rewritePressed{v.Table, how}).ID("table-files-" + how.String())
}
