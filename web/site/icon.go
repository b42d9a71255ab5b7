//go:build !js

package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
)

// field is the side of the square that the mark is drawn on. The mark shows the rows of a sorted
// table, each with a key and its cells, and one row that was found.
const field = 64

// A bar is a rectangle of the mark with round ends. Its measures are in units of the field.
type bar struct {
	x, y, width, height float64
	color               color.NRGBA
}

// The colours of the mark.
var (
	ground = color.NRGBA{0x16, 0x2b, 0x2a, 0xff}
	dim    = color.NRGBA{0x4d, 0x78, 0x73, 0xff}
	dimmer = color.NRGBA{0x31, 0x4f, 0x4c, 0xff}
	found  = color.NRGBA{0x7d, 0xf0, 0xdf, 0xff}
)

// mark returns the bars of the mark. They are inside the middle 80 % of the field, which every
// launcher shows.
func mark() []bar {
	var bars []bar
	// The keys become longer as in a sorted list: each begins like the one before.
	keys := []float64{8, 8, 13, 13, 18}
	ends := []float64{44, 34, 52, 38, 48}
	for i, key := range keys {
		y := 13.5 + 8*float64(i)
		keyColor, cellColor := dim, dimmer
		if i == 2 {
			keyColor, cellColor = found, found
		}
		bars = append(bars,
			bar{12, y, key, 5, keyColor},
			bar{12 + key + 3, y, ends[i] - 15 - key, 5, cellColor})
	}
	return bars
}

// addIcons adds the mark as SVG for tabs and as PNG for launchers.
func (s files) addIcons() error {
	s["icon.svg"] = markSVG()
	for _, side := range []int{192, 512} {
		data, err := markPNG(side)
		if err != nil {
			return err
		}
		s[fmt.Sprintf("icon-%d.png", side)] = data
	}
	return nil
}

// markSVG returns the mark as SVG, on a ground with round corners.
func markSVG() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`, field, field)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="14" fill="%s"/>`, field, field, hexColor(ground))
	for _, r := range mark() {
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="%g" fill="%s"/>`,
			r.x, r.y, r.width, r.height, r.height/2, hexColor(r.color))
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// markPNG returns the mark as PNG, on a square of side pixels. Its corners are not rounded, since
// launchers do that themselves.
func markPNG(side int) ([]byte, error) {
	square := image.Rect(0, 0, side, side)
	img := image.NewNRGBA(square)
	places := map[color.NRGBA]uint8{} // index in the palette; the blended edges have few colours
	var palette color.Palette
	unit := float64(field) / float64(side)
	bars := mark()
	for py := range side {
		for px := range side {
			x, y := (float64(px)+0.5)*unit, (float64(py)+0.5)*unit
			c := ground
			for _, r := range bars {
				c = blend(c, r.color, r.cover(x, y, unit))
			}
			img.SetNRGBA(px, py, c)
			if _, ok := places[c]; !ok {
				places[c] = uint8(len(palette))
				palette = append(palette, c)
			}
		}
	}
	if len(palette) > 256 {
		return nil, fmt.Errorf("the mark has %d colours, and a palette 256 at the most", len(palette))
	}
	small := image.NewPaletted(square, palette)
	for py := range side {
		for px := range side {
			small.SetColorIndex(px, py, places[img.NRGBAAt(px, py)])
		}
	}
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, small)
	return out.Bytes(), err
}

// cover returns the part of a pixel that the bar covers, from 0 to 1. The pixel has its centre at
// (x, y) and the side unit.
func (r bar) cover(x, y, unit float64) float64 {
	radius := r.height / 2
	left, right := r.x+radius, r.x+r.width-radius
	distance := math.Hypot(x-min(max(x, left), right), y-(r.y+radius)) - radius
	return min(1, max(0, 0.5-distance/unit))
}

// blend mixes two colours; share is the part of over, from 0 to 1.
func blend(under, over color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*share)) }
	return color.NRGBA{mix(under.R, over.R), mix(under.G, over.G), mix(under.B, over.B), 0xff}
}

// hexColor returns a colour as #rrggbb.
func hexColor(c color.NRGBA) string {
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}
