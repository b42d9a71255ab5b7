package lesson

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/app/keyhtml"
	"tabletop/app/ui"
	"tabletop/engine"
)

// The size of a plot and of the margins around its axes, in units of its viewBox.
const (
	plotWidth, plotHeight = 280, 180
	plotLeft, plotRight   = 50, 24
	plotTop, plotBottom   = 26, 34
	plotInnerWidth        = plotWidth - plotLeft - plotRight
	plotInnerHeight       = plotHeight - plotTop - plotBottom
)

// plot returns a plot as HTML: rows scanned by number of records, both on logarithmic
// scales, with a line for each template. The lines differ in dashes and dots, not only in
// colour. Screen readers skip the plot, since a table below it has the same figures.
func (v *View) plot(figures []engine.DesignMeasurement, templates []string) string {
	most := int64(10)
	sizes := []int64{}
	for _, f := range figures {
		most = max(most, f.Scanned, f.Returned)
		if !slices.Contains(sizes, f.Records) {
			sizes = append(sizes, f.Records)
		}
	}
	slices.Sort(sizes)
	low, high := ui.DecadeExponents(sizes[0], sizes[len(sizes)-1])
	_, top := ui.DecadeExponents(1, most)
	// x and y return places in the viewBox.
	x := func(records int64) float64 {
		return plotLeft + plotInnerWidth*(math.Log10(float64(max(records, 1)))-low)/(high-low)
	}
	y := func(rows int64) float64 {
		return plotTop + plotInnerHeight*(1-math.Log10(float64(max(rows, 1)))/top)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="plot" viewBox="0 0 %d %d" aria-hidden="true" focusable="false">`, plotWidth, plotHeight)
	// Grid lines at powers of ten, at most five.
	for power := 0.0; power <= top; power += math.Max(1, math.Ceil(top/4)) {
		rows := int64(math.Pow(10, power))
		fmt.Fprintf(&b, `<path class="tick" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`,
			plotLeft, y(rows), plotWidth-plotRight, plotLeft-7, y(rows)+4, keyhtml.EscapeHTML(v.Number(rows)))
	}
	for _, n := range sizes {
		fmt.Fprintf(&b, `<path class="tick" d="M%.1f %dv4"/><text x="%.1f" y="%d" text-anchor="middle">%s</text>`,
			x(n), plotHeight-plotBottom, x(n), plotHeight-plotBottom+16, keyhtml.EscapeHTML(v.Number(n)))
	}
	fmt.Fprintf(&b, `<path class="axis" d="M%d %dH%d"/>`, plotLeft, plotHeight-plotBottom, plotWidth-plotRight)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, plotWidth-plotRight, plotHeight-2, keyhtml.EscapeHTML(v.T("plot-x")))
	fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, plotLeft, plotTop-12, keyhtml.EscapeHTML(v.T("plot-y")))
	for i, t := range templates {
		line := ""
		var dots strings.Builder
		for _, f := range figures {
			if f.Template != t {
				continue
			}
			step := "L"
			if line == "" {
				step = "M"
			}
			line += fmt.Sprintf("%s%.1f %.1f", step, x(f.Records), y(f.Scanned))
			fmt.Fprintf(&dots, `<circle class="dot" r="3.6" cx="%.1f" cy="%.1f"/>`, x(f.Records), y(f.Scanned))
		}
		fmt.Fprintf(&b, `<g class="s%d"><path class="series" stroke-dasharray="%s" d="%s"/>%s</g>`, series(i), dash(i), line, dots.String())
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// series returns the number of the style of line i, from 1.
func series(i int) int { return i%4 + 1 }

// dash returns the SVG dash pattern of line i.
func dash(i int) string { return []string{"6 4", "0", "2 4", "9 3 2 3"}[i%4] }

// plotNames returns the legend of the plot as HTML.
func (v *View) plotNames(templates []string) string {
	colours := v.templateColours()
	var b strings.Builder
	b.WriteString(`<ul class="plot-names">`)
	for i, t := range templates {
		fmt.Fprintf(&b, `<li><svg class="s%d" viewBox="0 0 30 10" aria-hidden="true" focusable="false"><path class="series" stroke-dasharray="%s" d="M0 5H30"/>`+
			`<circle class="dot" r="3.6" cx="15" cy="5"/></svg>%s</li>`, series(i), dash(i), colours.TemplateHTML(t))
	}
	b.WriteString(`</ul>`)
	return b.String()
}
