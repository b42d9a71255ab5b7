package engine

import (
	"testing"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// grown returns n records, of which five are the games of the documents.
func grown(n int64) dataset.Spec {
	d := games
	d.Recipe = &dataset.Recipe{Count: n, Seed: 2015, Unique: []string{"game", "player", "date"}, Gens: []dataset.Generator{
		{Field: "game", Kind: dataset.Choice, Values: []string{"LoL", "Starcraft", "Dota", "Hearthstone"}, Weights: []int64{5, 2, 2, 1}},
		{Field: "player", Kind: dataset.Names, Values: []string{"Corrie", "Jo", "Sam", "Eriko"}, PerValue: 200, Min: 12},
		{Field: "date", Kind: dataset.Days, From: "20150101", To: "20151231"},
		{Field: "win", Kind: dataset.Choice, Values: []string{"true", "false"}},
		{Field: "kda", Kind: dataset.Decimals, From: "0.00", To: "12.00", Step: "0.25"},
	}}
	return d
}

func BenchmarkLoad(b *testing.B) {
	const rows = 300_000
	for b.Loop() {
		s := newSession()
		s.Do(SetWorkload{[]plan.Query{corrie}})
		if rep := s.Do(LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: grown(rows)}); rep.Err != nil {
			b.Fatal(rep.Err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
}
