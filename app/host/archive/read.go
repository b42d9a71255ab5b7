package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// recognise reports whether data begins like a file of this package, of any version.
func recognise(data []byte) bool { return bytes.HasPrefix(data, []byte(began)) }

// Decode reads a file. It returns bad-file if any part is wrong: the sum, a block, or an entry
// that is not a change. It calls pause, which may be nil, about once per MiB, and returns
// cancelled if pause returns false. The file that it returns may share memory with its unpacked
// body, but not with data.
func Decode(data []byte, pause func() bool) (File, error) {
	if pause == nil {
		pause = func() bool { return true }
	}
	r := &reader{pause: pause}
	switch {
	case bytes.HasPrefix(data, []byte(magic)):
		body, err := r.unpack(data[len(magic):])
		if err != nil {
			return File{}, err
		}
		return r.file(body)
	case bytes.HasPrefix(data, []byte(version1)) || bytes.HasPrefix(data, []byte(version2)):
		return File{}, bad("old")
	case recognise(data):
		return File{}, bad("version")
	}
	return File{}, bad("begin")
}

// bad returns a bad-file error. what says what is wrong; app/i18n has a sentence for each.
func bad(what string) error { return base.Refuse(base.CodeBadFile, what, "", "") }

// over returns a bad-file error about an exceeded bound.
func over(what string, bound int) error {
	return base.Refuse(base.CodeBadFile, what, "", strconv.Itoa(bound))
}

// badAt returns a bad-file error at a byte of the body.
func badAt(what string, at int) error {
	return base.Refuse(base.CodeBadFile, what, strconv.Itoa(at), "")
}

// readAtOnce is how many bytes are handled between two pauses.
const readAtOnce = 1 << 20

// costs is the work of reading a block, in addition to that for its bytes, in bytes.
const costs = 256

// reader reads one file.
type reader struct {
	pause func() bool
	since int // bytes since the last pause

	intake engine.JournalChecker // checks the changes of the workspace being read
}

// went notes that n bytes have been handled, and pauses if it is time to.
func (r *reader) went(n int) error {
	if r.since += n; r.since >= readAtOnce {
		r.since = 0
		if !r.pause() {
			return base.Refuse(base.CodeCancelled)
		}
	}
	return nil
}

// unpack returns the body. data is the file after the magic line.
func (r *reader) unpack(data []byte) ([]byte, error) {
	in := bytes.NewReader(data)
	packed := flate.NewReader(in) // reads no further than it needs, as in is an io.ByteReader
	var body bytes.Buffer
	for {
		// Unpack in steps, so that the bound holds before memory is taken, and the page can
		// cancel.
		n, err := io.CopyN(&body, packed, min(readAtOnce, MaxUnpacked+1-int64(body.Len())))
		if body.Len() > MaxUnpacked {
			return nil, over("large", MaxUnpacked)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, bad("short")
		}
		if err != nil {
			return nil, badAt("packed", body.Len())
		}
		if err := r.went(int(n)); err != nil {
			return nil, err
		}
	}
	switch {
	case in.Len() < 4:
		return nil, bad("short")
	case in.Len() > 4:
		return nil, bad("behind")
	}
	if binary.BigEndian.Uint32(data[len(data)-4:]) != crc32.ChecksumIEEE(body.Bytes()) {
		return nil, bad("sum")
	}
	return body.Bytes(), nil
}

// file reads the blocks of a body. A single sandbox has exactly one W block.
func (r *reader) file(body []byte) (f File, err error) {
	begun := false
	for at := 0; at < len(body); {
		letter := body[at]
		// A block is a letter, a length and the data.
		size, n := binary.Uvarint(body[at+1:])
		if n <= 0 || size > uint64(len(body)-at-1-n) {
			return File{}, badAt("short", at)
		}
		from := at + 1 + n
		block := body[from : from+int(size)]
		// Every file has the block F first, and only there.
		if begun != (letter != blockFirst) {
			return File{}, badAt("block", at)
		}
		begun = true
		switch letter {
		case blockFirst:
			err = wire.Decode(block, &f.Everything, nil)
		case blockSpace:
			if len(f.Workspaces) == base.MaxWorkspaces {
				return File{}, base.Refuse(base.CodeManyWorkspaces, "", strconv.Itoa(base.MaxWorkspaces))
			}
			s, err := space(block)
			if err != nil {
				return File{}, badAt("head", at)
			}
			f.Workspaces, r.intake = append(f.Workspaces, s), engine.JournalChecker{}
			if err := r.went(len(block) + costs); err != nil {
				return File{}, err
			}
		case blockEntry:
			if len(f.Workspaces) == 0 {
				return File{}, badAt("block", at)
			}
			if err := r.entry(block, at, &f.Workspaces[len(f.Workspaces)-1]); err != nil {
				return File{}, err
			}
		case blockLast:
			switch {
			case size != 0 || from != len(body):
				return File{}, badAt("behind", at)
			case !f.Everything && (len(f.Workspaces) != 1 || f.Workspaces[0].Lesson):
				return File{}, badAt("block", at)
			}
			return f, nil
		default:
			return File{}, badAt("block", at)
		}
		if err != nil {
			return File{}, badAt("head", at)
		}
		at = from + int(size)
	}
	return File{}, badAt("short", len(body))
}

// space decodes and checks a W block.
func space(block []byte) (s Workspace, err error) {
	err = wire.Decode(block, &s, nil)
	if err == nil && !s.valid() {
		err = bad("head")
	}
	return s, err
}

// valid reports whether a workspace's ID, title and times are within the bounds of the store.
func (s *Workspace) valid() bool {
	times := s.Created >= 0 && s.Changed >= 0 && s.Created < 1<<53 && s.Changed < 1<<53
	names := utf8.ValidString(s.Title) && utf8.ValidString(s.ID) && s.Lesson == (s.ID != "") && !strings.Contains(s.ID, "/")
	return times && names && len(s.ID) <= maxID && len(s.Title) <= MaxTitle
}

// entry checks an entry, at a byte of the body, and adds it to a workspace.
func (r *reader) entry(frame []byte, at int, s *Workspace) error {
	if len(frame) > MaxEntry {
		return over("entry", MaxEntry)
	}
	c, err := wire.DecodeChange(frame)
	if err != nil {
		return badAt("change", at)
	}
	if err := r.intake.CheckNext(c.Request); err != nil {
		return err
	}
	s.Journal = append(s.Journal, frame)
	return r.went(len(frame) + costs)
}
