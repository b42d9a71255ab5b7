//go:build !js

package examples

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// advised returns what the advisor says of a session, a finding a line.
func advised(t *testing.T, s *engine.Session) string {
	t.Helper()
	r := s.Do(engine.Advise{})
	if r.Err != nil || engine.AnswerAs[*engine.AdviceReport](r.Answer) == nil || len(r.Changes) > 0 {
		t.Fatalf("%+v", r)
	}
	var out []string
	for _, f := range engine.AnswerAs[*engine.AdviceReport](r.Answer).Findings {
		out = append(out, fmt.Sprintf("%s %s %q %s", f.Rule, f.Table, f.Args, f.Example))
	}
	return strings.Join(out, "\n")
}

func session(t *testing.T, requests []engine.Request) *engine.Session {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return 1425168000000000 }})
	for _, r := range requests {
		if reply := s.Do(r); reply.Err != nil {
			t.Fatalf("%T: %v", r, reply.Err)
		}
	}
	return s
}

// TestAdvice: the advisor says of the examples what the documents say of them, and which
// values they store twice, and nothing else.
func TestAdvice(t *testing.T) {
	want := map[string]string{
		"games": `costly-query games ["prefix" "53" "4" "player" "player" "" "" "" ""] corrie
stored-twice games ["GAME:PLAYER" "player" "3" "200" "274"] Dota#20150101#Amir`,
		"tenants": `costly-query devices ["scan" "6" "3" "day" "day" "" "" "" ""] 1 May 2019`,
		"battery": `time-first battery ["time" "1" "1" "20"] BATTERY#20150301124501005`,
		"market": `costly-query QUOTE ["scan" "10000" "168" "quotetime" "quotetime" "" "" "" ""] All symbols, one minute
stored-twice QUOTE ["MD:EXCHANGE" "exchange" "1" "200" "129"] NASDAQ#ACOM #1426537248951
stored-twice QUOTE ["MD:QUOTETIME" "quotetime" "3" "200" "178"] NASDAQ#ACOM #1426537248951
stored-twice QUOTE ["MD:SYMBOL" "symbol" "2" "200" "108"] NASDAQ#ACOM #1426537248951`,
		"metrics": `costly-query METRIC ["scan" "10002" "80" "ts" "ts" "" "" "" ""] All servers, one second`,
		"meters": `costly-query SENSOR ["scan" "2000" "200" "day" "day" "" "" "" ""] All meters, one day
stored-twice SENSOR ["METER:ID" "meter" "1" "200" "251"] 0000987555#20170722`,
		"prices": `version-series stock ["STOCK:PRICE" "5" "1"] ZXZZT`,
	}
	for _, e := range All() {
		requests, err := Requests(e.ID, func(slug string) (*lessons.Lesson, error) { return author.Load(content.Files, slug, "en") })
		if err != nil {
			t.Fatal(err)
		}
		if got := advised(t, session(t, requests)); got != want[e.ID] {
			t.Errorf("%s:\n%s\nnot\n%s", e.ID, got, want[e.ID])
		}
	}
}

// TestAdviceOnSolution checks that nothing is wrong with the design that the first lesson leads
// to, at any size. As in the documents, it stores the player in the key and in a cell.
func TestAdviceOnSolution(t *testing.T) {
	l, err := author.Load(content.Files, "lol-scores", "en")
	if err != nil {
		t.Fatal(err)
	}
	s := session(t, nil)
	run := lessons.NewPlayer(l, s, lessons.Progress{})
	do := func(requests []engine.Request) {
		for _, r := range requests {
			if g, ok := r.(engine.MeasureDesigns); ok && g.Data.Len() > 100_000 {
				continue
			}
			run.JudgeReply(lessons.RequestOrigin{}, r, s.Do(r))
		}
	}
	for i := range l.Steps {
		for _, a := range l.Solution[i] {
			if answer, ok := a.(lessons.Answer); ok {
				run.JudgeAnswer(answer)
				continue
			}
			requests, err := run.ActionRequests(a)
			if err != nil {
				t.Fatal(err)
			}
			do(requests)
			for got := range strings.SplitSeq(advised(t, s), "\n") {
				if got != "" && i > 1 && !strings.HasPrefix(got, "stored-twice games") {
					t.Errorf("step %d: %s", i, got)
				}
			}
		}
		enter, _ := run.NextStep()
		do(enter)
	}
	if got := len(s.Tables()); got != 2 {
		t.Errorf("%d tables", got)
	}
}
