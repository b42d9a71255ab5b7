package picture

import "tabletop/engine/cluster"

// Matrix is the cells of one metric, row by row. Rows are ranges of keys and columns are spans
// of time.
type Matrix struct {
	Rows, Columns int
	Cells         cluster.PackedFloats
}

// At returns a cell.
func (m Matrix) At(row, column int) cluster.PackedFloat { return m.Cells.At(row*m.Columns + column) }

// Viewport is the cells in view: rows [Row, Row+Rows), columns [Column, Column+Columns).
type Viewport struct{ Row, Rows, Column, Columns int }

// Picture is cells as they are painted: a cell for each pixel, at most as many as there is room
// for. The browser stretches a smaller picture.
type Picture struct {
	Wide, High int
	Cells      []cluster.PackedFloat
	Pixels     []byte // red, green, blue, alpha
}

// ResampleCells sets the cells of a view, for a room of wide × high pixels. If several cells share a
// pixel, it takes the largest, so that nothing hot is lost. It reuses the picture's memory.
func (p *Picture) ResampleCells(m Matrix, v Viewport, wide, high int) {
	p.PrepareViewport(v, wide, high)
	p.ResampleRows(m, v, 0, v.Rows)
}

// PrepareViewport prepares the picture for a view. [Picture.ResampleRows] then sets the cells.
func (p *Picture) PrepareViewport(v Viewport, wide, high int) {
	p.Wide, p.High = min(v.Columns, wide), min(v.Rows, high)
	if n := p.Wide * p.High; cap(p.Cells) < n {
		p.Cells, p.Pixels = make([]cluster.PackedFloat, n), make([]byte, 4*n)
	} else {
		p.Cells, p.Pixels = p.Cells[:n], p.Pixels[:4*n]
	}
	clear(p.Cells)
}

// ResampleRows sets the cells of the rows [first, end) of the view that was begun.
func (p *Picture) ResampleRows(m Matrix, v Viewport, first, end int) {
	for i := first; i < end; i++ {
		y := i * p.High / v.Rows
		to := p.Cells[y*p.Wide : (y+1)*p.Wide]
		from := m.Cells[2*((v.Row+i)*m.Columns+v.Column):][:2*v.Columns]
		// Each column has a pixel of its own.
		if p.Wide == v.Columns {
			for x := range to {
				if a := from.At(x); a > to[x] {
					to[x] = a
				}
			}
			continue
		}
		for k := range v.Columns {
			if x, a := k*p.Wide/v.Columns, from.At(k); a > to[x] {
				to[x] = a
			}
		}
	}
}

// PaintCells sets the pixels by the cells: 0 has the ramp's first colour, full or more has its last
// one.
func (p *Picture) PaintCells(r *ColourRamp, full float32) {
	if full <= 0 {
		full = 1
	}
	steps := float32(len(r)-1) / full
	pixels := p.Pixels
	for _, a := range p.Cells {
		at := a.Value() * steps
		c := &r[len(r)-1]
		if at < float32(len(r)-1) {
			c = &r[int(at+0.5)]
		}
		pixels[0], pixels[1], pixels[2], pixels[3] = c[0], c[1], c[2], c[3]
		pixels = pixels[4:]
	}
}
