package dataset

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// games is a data set of count game results. Five are given, and the rest is generated.
func games(count int64) Spec {
	return Spec{
		Fields: []string{"game", "player", "date", "win", "kda"},
		Records: [][]string{
			{"LoL", "Corrie", "20150301", "false", "4.25"},
			{"LoL", "Jo", "20150302", "true", "7.00"},
			{"LoL", "Sam", "20150302", "true", "7.00"},
			{"LoL", "Corrie", "20150303", "true", "9.50"},
			{"Starcraft", "Eriko", "20150303", "true", "6.00"},
		},
		Recipe: &Recipe{
			Count: count,
			Seed:  2015,
			Gens: []Generator{
				{Field: "game", Kind: Choice, Values: []string{"LoL", "Starcraft", "Dota", "Hearthstone"}, Weights: []int64{5, 2, 2, 1}},
				{Field: "player", Kind: Names, Values: []string{"Corrie", "Jo", "Sam", "Eriko"}, PerValue: 200, Min: 12},
				{Field: "date", Kind: Days, From: "20150101", To: "20151231"},
				{Field: "win", Kind: Choice, Values: []string{"true", "false"}},
				{Field: "kda", Kind: Decimals, From: "0.00", To: "12.00", Step: "0.25"},
			},
			Unique: []string{"game", "player", "date"},
		},
	}
}

// all reads a data set to its end.
func all(t testing.TB, s Spec) [][]string {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for c := s.Cursor(); ; {
		rec, ok := c.Next()
		if !ok {
			break
		}
		out = append(out, slices.Clone(rec))
	}
	if int64(len(out)) != s.Len() {
		t.Fatalf("%d records, Len() = %d", len(out), s.Len())
	}
	return out
}

// TestGolden checks that the bytes of a recipe never change: saved sessions contain only
// the recipe, and generate its records again.
func TestGolden(t *testing.T) {
	h := sha256.New()
	var first []string
	for i, rec := range all(t, games(100_000)) {
		line := strings.Join(rec, " ")
		if i < 20 {
			first = append(first, line)
		}
		fmt.Fprintln(h, line)
	}
	want := `LoL Corrie 20150301 false 4.25
LoL Jo 20150302 true 7.00
LoL Sam 20150302 true 7.00
LoL Corrie 20150303 true 9.50
Starcraft Eriko 20150303 true 6.00
LoL Petra4 20151102 false 6.50
LoL Olga7 20151021 false 5.50
Dota Chidi8 20151220 true 10.00
Dota Amir 20151218 false 9.00
LoL Wei2 20150428 true 8.75
Dota Nadia5 20151113 true 5.00
Dota Luca3 20150822 true 1.75
Starcraft Luca3 20151025 false 6.25
Starcraft Kenji2 20150201 false 5.50
Dota Maja5 20150328 true 2.25
LoL Noor 20150920 false 6.25
Dota Zoe3 20151005 true 7.25
LoL Olga 20151110 false 1.75
LoL Bruno4 20151007 true 4.25
LoL Oskar4 20150712 false 0.50`
	if got := strings.Join(first, "\n"); got != want {
		t.Errorf("the first records are\n%s\nwant\n%s", got, want)
	}
	const sum = "b33b3b20a9e7d1cc8e6b562bca1266e6633d24c8221caff0fe334ce798bc6854"
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != sum {
		t.Errorf("100,000 records have the hash %s, want %s", got, sum)
	}
}

// TestGamesGrow checks that in a larger data set each player has no more games, while each
// game has more.
func TestGamesGrow(t *testing.T) {
	lastMarch := 0
	for _, count := range []int64{1_000, 10_000, 100_000, 1_000_000} {
		seen := make(map[string]bool, count)
		corrie, others, march := 0, 0, 0
		c := games(count).Cursor()
		for rec, ok := c.Next(); ok; rec, ok = c.Next() {
			key := rec[0] + "#" + rec[1] + "#" + rec[2]
			if seen[key] {
				t.Fatalf("%d: %s twice", count, key)
			}
			seen[key] = true
			lol, inMarch := rec[0] == "LoL", strings.HasPrefix(rec[2], "201503")
			if lol && inMarch {
				march++
				if rec[1] == "Corrie" {
					corrie++
				}
			}
			if !lol && rec[1] == "Corrie" {
				others++
			}
		}
		if int64(len(seen)) != count {
			t.Errorf("%d: %d records", count, len(seen))
		}
		t.Logf("%d: Corrie's LoL games in March %d, her other games %d, all LoL games in March %d", count, corrie, others, march)
		if corrie < 2 || corrie > 31 {
			t.Errorf("%d: Corrie has %d LoL games in March", count, corrie)
		}
		if others == 0 {
			t.Errorf("%d: Corrie plays LoL only", count)
		}
		if march < 5*lastMarch {
			t.Errorf("%d: LoL games in March went from %d to %d", count, lastMarch, march)
		}
		lastMarch = march
	}
}

func TestShares(t *testing.T) {
	count := map[string]int{}
	for _, rec := range all(t, games(10_005))[5:] {
		count[rec[0]]++
		count["win "+rec[3]]++
		count["kda "+rec[4]]++
	}
	for game, want := range map[string]int{"LoL": 5000, "Starcraft": 2000, "Dota": 2000, "Hearthstone": 1000} {
		if count[game] != want {
			t.Errorf("%d records of %s, want exactly %d", count[game], game, want)
		}
	}
	for _, what := range []string{"win true", "win false"} {
		if n := count[what]; n < 4700 || n > 5300 {
			t.Errorf("%d records of %s, want about 5,000", n, what)
		}
	}
	for _, what := range []string{"kda 0.00", "kda 0.25", "kda 12.00"} {
		if n := count[what]; n < 130 || n > 290 {
			t.Errorf("%d records of %s, want about 204", n, what)
		}
	}
	if len(count) != 4+2+49 {
		t.Errorf("%d different values, want 55: %v", len(count), count)
	}
}

func BenchmarkNext(b *testing.B) {
	s := games(1_000_000)
	b.ReportAllocs()
	c := s.Cursor()
	for b.Loop() {
		if _, ok := c.Next(); !ok {
			c = s.Cursor()
		}
	}
}

func BenchmarkCursor(b *testing.B) {
	s := games(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		s.Cursor()
	}
}
