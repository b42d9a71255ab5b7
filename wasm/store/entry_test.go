//go:build !js

package store

import (
	"bytes"
	"testing"
)

func TestEntry(t *testing.T) {
	for _, n := range []int{0, 1, 100, mirrored, mirrored + 1} {
		data := bytes.Repeat([]byte{1}, n)
		record := encodeEntry(7, data)
		if got, ok := readEntry(7, record); !ok || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes are not read again", n)
		}
		if _, ok := readEntry(8, record); ok {
			t.Errorf("%d bytes are read under another number", n)
		}
		twice := n <= mirrored
		for i := 0; i < len(record); i += 1 + n/50 {
			damaged := bytes.Clone(record)
			damaged[i] ^= 0x10
			got, ok := readEntry(7, damaged)
			if ok && !bytes.Equal(got, data) {
				t.Fatalf("%d bytes, byte %d changed: something else is read", n, i)
			}
			if want := twice || i < recordHead; ok != want {
				t.Errorf("%d bytes, byte %d changed: read is %v", n, i, ok)
			}
			if got, ok := readEntry(7, record[:i]); ok && !bytes.Equal(got, data) {
				t.Fatalf("cut at %d of %d: something else is read", i, len(record))
			} else if want := twice && i >= recordHead+copyHead+n; ok != want {
				t.Errorf("cut at %d of %d: read is %v", i, len(record), ok)
			}
		}
	}
}

func TestPlainEntry(t *testing.T) {
	frame := []byte{plainMark, 2, 3}
	if got, ok := readEntry(7, frame); !ok || !bytes.Equal(got, frame) {
		t.Errorf("%q, %v", got, ok)
	}
}

func FuzzReadEntry(f *testing.F) {
	f.Add(uint64(7), encodeEntry(7, []byte("data")))
	f.Add(uint64(1), []byte{recordMark, 1, 2, 255, 255, 255, 255, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, seq uint64, record []byte) {
		if data, ok := readEntry(seq, record); ok && len(data) > len(record) {
			t.Fatal("more than there was")
		}
	})
}
