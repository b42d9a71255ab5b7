package plan

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCounts compares the counts of names of every length and with every byte with those
// in a Go map.
func TestCounts(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var c NameCounts
		want := map[string]int64{}
		most := int64(1 + seed%4)
		names := 1 + rng.IntN(3000)
		for range 3 * names {
			n := rng.IntN(names)
			name := strings.Repeat(string([]byte{"\x00a\xff"[n%3]}), n/3%40) + string([]byte{byte(n), byte(n >> 8)})[:n%3]
			for range 1 + rng.IntN(2) {
				took := want[name] < most
				if took {
					want[name]++
				}
				if got := c.TryTake(name, most); got != took {
					t.Fatalf("seed %d: %q is taken: %v, the %d. of %d", seed, name, got, want[name], most)
				}
			}
		}
		if c.used != len(want) {
			t.Errorf("seed %d: of %d names it has %d", seed, len(want), c.used)
		}
	}
}

// TestCountsAlike checks that long names with equal hashes are told apart by their bytes.
func TestCountsAlike(t *testing.T) {
	var c NameCounts
	name, other := strings.Repeat("a", 20), strings.Repeat("b", 20)
	c.TryTake(name, 1)
	p := c.pack(name)
	at := c.find(p, other)
	if c.slots[at].high != 0 {
		t.Fatal("another name of the same hash is taken for the first")
	}
	if c.slots[c.find(p, name)].high == 0 {
		t.Error("the first is not found")
	}
}

func FuzzCounts(f *testing.F) {
	f.Add("a|b|a||longer than what fits|\x00|a", int64(2))
	f.Fuzz(func(t *testing.T, text string, most int64) {
		var c NameCounts
		want := map[string]int64{}
		most = max(most, 1)
		for name := range strings.SplitSeq(text, "|") {
			took := want[name] < most
			if took {
				want[name]++
			}
			if c.TryTake(name, most) != took {
				t.Fatalf("%q of %q", name, text)
			}
		}
	})
}
