package model

import (
	"slices"
	"testing"

	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

// addresses returns the addresses that the last message has set.
func (p *play) addresses() (told []page.SetPlaceInAddress) {
	for _, e := range p.effects {
		if a, ok := e.(page.SetPlaceInAddress); ok {
			told = append(told, a)
		}
	}
	return told
}

// The address says where the reader is. Only another step adds an entry to the history.
func TestAddressFollows(t *testing.T) {
	p := stepping(t)
	if got := p.addresses(); !slices.Equal(got, []page.SetPlaceInAddress{{Place: page.PlaceOnPage{Step: 2, View: "heat"}}}) {
		t.Errorf("opened at %+v", got)
	}
	p.has(page.SetWindowTitle{Code: "title-lesson", Args: []string{"X", "", "heat"}})
	p.on(lesson.StepPicked{Step: 0})
	if got := p.addresses(); !slices.Equal(got, []page.SetPlaceInAddress{{Place: page.PlaceOnPage{Step: 1}, Push: true}}) {
		t.Errorf("another step: %+v", got)
	}
	p.on(PageTabPicked{Tab: page.TabDesign})
	if got := p.addresses(); !slices.Equal(got, []page.SetPlaceInAddress{{Place: page.PlaceOnPage{Step: 1, Tab: "design"}}}) {
		t.Errorf("another tab: %+v", got)
	}
	if p.on(NoticeClosed{}); len(p.addresses()) > 0 {
		t.Errorf("nothing new: %+v", p.addresses())
	}
	// back and forth
	p.on(Navigated{p.st.Route}, NavigatedToPlace{page.PlaceOnPage{Step: 2}})
	if p.st.Lesson.Step != 1 || !p.st.Work.Heat.Open {
		t.Errorf("forth: step %d", p.st.Lesson.Step)
	}
	for _, a := range p.addresses() {
		if a.Push {
			t.Error("the way back led on")
		}
	}
	if p.on(Navigated{p.st.Route}, NavigatedToPlace{}); p.st.Lesson.Step != 0 {
		t.Errorf("back: step %d", p.st.Lesson.Step)
	}
}

// What an address says is shown once the workspace is there. What does not exist is ignored.
func TestAddressBringsBack(t *testing.T) {
	tables := []engine.TableInfo{{Name: "a"}, {Name: "b", Template: "{x}", Fields: []string{"x"}}, {Name: "c"}}
	r := page.Route{Screen: page.ScreenSandbox, ID: "abc"}
	p := at(t, r).on(Navigated{r}, NavigatedToPlace{page.PlaceOnPage{Table: "c", View: "nested", Tab: "console", Step: 9}}, HostEvent{host.HostReady{}})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindSandbox, ID: "abc", Title: "Mine"}, Reply: &engine.Reply{Tables: tables}, Page: &engine.RowPage{Table: "a"}})
	if w := p.st.Work; w.Window.Table != "c" || w.Grid.Layout != grid.LayoutNested || w.Tab != page.TabConsole {
		t.Errorf("table %s, layout %d, tab %d", w.Window.Table, w.Grid.Layout, w.Tab)
	}
	p.has(page.SetWindowTitle{Code: "title-sandbox", Args: []string{"Mine", "a", ""}})
	if p.st.address.PlaceOnPage != (page.PlaceOnPage{Table: "c", View: "nested", Tab: "console"}) {
		t.Errorf("%+v", p.st.address.PlaceOnPage)
	}
	q := at(t, r).on(Navigated{r}, NavigatedToPlace{page.PlaceOnPage{Table: "gone", View: "upside", Tab: "down"}}, HostEvent{host.HostReady{}})
	q.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindSandbox, ID: "abc"}, Reply: &engine.Reply{Tables: tables[:1]}, Page: &engine.RowPage{Table: "a"}})
	if w := q.st.Work; w.Window.Table == "gone" || w.Grid.Layout != grid.LayoutGrid || w.Tab != page.TabTable || q.st.address.PlaceOnPage != (page.PlaceOnPage{}) {
		t.Errorf("%+v", q.st.address.PlaceOnPage)
	}
	if q.on(PageTabPicked{page.TabTask}); q.st.address.PlaceOnPage.Tab != "task" {
		t.Errorf("%+v", q.st.address.PlaceOnPage)
	}
}

// The title names the section of the reference that an address leads to.
func TestTitleOfTheReference(t *testing.T) {
	r := page.Route{Screen: page.ScreenReference}
	p := at(t, r).on(Navigated{r}, NavigatedToPlace{page.PlaceOnPage{Section: "Limits"}})
	p.has(page.SetWindowTitle{Code: "title-reference", Args: []string{"Limits"}})
	p.on(Navigated{r}).has(page.SetWindowTitle{Code: "title-reference", Args: []string{""}})
}

// An address does not show a step that the reader has not reached.
func TestAddressOfAStepAhead(t *testing.T) {
	l := &lessons.Lesson{Slug: "x", Title: "X", Steps: []lessons.Step{{ID: "one"}, {ID: "two", Title: "Two"}}}
	r := page.Route{Screen: page.ScreenLesson, ID: "x"}
	for reached, want := range []int{0, 1} {
		p := at(t, r).on(Navigated{r}, NavigatedToPlace{page.PlaceOnPage{Step: 2}}, LessonFetched{"x", l}, HostEvent{host.HostReady{}})
		p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x"}, Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: reached}}, Reply: &engine.Reply{}})
		if p.st.Lesson.Step != want {
			t.Errorf("reached %d, shown %d", reached, p.st.Lesson.Step)
		}
	}
}
