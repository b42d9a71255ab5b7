//go:build !js

package model

import (
	"reflect"
	"slices"
	"testing"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// TestSolutionsInHBase tests that each lesson is passed by its solution in the dialect of the
// HBase shell, as far as that can express it.
func TestSolutionsInHBase(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make test-all")
	}
	all, err := author.LoadAll(content.Files, "en")
	if err != nil {
		t.Fatal(err)
	}
	turned := 0
	for _, l := range all {
		now := base.Micros(1_790_000_000_000_000) // later than any timestamp that a lesson writes
		s := engine.New(engine.Options{Now: func() base.Micros { now += 1000; return now }, Stopwatch: func() base.Micros { return 0 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
		run := lessons.NewPlayer(l, s, lessons.Progress{})
		ask := func(of lessons.Action, requests []engine.Request) {
			for i, r := range requests {
				reply := s.Do(r)
				if _, console := r.(engine.RunConsole); reply.Err != nil && !console && reply.Err.Code != base.CodeRowUnreadable {
					t.Fatalf("%s: %+v: %v", l.Slug, r, reply.Err)
				}
				run.JudgeReply(lessons.RequestOrigin{Of: of, More: i+1 < len(requests)}, r, reply)
			}
		}
		ask(lessons.Next{}, l.Start)
		says := func(actions []lessons.Action) bool {
			return slices.ContainsFunc(actions, func(a lessons.Action) bool {
				_, ok := host.ConsoleTextOfCall(host.DoLessonAction{Action: a})
				return ok
			})
		}
		steps := len(l.Solution)
		for steps > 0 && !says(l.Solution[steps-1]) {
			steps--
		}
		for i, step := range l.Steps[:steps] {
			for _, a := range l.Solution[i] {
				said, _ := page.TranslateAction(a, engine.HBase)
				if r, ok := host.ConsoleTextOfCall(host.DoLessonAction{Action: a}); ok && r.Dialect == engine.HBase {
					if other, _ := page.TranslateAction(a, engine.CBT); !reflect.DeepEqual(other, a) {
						t.Errorf("%s: %q is said to the HBase shell, whose reads hide what cbt's show", l.Slug, r.Text)
					}
				}
				if !reflect.DeepEqual(said, a) {
					turned++
				}
				requests, err := run.ActionRequests(said)
				if err != nil {
					t.Fatal(err)
				}
				if answer, ok := said.(lessons.Answer); ok && len(requests) == 0 {
					run.JudgeAnswer(answer)
				}
				ask(said, requests)
			}
			for _, g := range step.Goals {
				if !slices.Contains(run.Progress().Passed, g.ID) {
					t.Errorf("%s: the goal %s does not pass in the HBase shell", l.Slug, g.ID)
				}
			}
			enter, _ := run.NextStep()
			ask(lessons.Next{}, enter)
		}
	}
	if turned == 0 {
		t.Error("no solution types a command")
	}
}

// The traffic of every step can be set on the page.
func TestTrafficFits(t *testing.T) {
	all, err := author.LoadAll(content.Files, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		for _, s := range l.Steps {
			if of := s.Traffic; of != nil && (of.Nodes > heat.MaxNodes || of.Minutes > heat.MaxMinutes || of.Writes > page.MaxRate) {
				t.Errorf("%s: step %s: %d nodes, %d minutes, %v writes a second", l.Slug, s.ID, of.Nodes, of.Minutes, of.Writes)
			}
		}
	}
}
