package journal

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The first lines of the two kinds of files.
const (
	journalMagic  = "TABLETOP JOURNAL 1\n"
	snapshotMagic = "TABLETOP TABLES 1\n"
)

// maxFrame is the greatest size of a payload in bytes. No request is as large.
const maxFrame = 1 << 30

// castagnoli is the table of the checksum.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendFrame appends a frame with a payload.
func appendFrame(dst, payload []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(payload)))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.Checksum(payload, castagnoli))
	return append(dst, payload...)
}

// The errors of next for a place without a valid frame.
var (
	errTorn  = errors.New("torn")  // the file ends before the frame does, according to the frame's head
	errWrong = errors.New("wrong") // the frame has been damaged
)

// frames reads the frames of a file in order.
type frames struct {
	in    *bufio.Reader
	left  int64 // bytes of the file from at on
	at    int64 // offset of the next frame
	ended bool  // an empty frame ends the file; if false, no frame may be empty
}

// openFrames opens a file whose first line has to be magic. A file that is shorter than the line,
// and begins like it, has no frames.
func openFrames(path, magic string) (*os.File, *frames, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	f := &frames{in: bufio.NewReaderSize(file, 1<<20), left: info.Size(), ended: magic == snapshotMagic}
	head := make([]byte, min(int64(len(magic)), f.left))
	if _, err := io.ReadFull(f.in, head); err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	if !strings.HasPrefix(magic, string(head)) {
		name, form, _ := strings.Cut(strings.TrimSuffix(magic, "\n"), " ")
		if strings.HasPrefix(string(head), name+" "+form[:len(form)-1]) {
			err = fmt.Errorf("%s is of a newer version: take the program that wrote it", path)
		} else {
			err = fmt.Errorf("%s is no file of this program: name another folder", path)
		}
		return nil, nil, errors.Join(err, file.Close())
	}
	f.at = int64(len(head))
	f.left -= f.at
	return file, f, nil
}

// next returns the next payload, or io.EOF at the end of the file. After errTorn and errWrong f.at
// is the offset at which a frame should begin.
func (f *frames) next() ([]byte, error) {
	if f.left == 0 {
		return nil, io.EOF
	}
	var head [8]byte
	if f.left < 8 {
		return nil, errTorn
	}
	if _, err := io.ReadFull(f.in, head[:]); err != nil {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(head[:]))
	if n > f.left-8 || n > maxFrame {
		return nil, errTorn
	}
	if n == 0 && !f.ended {
		return nil, errWrong // a block of zeros looks like an empty frame
	}
	payload := make([]byte, n)
	if _, err := io.ReadFull(f.in, payload); err != nil {
		return nil, err
	}
	if crc32.Checksum(payload, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
		return nil, errWrong
	}
	f.at += 8 + n
	f.left -= 8 + n
	return payload, nil
}

// Limits on the search for frames after damage, in bytes.
const (
	searchedFrame = 1 << 20 // greatest payload that is looked for
	searchedSums  = 1 << 30 // total size of the payloads whose checksums are computed
)

// tornOff reports whether the rest of a file, from at on, is only the beginning of its last record:
// zeros, which some file systems leave for data that did not reach the disk, or a record that is
// longer than the file, without a complete record in it. It reports false if it cannot decide.
// found is the error of [frames.next].
func tornOff(file io.ReaderAt, at, size int64, found error) (bool, error) {
	rest := make([]byte, size-at)
	if _, err := file.ReadAt(rest, at); err != nil {
		return false, err
	}
	if len(bytes.Trim(rest, "\x00")) == 0 {
		return true, nil
	}
	if found == errWrong {
		return false, nil
	}
	for from, sums := 1, 0; from+8 < len(rest); from++ {
		n := int(binary.LittleEndian.Uint32(rest[from:]))
		if n == 0 || n > searchedFrame || n > len(rest)-from-8 {
			continue
		}
		if sums += n; sums > searchedSums {
			return false, nil
		}
		payload := rest[from+8:][:n]
		if crc32.Checksum(payload, castagnoli) == binary.LittleEndian.Uint32(rest[from+4:]) {
			return false, nil
		}
	}
	return true, nil
}

// list returns the numbers of the files with an extension, in ascending order.
func (j *Journal) list(ext string) ([]uint64, error) {
	entries, err := os.ReadDir(j.dir)
	if err != nil {
		return nil, err
	}
	var out []uint64
	for _, e := range entries {
		if name, is := strings.CutSuffix(e.Name(), ext); is {
			if n, err := strconv.ParseUint(name, 10, 64); err == nil {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

// path returns the path of the file with a number and an extension.
func (j *Journal) path(number uint64, ext string) string {
	return filepath.Join(j.dir, fmt.Sprintf("%08d%s", number, ext))
}

// syncDir writes the folder itself, with the names of its files, to the disk.
func (j *Journal) syncDir() error {
	dir, err := os.Open(j.dir)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
