package table

import (
	"math/bits"

	"tabletop/engine/base"
)

// chunkSizer adds up how many bytes the cells of one row take in ReadRows responses. Each
// cell is one chunk: a field of the response, with a tag of one byte and a length. A chunk
// has the following fields, and each of them also begins with a tag and a length:
//
//	row key    in the first chunk of the row
//	family     a message with the name, if it differs from the previous cell's
//	qualifier  a message with the name, if it or the family differs from the previous cell's
//	timestamp  a varint of microseconds
//	label      if the cell has one
//	value
//	commit     two bytes, in the last chunk of the row
//
// As always in proto3, a zero or empty field takes no bytes. The two messages are an
// exception: they are written even if the name in them is empty.
type chunkSizer struct {
	total int64 // bytes of the finished chunks
	chunk int   // bytes of the current chunk so far; the first one begins with the row key
	began bool  // a cell has been added
	fam   base.Family
	qual  base.Qualifier
}

// newChunkSizer returns the sizer of a row with the given key.
func newChunkSizer(key string) chunkSizer { return chunkSizer{chunk: fieldBytes(len(key))} }

// add adds the next cell of the row. Cells have to come in the order in which they are
// sent.
func (w *chunkSizer) add(c *base.Cell) {
	newFamily := !w.began || c.Family != w.fam
	if w.began {
		w.total += int64(fieldBytes(w.chunk))
		w.chunk = 0
	}
	w.began = true
	if newFamily {
		w.fam = c.Family
		w.chunk += fieldBytes(nonEmpty(len(c.Family)))
	}
	if newFamily || c.Qualifier != w.qual {
		w.qual = c.Qualifier
		w.chunk += fieldBytes(nonEmpty(len(c.Qualifier)))
	}
	if c.At != 0 {
		w.chunk += 1 + varintBytes(uint64(c.At))
	}
	w.chunk += nonEmpty(len(c.Label)) + nonEmpty(len(c.Value))
}

// finish returns the total bytes of the row's chunks.
func (w *chunkSizer) finish() int64 {
	const commit = 2
	return w.total + int64(fieldBytes(w.chunk+commit))
}

// fieldBytes returns the size of a length-delimited field of n bytes with a one-byte tag.
func fieldBytes(n int) int { return 1 + varintBytes(uint64(n)) + n }

// nonEmpty returns the size of a field of n bytes that is left out when it is empty.
func nonEmpty(n int) int {
	if n == 0 {
		return 0
	}
	return fieldBytes(n)
}

// varintBytes returns how many bytes v takes as a varint.
func varintBytes(v uint64) int { return (bits.Len64(v|1) + 6) / 7 }
