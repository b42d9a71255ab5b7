package engine

import (
	"testing"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
)

// TestRelieve: what is told to help was measured to, and changes nothing.
func TestRelieve(t *testing.T) {
	s := readings(t, "{time}#{user}")
	version := s.Version()
	relieve := func(ask Simulate) *Relieved {
		t.Helper()
		was := As[*Simulated](s.Do(ask).Answer)
		r := s.Do(Relieve{Of: was.Of, Pattern: was.Diagnosis.Pattern, Hottest: was.Hottest})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		return As[*Relieved](r.Answer)
	}
	ask := Simulate{Table: "battery", Nodes: 4, Minutes: 30, Writes: 20_000}
	out := relieve(ask)
	if out.Cause != advise.CauseTime || out.Field != "time" || len(out.Remedies) == 0 || len(out.Remedies) > maxRelieved {
		t.Fatalf("found %+v", out)
	}
	kinds := map[advise.RemedyKind]Remedy{}
	for i, r := range out.Remedies {
		kinds[r.Kind] = r
		alone := ask
		alone.Template, alone.Times = r.Template, out.Of.Of.Times
		if got := As[*Simulated](s.Do(alone).Answer); got.Hottest != r.Hottest || got.Diagnosis.Pattern != r.Pattern || r.Hottest >= relief*out.Of.Hottest {
			t.Errorf("%s is told to be %.2f, %s; it is %.2f, %s", r.Template, r.Hottest, r.Pattern, got.Hottest, got.Diagnosis.Pattern)
		}
		if len(r.Verdicts) != 1 || r.Verdicts[0].Stats.RowsScanned == 0 || r.Verdicts[0].Template != r.Template {
			t.Errorf("%s: questions cost %+v", r.Template, r.Verdicts)
		}
		if i > 0 && !r.Pattern.Hot(r.Hottest) && out.Remedies[i-1].rank() > 0 {
			t.Error("the coolest is not the first")
		}
	}
	if later, ok := kinds[advise.Later]; !ok || later.Template != "{user}#{time}" || later.Verdicts[0].Stats.RowsScanned != 200 {
		t.Errorf("the time is not moved: %+v", out.Remedies)
	}
	ask.Order = traffic.ByKey
	if out := relieve(ask); out.Cause != advise.CauseBatch || len(out.Remedies) != 1 || out.Remedies[0].Kind != advise.Mixed || out.Remedies[0].Pattern == cluster.Sequential {
		t.Errorf("of a batch: %+v", out)
	}
	if s.Version() != version {
		t.Error("it has changed the session")
	}
	if r := s.Do(Relieve{Of: Simulate{Table: "other", Nodes: 1, Minutes: 1}}); r.Err == nil || r.Err.Code != base.CodeNoDesign {
		t.Errorf("of no table: %v", r.Err)
	}
}
