package table

import (
	"math/bits"

	"tabletop/engine/base"
)

// chunkSizer adds up what the cells of one row take in ReadRows responses. Each
// cell is one chunk, a field of the response with a tag of one byte and a length.
// Inside, with as many bytes of tag and length before each field:
//
//	row key    in the first chunk of the row
//	family     a message with the name, where it changes
//	qualifier  a message with the name, where it or the family changes
//	timestamp  a varint of microseconds
//	label      if the cell has one
//	value
//	commit     two bytes, in the last chunk of the row
//
// As in all of protobuf's third version, what is zero or empty takes nothing,
// but the two messages are there even around an empty name.
type chunkSizer struct {
	total int64 // of the finished chunks
	chunk int   // the chunk under way, which begins with the row key if it is the first
	began bool  // there is one
	fam   base.Family
	qual  base.Qualifier
}

func newChunkSizer(key string) chunkSizer { return chunkSizer{chunk: fieldBytes(len(key))} }

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

// finish returns the bytes of the row's chunks.
func (w *chunkSizer) finish() int64 {
	const commit = 2
	return w.total + int64(fieldBytes(w.chunk+commit))
}

// fieldBytes is the size of a field of n bytes with a one-byte tag.
func fieldBytes(n int) int { return 1 + varintBytes(uint64(n)) + n }

// nonEmpty is fieldBytes, nothing for an empty field.
func nonEmpty(n int) int {
	if n == 0 {
		return 0
	}
	return fieldBytes(n)
}

func varintBytes(v uint64) int { return (bits.Len64(v|1) + 6) / 7 }
