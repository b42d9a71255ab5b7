//go:build !js

package main

import (
	"fmt"
	"slices"
	"time"
)

// shape is what the rows of a table look like, and how many there are.
type shape struct {
	Rows     int `json:"rows"`
	Families int `json:"families"`
	Versions int `json:"versions"`
}

// The contenders, each after its script.
const (
	sqljs       = "sqljs"
	sortedBTree = "sortedbtree"
	ours        = "tabletop"

	// The same Worker, asked about what its reader uses in Go.
	oursInGo = "tabletop in Go"
)

var contenders = []string{sqljs, sortedBTree, ours}

// As in static/workload.js.
const (
	rowsPerPrefix    = 100
	columnsPerFamily = 4
	smallRows        = 10_000 // of the table that prefixes are also read from
)

const (
	maxRounds = 5
	patience  = 3 * time.Second // after which a contender has no more rounds of a measure
)

// The measures that every contender takes part in, in order. What writes comes
// last, since it changes what the others read.
var (
	reads  = []string{"point", "prefix", "newest", "count", "stream", "literal", "regex"}
	writes = []string{"put", "version"}
	// inGo are the reads that are also measured where they are used in Go.
	inGo = []string{"point", "prefix", "newest", "stream", "literal", "regex"}
	// own is what the engine is measured at against itself.
	own = []string{"raw", "scan", "cells", "small", "prefix"}
)

// reading is what one round of a measure took and read.
type reading struct {
	Micros    float64 `json:"micros"` // a question
	Questions int     `json:"questions"`
	Cells     int64   `json:"cells"`
	Sum       int64   `json:"sum"`  // of the lengths and last bytes of values
	Hash      uint32  `json:"hash"` // of every byte, if asked for
}

// result holds the medians of a shape: measure, then contender.
type result struct {
	shape
	micros map[string]map[string]float64 // of a question, or of the whole load
	memory map[string]float64            // bytes after the load
	heap   float64                       // bytes in use of the engine's heap
	own    map[string]float64            // microseconds of what only the engine is asked
}

// measure takes all measures of a shape, in new Workers.
func measure(t *tab, s shape) (*result, error) {
	r := &result{shape: s, micros: map[string]map[string]float64{}}
	for _, c := range contenders {
		if err := begin(t, c, s); err != nil {
			return nil, err
		}
		defer evaluate[any](t, fmt.Sprintf("end(%q)", c))
	}
	if err := r.load(t); err != nil {
		return nil, err
	}
	for _, name := range reads {
		if name != "count" { // it reads no bytes to hash
			if err := sameHash(t, name); err != nil {
				return nil, err
			}
		}
		if err := r.rounds(t, name, patience); err != nil {
			return nil, err
		}
	}
	if err := r.compareOwn(t); err != nil {
		return nil, err
	}
	for _, name := range writes {
		// All rounds, so that all tables stay the same.
		if err := r.rounds(t, name, time.Hour); err != nil {
			return nil, err
		}
	}
	return r, sameHash(t, "stream")
}

// begin starts a contender's Worker and warms it up.
func begin(t *tab, contender string, s shape) error {
	if _, err := evaluate[any](t, fmt.Sprintf("begin(%q)", contender)); err != nil {
		return err
	}
	names := slices.Concat(reads, writes)
	if contender == ours {
		names = append(names, own...)
		for _, name := range inGo {
			names = append(names, name+"Here")
		}
	}
	_, err := ask[any](t, contender, message{Command: "start", Names: names, Families: s.Families, Versions: s.Versions})
	return err
}

// samples is what a contender took for the questions of a measure.
type samples struct {
	micros []float64 // a question, round by round
	spent  time.Duration
}

func (s *samples) add(micros float64, questions int) {
	s.micros = append(s.micros, micros)
	s.spent += time.Duration(micros * float64(questions) * float64(time.Microsecond))
}

func (s *samples) median() float64 {
	sorted := slices.Sorted(slices.Values(s.micros))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// load has every contender load the rows, up to three times, and notes the
// microseconds that a load took. It weighs memory after the first.
func (r *result) load(t *tab) error {
	taken := newSamples(contenders)
	for i := range 3 {
		for _, c := range contenders {
			if taken[c].spent >= patience {
				continue
			}
			ms, err := ask[float64](t, c, message{Command: "load", Shape: &r.shape})
			if err != nil {
				return err
			}
			taken[c].add(ms*1000, 1)
		}
		if i == 0 {
			if err := r.weigh(t); err != nil {
				return err
			}
		}
	}
	r.micros["load"] = medians(taken)
	return nil
}

// weigh asks how much memory the Workers hold.
func (r *result) weigh(t *tab) (err error) {
	if r.heap, err = ask[float64](t, ours, message{Command: "heap"}); err != nil {
		return err
	}
	if r.memory, err = evaluate[map[string]float64](t, "memory()"); err != nil {
		return err
	}
	for _, c := range contenders {
		bytes, err := ask[float64](t, c, message{Command: "memory"})
		if err != nil {
			return err
		}
		r.memory[c] += bytes
	}
	return nil
}

// rounds has the contenders take turns at a measure and notes the microseconds
// that a question took. It checks that they read the same.
func (r *result) rounds(t *tab, name string, patience time.Duration) error {
	who := contenders
	if slices.Contains(inGo, name) {
		who = append(slices.Clone(who), oursInGo)
	}
	taken := newSamples(who)
	for seed := 2; seed < 2+maxRounds; seed++ {
		var first *reading
		for _, c := range who {
			if taken[c].spent >= patience {
				continue
			}
			worker, measure := c, name
			if c == oursInGo {
				worker, measure = ours, name+"Here"
			}
			got, err := ask[reading](t, worker, message{Command: "round", Name: measure, Seed: seed})
			if err != nil {
				return err
			}
			taken[c].add(got.Micros, got.Questions)
			if first == nil {
				first = &got
			} else if got.Cells != first.Cells || got.Sum != first.Sum {
				return fmt.Errorf("%s, round %d: %s read %d cells with the sum %d, another %d with %d",
					name, seed, c, got.Cells, got.Sum, first.Cells, first.Sum)
			}
		}
	}
	r.micros[name] = medians(taken)
	return nil
}

// sameHash checks that all contenders read the same bytes, and any at all.
func sameHash(t *tab, name string) error {
	var first uint32
	for i, c := range contenders {
		got, err := ask[reading](t, c, message{Command: "digest", Name: name, Seed: 1})
		if err != nil {
			return err
		}
		if i == 0 {
			first = got.Hash
		}
		if got.Hash != first || got.Hash == 0 {
			return fmt.Errorf("%s: %s read cells with the hash %08x, %s with %08x", name, c, got.Hash, contenders[0], first)
		}
	}
	return nil
}

// compareOwn measures what only the engine is asked, in turns, each after a run
// that fetches from memory what the one before has displaced.
func (r *result) compareOwn(t *tab) error {
	if _, err := ask[any](t, ours, message{Command: "loadOwn"}); err != nil {
		return err
	}
	taken := newSamples(own)
	for seed := 1; seed <= maxRounds; seed++ {
		for _, name := range own {
			again := message{Command: "round", Name: name, Seed: seed}
			if _, err := ask[reading](t, ours, again); err != nil {
				return err
			}
			got, err := ask[reading](t, ours, again)
			if err != nil {
				return err
			}
			if want := r.ownCells(name, got.Questions); got.Cells != want {
				return fmt.Errorf("%s read %d cells, not %d", name, got.Cells, want)
			}
			taken[name].add(got.Micros, got.Questions)
		}
	}
	r.own = medians(taken)
	_, err := ask[any](t, ours, message{Command: "dropOwn"})
	return err
}

// ownCells is how many cells a round of a measure in own reads.
func (r *result) ownCells(name string, questions int) int64 {
	rows := r.Rows
	if name == "small" || name == "prefix" {
		rows = questions * rowsPerPrefix
	}
	return int64(rows * r.Families * columnsPerFamily * r.Versions)
}

func newSamples(of []string) map[string]*samples {
	m := map[string]*samples{}
	for _, name := range of {
		m[name] = &samples{}
	}
	return m
}

func medians(taken map[string]*samples) map[string]float64 {
	m := map[string]float64{}
	for name, s := range taken {
		m[name] = s.median()
	}
	return m
}
