package questions

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
	marks, named, letters := []planeMark{}, map[int]string{}, map[int]string{}
	for _, q := range places {
		cx, cy := x(q.Cost), y(q.Skew)
		mark := planeMark{cx, cy, 7}
		marked, ends := v.says(all[q.At])
		b.WriteString(marked)
		if all[q.At].Current {
			mark.radius = 11
			fmt.Fprintf(&b, `<circle class="ring" r="11" cx="%.1f" cy="%.1f"/>`, cx, cy)
		}
		// The names of marks that cover each other are written together.
		i := slices.IndexFunc(marks, func(o planeMark) bool { return math.Abs(o.x-cx) < 5 && math.Abs(o.y-cy) < 5 })
		if i < 0 {
			i, marks = len(marks), append(marks, mark)
		}
		marks[i].radius = max(marks[i].radius, mark.radius)
		if q.At >= len(v.Attempts.All) {
			fmt.Fprintf(&b, `<path class="reference" d="M%.1f %.1fh10v10h-10Z"/>`, cx-5, cy-5)
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
		letters[i] = joined(letters[i], figures.DesignLetter(all[q.At].Number))
		if q.Over {
			named[i] = joined(named[i], v.T("attempts-too-much"))
		}
	}
	var labels []planeLabel
	for _, class := range []string{"letter", "name"} {
		texts := letters
		if class == "name" {
			texts = named
		}
		for i := range marks {
			if texts[i] != "" {
				labels = append(labels, planeLabel{mark: i, class: class, text: texts[i]})
			}
		}
	}
	title := planeBox{4, 3, 4 + textWidth(v.T("attempts-y"), nameWidth), 17}
	for i, at := range placeLabels(marks, labels, title) {
		l := labels[i]
		m, middle := marks[l.mark], (at.top+at.bottom)/2
		if at.bottom < m.y-m.radius-labelHeight {
			fmt.Fprintf(&b, `<path class="tick" d="M%.1f %.1fL%.1f %.1f"/>`, m.x, m.y-6, (at.left+at.right)/2, at.bottom)
		} else if at.top > m.y+m.radius+labelHeight {
			fmt.Fprintf(&b, `<path class="tick" d="M%.1f %.1fL%.1f %.1f"/>`, m.x, m.y+6, (at.left+at.right)/2, at.top)
		}
		fmt.Fprintf(&b, `<text class="%s" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, l.class, (at.left+at.right)/2, middle+4, keyhtml.EscapeHTML(l.text))
	}
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

// planeMark is a mark of the plane: its middle, and the radius of a circle that it fits in.
type planeMark struct{ x, y, radius float64 }

// planeLabel is a text beside a mark, given by its index: the letters of designs, or names.
type planeLabel struct {
	mark  int
	class string // of the text: letter or name
	text  string
}

// planeBox is a rectangle of the picture that a mark or a label fills.
type planeBox struct{ left, top, right, bottom float64 }

// overlaps reports whether two boxes have a place in common.
func (b planeBox) overlaps(o planeBox) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// Approximate sizes of the labels' text.
const (
	letterWidth = 6.8 // of a character of a letter label
	nameWidth   = 5.8 // of a character of a name
	labelHeight = 12  // of a line
)

// textWidth returns the approximate width of a text. each is the width of a Latin character; a Chinese one is twice
// as wide.
func textWidth(text string, each float64) (width float64) {
	for _, r := range text {
		if width += each; r >= '⺀' {
			width += each
		}
	}
	return width
}

// placeLabels returns a place for each label, so that it covers no mark, no other label and nothing in
// taken. A label is beside its mark, or farther above or below it where there is no room beside it. If
// there is no room at all, it is at the first place of all and covers something.
func placeLabels(marks []planeMark, labels []planeLabel, taken ...planeBox) (places []planeBox) {
	for _, m := range marks {
		taken = append(taken, planeBox{m.x - m.radius, m.y - m.radius, m.x + m.radius, m.y + m.radius})
	}
	for _, l := range labels {
		m, width := marks[l.mark], textWidth(l.text, nameWidth)
		if l.class == "letter" {
			width = textWidth(l.text, letterWidth)
		}
		at := func(middleX, middleY float64) planeBox {
			left := min(max(middleX-width/2, planeLeft), planeWidth-width)
			return planeBox{left, middleY - labelHeight/2, left + width, middleY + labelHeight/2}
		}
		beside, above := m.radius+3+width/2, m.radius+labelHeight/2
		tries := []planeBox{at(m.x, m.y-above), at(m.x+beside, m.y), at(m.x-beside, m.y), at(m.x, m.y+above)}
		if l.class == "name" {
			tries = []planeBox{tries[1], tries[2], tries[0], tries[3]}
		}
		for lines := range 6 {
			far := above + float64(lines)*labelHeight
			for _, aside := range []float64{0, width/2 + m.radius, -width/2 - m.radius, width + 2*m.radius, -width - 2*m.radius} {
				tries = append(tries, at(m.x+aside, m.y-far), at(m.x+aside, m.y+far))
			}
		}
		i := slices.IndexFunc(tries, func(b planeBox) bool {
			return b.top >= 0 && b.bottom <= planeHeight-planeBottom && !slices.ContainsFunc(taken, b.overlaps)
		})
		places = append(places, tries[max(i, 0)])
		taken = append(taken, places[len(places)-1])
	}
	return places
}
