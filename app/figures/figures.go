// Package figures has the arithmetic of the figures that the page and the design record both show of
// designs: the read cost of a design, which designs are the best, and what a question would cost with
// more data. It draws nothing and has no sentences.
package figures

import (
	"math"
	"slices"
	"sort"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// Rates returns how often a question is asked. Only the proportions matter.
type Rates func(query string) float64

// ReadCost returns how many rows an attempt scans for each wanted row. It is the geometric mean
// over the questions, weighted by how often each is asked, or unweighted if all rates are 0. ok
// is false if there are no questions, or one has no answer. With lossy false it is also false
// if an answer is incomplete; with lossy true, rows that are lost do not count as wanted.
func ReadCost(a engine.DesignAttempt, often Rates, lossy bool) (cost float64, ok bool) {
	sum, all, total := 0.0, 0.0, 0.0
	for _, v := range a.Verdicts {
		if v.Table == "" || v.MissingRecordCount() > 0 && !lossy {
			return 0, false
		}
		of := math.Log(RowsPerWantedRow(v.Stats.RowsScanned, v.Wanted-v.MissingRecordCount()))
		rate := often(v.Query)
		sum, total, all = sum+rate*of, total+rate, all+of
	}
	if total == 0 {
		sum, total = all, float64(len(a.Verdicts))
	}
	return math.Exp(sum / max(total, math.SmallestNonzeroFloat64)), len(a.Verdicts) > 0
}

// AllLose reports whether some attempts answer all questions, but each of those loses records.
// Then they are compared with one another, and none is called the best.
func AllLose(all []engine.DesignAttempt) bool {
	// The rates do not matter here: whether there is a cost depends on the answers alone.
	even := func(string) float64 { return 1 }
	has := func(lossy bool) bool {
		return slices.ContainsFunc(all, func(a engine.DesignAttempt) bool { _, ok := ReadCost(a, even, lossy); return ok })
	}
	return !has(false) && has(true)
}

// RowsPerWantedRow returns rows scanned per wanted row; 0 rows count as 1.
func RowsPerWantedRow(scanned, wanted int64) float64 {
	return float64(max(scanned, 1)) / float64(max(wanted, 1))
}

// DesignPoint is an attempt on the plane of read cost and write skew.
type DesignPoint struct {
	At         int     // index of the attempt
	Cost, Skew float64 // as they are shown, so rounded
	Bytes      int64   // stored bytes
	Over       bool    // the load is too much for the nodes
	Best       bool    // no other point beats it, and it is not Over
	Front      bool    // Best, and best in cost and skew alone too
}

// AlikeBytes is the largest difference in stored bytes, relative to the smaller amount, that
// counts as none: a few bytes more in each key do not make a design worse.
const AlikeBytes = 0.02

// beats reports whether p is better than q in cost, skew or stored bytes, and not worse in any. A
// design that is Over beats none.
func (p DesignPoint) beats(q DesignPoint) bool {
	less := float64(p.Bytes)*(1+AlikeBytes) < float64(q.Bytes)
	more := float64(p.Bytes) > float64(q.Bytes)*(1+AlikeBytes)
	return !p.Over && p.Cost <= q.Cost && p.Skew <= q.Skew && !more && (p.Cost < q.Cost || p.Skew < q.Skew || less)
}

// DesignPoints returns the attempts that have both a read cost and a skew, ordered by cost and then
// by falling skew.
func DesignPoints(all []engine.DesignAttempt, often Rates) []DesignPoint {
	var out []DesignPoint
	lossy := AllLose(all)
	for i, d := range all {
		if cost, ok := ReadCost(d, often, lossy); ok && d.Skew > 0 {
			out = append(out, DesignPoint{At: i, Cost: round(cost), Skew: RoundSkew(d.Skew), Bytes: d.Bytes, Over: d.OverloadedNodes > 0})
		}
	}
	for i := range out {
		p := &out[i]
		p.Best = !lossy && !p.Over && !slices.ContainsFunc(out, func(q DesignPoint) bool { return q.beats(*p) })
	}
	for i := range out {
		p := &out[i]
		p.Front = p.Best && !slices.ContainsFunc(out, func(q DesignPoint) bool {
			return q.Best && q.Cost <= p.Cost && q.Skew <= p.Skew && (q.Cost < p.Cost || q.Skew < p.Skew)
		})
	}
	sort.SliceStable(out, func(i, j int) bool {
		p, q := out[i], out[j]
		return p.Cost < q.Cost || p.Cost == q.Cost && p.Skew > q.Skew
	})
	return out
}

// round rounds to the two decimals that are shown, so that what looks equal is equal.
func round(v float64) float64 { return math.Round(v*100) / 100 }

// RoundSkew rounds a skew to the precision of a short simulation.
func RoundSkew(v float64) float64 { return math.Round(v*10) / 10 }

// Projection is what a question would cost with a multiple of the present data, if its cost
// grows as it does between the two sizes that were measured: with the number of records to the
// power of Exponent. An exponent of 0 means no growth, 1 means proportional growth.
type Projection struct {
	Exponent       float64 // of the rows scanned
	Scanned, Bytes int64
	PerRow         float64 // rows scanned for each row wanted
	Most           int64   // bound of the rows scanned for any amount of data; 0 for none
	From, To       int64   // numbers of records that were measured, the smaller first
}

// Project returns the projection of a verdict to the given multiple of the present data. The cost
// at another size is g. It returns
// false if that size was not measured, if the answer is incomplete, if one of the sizes scanned
// no rows, or if both scanned so few that the exponent is mostly chance. An unchanged number of
// rows counts as no growth however small it is.
func Project(v engine.Verdict, g engine.GrowthCost, multiple float64) (Projection, bool) {
	// A read of one row costs the same at any size.
	if v.Access == plan.Point && g.Scanned == 0 {
		g.Scanned, g.Wanted, g.Bytes = v.Stats.RowsScanned, v.Wanted, v.Stats.BytesScanned
	}
	if (g.Scanned == 0) != (v.Stats.RowsScanned == 0) {
		return Projection{}, false
	}
	if g.Records == 0 || g.From == 0 || g.Records == g.From || v.Table == "" || v.MissingRecordCount() > 0 {
		return Projection{}, false
	}
	// The two sizes differ by this factor, as a logarithm.
	times := math.Abs(math.Log(float64(g.From) / float64(g.Records)))
	off := func(now, other int64) float64 { return chance(now, other) / times }
	// power returns the exponent with which a count grows between the two sizes.
	power := func(now, other int64) float64 {
		if now == other {
			return 0
		}
		e := math.Log(float64(max(now, 1))/float64(max(other, 1))) / math.Log(float64(g.From)/float64(g.Records))
		return simplest(max(round(e), 0), off(now, other))
	}
	grown := func(now int64, e float64) int64 { return int64(math.Round(float64(now) * math.Pow(multiple, e))) }
	p := Projection{Exponent: power(v.Stats.RowsScanned, g.Scanned), From: min(g.From, g.Records), To: max(g.From, g.Records)}
	if p.Exponent > 0 && off(v.Stats.RowsScanned, g.Scanned) > mostChance {
		return Projection{}, false
	}
	p.Scanned, p.Most = grown(v.Stats.RowsScanned, p.Exponent), mostScanned(v)
	if p.Most > 0 {
		p.Scanned = min(p.Scanned, p.Most)
	}
	p.Bytes = int64(math.Round(float64(v.Stats.BytesScanned) / float64(max(v.Stats.RowsScanned, 1)) * float64(p.Scanned)))
	// More rows than are scanned cannot be wanted.
	p.PerRow = RowsPerWantedRow(p.Scanned, min(grown(v.Wanted, power(v.Wanted, g.Wanted)), max(p.Scanned, v.Wanted)))
	return p, true
}

// mostScanned returns how many rows a question scans at most for any amount of data, 0 for no
// bound. There is a bound if each range needs only a limited number of rows, and every row read
// counts.
func mostScanned(v engine.Verdict) int64 {
	if v.LatestMethod == plan.BySkip || len(v.Residual) > 0 {
		return 0
	}
	return v.Limit * v.Ranges
}

// simplest returns the simplest exponent that fits: 0 or 1, if only that one is within 2*off of
// e, else e. off is the usual error of e.
func simplest(e, off float64) float64 {
	none, linear := e <= 2*off, math.Abs(e-1) <= 2*off
	switch {
	case none && !linear:
		return 0
	case linear && !none:
		return 1
	}
	return e
}

// mostChance is the largest usual error of an exponent for which a Projection is shown.
const mostChance = 0.3

// chance returns the usual error of the logarithm of the ratio of two counts.
func chance(a, b int64) float64 { return math.Sqrt(1/float64(max(a, 1)) + 1/float64(max(b, 1))) }

// DesignLetter returns the short name of the design with a number: A to Z, then AA.
func DesignLetter(n int) string {
	name := string(rune('A' + n%26))
	if n < 26 {
		return name
	}
	return DesignLetter(n/26-1) + name
}
