//go:build !js

package scan

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
	"golang.org/x/net/html"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// readingOf returns the texts of the metrics and of the line below the grid.
func readingOf(t *testing.T, change func(*play)) (costs, line string) {
	t.Helper()
	b := begin(t)
	b.Work.Tables[0].Fields, b.Work.Tables[0].Template = []string{"game", "date"}, "{game}#{date}"
	b.Work.ReadTemplate = "{game}#{date}"
	b.Work.LastRead = &engine.ReadReport{Table: "games", Stats: table.ScanStats{RowsScanned: 3, RowsReturned: 2, CellsScanned: 9, BytesScanned: 231, Seeks: 1, Tablets: 1}}
	b.Work.PreviousRead = &engine.ReadReport{Table: "games", Stats: table.ScanStats{RowsScanned: 4, RowsReturned: 4, CellsScanned: 12, BytesScanned: 308, Seeks: 1, Tablets: 1}}
	b.Work.ReadMicros = 1234
	change(b)
	k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{Send: func(page.Msg) {}}}
	return shownText(t, NewCostsView(k, &b.Work, b.s).Draw()), shownText(t, NewView(k, &b.State, &b.Work, b.s).ReadBar(app.Span()))
}

func preview(stats table.ScanStats, cut bool) *ReadPreview {
	return &ReadPreview{Text: "read games", ReadPreviewed: engine.ReadPreviewed{Truncated: cut, Read: engine.ReadReport{Table: "games", Stats: stats}}}
}

func TestReading(t *testing.T) {
	step := func(d table.FilterDecision) func(*play) {
		return func(w *play) {
			w.s.Replay = &ReadReplay{Steps: []engine.TracedRow{{FilterDecision: d}}, Complete: true}
		}
	}
	for name, c := range map[string]struct {
		change      func(*play)
		costs, line []string
	}{
		"last": {func(*play) {}, []string{"3 1 wasted 1 fewer", "231 B 77 B less", "1 as before", "1.2 ms"}, []string{"Replay"}},
		"none": {func(w *play) { w.Work.LastRead = nil }, []string{"–"}, []string{"Nothing read yet"}},
		"lit": {func(w *play) {
			w.Work.LastRead, w.s.TableStrip = nil, engine.TableStrip{Table: "games", Spans: []engine.StripSpan{{From: 0, To: 3, Mark: engine.MarkScanned}}}
		}, []string{"–"}, []string{"The lit rows are those that were read last."}},
		"several tables": {func(w *play) { w.Work.Tables = append(w.Work.Tables, engine.TableInfo{Name: "others"}) }, nil, []string{"read from games"}},
		"question": {func(w *play) {
			w.Work.LastRead.ForQuestion, w.Work.LastRead.Query = true, "q1"
			w.Work.Timeline.Workload = []plan.Query{{ID: "q1", Where: []plan.Cond{{Field: "game", Value: "LoL"}}}}
		}, nil, []string{"read for: Records with game “LoL”"}},
		"other": {func(w *play) { w.Work.PreviousRead.Table = "others" }, []string{"3 1 wasted Rows"}, nil},
		"preview": {func(w *play) {
			w.s.Preview = preview(table.ScanStats{RowsScanned: 31, RowsReturned: 12, Seeks: 1}, false)
		}, []string{"31 19 wasted 28 more", "12 10 more"}, []string{"Preview: would scan 31 rows and return 12."}},
		"one":     {func(w *play) { w.s.Preview = preview(table.ScanStats{RowsScanned: 1, RowsReturned: 1}, false) }, nil, []string{"would scan 1 row and return 1."}},
		"nothing": {func(w *play) { w.s.Preview = preview(table.ScanStats{Seeks: 1}, false) }, []string{"0 3 fewer"}, []string{"there is no row in this range"}},
		"cut": {func(w *play) {
			w.s.Preview = preview(table.ScanStats{RowsScanned: 5000, RowsReturned: 7, Seeks: 1}, true)
		}, []string{"≥ 5,000 4,993 wasted Rows", "1 Seek "}, []string{"stopped after 5,000 rows, 7 of them returned"}},
		"kept":    {step(table.FilterDecision{Key: "LoL#1", Kept: true, CellsIn: 3, CellsOut: 1}), nil, []string{"1 of 3", "LoL # 1", "kept: 1 of 3 cells passes", "The replay ends here"}},
		"dropped": {step(table.FilterDecision{Key: "LoL#1", CellsIn: 3, DroppedByName: "row"}), nil, []string{"the key does not match the pattern"}},
		"unnamed": {step(table.FilterDecision{Key: "LoL#1", DroppedByName: "PageFilter(3)"}), nil, []string{"dropped by PageFilter(3)"}},
		"read no more": {func(w *play) {
			step(table.FilterDecision{Key: "LoL#1", Kept: true, CellsIn: 3, CellsOut: 1})(w)
			w.Work.LastRead = nil
		}, nil, []string{"kept: 1 of 3 cells passes"}},
		"waits": {func(w *play) { w.s.Replay = &ReadReplay{} }, nil, []string{"Reading …"}},
		"empty": {func(w *play) { w.s.Replay = &ReadReplay{Complete: true} }, nil, []string{"met no row"}},
	} {
		costs, line := readingOf(t, c.change)
		for _, want := range c.costs {
			if !strings.Contains(costs, want) {
				t.Errorf("%s: the metrics lack %q: %s", name, want, costs)
			}
		}
		for _, want := range c.line {
			if !strings.Contains(line, want) {
				t.Errorf("%s: below the grid there is no %q: %s", name, want, line)
			}
		}
	}
}

// TestFiltersHaveWords tests that every filter that can drop a row has a text.
func TestFiltersHaveWords(t *testing.T) {
	for _, name := range []string{"block", "chain", "interleave", "row", "family", "qualifier", "column", "time", "value", "mask", "sample", "offset", "limit", "latest"} {
		_, line := readingOf(t, func(w *play) {
			w.s.Replay = &ReadReplay{Steps: []engine.TracedRow{{FilterDecision: table.FilterDecision{Key: "k", DroppedByName: name}}}}
		})
		if !strings.Contains(line, "dropped") || strings.Contains(line, "dropped by "+name) {
			t.Errorf("%s: %s", name, line)
		}
	}
}

func TestStripSays(t *testing.T) {
	d := stripData{Lang: "en", First: 1199, Fit: 31, Total: 1_000_000}
	if d.last() != 1230 {
		t.Errorf("the last row is %d", d.last())
	}
	spans := []engine.StripSpan{{From: 0, To: 600, Mark: engine.MarkScanned}, {From: 3, To: 4, Mark: engine.MarkReturned}}
	if got := spansText(spans); got != "0-600 3-4!" {
		t.Error(got)
	}
}

// shownText returns the text of a drawing, its pieces separated by blanks.
func shownText(t *testing.T, out app.UI) string {
	t.Helper()
	var words []string
	doc, err := html.Parse(strings.NewReader(app.HTMLString(out)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type == html.TextNode {
			words = append(words, strings.Fields(n.Data)...)
		}
	}
	return strings.Join(words, " ")
}

// The explanation of bytes says what a KB is: 36,000 bytes are 35.2 KB. Before, nothing
// did.
func TestBytesSayTheirUnit(t *testing.T) {
	costs, _ := readingOf(t, func(p *play) { p.Work.LastRead.Stats.BytesScanned = 36_000 })
	if !strings.Contains(costs, "35.2 KB") {
		t.Errorf("the metrics lack 35.2 KB: %s", costs)
	}
	if about := i18n.PageText("en", "metric-about-bytes-scanned"); !strings.Contains(about, "1 KB is 1,024 B") {
		t.Errorf("of bytes it is said: %s", about)
	}
}

// TestQuestionTakenBack shows the read of a question that has been taken back since: its name was only
// an ID, which is no word for a reader.
func TestQuestionTakenBack(t *testing.T) {
	_, line := readingOf(t, func(w *play) { w.Work.LastRead.ForQuestion, w.Work.LastRead.Query = true, "q1" })
	if strings.Contains(line, "q1") || strings.Contains(line, "read for") {
		t.Errorf("the line below the grid names a question that is gone: %s", line)
	}
}

// TestReadUnderEarlierKey tests that the cost of a read that was made under another key than the table
// has now is marked as that, while a key is on trial and after, and that its replay is not offered.
func TestReadUnderEarlierKey(t *testing.T) {
	w := page.Workspace{Page: engine.RowPage{Table: "games"}, LastRead: &engine.ReadReport{Table: "games", Stats: table.ScanStats{RowsScanned: 5}}}
	w.ReadTemplate = "{game}#{date}"
	k := &ui.Kit{Lang: "en", To: &ui.MsgSender{}}
	for _, c := range []struct {
		template string
		state    uint64
		earlier  bool
	}{{"{game}#{date}", 0, false}, {"{date}#{game}", 0, true}, {"{date}#{game}", engine.EstimateState, true}, {"{date}#{game}", 3, false}} {
		w.Tables, w.Page.State = []engine.TableInfo{{Name: "games", Template: c.template}}, c.state
		costs := app.HTMLString(NewCostsView(k, &w, State{}).Draw())
		bar := app.HTMLString(NewView(k, &page.State{}, &w, State{}).ReadBar(app.Div()))
		if strings.Contains(costs, `data-read="earlier-key"`) != c.earlier || strings.Contains(bar, "under the key {game}#{date}") != c.earlier || strings.Contains(bar, elementReplayOpen) == c.earlier {
			t.Errorf("%+v: %s%s", c, bar, costs)
		}
	}
}
