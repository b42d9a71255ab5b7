//go:build e2e

package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/lessons"
)

// walker does a step of a lesson as its solution says, by the buttons of the page.
// What it is stuck at is in window.walk.
const walker = `(() => {
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

// teacher is how a teacher's address ends: solutions are open from the beginning, also on
// what is opened later in the visit.
const teacher = "?solutions=open"

var some = flag.String("lessons", "", "which lessons TestEveryLesson does, by their names with commas between; none for all")

// apart is how far the lessons are apart that TestEveryLesson does in make test.
const apart = 30

// TestEveryLesson does every lesson from its start to its end as its solution says,
// through the page, on a wide and on a narrow screen; axe looks at the fullest step
// of each, and Home says that it is done. What one screen opens by its address, the
// other goes to from the lesson before. In make test each screen does one or two.
func TestEveryLesson(t *testing.T) {
	t.Parallel()
	all, err := lessons.All(os.DirFS(filepath.Join(rootDir, "lessons")), "en")
	if err != nil {
		t.Fatal(err)
	}
	course := all
	if *some != "" {
		course = slices.DeleteFunc(all, func(l *lessons.Lesson) bool { return !slices.Contains(strings.Split(*some, ","), l.Slug) })
		if len(course) == 0 {
			t.Fatalf("there is no lesson %s", *some)
		}
	}
	for which, size := range []struct {
		name          string
		width, height int64
	}{{"wide", 1440, 900}, {"narrow", 390, 844}} {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel()
			all := course
			if testing.Short() && *some == "" {
				all = nil
				for i := 1 + which*apart/2; i < len(course); i += apart {
					all = append(all, course[i])
				}
			}
			tab := begin(t)
			tab.Size(size.width, size.height)
			tab.BeforeScripts(walker)
			for i, l := range all {
				t.Run(l.Slug, func(t *testing.T) {
					was := tab.t
					tab.t = t
					defer func() { tab.t = was }()
					if i > 0 && (i+which)%2 == 0 {
						tab.Click("link", "Lessons")
						tab.Wait(fmt.Sprintf("li[data-lesson=%q]", l.Slug))
						tab.Click("link", l.Title)
					} else {
						tab.Open("/lessons/" + l.Slug + "/" + teacher)
					}
					tab.walkLesson(l)
				})
			}
			tab.Open("/")
			for _, l := range all {
				tab.Wait(fmt.Sprintf("[data-lesson=%q][data-state=done]", l.Slug))
			}
			_, record := tab.Download(func() { tab.Click("button", "Save a record of it") })
			for _, l := range all {
				if !strings.Contains(string(record), "<td>"+html.EscapeString(l.Title)+"</td>") {
					t.Errorf("the record does not have %q", l.Title)
				}
			}
		})
	}
}

func (tab *Tab) walkLesson(l *lessons.Lesson) {
	tab.t.Helper()
	last := 0
	for i, s := range l.Steps {
		if len(s.Goals) > 0 {
			last = i
		}
	}
	for i, s := range l.Steps {
		tab.WaitText("#step-title", s.Title)
		tab.walkStep(l, i)
		if i == last {
			tab.Axe()
		}
		if i+1 < len(l.Steps) {
			tab.walked(fmt.Sprintf("%s, behind step %s", l.Slug, s.ID), fmt.Sprintf("walkOn('Next step', %s)", asJSON(l.Steps[i+1].Title)))
		}
	}
	tab.Wait(fmt.Sprintf("[data-lesson=%q][data-state=done]", l.Slug))
	tab.Saved()
}

// walkStep does a step by its solution's buttons.
func (tab *Tab) walkStep(l *lessons.Lesson, i int) {
	tab.t.Helper()
	s := l.Steps[i]
	tab.walked(fmt.Sprintf("%s, step %s", l.Slug, s.ID), fmt.Sprintf("walkStep(%s, %d, 'Show a solution', 'Do it for me')", asJSON(goalsOf(s)), len(l.Solution[i])))
}

// walked runs a part of the walk to its end.
func (tab *Tab) walked(what, call string) {
	tab.t.Helper()
	tab.Run("void " + call)
	deadline := time.Now().Add(measuring)
	for Eval[string](tab, "window.walk") != "done" {
		if time.Now().After(deadline) {
			tab.fail("%s: stuck at %s", what, Eval[string](tab, "window.walk"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
