//go:build !js

package table

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/engine/base"
)

// TestPeerCollects gives random families rules without intersections, which the
// server ignores, and waits for it to collect what ours does at once.
func TestPeerCollects(t *testing.T) {
	quiet(t) // the server tells of what it collects
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	server := newPeer(t)
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 6))
	now := base.Micros(time.Now().UnixMicro())
	hour := base.Micros(time.Hour / time.Microsecond)
	var rule func(level int) GCRule
	rule = func(level int) GCRule {
		if level < 2 && r.IntN(3) == 0 {
			return Union{rule(level + 1), rule(level + 1)}
		}
		if r.IntN(2) == 0 {
			return MaxVersions(1 + r.IntN(4))
		}
		return MaxAge(time.Duration(1+r.IntN(6))*time.Hour + 30*time.Minute)
	}
	type pair struct {
		own  *ownTable
		peer *peerTable
	}
	var pairs []pair
	for n := range 12 {
		own := &ownTable{Table: newTable(t, "a", "b", "c"), now: now}
		peer := server.table(t, ctx, fmt.Sprint("t", n), own.Families()...)
		pairs = append(pairs, pair{own, peer})
		for range 60 {
			var muts []Mutation
			for range 1 + r.IntN(8) {
				at := pick(r, now-now%1000-base.Micros(r.IntN(8))*hour, 1000*base.Micros(r.IntN(4)), far)
				muts = append(muts, SetCell{pick[base.Family](r, "a", "b", "c"), pick[base.Qualifier](r, "", "q"), at, "v"})
			}
			e := entry{base.RowKey(fmt.Sprint("k", r.IntN(30))), muts}
			if err := errors.Join(append(own.mutate(e), peer.mutate(e)...)...); err != nil {
				t.Fatal(err)
			}
		}
	}
	// All rules come after all writes, which the server's collections would spoil.
	gone := 0
	for _, p := range pairs {
		for _, f := range []base.Family{"a", "b"} {
			gc := rule(0)
			if err := errors.Join(p.own.setGC(f, gc), p.peer.setGC(f, gc)); err != nil {
				t.Fatal(err)
			}
		}
		report := p.own.Compact(now)
		gone += int(report.Total().Cells)
	}
	for n, p := range pairs {
		want, err := p.own.read(question{})
		if err != nil {
			t.Fatal(err)
		}
		for got := []string(nil); !slices.Equal(got, want); {
			if got, err = p.peer.read(question{}); err != nil {
				t.Fatalf("seed %d, table %d, rules %v: %v; there\n%q, here\n%q", seed, n, p.own.Families(), err, got, want)
			}
		}
	}
	if gone < 500 {
		t.Errorf("only %d cells collected", gone)
	}
}
