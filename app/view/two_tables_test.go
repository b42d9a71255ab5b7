//go:build !js

package view

import (
	"regexp"
	"strings"
	"sync"
	"testing"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/app/key"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/questions"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// twoTables is a sandbox with two designs of the same data. Under the load the open one is even
// and the other hot, once both have been simulated.
var twoTables = sync.OnceValue(func() model.State {
	s := engine.New(engine.Options{Now: func() base.Micros { return 1425168000000000 }})
	data := dataset.Spec{Fields: []string{"game", "player", "date"}, Recipe: &dataset.Recipe{Count: 2000, Seed: 1, Gens: []dataset.Generator{
		{Field: "game", Kind: dataset.Names, PerValue: 10, Min: 1}, {Field: "player", Kind: dataset.Names, PerValue: 4, Min: 1}, {Field: "date", Kind: dataset.Sequence, From: "20150301"},
	}}}
	columns := []plan.FieldColumn{{Field: "player", Family: "GAME", Qualifier: "PLAYER"}}
	for _, r := range []engine.Request{
		engine.LoadRecords{Table: "games", Template: "{player}#{date}", Columns: columns, Data: data},
		engine.LoadRecords{Table: "games_2", Template: "{date}#{player}", Columns: columns, Data: data},
		engine.SetWorkload{Queries: []plan.Query{{ID: "ada", Where: []plan.Cond{{Field: "player", Value: "Ada"}}}}},
	} {
		if reply := s.Do(r); reply.Err != nil {
			panic(reply.Err)
		}
	}
	st := designedState("load")
	st.Route, st.Lesson, st.Calls = page.Route{Screen: page.ScreenSandbox, ID: "abcdefghij"}, nil, map[uint64]page.PendingCall{}
	w := &st.Work
	w.ID, w.Kind, w.Title = "abcdefghij", host.KindSandbox, "Scores, twice"
	w.Tables, w.Version, w.Verdicts = s.Tables(), s.Version(), s.Verdicts()
	w.Window = engine.RowWindow{Table: "games", Count: 10}
	w.Page = s.Page(w.Window)
	w.Key, w.Log = key.State{}, nil
	w.LastRead, w.PreviousRead = &engine.ReadReport{Table: "games", Access: plan.Scan, Stats: table.ScanStats{Seeks: 1, RowsScanned: 2000, RowsReturned: 2000}}, nil
	return simulated(st, s, heat.SimulatePressed{})
})

// simulated returns the state after a message, and after the answers to all simulations and
// measurements that it leads to.
func simulated(st model.State, s *engine.Session, first page.Msg) model.State {
	for todo := []page.Msg{first}; len(todo) > 0; todo = todo[1:] {
		var effects []page.Effect
		st, effects = model.Update(st, todo[0])
		for _, e := range effects {
			switch e := e.(type) {
			case page.SendMsgAfterDraw:
				todo = append(todo, e.Msg)
			case page.SendMsgLater:
				if _, is := e.Msg.(questions.DesignSettled); is {
					todo = append(todo, e.Msg)
				}
			case page.SendCall:
				run, _ := e.Sent.Call.(host.ExecuteRequest)
				switch run.Request.(type) {
				case engine.SimulateLoad, engine.CompareDesigns:
					reply := s.Do(run.Request)
					todo = append(todo, model.HostEvent{Event: host.Answer{Seq: e.Sent.Seq, Reply: &reply}})
				}
			}
		}
	}
	return st
}

// TestTwoTables tests that the load's card names the open table and shows its map, and names
// the hottest table with its result.
func TestTwoTables(t *testing.T) {
	page := drawn(twoTables())
	for _, want := range []string{`<div class="load-hottest">`, "Hottest: games_2", "Load of games"} {
		if !strings.Contains(strings.Join(strings.Fields(page), " "), want) {
			t.Errorf("%s is not on the page", want)
		}
	}
	all, at := figuresOf(t, page)
	for _, what := range at {
		t.Error(what)
	}
	open, other := "", ""
	for figure, value := range all {
		switch {
		case strings.HasPrefix(figure, "hottest of games in"):
			open = value
		case strings.HasPrefix(figure, "hottest of games_2 in"):
			other = value
		}
	}
	if open == "" || other == "" || open >= other {
		t.Errorf("games is at %s, games_2 at %s", open, other)
	}
	// The designs tried tell of the hottest table, under the same load as the card.
	tags, n := regexp.MustCompile(`<[^>]*data-figure="hottest"[^>]*>`).FindAllString(page, -1), 0
	for _, tag := range tags {
		if strings.Contains(tag, `data-table="games_2"`) {
			n++
		}
	}
	if n < 3 {
		t.Errorf("the card, the picture and the list tell of games_2 %d times: %q", n, tags)
	}
}
