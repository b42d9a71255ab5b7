//go:build e2e

package lessons

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/web/e2e"
)

// stepOf returns the index of the step with an id, and the step.
func stepOf(t *testing.T, l *lessons.Lesson, id string) (int, lessons.Step) {
	t.Helper()
	for i, s := range l.Steps {
		if s.ID == id {
			return i, s
		}
	}
	t.Fatalf("there is no step %s", id)
	return 0, lessons.Step{}
}

// TestLessonByKeyboard does a whole lesson without the mouse.
func TestLessonByKeyboard(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	tab := e2e.Begin(t)
	press := func(role, name string) {
		t.Helper()
		tab.TabTo(role, name)
		tab.Enter()
	}
	begun := func(id string) {
		t.Helper()
		_, s := stepOf(t, l, id)
		tab.At(s)
		tab.GoalsAreOpen(e2e.GoalsOf(s)...)
	}
	next := func() {
		t.Helper()
		tab.Usable("Next step")
		press("button", "Next step")
		tab.Until(e2e.OnTitle)
	}
	question := func(id string) string {
		t.Helper()
		for _, s := range l.Steps {
			for _, q := range s.Asks {
				if q.ID == id {
					return q.Text
				}
			}
		}
		t.Fatalf("there is no question %s", id)
		return ""
	}

	tab.Open("/")
	if got := tab.Attribute(`[data-lesson="`+e2e.LessonSlug+`"]`, "data-state"); got != "open" {
		t.Errorf("on Home the lesson is %s before it has begun", got)
	}
	press("link", l.Title)

	begun("load")
	press("button", "Load the five games")
	tab.Goal("games-loaded", "passed")
	tab.TabTo("textbox", "Console")
	tab.Press("count games")
	tab.Enter()
	tab.Goal("rows-counted", "passed")
	tab.TabBackTo("button", "Check")
	tab.TabBackTo("radio", "") // the answers are in a random order
	var answers []string
	for range 4 {
		tab.Press(kb.ArrowDown)
		role, name := tab.Focused()
		if answers = append(answers, name); role != "radio" || name == "Jo's" {
			break
		}
	}
	if answers[len(answers)-1] != "Jo's" {
		t.Fatalf("arrows lead to the answers %q, not to Jo's", answers)
	}
	press("button", "Check")
	tab.Goal("loss-found", "passed")
	next()

	begun("ask")
	tab.TabTo("textbox", "Console")
	tab.Press("read games prefix=LoL#201503")
	tab.Enter()
	tab.Goal("march-read", "passed")
	if got := tab.Metric("rows-scanned"); got != "3" {
		t.Errorf("%s rows scanned, not 3", got)
	}
	tab.TabTo("textbox", question("visited"))
	tab.Press("3")
	tab.Enter()
	tab.Goal("visits-seen", "passed")
	tab.TabTo("textbox", question("wins"))
	tab.Press("1")
	press("button", "Check")
	tab.Goal("wins-counted", "passed")
	next()

	begun("key")
	tab.TabTo("button", "add player")
	tab.Press(" ")
	tab.Wait(`[data-query="corrie"][data-path="prefix"]`)
	tab.Until(`document.activeElement.dataset.segment === "player"`)
	tab.Press(kb.ArrowLeft)
	tab.Goal("all-kept", "passed")
	tab.Goal("corrie-exact", "passed")
	if got := tab.Keys("games"); !slices.Equal(got, []string{
		"LoL#Corrie#20150301", "LoL#Corrie#20150303", "LoL#Jo#20150302", "LoL#Sam#20150302", "Starcraft#Eriko#20150303",
	}) {
		t.Errorf("the table holds %q", got)
	}
	next()

	begun("grow")
	tab.TabTo("slider", "At 1,000 records")
	tab.Press(kb.ArrowUp)
	press("button", "Guess")
	tab.Goal("line-drawn", "passed")
	press("button", "1,000 games")
	tab.WaitText("[role=region][aria-label^=Figures]", "1,000")
	tab.GoalsAreOpen("hundred-thousand", "million-exact")
	tab.Usable("100,000 games")
	press("button", "100,000 games")
	tab.Goal("hundred-thousand", "passed")
	tab.GoalsAreOpen("million-exact")
	if testing.Short() {
		return // TestEveryLesson reaches the end of other lessons
	}
	tab.Usable("1,000,000 games")
	press("button", "1,000,000 games")
	tab.UntilWithin(e2e.Measuring, `document.querySelector("[data-goal=million-exact][data-state=passed]")`)
	next()

	begun("second")
	tab.TabTo("textbox", question("ranking"))
	tab.Press("5000")
	press("button", "Guess")
	tab.Goal("ranking-foretold", "passed")
	press("button", "Add a second table")
	tab.Wait("#template-games_2")
	tab.TabTo("textbox", "Row key template")
	tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.Press("{game}#{date}#{player}")
	tab.Goal("both-exact", "passed")
	tab.TabTo("textbox", question("price"))
	tab.Press("2")
	tab.Enter()
	tab.Goal("price-named", "passed")
	next()

	_, debrief := stepOf(t, l, "debrief")
	tab.At(debrief)
	const done = `[data-lesson="` + e2e.LessonSlug + `"][data-state="done"]`
	tab.Wait(done)
	tab.Reload()
	tab.WaitText("#step-title", debrief.Title)
	tab.Wait(done)
	press("link", "All lessons")
	tab.Wait(`#main .card` + done)
	tab.Reload()
	tab.Wait(`#main .card` + done)
}

// again restarts the lesson with its button.
func again(tab *e2e.Tab, l *lessons.Lesson) {
	tab.T.Helper()
	tab.Click("button", "Start over")
	tab.Click("button", "Begin again")
	tab.Until(e2e.Entries + " === 0")
	tab.At(l.Steps[0])
	tab.GoalsAreOpen(e2e.GoalsOf(l.Steps[0])...)
}

// spaceless returns a text without white space, which depends on the layout and is not
// compared.
func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }

// TestWrongAttempts goes through the lesson once. Before it solves a step it makes all wrong
// attempts at that step.
func TestWrongAttempts(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, attempts := e2e.LoadLesson(t)
	// Attempts that reach fewer goals come first, because a reached goal stays reached.
	slices.SortStableFunc(attempts, func(a, b author.WrongAttempt) int { return len(b.Open) - len(a.Open) })
	tab := e2e.Begin(t)
	tab.Open("/lessons/" + l.Slug + "/")
	made := 0
	for i, step := range l.Steps {
		tab.At(step)
		tab.GoalsAreOpen(e2e.GoalsOf(step)...)
		for _, a := range attempts {
			if a.Step != step.ID {
				continue
			}
			t.Logf("%s: %s", a.Step, a.Name)
			refused(tab, l, i, a)
			made++
			if i == 0 {
				again(tab, l)
			}
			if step.ID == "second" {
				backToOneTable(tab, l)
			}
		}
		if slices.Contains(step.Panels, lessons.PanelDesigner) && step.ID != "key" {
			backToOneTable(tab, l)
		}
		if i == len(l.Steps)-1 {
			break
		}
		tab.Solve(l, i)
		tab.NextStep()
	}
	tab.Wait(`[data-lesson="` + e2e.LessonSlug + `"][data-state="done"]`)
	if made != len(attempts) {
		t.Errorf("%d of %d attempts were made", made, len(attempts))
	}
}

// refused makes a wrong attempt at a step and checks the page's explanation.
func refused(tab *e2e.Tab, l *lessons.Lesson, at int, a author.WrongAttempt) {
	tab.T.Helper()
	step := l.Steps[at]
	guess(tab, l, at, a)
	tab.GoalsAreOpen(a.Open...)
	for n, action := range a.Do {
		if n == len(a.Do)-1 {
			// The previous explanation disappears when the reader selects the step again. An
			// explanation that arrives after that disappears with the next selection.
			tab.Until(fmt.Sprintf(`document.querySelector("#explain").innerText === "" && %s ||
				(document.activeElement.blur(), document.querySelectorAll("ol.steps button")[%d].click(), false)`, e2e.OnTitle, at))
		}
		tab.Perform(l, step, action)
	}
	html, where := explanation(step, a.Explain), "#explain"
	if answer, ok := a.Do[len(a.Do)-1].(lessons.Answer); ok {
		where = fmt.Sprintf("[data-question=%q] .answer-said", answer.Question)
	}
	if a.Explain != "" && html == "" {
		tab.T.Fatalf("%s: the lesson has no explanation %s", a.Name, a.Explain)
	}
	want := spaceless(lessons.PlainText(html))
	said := fmt.Sprintf(`document.querySelector(%q).innerText.replace(/^×|Not yet\./g, "").replace(/\s+/g, "")`, where) // without the text of the close button
	if want != "" {
		tab.Until(fmt.Sprintf("%s === %q", said, want))
	} else if got := e2e.Eval[string](tab, said); got != "" {
		tab.T.Errorf("%s: the page explains %q", a.Name, got)
	}
	tab.Saved()
	for _, id := range a.Open {
		if got := tab.Attribute(fmt.Sprintf("[data-goal=%q]", id), "data-state"); got != "open" {
			tab.T.Errorf("%s: the goal %s is %s", a.Name, id, got)
		}
	}
}

// guess answers the guesses that a step waits for before an attempt is possible, as the
// solution does. It leaves out those that the attempt itself answers.
func guess(tab *e2e.Tab, l *lessons.Lesson, at int, attempt author.WrongAttempt) {
	tab.T.Helper()
	answers := func(id string) func(lessons.Action) bool {
		return func(a lessons.Action) bool { given, ok := a.(lessons.Answer); return ok && given.Question == id }
	}
	for _, q := range l.Steps[at].Asks {
		if solves := slices.IndexFunc(l.Solution[at], answers(q.ID)); q.Guess && tab.Answerable(q.ID) && solves >= 0 && !slices.ContainsFunc(attempt.Do, answers(q.ID)) {
			tab.Perform(l, l.Steps[at], l.Solution[at][solves])
		}
	}
}

// explanation returns the text of an explanation by its id: that of a note, or
// "question=answer" for a wrong answer.
func explanation(s lessons.Step, id string) string {
	for _, n := range s.Notes {
		if n.ID == id {
			return n.Text
		}
	}
	question, value, _ := strings.Cut(id, "=")
	for _, q := range s.Asks {
		if q.ID != question {
			continue
		}
		for _, w := range q.Wrong {
			if w.Value == value {
				return w.Text
			}
		}
		return q.Else
	}
	return ""
}

// backToOneTable undoes an attempt at the step about a second table.
func backToOneTable(tab *e2e.Tab, l *lessons.Lesson) {
	tab.T.Helper()
	second := l.Table + "_2"
	if e2e.Eval[bool](tab, fmt.Sprintf("[...document.querySelectorAll('select.shown-table option')].some((o) => o.value === %q)", second)) {
		tab.Command("deletetable " + second)
		tab.Gone("#template-" + second)
	}
	const own = "{game}#{player}#{date}"
	if e2e.Eval[string](tab, "document.getElementById('template-"+l.Table+"').value") != own {
		tab.Fill("textbox", "Row key template", own)
	}
	tab.Keyed(l.Table, own)
}
