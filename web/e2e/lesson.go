//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"tabletop/engine/rowkey"
	"tabletop/lessons"
)

// Walker does a step of a lesson as its solution says, by the buttons of the page.
// What it is stuck at is in window.walk.
const Walker = `(() => {
	const rest = ms => new Promise(done => setTimeout(done, ms));
	const all = css => [...document.querySelectorAll(css)];
	const busy = () => document.querySelector('.running:not([hidden]), .load button.primary[aria-disabled="true"]');
	const until = async (what, holds) => {
		window.walk = what;
		for (;;) {
			const found = holds();
			if (found) return found;
			await rest(15);
		}
	};
	const button = (inside, name) => all(inside + ' button').find(b => b.textContent.trim() === name && b.ariaDisabled !== 'true');
	window.walkStep = async (goals, parts, solution, doIt) => {
		const does = () => all('.solution ol button').filter(b => b.textContent.trim() === doIt);
		if (parts > 0) {
			(await until('the solution', () => button('.help', solution))).click();
			for (let i = 0; i < parts; i++) {
				const press = await until('part ' + (i + 1) + ' of the solution', () => {
					const b = does()[i];
					return b && b.ariaDisabled !== 'true' && !busy() && b;
				});
				press.click();
				await rest(30);
				await until('part ' + (i + 1) + ' being done', () => !busy() && !does().some(b => b.ariaDisabled === 'true' && !b.dataset.later));
			}
		}
		await until('goals', () => (goals || []).every(id => document.querySelector('[data-goal="' + id + '"][data-state="passed"]')));
		window.walk = 'done';
	};
	window.walkOn = async (next, title) => {
		(await until('the way on', () => button('.onward', next))).click();
		await until('the next step', () => document.querySelector('#step-title')?.textContent === title);
		window.walk = 'done';
	};
})()`

// Teacher is how a teacher's address ends: solutions are open from the beginning, also on
// what is opened later in the visit.
const Teacher = "?solutions=open"

// WalkStep does a step by its solution's buttons.
func (tab *Tab) WalkStep(l *lessons.Lesson, i int) {
	tab.T.Helper()
	s := l.Steps[i]
	tab.Walked(fmt.Sprintf("%s, step %s", l.Slug, s.ID), fmt.Sprintf("walkStep(%s, %d, 'Show a solution', 'Do it for me')", JSON(GoalsOf(s)), len(l.Solution[i])))
}

// Walked runs a part of the walk to its end.
func (tab *Tab) Walked(what, call string) {
	tab.T.Helper()
	tab.Run("void " + call)
	deadline := time.Now().Add(Measuring)
	for Eval[string](tab, "window.walk") != "done" {
		if time.Now().After(deadline) {
			tab.Fail("%s: stuck at %s", what, Eval[string](tab, "window.walk"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// JSON writes a value as JSON.
func JSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// LessonSlug is the lesson that several tests use.
const LessonSlug = "lol-scores"

// Measuring is how long the largest measurement of a lesson may take.
const Measuring = 90 * time.Second

// LoadLesson returns a lesson as it is shipped, with the wrong attempts at it.
func LoadLesson(t *testing.T) (*lessons.Lesson, []lessons.Attempt) {
	t.Helper()
	fsys := os.DirFS(filepath.Join(RootDir, "lessons"))
	l, err := lessons.Load(fsys, LessonSlug, "en")
	if err != nil {
		t.Fatal(err)
	}
	attempts, err := lessons.Attempts(fsys, l)
	if err != nil {
		t.Fatal(err)
	}
	return l, attempts
}

// At waits until a step is shown, with all that belongs to its beginning.
func (tab *Tab) At(s lessons.Step) {
	tab.T.Helper()
	tab.WaitText("#step-title", s.Title)
	tab.Saved()
}

// Goal waits until a goal of the lesson has a state.
func (tab *Tab) Goal(id, state string) {
	tab.T.Helper()
	tab.Wait(fmt.Sprintf("[data-goal=%q][data-state=%q]", id, state))
}

// GoalsAreOpen fails the test unless all these goals are on the page and open.
func (tab *Tab) GoalsAreOpen(goals ...string) {
	tab.T.Helper()
	for _, id := range goals {
		if got := tab.Attribute(fmt.Sprintf("[data-goal=%q]", id), "data-state"); got != "open" {
			tab.T.Errorf("the goal %s is %s", id, got)
		}
	}
}

// GoalsOf returns the ids of a step's goals.
func GoalsOf(s lessons.Step) []string {
	var ids []string
	for _, g := range s.Goals {
		ids = append(ids, g.ID)
	}
	return ids
}

// Perform does an action of a lesson on its page, and waits until it has
// happened.
func (tab *Tab) Perform(l *lessons.Lesson, step lessons.Step, a lessons.Action) {
	tab.T.Helper()
	switch a := a.(type) {
	case lessons.Ask:
		for _, o := range step.Actions {
			if reflect.DeepEqual(o.Action, lessons.Action(a)) {
				n := Eval[int](tab, Entries)
				tab.PressButton(o.Text)
				tab.Printed(n)
				return
			}
		}
		tab.Fail("no button of %s does %+v", step.ID, a)
	case lessons.TypeCommand:
		tab.Command(a.Text)
	case lessons.Template:
		tab.Show(a.Table)
		tab.Fill("textbox", "Row key template", a.Text)
		tab.Keyed(a.Table, a.Text)
	case lessons.AddTable:
		tab.PressButton("Add a second table")
		second := l.Table + "_2"
		tab.Wait("#template-" + second)
		tab.Fill("textbox", "Row key template", a.Text)
		tab.Keyed(second, a.Text)
	case lessons.Answer:
		q := slices.IndexFunc(step.Asks, func(q lessons.Question) bool { return q.ID == a.Question })
		field := fmt.Sprintf("[...document.querySelectorAll('fieldset.question')][%d]", q)
		if choices := step.Asks[q].Choices; len(choices) > 0 {
			i := slices.IndexFunc(choices, func(c lessons.Choice) bool { return c.Value == a.Value })
			tab.Click("radio", choices[i].Text)
		} else if kind := step.Asks[q].Kind; kind == lessons.Sketch || kind == lessons.Mark {
			tab.Run(fmt.Sprintf(Slide, a.Question))
		} else {
			tab.Replace("textbox", step.Asks[q].Text, a.Value)
		}
		tab.Run(field + ".querySelector('button').click()")
	case lessons.Grow:
		n := Eval[int](tab, Entries)
		tab.PressButton(Thousands(a.Records) + " " + l.Table)
		tab.PrintedWithin(Measuring, n)
	default:
		tab.Fail("nobody can do %T on the page", a)
	}
}

// Slide moves the first point of a guess by pointing.
const Slide = `((f) => { f.value = +f.max / 2; f.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector('#question-%s input[type=range]'))`

// Usable waits until the button with a text does not rest.
func (tab *Tab) Usable(text string) {
	tab.T.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("button")].some((b) => [b.ariaLabel, b.textContent].includes(%q) && b.ariaDisabled !== "true")`, text))
}

// PressButton clicks the button with a name once it can be used.
func (tab *Tab) PressButton(name string) {
	tab.T.Helper()
	tab.Usable(name)
	tab.Click("button", name)
}

// Keyed waits until the rows in sight have keys of a template's form.
func (tab *Tab) Keyed(table, template string) {
	tab.T.Helper()
	parsed, err := rowkey.Parse(template)
	if err != nil {
		tab.T.Fatal(err)
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
			tab.T.Fatalf("what does a %s look like?", p.Field)
		}
	}
	tab.Until(fmt.Sprintf(`((keys) => keys.length > 0 && keys.every((row) => /^%s$/.test(row.dataset.key)))([...document.querySelectorAll("[role=grid][aria-label=%s] [data-key]")])`, form, table))
}

// Thousands writes a number as English pages do.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// OnTitle tells that the focus has followed the reader to another step.
const OnTitle = `document.activeElement.id === "step-title"`

// NextStep goes on to the next step.
func (tab *Tab) NextStep() {
	tab.T.Helper()
	tab.PressButton("Next step")
	tab.Until(OnTitle)
}

// Reach opens the lesson and has its page do all before a step.
func (tab *Tab) Reach(l *lessons.Lesson, id string) lessons.Step {
	tab.T.Helper()
	tab.Open("/lessons/" + l.Slug + "/" + Teacher)
	tab.Run(Walker)
	for i, step := range l.Steps {
		tab.At(step)
		if step.ID == id {
			return step
		}
		tab.WalkStep(l, i)
		tab.NextStep()
	}
	tab.Fail("the lesson has no step %s", id)
	return lessons.Step{}
}

// Solve does what a lesson gives as the solution of a step.
func (tab *Tab) Solve(l *lessons.Lesson, i int) {
	tab.T.Helper()
	for _, a := range l.Solution[i] {
		if answer, ok := a.(lessons.Answer); ok && !tab.Answerable(answer.Question) {
			continue // a guess that is kept
		}
		tab.Perform(l, l.Steps[i], a)
	}
	for _, g := range l.Steps[i].Goals {
		tab.Goal(g.ID, "passed")
	}
}

// Answerable reports whether the page takes an answer to a question, which is asked once the
// goal before it is reached.
func (tab *Tab) Answerable(question string) bool {
	tab.T.Helper()
	tab.Wait(fmt.Sprintf("[data-question=%q]", question))
	return Eval[bool](tab, fmt.Sprintf(`!!document.querySelector('[data-question=%q] :is(input, select)')?.checkVisibility()`, question))
}
