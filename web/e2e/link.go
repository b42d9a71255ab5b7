//go:build e2e

package e2e

import (
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/link"
	"tabletop/engine/plan"
)

// Battery returns a load of n battery readings in the order of their times, where n is
// readings.
func Battery(readings int64) engine.LoadRecords {
	return engine.LoadRecords{
		Table: "battery", Template: "{time}#{user}",
		Columns: []plan.FieldColumn{{Field: "percent", Family: "f", Qualifier: "percent"}},
		Data: dataset.Spec{
			Fields: []string{"time", "user", "percent"},
			Recipe: &dataset.Recipe{Count: readings, Seed: 4, Gens: []dataset.Generator{
				{Field: "time", Kind: dataset.Arrival, From: "20150301120000", Step: "1000"},
				{Field: "user", Kind: dataset.Names, PerValue: 100},
				{Field: "percent", Kind: dataset.Ints, From: "1", To: "100"},
			}},
		},
	}
}

// OfCorrie is a workload of one question, about one user of the table of [Battery].
var OfCorrie = engine.SetWorkload{Queries: []plan.Query{{ID: "Corrie’s battery", Where: []plan.Cond{{Field: "user", Value: "Corrie"}}}}}

// LinkTo returns the route of a link that carries a sandbox with the given title and requests.
func LinkTo(t *testing.T, title string, requests ...engine.Request) string {
	t.Helper()
	c := link.Content{Title: title}
	for i, r := range requests {
		c.Changes = append(c.Changes, engine.Change{At: base.Micros(1_700_000_000_000_000 + i*1000), Request: r})
	}
	text, err := link.Encode(c)
	if err != nil {
		t.Fatal(err)
	}
	return "/sandboxes/#open=" + text
}

// Scores is a load of a small table with a recipe for more records.
var Scores = engine.LoadRecords{
	Table: "scores", Template: "{game}#{day}",
	Columns: []plan.FieldColumn{{Field: "player", Family: "f", Qualifier: "player"}},
	Data: dataset.Spec{
		Fields:  []string{"game", "player", "day"},
		Records: [][]string{{"Go", "Ann", "20150301"}, {"Go", "Bob", "20150302"}, {"LoL", "Cid", "20150301"}},
		Recipe: &dataset.Recipe{Count: 2000, Seed: 4, Gens: []dataset.Generator{
			{Field: "game", Values: []string{"Go", "LoL", "Chess"}},
			{Field: "player", Kind: dataset.Names, PerValue: 40},
			{Field: "day", Kind: dataset.Days, From: "20150101", To: "20151231"},
		}},
	},
}

// PerPlayer is a workload of one question, about one player of the table of [Scores].
var PerPlayer = engine.SetWorkload{Queries: []plan.Query{{ID: "ann", Where: []plan.Cond{{Field: "player", Value: "Ann"}}}}}
