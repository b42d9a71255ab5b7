package host

import (
	"bytes"
	"compress/flate"

	"tabletop/engine"
	"tabletop/engine/records"
)

// maxAhead is the most bytes that the records of a text take which have been read before
// they are needed.
const maxAhead = 192 << 20

// packing packs a text while it comes.
type packing struct {
	to  *flate.Writer
	out bytes.Buffer
}

// stage takes the next piece of a packed text.
func (h *Host) stage(c StageText) {
	if c.First {
		h.packing = nil
		h.staged.Pieces, h.staged.Rest = nil, ""
	}
	if c.Packed != "" {
		h.staged.Pieces = append(h.staged.Pieces, c.Packed)
	}
}

// readAhead reads the next piece of a text of values, and packs it.
func (h *Host) readAhead(c ReadAhead) {
	read := &h.staged.Read
	if c.First {
		*read, h.packing = nil, nil
		h.staged.Pieces, h.staged.Rest = nil, ""
		if c.Text == "" {
			return
		}
		*read = records.NewParsed(c.Comma, c.Names)
		h.packing = &packing{}
		h.packing.to, _ = flate.NewWriter(&h.packing.out, flate.BestSpeed) // the level is one
	}
	if *read != nil {
		if (*read).Write(c.Text); (*read).Bytes() > maxAhead {
			*read = nil
		}
	}
	h.pack(c)
}

// pack packs a piece of a text, with the last one its end.
func (h *Host) pack(c ReadAhead) {
	p := h.packing
	if p == nil {
		return
	}
	_, _ = p.to.Write([]byte(c.Text)) // to a buffer
	if c.Last {
		_ = p.to.Close()
		h.packing = nil
	}
	for p.out.Len() > engine.MaxPiece {
		h.staged.Pieces = append(h.staged.Pieces, string(p.out.Next(engine.MaxPiece)))
	}
	if c.Last {
		h.staged.Rest = p.out.String()
	}
}
