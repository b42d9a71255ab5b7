//go:build e2e

package lessons

import (
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/web/e2e"
)

// some is the flag that selects lessons.
var some = flag.String("lessons", "", "which lessons TestEveryLesson does, by their names with commas between; none for all")

// apart is the distance in the course between the lessons that TestEveryLesson does in make
// test.
const apart = 30

// TestEveryLesson does every lesson on the page from start to end by its solution, on a wide
// and on a narrow screen. It runs axe-core on the step with the most content of each lesson,
// and checks that Home shows the lesson as done. One screen opens a lesson by its address, and
// the other continues to it from the previous lesson. In make test each screen does one or two
// lessons.
func TestEveryLesson(t *testing.T) {
	t.Parallel()
	all, err := author.LoadAll(os.DirFS(filepath.Join(e2e.RootDir, "lessons", "content")), "en")
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
			tab := e2e.Begin(t)
			tab.Size(size.width, size.height)
			tab.BeforeScripts(e2e.Walker)
			for i, l := range all {
				t.Run(l.Slug, func(t *testing.T) {
					was := tab.T
					tab.T = t
					defer func() { tab.T = was }()
					if i > 0 && (i+which)%2 == 0 {
						tab.Click("link", "Lessons")
						tab.Wait(fmt.Sprintf("li[data-lesson=%q]", l.Slug))
						tab.Click("link", l.Title)
					} else {
						tab.Open("/lessons/" + l.Slug + "/" + e2e.Teacher)
					}
					walkLesson(tab, l)
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

// walkLesson does a lesson by its solution.
func walkLesson(tab *e2e.Tab, l *lessons.Lesson) {
	tab.T.Helper()
	last := 0
	for i, s := range l.Steps {
		if len(s.Goals) > 0 {
			last = i
		}
	}
	for i, s := range l.Steps {
		tab.WaitText("#step-title", s.Title)
		tab.WalkStep(l, i)
		if i == last {
			tab.Axe()
		}
		if i+1 < len(l.Steps) {
			tab.Walked(fmt.Sprintf("%s, behind step %s", l.Slug, s.ID), fmt.Sprintf("walkOn('Next step', %s)", e2e.JSON(l.Steps[i+1].Title)))
		}
	}
	tab.Wait(fmt.Sprintf("[data-lesson=%q][data-state=done]", l.Slug))
	tab.Saved()
}
