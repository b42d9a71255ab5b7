package engine

import (
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestWidened checks that the refusal of a width proposes the width that is enough for all
// records, and nothing else.
func TestWidened(t *testing.T) {
	for _, c := range []struct{ template, proposed string }{
		{"{id|zero:2}", "zero:4"}, {"{id|zero:3|reverse}#{of}", "zero:4|reverse"}, {"{of|pad:2:.}#{id}", "pad:3:."}, {"{of|zero:4}", ""},
	} {
		s := newSession()
		mustDo(t, s, LoadRecords{Table: "orders", Template: "{id}", Columns: []plan.FieldColumn{{Family: "f", Qualifier: "of", Field: "of"}},
			Data: dataset.Spec{Fields: []string{"id", "of"}, Records: [][]string{{"1", "ab"}, {"100", "abc"}, {"1000", "c"}, {"7", "d"}}}})
		err := s.Do(Rekey{Table: "orders", Template: c.template}).Err
		if err == nil || err.Code != base.CodeFieldTransform {
			t.Fatalf("%s: %+v", c.template, err)
		}
		got := ""
		if len(err.Args) == 6 {
			got = err.Args[5]
		}
		if got != c.proposed {
			t.Errorf("%s is to be %q, not %q", c.template, got, c.proposed)
		}
	}
}

// TestTookOnce checks that the time that the shell prints is the time that its read reports.
func TestTookOnce(t *testing.T) {
	for took, c := range map[base.Micros]struct {
		printed string
		told    base.Micros
	}{1_793: {"Took 0.0017 seconds\n", 1_700}, 143_049: {"Took 0.1430 seconds\n", 143_000}, 60: {"Took 0.0000 seconds\n", 49}} {
		s := shellSession(t, 3)
		watch := base.Micros(0)
		s.opts.Stopwatch = func() base.Micros { watch += took; return watch }
		for _, text := range []string{"scan 't', {REVERSED => true, LIMIT => 1}", "count 't'", "get 't', 'r001'"} {
			watch = 0
			r := shellDo(t, s, text)
			if r.Read == nil || r.Read.PrintedTime != c.told {
				t.Errorf("%s took %d: told %+v", text, took, r.Read)
			}
			if out := outputOf(r); !strings.Contains(out, c.printed) {
				t.Errorf("%s printed %q, not %q", text, out, c.printed)
			}
		}
	}
}
