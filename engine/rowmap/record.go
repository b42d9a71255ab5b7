package rowmap

import (
	"encoding/binary"
	"math/bits"
)

// Record is a row as the map stores it. It is immutable and cheap to copy. The zero Record
// has neither key nor payload.
type Record struct {
	text string // uvarint(len) key payload
	Sizes
}

// Sizes are two numbers that the owner of a row gives it: how many cells it has, and how
// many bytes they count as. The map only adds them up.
type Sizes struct {
	Cells, Bytes uint32
}

// NewRecord returns a record that belongs to no map.
func NewRecord(key string, s Sizes, payload []byte) Record {
	b := make([]byte, 0, recordLen(key, payload))
	return Record{view(appendRecord(b, key, payload)), s}
}

// Key returns the row's key.
func (r Record) Key() string { return keyOf(r.text) }

// keyOf returns the key at the beginning of a record's text.
func keyOf(text string) string {
	if len(text) > 0 && text[0] < 0x80 {
		return text[1 : 1+int(text[0])]
	}
	n, pos := longLen(text)
	return text[pos : pos+n]
}

// Text returns the whole record: the length of the key as a uvarint, the key, and the
// payload.
func (r Record) Text() string { return r.text }

// Payload returns the payload that was given to [Map.Put].
func (r Record) Payload() string {
	if len(r.text) > 0 && r.text[0] < 0x80 {
		return r.text[1+int(r.text[0]):]
	}
	n, pos := longLen(r.text)
	return r.text[pos+n:]
}

// longLen reads the length of the key as a uvarint of any size, and returns it with the
// position where the key begins.
func longLen(text string) (n, pos int) {
	for shift := uint(0); pos < len(text); shift += 7 {
		b := text[pos]
		pos++
		n |= int(b&0x7F) << shift
		if b < 0x80 {
			break
		}
	}
	return n, pos
}

// recordLen returns the length of the text that appendRecord appends.
func recordLen(key string, payload []byte) int {
	return (bits.Len(uint(len(key))|1)+6)/7 + len(key) + len(payload)
}

// AppendHead appends the part of a record's text that comes before the payload: the length
// of the key and the key. See [Map.PutText].
func AppendHead(b []byte, key string) []byte {
	b = binary.AppendUvarint(b, uint64(len(key)))
	return append(b, key...)
}

// appendRecord appends the text of a record.
func appendRecord(b []byte, key string, payload []byte) []byte {
	return append(AppendHead(b, key), payload...)
}
