// Package fixedwork times a fixed piece of work, so that a benchmark can say how many times as long
// as that work something takes. Such a figure is about the same on a fast and on a slow
// machine, which a figure in milliseconds is not.
//
// The work is done by the program that measures: natively in a Go test, and for figures of a
// page by the program in folder program, in a tab of the same browser.
package fixedwork

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/google/btree"
)

// rows and sum are the size of the work and its result.
const (
	rows = 60_000
	sum  = 0xb85097e1986a501
)

// MillisOfWork does the work once and returns how many milliseconds it took. The work is a mixture of
// what the engine does: it fills a B-tree with keys in random order, copies each row while it
// walks them, and hashes the copies.
func MillisOfWork() float64 {
	type row struct{ key, value []byte }
	runtime.GC() // so that the garbage of earlier work is not measured
	start := time.Now()
	tree := btree.NewG(32, func(a, b *row) bool { return string(a.key) < string(b.key) })
	for i := range uint32(rows) {
		n := i * 2654435761 // a permutation
		key := binary.BigEndian.AppendUint32([]byte("phone#"), n)
		tree.ReplaceOrInsert(&row{key, fmt.Appendf(nil, "%020d", n)})
	}
	hash := fnv.New64a()
	var buffer []byte
	tree.Ascend(func(r *row) bool {
		buffer = append(append(buffer[:0], r.key...), r.value...)
		hash.Write(buffer)
		return true
	})
	took := time.Since(start)
	if got := hash.Sum64(); got != sum {
		panic(fmt.Sprintf("the work gives %#x", got))
	}
	return took.Seconds() * 1000
}

// A Group is a number of figures that are measured one after another, with the times of the
// work before, between and after them.
type Group struct {
	name  string
	time  func() float64 // does the work once and returns its milliseconds
	times []float64
	lines []line
}

// line is a figure and its goal.
type line struct {
	name string
	ms   float64
	goal string
}

// Begin times the work for the first time in a group. The function does the work once and
// returns its milliseconds, as [MillisOfWork] does.
func Begin(name string, time func() float64) *Group {
	g := &Group{name: name, time: time}
	g.Again()
	return g
}

// Again times the work a few times more. The speed of a machine changes, so call it between
// figures that take long.
func (g *Group) Again() {
	for range 3 {
		g.times = append(g.times, g.time())
	}
}

// Add adds a figure in milliseconds. The goal is a bound for its multiple of the work's time,
// for instance "<=1.5x". Leave out of the figure what takes the same time on each machine, such
// as waiting for the next frame.
func (g *Group) Add(name string, ms float64, goal string) {
	g.lines = append(g.lines, line{name, ms, goal})
}

// End times the work again, and prints its times and the figures, each as a multiple of the
// median time.
func (g *Group) End(w io.Writer) {
	g.Again()
	all := slices.Sorted(slices.Values(g.times))
	median := (all[(len(all)-1)/2] + all[len(all)/2]) / 2
	fmt.Fprintf(w, "WORK %s %.1fms (%.1f to %.1f, %d times)\n", g.name, median, all[0], all[len(all)-1], len(all))
	for _, l := range g.lines {
		fmt.Fprintf(w, "BENCH %s %.3gx %s (%.1fms)\n", l.name, l.ms/median, l.goal, l.ms)
	}
}
