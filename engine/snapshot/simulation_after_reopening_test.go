package snapshot_test

import (
	"fmt"
	"reflect"
	"testing"

	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/snapshot"
)

// TestSimulatedAgain checks that a simulation has the same result on a table that was
// opened from a snapshot, both for the rows that were loaded and for rows with another
// key.
func TestSimulatedAgain(t *testing.T) {
	data := dataset.Spec{Fields: []string{"at", "dev", "note"}}
	for i := range 3000 {
		data.Records = append(data.Records, []string{fmt.Sprint(1_719_830_400_000 + i*7919%3000*60_000), fmt.Sprint("dev", i*31%400), fmt.Sprint("note", i%7)})
	}
	s, w, d := engine.New(options()), snapshot.NewWriter(), &disk{chunks: map[uint64][]byte{}}
	do := func(s *engine.Session, r engine.Request) engine.Answer {
		t.Helper()
		out := s.Do(r)
		if out.Err != nil {
			t.Fatal(out.Err)
		}
		return out.Answer
	}
	do(s, engine.SetWorkload{Queries: []plan.Query{{ID: "dev", Where: []plan.Cond{{Field: "dev", Op: plan.Equal, Value: "dev31"}}, Latest: plan.Latest{Field: "at", N: 5}}}})
	do(s, engine.LoadRecords{Table: "devices", Template: "{dev}#{at}", Columns: []plan.FieldColumn{{Field: "note", Family: "f", Qualifier: "note"}}, Data: data})
	ask := engine.SimulateLoad{Table: "devices", Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1, Reads: []engine.QueryRate{{Query: "dev", Rate: 100}, {Rate: 1000}}}
	for _, template := range []string{"{dev}#{at}", "{dev|hash:2}#{dev}#{at}"} {
		do(s, engine.Rekey{Table: "devices", Template: template})
		before := engine.AnswerAs[*engine.LoadSimulated](do(s, ask))
		d.save(t, w, s, 1)
		opened, _, _ := d.open(t)
		after := engine.AnswerAs[*engine.LoadSimulated](do(opened, ask))
		before.Version, after.Version = 0, 0
		if !reflect.DeepEqual(before, after) {
			t.Errorf("%s: %.4f times fair of %d bytes as if %d, opened again %.4f of %d as if %d", template, before.Hottest, before.Bytes, before.Request.SizeFactor, after.Hottest, after.Bytes, after.Request.SizeFactor)
		}
	}
}
