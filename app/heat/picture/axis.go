package picture

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// Label names rows of a view whose keys begin alike.
type Label struct {
	Level     int // from 0, the outermost
	Row, Rows int // of the view
	Field     string
	Text      string // the segment
	More      bool   // rows with other segments are with it, for lack of room
}

// Axis is what stands beside a view.
type Axis struct {
	Same   string // what all keys in sight begin with, whole segments
	Levels int
	Labels []Label
}

// NewAxis names the rows that begin at the keys, by the first segments in which they
// differ: at most so many levels, each label at least so many rows high. cut parts
// a key as [rowkey.Template.Segments] does.
func NewAxis(keys []base.RowKey, cut func(base.RowKey) []rowkey.Segment, levels, least int) Axis {
	if len(keys) > 1 && keys[0] == "" {
		keys = append([]base.RowKey{keys[1]}, keys[1:]...) // of what comes before its neighbour nothing is known
	}
	least = max(least, 1)
	cuts := make([][]piece, len(keys))
	deep := 0
	for i, k := range keys {
		cuts[i] = pieces(k, cut)
		deep = max(deep, len(cuts[i]))
	}
	a := Axis{}
	level := 0
	for ; level < deep; level++ {
		first := at(cuts[0], level)
		same := first.all != ""
		for _, c := range cuts {
			same = same && at(c, level).all == first.all
		}
		if !same {
			break
		}
		a.Same += first.all
	}
	for ; level < deep && a.Levels < levels; level++ {
		labels, whole := group(cuts, level, least)
		if a.Levels > 0 && !whole {
			break // within the groups outside of it there is no room to tell it
		}
		for _, l := range labels {
			l.Level = a.Levels
			a.Labels = append(a.Labels, l)
		}
		a.Levels++
	}
	return a
}

// piece is a field's segment with the literals around it.
type piece struct{ field, text, all string }

func pieces(key base.RowKey, cut func(base.RowKey) []rowkey.Segment) []piece {
	var out []piece
	head := ""
	for _, s := range cut(key) {
		text := string(key[s.Start:s.End])
		switch {
		case s.Field != "":
			out = append(out, piece{s.Field, text, head + text})
			head = ""
		case len(out) == 0:
			head += text
		default:
			out[len(out)-1].all += text
		}
	}
	if len(out) == 0 && head != "" {
		out = append(out, piece{"", head, head})
	}
	return out
}

func at(of []piece, level int) piece {
	if level < len(of) {
		return of[level]
	}
	return piece{}
}

// group returns the labels of a level, and whether most rows have one of their own.
func group(cuts [][]piece, level, least int) (labels []Label, whole bool) {
	outer := func(i int) string {
		var b strings.Builder
		for k := range level {
			b.WriteString(at(cuts[i], k).all)
		}
		return b.String()
	}
	alone := 0
	for i := 0; i < len(cuts); {
		p, before := at(cuts[i], level), outer(i)
		j := i + 1
		for j < len(cuts) && at(cuts[j], level).text == p.text && outer(j) == before {
			j++
		}
		last := len(labels) - 1
		switch {
		case j-i >= least:
			alone += j - i
			labels = append(labels, Label{Row: i, Rows: j - i, Field: p.field, Text: p.text})
		case last >= 0 && labels[last].More && labels[last].Rows < least:
			labels[last].Rows += j - i
		default:
			labels = append(labels, Label{Row: i, Rows: j - i, Field: p.field, Text: p.text, More: true})
		}
		i = j
	}
	// What has found no room is not told.
	kept := labels[:0]
	for _, l := range labels {
		if l.Rows >= least && l.Text != "" {
			kept = append(kept, l)
		}
	}
	return kept, 2*alone >= len(cuts)
}
