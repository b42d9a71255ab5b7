package serve

import (
	"encoding/binary"
	"math/bits"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Limits on a response of ReadRows, in bytes.
const (
	responseBytes = 256 << 10 // from this size on it is sent
	shortBytes    = 8 << 10   // initial capacity, before it is known that more follows
	pieceBytes    = 256 << 10 // of a value; a longer value is split into pieces
)

// chunks encodes rows as the chunks of ReadRows responses, in the wire format of protocol buffers.
// A cell is one chunk, or several if its value is long. The row's key is in the row's first chunk,
// family and qualifier are in chunks where they change, and the last chunk commits the row. A row
// is never split between responses, however large it is, since the Go client does not accept that.
type chunks struct {
	send func(encoded) error // sends a response
	out  []byte              // the response so far, nil for none
	long bool                // a response has been sent because of its size
	fam  base.Family         // of the last cell
	qual base.Qualifier
}

// Fields of ReadRowsResponse and of its CellChunk, with their wire types.
const (
	fieldChunks = 1<<3 | 2
	fieldLast   = 2<<3 | 2
	fieldStats  = 3<<3 | 2

	fieldKey       = 1<<3 | 2
	fieldFamily    = 2<<3 | 2
	fieldQualifier = 3<<3 | 2
	fieldAt        = 4 << 3
	fieldLabel     = 5<<3 | 2
	fieldValue     = 6<<3 | 2
	fieldValueSize = 7 << 3
	fieldCommit    = 9 << 3
)

// row encodes a row, which must have cells. It refuses a row that is larger than Bigtable reads.
func (w *chunks) row(r table.Row) (err error) {
	if r.Bytes() > base.MaxRow {
		return base.UnreadableRowError(r.Key(), r.Bytes())
	}
	left, first := r.Len(), true
	for c := range r.Cells() {
		left--
		if err = w.cell(r.Key(), &c, first, left == 0); err != nil {
			return err
		}
		first = false
	}
	return nil
}

// cell encodes a cell. first and last say where in its row the cell is.
func (w *chunks) cell(key base.RowKey, c *base.Cell, first, last bool) error {
	value := c.Value
	var k chunk
	k.at, k.label = c.At, c.Label
	if first {
		k.key = key
	}
	if k.family = first || c.Family != w.fam; k.family {
		w.fam = c.Family
	}
	if k.qualifier = k.family || c.Qualifier != w.qual; k.qualifier {
		w.qual = c.Qualifier
	}
	if len(value) > pieceBytes {
		k.size = len(value)
		for len(value) > pieceBytes {
			k.value, value = value[:pieceBytes], value[pieceBytes:]
			if err := w.add(&k); err != nil {
				return err
			}
			size := k.size
			k = chunk{size: size}
		}
		k.size = 0
	}
	k.value, k.commit = value, last
	return w.add(&k)
}

// chunk is the content of one chunk. The values of family and qualifier are those of the writer;
// here they only say whether the chunk has them.
type chunk struct {
	key               base.RowKey
	family, qualifier bool
	at                base.Micros
	label, value      string
	size              int // of the whole value if more of it follows, otherwise 0
	commit            bool
}

// add encodes a chunk. If the response has become large and the row is complete, it sends the
// response.
func (w *chunks) add(k *chunk) error {
	// The size of the chunk comes before its fields.
	n := stringSize(len(k.key)) + stringSize(len(k.label)) + stringSize(len(k.value))
	if k.family {
		n += messageSize(stringSize(len(w.fam)))
	}
	if k.qualifier {
		n += messageSize(stringSize(len(w.qual)))
	}
	if k.at != 0 {
		n += 1 + uvarintSize(uint64(k.at))
	}
	if k.size > 0 {
		n += 1 + uvarintSize(uint64(k.size))
	}
	if k.commit {
		n += 2
	}
	// Most reads return little, so the first response begins small.
	if w.out == nil && w.long {
		w.out = make([]byte, 0, responseBytes+responseBytes/8)
	} else if w.out == nil {
		w.out = make([]byte, 0, shortBytes)
	}
	// The fields follow in the order of their numbers.
	out := binary.AppendUvarint(append(w.out, fieldChunks), uint64(n))
	out = appendString(out, fieldKey, string(k.key))
	if k.family {
		out = binary.AppendUvarint(append(out, fieldFamily), uint64(stringSize(len(w.fam))))
		out = appendString(out, 1<<3|2, string(w.fam))
	}
	if k.qualifier {
		out = binary.AppendUvarint(append(out, fieldQualifier), uint64(stringSize(len(w.qual))))
		out = appendString(out, 1<<3|2, string(w.qual))
	}
	if k.at != 0 {
		out = binary.AppendUvarint(append(out, fieldAt), uint64(k.at))
	}
	out = appendString(out, fieldLabel, k.label)
	out = appendString(out, fieldValue, k.value)
	if k.size > 0 {
		out = binary.AppendUvarint(append(out, fieldValueSize), uint64(k.size))
	}
	if k.commit {
		out = append(out, fieldCommit, 1)
	}
	w.out = out
	if len(out) < responseBytes || !k.commit {
		return nil
	}
	w.long = true
	return w.flush()
}

// scanned sends the key that a read has reached, if it returns nothing for a long time.
func (w *chunks) scanned(last base.RowKey) error {
	w.out = appendString(w.out, fieldLast, string(last))
	return w.flush()
}

// flush sends what has been encoded.
func (w *chunks) flush() error {
	if len(w.out) == 0 {
		return nil
	}
	out := w.out
	w.out = nil // the bytes belong to send from now on
	return w.send(out)
}

// appendString appends a field of bytes, unless it is empty.
func appendString(dst []byte, field byte, s string) []byte {
	if s == "" {
		return dst
	}
	return append(binary.AppendUvarint(append(dst, field), uint64(len(s))), s...)
}

// stringSize returns the size of a field of n bytes, which is 0 for an empty one.
func stringSize(n int) int {
	if n == 0 {
		return 0
	}
	return messageSize(n)
}

// messageSize returns the size of a field that holds a message of n bytes, with its tag and length.
func messageSize(n int) int { return 1 + uvarintSize(uint64(n)) + n }

// uvarintSize returns the size of a variable-length integer.
func uvarintSize(v uint64) int { return (bits.Len64(v|1) + 6) / 7 }
