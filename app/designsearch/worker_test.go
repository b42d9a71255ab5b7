package designsearch

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"tabletop/app/designsearch/frames"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/search"
	"tabletop/engine/wire"
	"tabletop/web/test/sandboxtest"
)

// sandbox returns a session with readings of meters and two questions, and the session as a file.
func sandbox(t *testing.T) (*engine.Session, []byte) {
	t.Helper()
	data := dataset.Spec{Fields: []string{"meter", "day", "value"}}
	for i := range 600 {
		data.Records = append(data.Records, []string{fmt.Sprintf("meter-%02d", i%20), fmt.Sprintf("2026-03-%02d", 1+i/20), fmt.Sprint(i % 7)})
	}
	meter := plan.Cond{Field: "meter", Op: plan.Equal, Value: "meter-07"}
	return sandboxtest.File(t, "Readings",
		engine.LoadRecords{Table: "readings", Template: "{day}#{meter}", Columns: []plan.FieldColumn{{Field: "value", Family: "R", Qualifier: "v"}}, Data: data},
		engine.SetWorkload{Queries: []plan.Query{
			{ID: "a meter", Where: []plan.Cond{meter}},
			{ID: "a day", Where: []plan.Cond{{Field: "day", Op: plan.Equal, Value: "2026-03-05"}}},
		}})
}

// answers returns the answers to an ask, at most most. The clock goes on by a tenth of a second each time that
// it is read.
func answers(t *testing.T, a frames.Ask, most int) (all []frames.Found) {
	t.Helper()
	at := base.Micros(1_700_000_000_000_000)
	now := func() base.Micros { at += 100_000; return at }
	err := HandleAsk(wire.Encode(&a, nil), now, func(frame []byte) bool {
		var f frames.Found
		if err := wire.Decode(frame, &f, nil); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
		return len(all) < most
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestAnswers tests that answers come while the search goes on, that the first design comes at once, and that
// the last answer has what a search of the session itself finds.
func TestAnswers(t *testing.T) {
	session, file := sandbox(t)
	rates := []engine.QueryRate{{Query: "a meter", Rate: 50}, {Query: "a day", Rate: 1}}
	all := answers(t, frames.Ask{File: file, Search: search.Ask{Rates: rates}}, 1<<20)
	s, err := search.New(session, search.Ask{Rates: rates})
	if err != nil {
		t.Fatal(err)
	}
	for !s.Step(1 << 20) {
	}
	last := all[len(all)-1]
	if !last.Last || last.Refused != nil || !last.Result.Complete || !reflect.DeepEqual(last.Result, s.Result()) {
		t.Errorf("the last answer is %+v, of the session %+v", last, s.Result())
	}
	early := 0
	for i, f := range all[:len(all)-1] {
		if f.Last || f.Result.Complete {
			t.Errorf("answer %d of %d says that it is the last", i, len(all))
		}
		if len(f.Result.Points) > 0 {
			early++
		}
	}
	if early == 0 {
		t.Errorf("of %d answers only the last has designs", len(all))
	}
}

// TestCancelled tests that a search whose answers are not wanted any more ends, and leaves nothing running.
func TestCancelled(t *testing.T) {
	_, file := sandbox(t)
	before := runtime.NumGoroutine()
	if all := answers(t, frames.Ask{File: file}, 2); len(all) != 2 || all[1].Last {
		t.Errorf("%d answers: %+v", len(all), all)
	}
	if after := runtime.NumGoroutine(); after != before {
		t.Errorf("%d goroutines, before %d", after, before)
	}
}

func TestRefused(t *testing.T) {
	_, file := sandbox(t)
	for _, c := range []struct {
		ask  frames.Ask
		want base.Code
	}{
		{frames.Ask{File: file[:len(file)-1]}, base.CodeBadFile},
		{frames.Ask{File: file, Search: search.Ask{Table: "other"}}, base.CodeNoDesign},
	} {
		if all := answers(t, c.ask, 9); len(all) != 1 || !all[0].Last || all[0].Refused == nil || all[0].Refused.Code != c.want {
			t.Errorf("%+v, want a refusal with %s", all, c.want)
		}
	}
}
