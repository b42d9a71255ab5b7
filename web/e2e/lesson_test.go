//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/engine/rowkey"
	"tabletop/lessons"
)

// slug is the lesson that is driven here.
const slug = "lol-scores"

// measuring is how long the largest measurement of a lesson may take.
const measuring = 90 * time.Second

// source returns a lesson as it is shipped, with the wrong attempts at it.
func source(t *testing.T) (*lessons.Lesson, []lessons.Attempt) {
	t.Helper()
	fsys := os.DirFS(filepath.Join(rootDir, "lessons"))
	l, err := lessons.Load(fsys, slug, "en")
	if err != nil {
		t.Fatal(err)
	}
	attempts, err := lessons.Attempts(fsys, l)
	if err != nil {
		t.Fatal(err)
	}
	return l, attempts
}

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

// at waits until a step is shown, with all that belongs to its beginning.
func (tab *Tab) at(s lessons.Step) {
	tab.t.Helper()
	tab.WaitText("#step-title", s.Title)
	tab.Saved()
}

func (tab *Tab) goal(id, state string) {
	tab.t.Helper()
	tab.Wait(fmt.Sprintf("[data-goal=%q][data-state=%q]", id, state))
}

// open fails the test unless all these goals are on the page and open.
func (tab *Tab) open(goals ...string) {
	tab.t.Helper()
	for _, id := range goals {
		if got := tab.Attribute(fmt.Sprintf("[data-goal=%q]", id), "data-state"); got != "open" {
			tab.t.Errorf("the goal %s is %s", id, got)
		}
	}
}

func goalsOf(s lessons.Step) []string {
	var ids []string
	for _, g := range s.Goals {
		ids = append(ids, g.ID)
	}
	return ids
}

// TestLessonByKeyboard does a whole lesson without touching the mouse.
func TestLessonByKeyboard(t *testing.T) {
	seldom(t)
	t.Parallel()
	l, _ := source(t)
	tab := begin(t)
	press := func(role, name string) {
		t.Helper()
		tab.TabTo(role, name)
		tab.Enter()
	}
	begun := func(id string) {
		t.Helper()
		_, s := stepOf(t, l, id)
		tab.at(s)
		tab.open(goalsOf(s)...)
	}
	next := func() {
		t.Helper()
		tab.usable("Next step")
		press("button", "Next step")
		tab.Until(onTitle)
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
	if got := tab.Attribute(`[data-lesson="`+slug+`"]`, "data-state"); got != "open" {
		t.Errorf("on Home the lesson is %s before it has begun", got)
	}
	press("link", l.Title)

	begun("load")
	press("button", "Load the five games")
	tab.goal("games-loaded", "passed")
	tab.TabTo("textbox", "Console")
	tab.Press("count games")
	tab.Enter()
	tab.goal("rows-counted", "passed")
	tab.TabBackTo("button", "Check")
	tab.TabBackTo("radio", "") // the answers stand in an order of this reader's
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
	tab.goal("loss-found", "passed")
	next()

	begun("ask")
	tab.TabTo("textbox", "Console")
	tab.Press("read games prefix=LoL#201503")
	tab.Enter()
	tab.goal("march-read", "passed")
	if got := tab.Metric("rows-scanned"); got != "3" {
		t.Errorf("%s rows scanned, not 3", got)
	}
	tab.TabTo("textbox", question("visited"))
	tab.Press("3")
	tab.Enter()
	tab.goal("visits-seen", "passed")
	tab.TabTo("textbox", question("wins"))
	tab.Press("1")
	press("button", "Check")
	tab.goal("wins-counted", "passed")
	next()

	begun("key")
	tab.TabTo("button", "add player")
	tab.Press(" ")
	tab.Wait(`[data-query="corrie"][data-path="prefix"]`)
	tab.Until(`document.activeElement.dataset.segment === "player"`)
	tab.Press(kb.ArrowLeft)
	tab.goal("all-kept", "passed")
	tab.goal("corrie-exact", "passed")
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
	tab.goal("line-drawn", "passed")
	press("button", "1,000 games")
	tab.WaitText("[role=region][aria-label^=Figures]", "1,000")
	tab.open("hundred-thousand", "million-exact")
	tab.usable("100,000 games")
	press("button", "100,000 games")
	tab.goal("hundred-thousand", "passed")
	tab.open("million-exact")
	if testing.Short() {
		return // TestEveryLesson comes to the end of others
	}
	tab.usable("1,000,000 games")
	press("button", "1,000,000 games")
	tab.UntilWithin(measuring, `document.querySelector("[data-goal=million-exact][data-state=passed]")`)
	next()

	begun("second")
	tab.TabTo("textbox", question("ranking"))
	tab.Press("5000")
	press("button", "Guess")
	tab.goal("ranking-foretold", "passed")
	press("button", "Add a second table")
	tab.Wait("#template-games_2")
	tab.TabTo("textbox", "Row key template")
	tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tab.Press("{game}#{date}#{player}")
	tab.goal("both-exact", "passed")
	tab.TabTo("textbox", question("price"))
	tab.Press("2")
	tab.Enter()
	tab.goal("price-named", "passed")
	next()

	_, debrief := stepOf(t, l, "debrief")
	tab.at(debrief)
	const done = `[data-lesson="` + slug + `"][data-state="done"]`
	tab.Wait(done)
	tab.Reload()
	tab.WaitText("#step-title", debrief.Title)
	tab.Wait(done)
	press("link", "All lessons")
	tab.Wait(`#main .card` + done)
	tab.Reload()
	tab.Wait(`#main .card` + done)
}

// perform does an action of a lesson on its page, and waits until it has
// happened.
func (tab *Tab) perform(l *lessons.Lesson, step lessons.Step, a lessons.Action) {
	tab.t.Helper()
	switch a := a.(type) {
	case lessons.Ask:
		for _, o := range step.Actions {
			if reflect.DeepEqual(o.Action, lessons.Action(a)) {
				n := Eval[int](tab, entries)
				tab.press(o.Text)
				tab.Printed(n)
				return
			}
		}
		tab.fail("no button of %s does %+v", step.ID, a)
	case lessons.TypeCommand:
		tab.Command(a.Text)
	case lessons.Template:
		tab.show(a.Table)
		tab.Fill("textbox", "Row key template", a.Text)
		tab.keyed(a.Table, a.Text)
	case lessons.AddTable:
		tab.press("Add a second table")
		second := l.Table + "_2"
		tab.Wait("#template-" + second)
		tab.Fill("textbox", "Row key template", a.Text)
		tab.keyed(second, a.Text)
	case lessons.Answer:
		q := slices.IndexFunc(step.Asks, func(q lessons.Question) bool { return q.ID == a.Question })
		field := fmt.Sprintf("[...document.querySelectorAll('fieldset.question')][%d]", q)
		if choices := step.Asks[q].Choices; len(choices) > 0 {
			i := slices.IndexFunc(choices, func(c lessons.Choice) bool { return c.Value == a.Value })
			tab.Click("radio", choices[i].Text)
		} else if kind := step.Asks[q].Kind; kind == lessons.Sketch || kind == lessons.Mark {
			tab.Run(fmt.Sprintf(slide, a.Question))
		} else {
			tab.Replace("textbox", step.Asks[q].Text, a.Value)
		}
		tab.Run(field + ".querySelector('button').click()")
	case lessons.Grow:
		n := Eval[int](tab, entries)
		tab.press(thousands(a.Records) + " " + l.Table)
		tab.PrintedWithin(measuring, n)
	default:
		tab.fail("nobody can do %T on the page", a)
	}
}

// slide moves the first point of a guess by pointing.
const slide = `((f) => { f.value = +f.max / 2; f.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector('#question-%s input[type=range]'))`

// usable waits until the button with a text does not rest.
func (tab *Tab) usable(text string) {
	tab.t.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("button")].some((b) => [b.ariaLabel, b.textContent].includes(%q) && b.ariaDisabled !== "true")`, text))
}

// press clicks the button with a name once it can be used.
func (tab *Tab) press(name string) {
	tab.t.Helper()
	tab.usable(name)
	tab.Click("button", name)
}

// keyed waits until the rows in sight have keys of a template's form.
func (tab *Tab) keyed(table, template string) {
	tab.t.Helper()
	parsed, err := rowkey.Parse(template)
	if err != nil {
		tab.t.Fatal(err)
	}
	form := ""
	for _, p := range parsed.Parts() {
		switch p.Field {
		case "":
			form += regexp.QuoteMeta(p.Literal)
		case "game":
			form += "(LoL|Starcraft|Dota|Hearthstone)"
		case "date":
			form += "[0-9]{8}"
		case "win":
			form += "(true|false)"
		case "kda":
			form += "[0-9]+[.][0-9]{2}"
		case "player":
			form += "[A-Z][a-z]+[0-9]*"
		default:
			tab.t.Fatalf("what does a %s look like?", p.Field)
		}
	}
	tab.Until(fmt.Sprintf(`((keys) => keys.length > 0 && keys.every((row) => /^%s$/.test(row.dataset.key)))([...document.querySelectorAll("[role=grid][aria-label=%s] [data-key]")])`, form, table))
}

func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// onTitle tells that the focus has followed the reader to another step.
const onTitle = `document.activeElement.id === "step-title"`

// next goes on to the next step.
func (tab *Tab) next() {
	tab.t.Helper()
	tab.press("Next step")
	tab.Until(onTitle)
}

// reach opens the lesson and has its page do all before a step.
func (tab *Tab) reach(l *lessons.Lesson, id string) lessons.Step {
	tab.t.Helper()
	tab.Open("/lessons/" + l.Slug + "/" + teacher)
	tab.Run(walker)
	for i, step := range l.Steps {
		tab.at(step)
		if step.ID == id {
			return step
		}
		tab.walkStep(l, i)
		tab.next()
	}
	tab.fail("the lesson has no step %s", id)
	return lessons.Step{}
}

// solve does what a lesson gives as the solution of a step.
func (tab *Tab) solve(l *lessons.Lesson, i int) {
	tab.t.Helper()
	for _, a := range l.Solution[i] {
		if answer, ok := a.(lessons.Answer); ok && !tab.answerable(answer.Question) {
			continue // a guess that is kept
		}
		tab.perform(l, l.Steps[i], a)
	}
	for _, g := range l.Steps[i].Goals {
		tab.goal(g.ID, "passed")
	}
}

// again begins the lesson anew, by its own button.
func (tab *Tab) again(l *lessons.Lesson) {
	tab.t.Helper()
	tab.Click("button", "Start over")
	tab.Click("button", "Begin again")
	tab.Until(entries + " === 0")
	tab.at(l.Steps[0])
	tab.open(goalsOf(l.Steps[0])...)
}

// spaceless returns text as it is compared: space is the layout's affair.
func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }

// TestWrongAttempts goes through the lesson once and makes every wrong attempt
// on the way, before it solves the step.
func TestWrongAttempts(t *testing.T) {
	seldom(t)
	t.Parallel()
	l, attempts := source(t)
	// A goal that an attempt reaches on the side stays reached.
	slices.SortStableFunc(attempts, func(a, b lessons.Attempt) int { return len(b.Open) - len(a.Open) })
	tab := begin(t)
	tab.Open("/lessons/" + l.Slug + "/")
	made := 0
	for i, step := range l.Steps {
		tab.at(step)
		tab.open(goalsOf(step)...)
		for _, a := range attempts {
			if a.Step != step.ID {
				continue
			}
			t.Logf("%s: %s", a.Step, a.Name)
			tab.refused(l, i, a)
			made++
			if i == 0 {
				tab.again(l)
			}
			if step.ID == "second" {
				tab.backToOneTable(l)
			}
		}
		if slices.Contains(step.Panels, lessons.PanelDesigner) && step.ID != "key" {
			tab.backToOneTable(l)
		}
		if i == len(l.Steps)-1 {
			break
		}
		tab.solve(l, i)
		tab.next()
	}
	tab.Wait(`[data-lesson="` + slug + `"][data-state="done"]`)
	if made != len(attempts) {
		t.Errorf("%d of %d attempts were made", made, len(attempts))
	}
}

// refused does a wrong attempt at a step and checks what the page says to it.
func (tab *Tab) refused(l *lessons.Lesson, at int, a lessons.Attempt) {
	tab.t.Helper()
	step := l.Steps[at]
	tab.guess(l, at, a)
	tab.open(a.Open...)
	for n, action := range a.Do {
		if n == len(a.Do)-1 {
			// What was explained before goes when the reader turns to the step again.
			// What is still on its way is explained after that, and goes by the next turn.
			tab.Until(fmt.Sprintf(`document.querySelector("#explain").innerText === "" && %s ||
				(document.activeElement.blur(), document.querySelectorAll("ol.steps button")[%d].click(), false)`, onTitle, at))
		}
		tab.perform(l, step, action)
	}
	html, where := explanation(step, a.Explain), "#explain"
	if answer, ok := a.Do[len(a.Do)-1].(lessons.Answer); ok {
		where = fmt.Sprintf("[data-question=%q] .answer-said", answer.Question)
	}
	if a.Explain != "" && html == "" {
		tab.t.Fatalf("%s: the lesson has no explanation %s", a.Name, a.Explain)
	}
	want := spaceless(lessons.Plain(html))
	said := fmt.Sprintf(`document.querySelector(%q).innerText.replace(/^×|Not yet\./g, "").replace(/\s+/g, "")`, where) // without the button that closes it
	if want != "" {
		tab.Until(fmt.Sprintf("%s === %q", said, want))
	} else if got := Eval[string](tab, said); got != "" {
		tab.t.Errorf("%s: the page explains %q", a.Name, got)
	}
	tab.Saved()
	for _, id := range a.Open {
		if got := tab.Attribute(fmt.Sprintf("[data-goal=%q]", id), "data-state"); got != "open" {
			tab.t.Errorf("%s: the goal %s is %s", a.Name, id, got)
		}
	}
}

// guess gives the guesses that a step waits for before an attempt can be made, as its
// solution does, unless they are what is attempted.
func (tab *Tab) guess(l *lessons.Lesson, at int, attempt lessons.Attempt) {
	tab.t.Helper()
	answers := func(id string) func(lessons.Action) bool {
		return func(a lessons.Action) bool { given, ok := a.(lessons.Answer); return ok && given.Question == id }
	}
	for _, q := range l.Steps[at].Asks {
		if solves := slices.IndexFunc(l.Solution[at], answers(q.ID)); q.Guess && tab.answerable(q.ID) && solves >= 0 && !slices.ContainsFunc(attempt.Do, answers(q.ID)) {
			tab.perform(l, l.Steps[at], l.Solution[at][solves])
		}
	}
}

// answerable reports whether the page takes an answer to a question, which is asked once the
// goal before it is reached.
func (tab *Tab) answerable(question string) bool {
	tab.t.Helper()
	tab.Wait(fmt.Sprintf("[data-question=%q]", question))
	return Eval[bool](tab, fmt.Sprintf(`!!document.querySelector('[data-question=%q] :is(input, select)')?.checkVisibility()`, question))
}

// explanation returns the text of an explanation by its id: a note's, or a
// question's with "=" and the answer.
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
func (tab *Tab) backToOneTable(l *lessons.Lesson) {
	tab.t.Helper()
	second := l.Table + "_2"
	if Eval[bool](tab, fmt.Sprintf("[...document.querySelectorAll('select.shown-table option')].some((o) => o.value === %q)", second)) {
		tab.Command("deletetable " + second)
		tab.Gone("#template-" + second)
	}
	const own = "{game}#{player}#{date}"
	if Eval[string](tab, "document.getElementById('template-"+l.Table+"').value") != own {
		tab.Fill("textbox", "Row key template", own)
	}
	tab.keyed(l.Table, own)
}
