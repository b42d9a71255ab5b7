package tour

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/web/test/pagetest"
)

type play struct {
	*pagetest.Page
	s State
}

func (p *play) on(m Msg) *play {
	p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	return p
}

func (p *play) sees(now PageInfo) *play {
	p.Turn(func(t *page.Update) { AfterMessage(t, &p.s, now) })
	return p
}

func TestTourWaitsForTheReader(t *testing.T) {
	p := &play{Page: pagetest.New(t)}
	now := PageInfo{Open: true, Over: true}
	if p.sees(PageInfo{}).sees(now); p.s.Step != 0 {
		t.Fatal("it began with nothing to show")
	}
	now.Over = false
	if p.sees(now).sees(now); p.s.Step != 1 || p.Work.Tab != page.TabTable {
		t.Fatalf("step %d", p.s.Step)
	}
	if now.Cell = "r"; p.sees(now).s.Step != 1 {
		t.Error("it took another act for the one it waits for")
	}
	if now.Key = "{b}#{a}"; p.sees(now).s.Step != 2 {
		t.Error("a moved field is not seen")
	}
	if now.Cell = "s"; p.sees(now).s.Step != 3 || p.Work.Tab != page.TabDesign {
		t.Error("a chosen cell is not seen")
	}
	if p.on(went{Step: 2}).s.Step != 3 || p.on(went{Step: 3}).s.Step != 4 {
		t.Error("a step was left twice, or not")
	}
	p.sees(now)
	now.Heat = true
	p.sees(now).Has(page.StoreTextLocally{Name: StorageKey, Text: "done"})
	if p.sees(now); p.s.Step != 0 || !p.s.Done {
		t.Error("it does not end")
	}
	if p.on(TourStarted{}); p.s.Step != 1 {
		t.Error("it does not come back")
	}
	if p.sees(PageInfo{}); p.s.Step != 0 {
		t.Error("it follows to where there is nothing to point at")
	}
}

// TestTourOfAKey tests that the note about the key says what can be done with its fields: a key of
// one field has nothing to drag, and arrow keys are named apart, so that they can be hidden on
// screens that are touched. It is announced with the same words.
func TestTourOfAKey(t *testing.T) {
	const drag, keys, add, change = "drag it, or press it", "The keys ← and →", "add another with +", "press it to change it"
	for _, c := range []struct {
		fields, addable int
		has             []string
	}{{3, 2, []string{drag, keys}}, {1, 2, []string{add}}, {1, 0, []string{change}}} {
		p := (&play{Page: pagetest.New(t)}).sees(PageInfo{Open: true, Fields: c.fields, Addable: c.addable})
		note := Draw(&ui.Kit{Lang: "en"}, p.s).(*pointer)
		drawn := app.HTMLString(note.Render())
		for _, text := range []string{drag, keys, add, change} {
			has := slices.Contains(c.has, text)
			if shown := strings.Contains(drawn, text); shown != has {
				t.Errorf("%d fields and %d to add: %q: %v in %s", c.fields, c.addable, text, shown, drawn)
			}
		}
		if before, _, keyed := strings.Cut(drawn, keys); keyed && !strings.HasSuffix(strings.TrimSpace(before), `class="by-mouse">`) {
			t.Errorf("the arrow keys are told on touched screens too: %s", drawn)
		}
		said := p.Announcements[len(p.Announcements)-1]
		if text := note.Kit.T(said.Code, said.Args...); text != note.Text {
			t.Errorf("%q is announced for %q", text, note.Text)
		}
	}
}

// A reader who does a later step without being told needs no tour.
func TestTourEndsWhenTheReaderGoesOn(t *testing.T) {
	start := PageInfo{Open: true, Made: 1}
	for name, now := range map[string]PageInfo{
		"opens the load":  {Open: true, Made: 1, Heat: true},
		"asks a question": {Open: true, Made: 2},
	} {
		p := (&play{Page: pagetest.New(t)}).sees(start).sees(now)
		if p.s.Step != 0 || !p.s.Done {
			t.Errorf("who %s is still told of step %d", name, p.s.Step)
		}
	}
}

func TestTourIsSkipped(t *testing.T) {
	p := (&play{Page: pagetest.New(t)}).sees(PageInfo{Open: true})
	p.on(TourEnded{Here: true}).Has(page.StoreTextLocally{Name: StorageKey, Text: "done"})
	p.Has(page.FocusElement{ID: page.ElementMain})
	if p.sees(PageInfo{Open: true}); p.s.Step != 0 {
		t.Error("it begins again")
	}
	p = &play{Page: pagetest.New(t)}
	p.State.Embed = true
	if p.sees(PageInfo{Open: true}); p.s.Step != 0 {
		t.Error("it begins within another page")
	}
}

// The note never covers what it points at if there is room beside it, and covers only the
// outline if that has room.
func TestBeside(t *testing.T) {
	outline := rect{0, 52, 217, 668}
	for _, c := range []struct {
		at, side rect
		window   [2]float64
	}{
		{rect{240, 60, 500, 40}, outline, [2]float64{1280, 720}}, {rect{1012, 480, 250, 130}, outline, [2]float64{1280, 720}},
		{rect{1012, 650, 250, 130}, outline, [2]float64{1280, 720}}, {rect{10, 60, 190, 40}, outline, [2]float64{1280, 720}},
		{rect{240, 60, 500, 40}, rect{}, [2]float64{1440, 900}}, {rect{240, 150, 800, 30}, rect{}, [2]float64{1440, 900}},
		{rect{1100, 90, 300, 80}, rect{}, [2]float64{1440, 900}}, {rect{1100, 600, 300, 120}, rect{}, [2]float64{1280, 720}},
		{rect{10, 60, 300, 80}, rect{0, 0, 320, 640}, [2]float64{320, 640}}, {rect{10, 400, 300, 160}, rect{}, [2]float64{320, 640}},
	} {
		const w, h = 192, 190
		const filled = 490 // where the outline's content ends
		x, y := beside(c.at, c.side, filled, w, h, c.window[0], c.window[1])
		if c.side.w >= w+16 && c.side.x+c.side.w <= c.at.x && y < filled {
			t.Errorf("%+v: at %g, %g it covers what is in the outline", c.at, x, y)
		}
		if x < 0 || y < 0 || x+w > c.window[0] || y+h > c.window[1] {
			t.Errorf("%+v: out of the window at %g, %g", c.at, x, y)
		}
		if x < c.at.x+c.at.w && c.at.x < x+w && y < c.at.y+c.at.h && c.at.y < y+h {
			t.Errorf("%+v is covered at %g, %g", c.at, x, y)
		}
		if out := x+w > c.side.x+c.side.w; out && c.side.w > 0 && c.side.x+c.side.w <= c.at.x {
			t.Errorf("%+v: at %g, %g it stands over more than the outline", c.at, x, y)
		}
	}
}
