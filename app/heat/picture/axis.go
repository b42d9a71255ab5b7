package picture

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// SegmentLabel names neighbouring rows of a view whose keys have the same segment.
type SegmentLabel struct {
	Level     int    // 0 is the outermost
	Row, Rows int    // first row in the view, and number of rows
	Field     string // field of the segment; "" if the key has no template
	Text      string // the segment
	More      bool   // some of the rows have other segments, for which there is no room
}

// Axis is the labels beside a view.
type Axis struct {
	Same   string // whole segments with which all keys in view begin
	Levels int
	Labels []SegmentLabel // by level, then by row
}

// NewAxis returns labels for rows that begin at keys, made from the first segments in which the
// keys differ. There are at most levels levels, and each label has at least least rows. cut
// splits a key into segments as [rowkey.Template.Segments] does.
func NewAxis(keys []base.RowKey, cut func(base.RowKey) []rowkey.Segment, levels, least int) Axis {
	if len(keys) > 1 && keys[0] == "" {
		keys = append([]base.RowKey{keys[1]}, keys[1:]...) // label the first row like the next
	}
	least = max(least, 1)
	cuts := make([][]piece, len(keys))
	deep := 0
	for i, k := range keys {
		cuts[i] = pieces(k, cut)
		deep = max(deep, len(cuts[i]))
	}
	// The levels in which all keys agree become Same.
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
			break // there is no room for this level inside the outer groups
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

// pieces returns the pieces of a key; a key without fields is one piece.
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

// at returns the piece of a level, an empty one if the key has no such level.
func at(of []piece, level int) piece {
	if level < len(of) {
		return of[level]
	}
	return piece{}
}

// group returns the labels of a level. Neighbours with too few rows are joined into a label
// with More. whole is whether at least half of the rows have a label of their own.
func group(cuts [][]piece, level, least int) (labels []SegmentLabel, whole bool) {
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
			labels = append(labels, SegmentLabel{Row: i, Rows: j - i, Field: p.field, Text: p.text})
		case last >= 0 && labels[last].More && labels[last].Rows < least:
			labels[last].Rows += j - i
		default:
			labels = append(labels, SegmentLabel{Row: i, Rows: j - i, Field: p.field, Text: p.text, More: true})
		}
		i = j
	}
	// Drop labels that still have no room.
	kept := labels[:0]
	for _, l := range labels {
		if l.Rows >= least && l.Text != "" {
			kept = append(kept, l)
		}
	}
	return kept, 2*alone >= len(cuts)
}
