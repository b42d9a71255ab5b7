package filter

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestFinder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ab\x00\xff"[r.IntN(2+r.IntN(3))]
		}
		return string(b)
	}
	found := 0
	for range 20_000 {
		want, s := text(1+r.IntN(6)), text(r.IntN(40))
		if r.IntN(20) == 0 {
			want = text(250 + r.IntN(10))
			s = text(r.IntN(300)) + want[:len(want)-r.IntN(2)] + text(r.IntN(300))
		}
		holds := strings.Contains(s, want)
		if newFinder(want).FoundIn(s) != holds {
			t.Fatalf("%q in %q: not %v", want, s, holds)
		}
		if holds {
			found++
		}
	}
	if found < 2_000 || found > 18_000 {
		t.Errorf("found %d", found)
	}
}
