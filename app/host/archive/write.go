package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"tabletop/engine/wire"
)

// Writer writes a file. The same workspaces give the same bytes.
type Writer struct {
	out  bytes.Buffer
	pack *flate.Writer
	sum  uint32
	size int64
	err  error
}

// NewWriter begins a file.
func NewWriter(all bool) *Writer {
	w := &Writer{}
	w.out.WriteString(magic)
	pack, err := flate.NewWriter(&w.out, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is one there is
	}
	w.pack = pack
	w.block(blockFirst, wire.Encode(&all, nil))
	return w
}

// Space begins a workspace; of its journal nothing is written yet.
func (w *Writer) Space(s Space) {
	w.block(blockSpace, wire.Encode(&s, nil))
}

// Entry writes the next entry of the workspace's journal.
func (w *Writer) Entry(frame []byte) { w.block(blockEntry, frame) }

// Finish returns the file. It refuses (bad-file) one that is larger than any that
// is read again.
func (w *Writer) Finish() ([]byte, error) {
	w.block(blockLast, nil)
	if w.err != nil {
		return nil, w.err
	}
	if err := w.pack.Close(); err != nil {
		panic(err) // memory does not fail
	}
	return binary.BigEndian.AppendUint32(w.out.Bytes(), w.sum), nil
}

func (w *Writer) block(letter byte, data []byte) {
	head := binary.AppendUvarint([]byte{letter}, uint64(len(data)))
	w.size += int64(len(head) + len(data))
	switch {
	case w.err != nil:
	case len(data) > MaxEntry:
		w.err = over("entry", MaxEntry)
	case w.size > MaxBody:
		w.err = over("large", MaxBody)
	}
	if w.err != nil {
		return
	}
	for _, b := range [][]byte{head, data} {
		w.sum = crc32.Update(w.sum, crc32.IEEETable, b)
		if _, err := w.pack.Write(b); err != nil {
			panic(err) // memory does not fail
		}
	}
}

// Encode returns a file at once.
func Encode(f File) ([]byte, error) {
	w := NewWriter(f.All)
	for _, s := range f.Spaces {
		w.Space(s)
		for _, e := range s.Journal {
			w.Entry(e)
		}
	}
	return w.Finish()
}
