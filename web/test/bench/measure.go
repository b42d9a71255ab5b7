//go:build !js

package main

import (
	"fmt"
	"slices"
	"time"
)

// shape is the number of rows of a table and the form of each row.
type shape struct {
	Rows     int `json:"rows"`     // rows in the table
	Families int `json:"families"` // families in a row
	Versions int `json:"versions"` // versions in a column
}

// The contenders. Each has a script of this name in static.
const (
	sqljs       = "sqljs"
	sortedBTree = "sortedbtree"
	ours        = "tabletop"

	// oursInGo is the same Worker as ours, but its results are used in Go, not in JavaScript.
	oursInGo = "tabletop in Go"
)

// contenders are those with a Worker of their own.
var contenders = []string{sqljs, sortedBTree, ours}

// These constants have the same values as in static/workload.js.
const (
	rowsPerPrefix    = 100
	columnsPerFamily = 4
	smallRows        = 10_000 // rows in the small table, which prefixes are also read from
)

// Limits of a measure.
const (
	maxRounds = 5
	patience  = 3 * time.Second // a contender that has taken so long has no more rounds
)

// The measures that every contender takes part in, in order. Writes come last, since they
// change what the reads return.
var (
	reads  = []string{"point", "prefix", "newest", "count", "stream", "literal", "regex"}
	writes = []string{"put", "version"}
	// inGo are the reads that are also measured for [oursInGo].
	inGo = []string{"point", "prefix", "newest", "stream", "literal", "regex"}
	// own are the measures that compare the engine with itself.
	own = []string{"raw", "scan", "cells", "small", "prefix"}
)

// reading is the result of one round of a measure.
type reading struct {
	Micros    float64 `json:"micros"`    // microseconds for one question
	Questions int     `json:"questions"` // questions in the round
	Cells     int64   `json:"cells"`     // cells read
	Sum       int64   `json:"sum"`       // sum of the lengths and the last bytes of values
	Hash      uint32  `json:"hash"`      // hash of every byte read, if it was requested
}

// result holds the medians for a shape, by measure and then by contender.
type result struct {
	shape
	micros map[string]map[string]float64 // microseconds for a question, or for the whole load
	memory map[string]float64            // bytes after the load, by contender
	heap   float64                       // bytes in use on the engine's heap
	own    map[string]float64            // microseconds for a question, by measure of own
}

// measure takes all measures of a shape in new Workers, which end with it.
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
		if name != "count" { // count reads no bytes that could be hashed
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
		// All contenders write all rounds, so that their tables stay equal.
		if err := r.rounds(t, name, time.Hour); err != nil {
			return nil, err
		}
	}
	return r, sameHash(t, "stream")
}

// begin starts a contender's Worker and warms it up with all measures it takes part in.
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

// samples are the times that a contender took for a measure.
type samples struct {
	micros []float64     // for a question, by round
	spent  time.Duration // time for all rounds
}

// add records a round.
func (s *samples) add(micros float64, questions int) {
	s.micros = append(s.micros, micros)
	s.spent += time.Duration(micros * float64(questions) * float64(time.Microsecond))
}

// median returns the median of the rounds; there must be at least one.
func (s *samples) median() float64 {
	sorted := slices.Sorted(slices.Values(s.micros))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// load makes each contender load the rows, up to three times, and records the microseconds of a
// load. It measures memory after the first load.
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

// weigh measures the memory of the Workers.
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

// rounds makes the contenders take turns at a measure and records the microseconds for a
// question. It returns an error if two contenders read different cells in a round.
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

// sameHash returns an error unless all contenders read the same bytes, and at least one cell.
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

// compareOwn takes the measures of own in turns. Each is run twice and only the second run
// counts: the first brings its data back into the CPU's caches.
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

// ownCells returns how many cells a round of a measure of own has to read.
func (r *result) ownCells(name string, questions int) int64 {
	rows := r.Rows
	if name == "small" || name == "prefix" {
		rows = questions * rowsPerPrefix
	}
	return int64(rows * r.Families * columnsPerFamily * r.Versions)
}

// newSamples returns empty samples for each name.
func newSamples(of []string) map[string]*samples {
	m := map[string]*samples{}
	for _, name := range of {
		m[name] = &samples{}
	}
	return m
}

// medians returns the median of each of the samples.
func medians(taken map[string]*samples) map[string]float64 {
	m := map[string]float64{}
	for name, s := range taken {
		m[name] = s.median()
	}
	return m
}
