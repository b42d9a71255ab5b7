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

const (
	journalMagic  = "TABLETOP JOURNAL 1\n"
	snapshotMagic = "TABLETOP TABLES 1\n"
)

// maxFrame is the most bytes of a payload: more than any request may have.
const maxFrame = 1 << 30

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func appendFrame(dst, payload []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(payload)))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.Checksum(payload, castagnoli))
	return append(dst, payload...)
}

// What next finds where a frame ought to be.
var (
	errTorn  = errors.New("torn")  // the file ends within the frame, as far as its head says
	errWrong = errors.New("wrong") // the frame is not what was written
)

// frames reads the frames of a file.
type frames struct {
	in    *bufio.Reader
	left  int64 // bytes of the file from at on
	at    int64 // where the next frame begins
	ended bool  // an empty frame ends the file; in others none is empty
}

// openFrames opens a file of the form that a line names. A file that is shorter than that
// line has no frames.
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

// next returns the next payload; io.EOF at the end of the file. Where it finds no frame, at
// is where one ought to begin.
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
		return nil, errWrong // zeros look so
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

// Bounds of a search for frames, in bytes.
const (
	searchedFrame = 1 << 20 // of a payload
	searchedSums  = 1 << 30 // whose sums are taken, in all
)

// tornOff reports whether what a file has from a place on is no more than the begin of the
// last record: zeros alone, as some file systems leave behind what did not come to the disk,
// or a record that is longer than the file, with none behind it that is whole. If it cannot
// tell, it says no. found is what is there in the place of a frame.
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

// list returns the numbers of the files with an extension, ascending.
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

func (j *Journal) path(number uint64, ext string) string {
	return filepath.Join(j.dir, fmt.Sprintf("%08d%s", number, ext))
}

// syncDir puts names on the disk.
func (j *Journal) syncDir() error {
	dir, err := os.Open(j.dir)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
