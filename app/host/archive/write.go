package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"tabletop/engine/wire"
)

// Writer writes a file: for each workspace a call of Workspace, then one of WriteEntry for each entry of
// its journal, and Finish at the end. Equal workspaces give equal bytes.
type Writer struct {
	out  bytes.Buffer
	pack *flate.Writer
	sum  uint32 // of the body so far
	size int64  // bytes of the body so far
	err  error  // first bound that was exceeded; then nothing more is written
}

// NewWriter begins a file. all is [File].All.
func NewWriter(all bool) *Writer {
	w := &Writer{}
	w.out.WriteString(magic)
	pack, err := flate.NewWriter(&w.out, flate.DefaultCompression)
	if err != nil {
		panic(err) // the only error is an invalid level
	}
	w.pack = pack
	w.block(blockFirst, wire.Encode(&all, nil))
	return w
}

// BeginWorkspace begins a workspace. It does not write s.Journal.
func (w *Writer) BeginWorkspace(s Workspace) {
	w.block(blockSpace, wire.Encode(&s, nil))
}

// WriteEntry writes the next entry of the current workspace's journal.
func (w *Writer) WriteEntry(frame []byte) { w.block(blockEntry, frame) }

// Finish returns the file. It refuses (bad-file) one that exceeds a bound and so could not be
// read again. The writer must not be used after it.
func (w *Writer) Finish() ([]byte, error) {
	w.block(blockLast, nil)
	if w.err != nil {
		return nil, w.err
	}
	if err := w.pack.Close(); err != nil {
		panic(err) // a buffer does not fail
	}
	return binary.BigEndian.AppendUint32(w.out.Bytes(), w.sum), nil
}

// block writes a block and adds it to the sum.
func (w *Writer) block(letter byte, data []byte) {
	head := binary.AppendUvarint([]byte{letter}, uint64(len(data)))
	w.size += int64(len(head) + len(data))
	switch {
	case w.err != nil:
	case len(data) > MaxEntry:
		w.err = over("entry", MaxEntry)
	case w.size > MaxUnpacked:
		w.err = over("large", MaxUnpacked)
	}
	if w.err != nil {
		return
	}
	for _, b := range [][]byte{head, data} {
		w.sum = crc32.Update(w.sum, crc32.IEEETable, b)
		if _, err := w.pack.Write(b); err != nil {
			panic(err) // a buffer does not fail
		}
	}
}

// Encode returns a file with all workspaces of f and their journals.
func Encode(f File) ([]byte, error) {
	w := NewWriter(f.Everything)
	for _, s := range f.Workspaces {
		w.BeginWorkspace(s)
		for _, e := range s.Journal {
			w.WriteEntry(e)
		}
	}
	return w.Finish()
}
