package records

import (
	"encoding/binary"
	"slices"
	"strings"
)

// ParsedRecords holds the records of a text, packed into batches that are taken one after the
// other. So a text can be read while it still arrives, before it is known what table to
// make of it.
type ParsedRecords struct {
	comma string
	names []string
	size  int // number of bytes read so far

	*Reader
	batches []*Batch // the oldest first; records are added to the last
	Closed  bool     // whether the whole text has been read
}

// NewParsedRecords returns a ParsedRecords for a text of values separated by comma, see
// [NewValuesReader]. If comma is "" the text has objects with the given names, see
// [NewObjectsReader].
func NewParsedRecords(comma string, names []string) *ParsedRecords {
	p := &ParsedRecords{comma: comma, names: names}
	if comma == "" {
		p.Reader = NewObjectsReader(names, p.add)
	} else {
		p.Reader = NewValuesReader(comma, p.add)
	}
	p.Reader.Borrowed = true
	return p
}

// Write reads the next piece of the text.
func (p *ParsedRecords) Write(piece string) {
	p.size += len(piece)
	p.Reader.WriteString(piece)
}

// MemoryBytes returns about how much memory the records use.
func (p *ParsedRecords) MemoryBytes() (n int) {
	for _, b := range p.batches {
		n += b.MemoryBytes()
	}
	return n
}

// EndText ends the text.
func (p *ParsedRecords) EndText() {
	p.Reader.EndText()
	p.Closed = true
}

// HasWholeText reports whether p has all records of a text with the given number of bytes and
// form, and none has been taken from it. p may be nil.
func (p *ParsedRecords) HasWholeText(size int, comma string, names []string) bool {
	return p != nil && !p.Closed && p.size == size && p.comma == comma && slices.Equal(p.names, names)
}

// TakeOver closes p and returns its records to a caller that will take them. p is empty
// afterwards.
func (p *ParsedRecords) TakeOver() *ParsedRecords {
	p.EndText()
	m := *p
	*p = ParsedRecords{Closed: true}
	return &m
}

// TakeBatch removes and returns the oldest complete batch, or returns nil if there is none yet.
// After EndText all batches are complete.
func (p *ParsedRecords) TakeBatch() *Batch {
	if len(p.batches) == 0 || len(p.batches) == 1 && !p.Closed && !p.batches[0].full() {
		return nil
	}
	b := p.batches[0]
	p.batches[0] = nil
	p.batches = p.batches[1:]
	return b
}

// add adds a record to the last batch, or to a new one if that is full.
func (p *ParsedRecords) add(_ int, record []string) {
	n := len(p.batches)
	if n == 0 || p.batches[n-1].full() {
		p.batches = append(p.batches, new(Batch))
		n++
	}
	p.batches[n-1].add(record)
}

// BatchRecords is the largest number of records in a batch; tests set it lower.
var BatchRecords = 1 << 18

// batchBytes is about the largest number of bytes in a batch.
const batchBytes = 32 << 20

// Batch is a list of records that are processed together. It uses few pointers: only one
// for each chunk of memory.
//
// A record is stored as the number of its values and, for each value, twice its length and
// its bytes. An odd number 2n+1 in place of a length means n empty values.
type Batch struct {
	chunks []*strings.Builder
	at     []uint32 // by record: the chunk and the byte at which it begins
	next   []byte   // memory for packing the next record
}

const (
	chunkBits  = 20
	chunkBytes = 1 << chunkBits
	chunkGrown = chunkBytes + 64<<10 // with some room, so that the last record rarely makes the chunk grow
)

// full reports whether the batch accepts no more records.
func (b *Batch) full() bool {
	return len(b.at) >= BatchRecords || len(b.chunks) > batchBytes/chunkBytes
}

// Len returns the number of records.
func (b *Batch) Len() int { return len(b.at) }

// MemoryBytes returns about how much memory the batch uses.
func (b *Batch) MemoryBytes() int { return len(b.chunks)*chunkBytes + 4*cap(b.at) }

// add packs a record.
func (b *Batch) add(record []string) {
	n := len(b.chunks)
	if n == 0 || b.chunks[n-1].Len() >= chunkBytes {
		b.chunks = append(b.chunks, new(strings.Builder))
		b.chunks[n].Grow(chunkGrown)
		n++
	}
	b.at = append(b.at, uint32(n-1)<<chunkBits|uint32(b.chunks[n-1].Len()))
	to := binary.AppendUvarint(b.next[:0], uint64(len(record)))
	for i := 0; i < len(record); i++ {
		if v := record[i]; v != "" {
			if n := len(v); n < 0x40 {
				to = append(to, byte(n<<1))
			} else {
				to = binary.AppendUvarint(to, uint64(n)<<1)
			}
			to = append(to, v...)
			continue
		}
		run := 1
		for i+1 < len(record) && record[i+1] == "" {
			run++
			i++
		}
		to = binary.AppendUvarint(to, uint64(run)<<1|1)
	}
	b.chunks[n-1].Write(to)
	b.next = to
}

// Record returns the values of record i, in the memory of into if that is large enough.
func (b *Batch) Record(i int, into []string) []string {
	text := b.chunks[b.at[i]>>chunkBits].String()[b.at[i]&(chunkBytes-1):]
	number := func() int {
		if n := text[0]; n < 0x80 {
			text = text[1:]
			return int(n)
		}
		n, size := uint64(0), 0
		for shift := 0; ; shift += 7 {
			c := text[size]
			n, size = n|uint64(c&0x7f)<<shift, size+1
			if c < 0x80 {
				text = text[size:]
				return int(n)
			}
		}
	}
	into = into[:0]
	for left := number(); left > 0; {
		n := number()
		if n&1 == 0 {
			into, text, left = append(into, text[:n>>1]), text[n>>1:], left-1
			continue
		}
		for range n >> 1 {
			into = append(into, "")
		}
		left -= n >> 1
	}
	return into
}
