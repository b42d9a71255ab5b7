package host

import (
	"bytes"
	"compress/flate"

	"tabletop/engine"
	"tabletop/engine/records"
)

// maxAhead is the most bytes of memory for records that are read before they are asked for.
// Beyond it the records are dropped, and read again from the text later.
const maxAhead = 192 << 20

// packing compresses a text while its pieces come.
type packing struct {
	to  *flate.Writer // writes to out
	out bytes.Buffer  // compressed, not yet made into pieces
}

// stage carries out a [StageTextPiece].
func (h *Host) stage(c StageTextPiece) {
	if c.First {
		h.packing = nil
		h.staged.Pieces, h.staged.Rest = nil, ""
	}
	if c.Packed != "" {
		h.staged.Pieces = append(h.staged.Pieces, c.Packed)
	}
}

// readAhead carries out a [StageValuesPiece].
func (h *Host) readAhead(c StageValuesPiece) {
	read := &h.staged.Read
	if c.First {
		*read, h.packing = nil, nil
		h.staged.Pieces, h.staged.Rest = nil, ""
		if c.Text == "" {
			return
		}
		*read = records.NewParsedRecords(c.Comma, c.Names)
		h.packing = &packing{}
		h.packing.to, _ = flate.NewWriter(&h.packing.out, flate.BestSpeed) // the only error is an invalid level
	}
	if *read != nil {
		if (*read).Write(c.Text); (*read).MemoryBytes() > maxAhead {
			*read = nil
		}
	}
	h.pack(c)
}

// pack compresses a piece of text and moves what is full, at most [engine.MaxTextPiece] bytes each,
// to the staged pieces. After the last piece the remainder becomes Staged.Rest.
func (h *Host) pack(c StageValuesPiece) {
	p := h.packing
	if p == nil {
		return
	}
	_, _ = p.to.Write([]byte(c.Text)) // a buffer does not fail
	if c.Last {
		_ = p.to.Close()
		h.packing = nil
	}
	for p.out.Len() > engine.MaxTextPiece {
		h.staged.Pieces = append(h.staged.Pieces, string(p.out.Next(engine.MaxTextPiece)))
	}
	if c.Last {
		h.staged.Rest = p.out.String()
	}
}
