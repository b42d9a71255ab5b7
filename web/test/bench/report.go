//go:build !js

package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// goal is a ratio that the engine should reach in comparison with a contender.
type goal struct {
	who     string  // ours or oursInGo
	measure string  // name of a measure, or "memory"
	versus  string  // name of a contender
	ratio   float64 // at least theirs / ours; for memory, at most ours / theirs
}

// goals are the goals for each shape, in the order in which they are printed.
var goals = []goal{
	{ours, "load", sqljs, 4},
	{ours, "point", sqljs, 2},
	{ours, "prefix", sqljs, 5},
	{ours, "newest", sqljs, 2.5},
	{ours, "count", sqljs, 10},
	{ours, "literal", sqljs, 4},
	{ours, "regex", sqljs, 2},
	{ours, "version", sqljs, 2},
	{ours, "memory", sqljs, 0.5},
	{oursInGo, "point", sortedBTree, 1},
	{oursInGo, "prefix", sortedBTree, 1},
	{oursInGo, "newest", sortedBTree, 1},
	{ours, "count", sortedBTree, 5},
	{oursInGo, "literal", sortedBTree, 2},
	{ours, "memory", sortedBTree, 0.8},
}

// Goals that compare the engine with itself: the ratio is to be at most this.
const (
	scanVersusRaw     = 2
	prefixVersusSmall = 1.3
)

// column is a column of the printed table: a measure, in a unit.
type column struct {
	measure, title string
	per            float64 // microseconds in a unit
}

// columns are the columns of the printed table between the load and the memory.
var columns = []column{
	{"point", "point µs", 1},
	{"prefix", "prefix of 100 µs", 1},
	{"newest", "newest µs", 1},
	{"count", "count ms", 1000},
	{"stream", "stream ms", 1000},
	{"literal", "literal ms", 1000},
	{"regex", "regex ms", 1000},
	{"put", "put µs", 1},
	{"version", "add version µs", 1},
}

// String describes the rows of s.
func (s shape) String() string {
	text := fmt.Sprintf("%d rows, %d families, %d versions", s.Rows, s.Families, s.Versions)
	return strings.NewReplacer("1 families", "1 family", "1 versions", "1 version").Replace(text)
}

// suffix returns the end of the names of the shape's goals.
func (s shape) suffix() string {
	text := short(s.Rows)
	if s.Families != 1 || s.Versions != 1 {
		text += fmt.Sprintf("-%df%dv", s.Families, s.Versions)
	}
	return text
}

// short returns a number of rows in short form, for instance 100k or 1m.
func short(rows int) string {
	switch {
	case rows%1_000_000 == 0:
		return strconv.Itoa(rows/1_000_000) + "m"
	case rows%1000 == 0:
		return strconv.Itoa(rows/1000) + "k"
	default:
		return strconv.Itoa(rows)
	}
}

// print writes the table of a shape and a line for each of its goals.
func (r *result) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", r.shape)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "engine\tload krow/s\t")
	for _, c := range columns {
		fmt.Fprintf(t, "%s\t", c.title)
	}
	fmt.Fprintln(t, "memory MB\t")
	for _, who := range append(slices.Clone(contenders), oursInGo) {
		fmt.Fprintf(t, "%s\t%s\t", who, cell(r.micros["load"], who, func(v float64) float64 { return float64(r.Rows) / v * 1000 }))
		for _, c := range columns {
			fmt.Fprintf(t, "%s\t", cell(r.micros[c.measure], who, func(v float64) float64 { return v / c.per }))
		}
		fmt.Fprintf(t, "%s\t\n", cell(r.memory, who, func(v float64) float64 { return v / 1e6 }))
	}
	t.Flush()
	fmt.Fprintf(w, "%s: %s MB of Go's heap in use; raw tree %s ns/row, scan %s ns/row, scan of every cell %s ns/row; prefix of 100 among %d rows %s µs, among all %s µs\n",
		ours, figure(r.heap/1e6), figure(r.perRow("raw")), figure(r.perRow("scan")), figure(r.perRow("cells")),
		smallRows, figure(r.own["small"]), figure(r.own["prefix"]))

	for _, g := range goals {
		if g.measure == "memory" {
			r.line(w, "memory-vs-"+g.versus, r.memory[ours]/r.memory[g.versus], "<=", g.ratio)
		} else {
			r.line(w, g.measure+"-vs-"+g.versus, r.micros[g.measure][g.versus]/r.micros[g.measure][g.who], ">=", g.ratio)
		}
	}
	r.line(w, "scan-vs-raw", r.own["scan"]/r.own["raw"], "<=", scanVersusRaw)
	r.line(w, "prefix-vs-"+short(smallRows), r.own["prefix"]/r.own["small"], "<=", prefixVersusSmall)
}

// cell returns the figure of a contender in a unit, or a dash if there is none.
func cell(of map[string]float64, who string, in func(float64) float64) string {
	v, ok := of[who]
	if !ok {
		return "–"
	}
	return figure(in(v))
}

// perRow returns nanoseconds for one row in a measure of own.
func (r *result) perRow(name string) float64 { return r.own[name] * 1000 / float64(r.Rows) }

// line writes the line of a goal.
func (r *result) line(w io.Writer, name string, ratio float64, than string, goal float64) {
	fmt.Fprintf(w, "BENCH browser-%s-%s %sx %s%gx\n", name, r.suffix(), figure(ratio), than, goal)
}

// figure returns a number with at least three digits: two decimals below 10, one below 100, and
// none from there on.
func figure(v float64) string {
	decimals := 0
	switch {
	case v < 10:
		decimals = 2
	case v < 100:
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}
