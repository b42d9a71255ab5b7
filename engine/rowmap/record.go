package rowmap

import (
	"encoding/binary"
	"math/bits"
)

// Record is a row as the map holds it. It never changes and is cheap to copy.
// The zero Record has neither key nor payload.
type Record struct {
	text string // uvarint(len) key payload
	Sizes
}

// Sizes is what the owner of a row says of it: how many cells it has and how
// many bytes they are accounted as. The map adds them up and gives them no other
// meaning.
type Sizes struct {
	Cells, Bytes uint32
}

// NewRecord returns a record that no map holds.
func NewRecord(key string, s Sizes, payload []byte) Record {
	b := make([]byte, 0, recordLen(key, payload))
	return Record{view(appendRecord(b, key, payload)), s}
}

// Key returns the row's key.
func (r Record) Key() string { return keyOf(r.text) }

func keyOf(text string) string {
	if len(text) > 0 && text[0] < 0x80 {
		return text[1 : 1+int(text[0])]
	}
	n, pos := longLen(text)
	return text[pos : pos+n]
}

// Text returns the key and the payload, with the length of the key before them.
func (r Record) Text() string { return r.text }

// Payload returns the payload given to [Map.Put].
func (r Record) Payload() string {
	if len(r.text) > 0 && r.text[0] < 0x80 {
		return r.text[1+int(r.text[0]):]
	}
	n, pos := longLen(r.text)
	return r.text[pos+n:]
}

// longLen reads the length of the key and where it begins.
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

// recordLen returns the length of the text that appendRecord writes.
func recordLen(key string, payload []byte) int {
	return (bits.Len(uint(len(key))|1)+6)/7 + len(key) + len(payload)
}

// AppendHead appends what a record's text has before the payload, see [Map.PutText].
func AppendHead(b []byte, key string) []byte {
	b = binary.AppendUvarint(b, uint64(len(key)))
	return append(b, key...)
}

func appendRecord(b []byte, key string, payload []byte) []byte {
	return append(AppendHead(b, key), payload...)
}
