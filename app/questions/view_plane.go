package questions

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/app/figures"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// The size of the plane's picture, and the margins around its axes.
const (
	planeWidth, planeHeight = 236, 126
	planeLeft, planeRight   = 26, 14
	planeTop, planeBottom   = 24, 36
)

// plane returns the attempts as points in an SVG picture. Points at the same place share one
// mark with all their letters. Best points are filled diamonds, those whose load is too much for
// the nodes crosses with that word, others hollow circles, and references squares with names; a
// line joins the points of the front, and the present design has a ring. Screen readers skip the
// picture, since the table beside it has everything.
func (v *View) plane(all []engine.DesignAttempt) string {
	places := figures.DesignPoints(all, v.rate)
	most := 10.0
	for _, q := range places {
		most = max(most, q.Cost)
	}
	_, top := ui.DecadeExponents(1, int64(math.Ceil(most)))
	right, bottom := float64(planeWidth-planeRight), float64(planeHeight-planeBottom)
	x := func(cost float64) float64 {
		return planeLeft + 14 + (right-planeLeft-28)*math.Log10(max(cost, 1))/top
	}
	y := func(skew float64) float64 {
		return bottom - 12 - (bottom-planeTop-20)*(min(max(skew, 1), engine.SkewNodes)-1)/(engine.SkewNodes-1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="plot plane" viewBox="0 0 %d %d" aria-hidden="true" focusable="false">`, planeWidth, planeHeight)
	for power := 0.0; power <= top; power += math.Max(1, math.Ceil(top/5)) {
		rows := math.Pow(10, power)
		fmt.Fprintf(&b, `<path class="tick" d="M%.1f %dV%.0f"/><text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`, x(rows), planeTop, bottom, x(rows), bottom+15, keyhtml.EscapeHTML(v.Number(int64(rows))))
	}
	for _, skew := range []int{1, 4, engine.SkewNodes} {
		fmt.Fprintf(&b, `<path class="tick" d="M%d %.1fH%.0f"/><text x="%d" y="%.1f" text-anchor="end">%d</text>`, planeLeft, y(float64(skew)), right, planeLeft-7, y(float64(skew))+4, skew)
	}
	fmt.Fprintf(&b, `<path class="axis" fill="none" d="M%d %dV%.0fH%.0f"/>`, planeLeft, planeTop, bottom, right)
	fmt.Fprintf(&b, `<text x="%.0f" y="%d" text-anchor="end">%s</text><text x="4" y="14">%s</text>`, right, planeHeight-6, keyhtml.EscapeHTML(v.T("attempts-x")), keyhtml.EscapeHTML(v.T("attempts-y")))
	front := ""
	for _, q := range places {
		if q.Front {
			front += fmt.Sprintf("%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[front == ""], x(q.Cost), y(q.Skew))
		}
	}
	fmt.Fprintf(&b, `<path class="front" d="%s"/>`, front)
	lossy := figures.AllLose(all)
	// The best designs are drawn last, over others at the same place.
	places = slices.Clone(places)
	base.SortStable(places, func(p, q figures.DesignPoint) int {
		if p.Best == q.Best {
			return 0
		}
		if p.Best {
			return 1
		}
		return -1
	})
	placed, named, letters := [][2]float64{}, map[int]string{}, map[int]string{}
	for _, q := range places {
		cx, cy := x(q.Cost), y(q.Skew)
		placed = append(placed, [2]float64{cx, cy})
		marked, ends := v.says(all[q.At])
		b.WriteString(marked)
		if all[q.At].Current {
			fmt.Fprintf(&b, `<circle class="ring" r="11" cx="%.1f" cy="%.1f"/>`, cx, cy)
		}
		if q.At >= len(v.Attempts.All) {
			fmt.Fprintf(&b, `<path class="reference" d="M%.1f %.1fh10v10h-10Z"/>`, cx-5, cy-5)
			i := slices.IndexFunc(placed[:len(placed)-1], func(o [2]float64) bool { return o == [2]float64{cx, cy} })
			if i < 0 || named[i] == "" {
				i = len(placed) - 1
			}
			named[i] = joined(named[i], v.reference(all[q.At].Name))
			b.WriteString(ends)
			continue
		}
		switch {
		case q.Best:
			fmt.Fprintf(&b, `<path class="best" d="M%.1f %.1fl6.5 6.5l-6.5 6.5l-6.5 -6.5Z"/>`, cx, cy-6.5)
		case q.Over:
			fmt.Fprintf(&b, `<path class="over" d="M%.1f %.1fl10 10m0 -10l-10 10"/>`, cx-5, cy-5)
		default:
			class := "other"
			if lossy {
				class += " lossy"
			}
			fmt.Fprintf(&b, `<circle class="%s" r="5" cx="%.1f" cy="%.1f"/>`, class, cx, cy)
		}
		b.WriteString(ends)
		// A letter that would overlap another mark's letter joins it.
		i := slices.IndexFunc(placed, func(o [2]float64) bool { return math.Abs(o[0]-cx) < 10 && math.Abs(o[1]-cy) < 13 })
		for letters[i] == "" && i < len(placed)-1 {
			i++
		}
		letters[i] = joined(letters[i], figures.DesignLetter(all[q.At].Number))
		if q.Over {
			named[i] = joined(named[i], v.T("attempts-too-much"))
		}
	}
	for i, text := range letters {
		fmt.Fprintf(&b, `<text class="letter" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, placed[i][0], placed[i][1]-13, text)
	}
	planeNames(&b, placed, named, letters)
	b.WriteString(`</svg>`)
	return b.String()
}

// says returns the tags that begin and end the groups with a point's figure attributes.
func (v *View) says(a engine.DesignAttempt) (begin, end string) {
	for _, f := range []page.TableFigure{v.readCost(a), v.skew(a)} {
		if f.Table != "" {
			begin, end = begin+`<g`+ui.FigureDataAttributes(f)+`>`, end+`</g>`
		}
	}
	return begin, end
}

// joined adds a name to a list of names, unless it is there already.
func joined(names, name string) string {
	switch {
	case names == "":
		return name
	case slices.Contains(strings.Split(names, ", "), name):
		return names
	}
	return names + ", " + name
}

// planeNames writes names beside their marks, or above them with a line, where there is room. A
// mark's letters are above it.
func planeNames(b *strings.Builder, marks [][2]float64, names, letters map[int]string) {
	const wide, high = 5.8, 12 // about the width of a letter, and the height of a line
	type box struct{ left, top, right, bottom float64 }
	var taken []box
	for i, m := range marks {
		top := m[1] - 9
		if letters[i] != "" {
			top = m[1] - 23 // room for them
		}
		taken = append(taken, box{m[0] - 9, top, m[0] + 9, m[1] + 9})
	}
	for i, m := range marks {
		if names[i] == "" {
			continue
		}
		width := wide * float64(utf8.RuneCountInString(names[i]))
		free := func(left, middle float64) bool {
			at := box{left, middle - high/2, left + width, middle + high/2}
			if left < planeLeft || at.right > planeWidth || slices.ContainsFunc(taken, func(o box) bool {
				return at.left < o.right && o.left < at.right && at.top < o.bottom && o.top < at.bottom
			}) {
				return false
			}
			taken = append(taken, at)
			fmt.Fprintf(b, `<text class="name" x="%.1f" y="%.1f">%s</text>`, left, middle+4, keyhtml.EscapeHTML(names[i]))
			return true
		}
		if free(m[0]+13, m[1]) || free(m[0]-13-width, m[1]) {
			continue
		}
		left := min(max(m[0]-width/2, planeLeft), planeWidth-width)
		for y := m[1] - 16; y > 0; y -= high {
			if free(left, y) {
				fmt.Fprintf(b, `<path class="tick" d="M%.1f %.1fV%.1f"/>`, m[0], m[1]-6, y+high/2)
				break
			}
		}
	}
}
