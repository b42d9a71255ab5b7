package picture

// NodeColours returns colours for n nodes. They are equally light, so that text is legible on
// all of them, and those of neighbours are far apart.
func NodeColours(n int, dark bool) [][4]byte {
	const cos, sin = -0.7373688780783197, 0.6754902942615238 // of the golden angle
	at := lab{0.87, 0.075, 0}
	if dark {
		at = lab{0.42, 0.075, 0}
	}
	out := make([][4]byte, n)
	for i := range out {
		out[i] = at.pixel()
		at.a, at.b = at.a*cos-at.b*sin, at.a*sin+at.b*cos
	}
	return out
}

// Band is a horizontal band of a picture, from line Top to the top of the next band.
type Band struct {
	Top    int
	Colour [4]byte
}

// PaintBands fills a picture of wide × high pixels with bands, which are in order and begin at the
// top. Between two bands that are high enough it leaves a gap of between lines.
func (p *Picture) PaintBands(bands []Band, wide, high, between int) {
	p.Wide, p.High = wide, high
	if n := 4 * wide * high; cap(p.Pixels) < n {
		p.Pixels = make([]byte, n)
	} else {
		p.Pixels = p.Pixels[:n]
	}
	for i, b := range bands {
		end := high
		if i+1 < len(bands) {
			end = min(bands[i+1].Top, high)
		}
		for y := max(b.Top, 0); y < end; y++ {
			c := b.Colour
			if i > 0 && end-b.Top > 3*between && y-b.Top < between {
				c = [4]byte{}
			}
			line := p.Pixels[4*wide*y:][:4*wide]
			for x := 0; x < len(line); x += 4 {
				line[x], line[x+1], line[x+2], line[x+3] = c[0], c[1], c[2], c[3]
			}
		}
	}
}
