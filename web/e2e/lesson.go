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
	"tabletop/lessons/author"
)

// Walker is a script that defines two functions in the page, walkStep and walkOn. They do a
// step of a lesson with the buttons of its solution, and go to the next step. While they run,
// window.walk says what they are waiting for; at the end it is 'done'.
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

// Teacher is the query of an address for teachers. It unlocks the solutions for the rest of the
// visit.
const Teacher = "?solutions=open"

// WalkStep does step i of a lesson by pressing the buttons of its solution. [Walker] must have
// run in the page.
func (tab *Tab) WalkStep(l *lessons.Lesson, i int) {
	tab.T.Helper()
	s := l.Steps[i]
	tab.Walked(fmt.Sprintf("%s, step %s", l.Slug, s.ID), fmt.Sprintf("walkStep(%s, %d, 'Show a solution', 'Do it for me')", JSON(GoalsOf(s)), len(l.Solution[i])))
}

// Walked runs call, a call of a function of [Walker], and waits until it is done. It fails the
// test after the time [Measuring].
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

// JSON returns a value as JSON. It panics if the value cannot be encoded.
func JSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// LessonSlug is the slug of the lesson that several tests use.
const LessonSlug = "lol-scores"

// Measuring is the time limit for the largest measurement of a lesson.
const Measuring = 90 * time.Second

// LoadLesson returns the lesson [LessonSlug] in English, and the wrong attempts that are stored
// with it.
func LoadLesson(t *testing.T) (*lessons.Lesson, []author.WrongAttempt) {
	t.Helper()
	fsys := os.DirFS(filepath.Join(RootDir, "lessons", "content"))
	l, err := author.Load(fsys, LessonSlug, "en")
	if err != nil {
		t.Fatal(err)
	}
	attempts, err := author.ReadWrongAttempts(fsys, l)
	if err != nil {
		t.Fatal(err)
	}
	return l, attempts
}

// At waits until the page shows a step and has stored the changes that begin it.
func (tab *Tab) At(s lessons.Step) {
	tab.T.Helper()
	tab.WaitText("#step-title", s.Title)
	tab.Saved()
}

// Goal waits until a goal of the lesson has the given state.
func (tab *Tab) Goal(id, state string) {
	tab.T.Helper()
	tab.Wait(fmt.Sprintf("[data-goal=%q][data-state=%q]", id, state))
}

// GoalsAreOpen reports an error of the test for each of these goals that does not have the
// state "open".
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

// Perform does an action of a lesson on the page. For most kinds of action it waits until the
// result is shown; an answer is only submitted.
func (tab *Tab) Perform(l *lessons.Lesson, step lessons.Step, a lessons.Action) {
	tab.T.Helper()
	switch a := a.(type) {
	case lessons.RunRequest:
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
		} else if kind := step.Asks[q].Kind; kind == lessons.SketchCurve || kind == lessons.MarkPlace {
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

// Slide is the format of a script that moves the first point of a guess to the middle of its
// range. Its argument is the id of the question.
const Slide = `((f) => { f.value = +f.max / 2; f.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector('#question-%s input[type=range]'))`

// Usable waits until a button with the given label or text is enabled.
func (tab *Tab) Usable(text string) {
	tab.T.Helper()
	tab.Until(fmt.Sprintf(`[...document.querySelectorAll("button")].some((b) => [b.ariaLabel, b.textContent].includes(%q) && b.ariaDisabled !== "true")`, text))
}

// PressButton clicks the button with a name, once it is enabled.
func (tab *Tab) PressButton(name string) {
	tab.T.Helper()
	tab.Usable(name)
	tab.Click("button", name)
}

// Keyed waits until all visible rows of a table have keys that fit a template. It knows only
// the fields of the lesson [LessonSlug].
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

// Thousands returns a number with commas between groups of three digits, as in English text.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// OnTitle is a JavaScript expression that is true if the title of the step has the focus.
const OnTitle = `document.activeElement.id === "step-title"`

// NextStep goes to the next step of the lesson and waits until its title has the focus.
func (tab *Tab) NextStep() {
	tab.T.Helper()
	tab.PressButton("Next step")
	tab.Until(OnTitle)
}

// Reach opens the lesson, does all steps before the one with the given id by their solutions,
// and returns that step.
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

// Solve does the actions of the solution of step i, and waits until the step's goals are
// passed.
func (tab *Tab) Solve(l *lessons.Lesson, i int) {
	tab.T.Helper()
	for _, a := range l.Solution[i] {
		if answer, ok := a.(lessons.Answer); ok && !tab.Answerable(answer.Question) {
			continue // the guess was made before
		}
		tab.Perform(l, l.Steps[i], a)
	}
	for _, g := range l.Steps[i].Goals {
		tab.Goal(g.ID, "passed")
	}
}

// Answerable reports whether the page takes an answer to a question. A question that depends on
// a goal is asked only once that goal is reached.
func (tab *Tab) Answerable(question string) bool {
	tab.T.Helper()
	tab.Wait(fmt.Sprintf("[data-question=%q]", question))
	return Eval[bool](tab, fmt.Sprintf(`!!document.querySelector('[data-question=%q] :is(input, select)')?.checkVisibility()`, question))
}
