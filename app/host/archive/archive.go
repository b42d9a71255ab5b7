package archive

import (
	"tabletop/engine/wire"
)

const (
	magic  = "TABLETOP 2\n"
	magic1 = "TABLETOP 1\n"
)

// MaxBody is the most bytes that a file may hold once it is unpacked.
const MaxBody = 256 << 20

// MaxEntry is the most bytes that an entry of a journal may have.
const MaxEntry = 32 << 20

// What a title and a lesson's slug have at most, in bytes.
const (
	MaxTitle = 4096
	maxID    = 256
)

// File is what a file holds.
type File struct {
	All    bool // everything the reader had, not one sandbox
	Spaces []Space
}

// Space is a workspace.
type Space struct {
	Lesson  bool
	ID      string // of a lesson: its slug; of a sandbox ""
	Title   string // valid UTF-8
	Created int64  // microseconds since the Unix epoch
	Changed int64  // microseconds since the Unix epoch
	Note    []byte // as it is stored
	Journal [][]byte
}

// blocks of a body
const (
	blockFirst = 'F'
	blockSpace = 'W'
	blockEntry = 'E'
	blockLast  = 'Z'
)

// codeSpace codes what is said of a workspace before its journal.
func codeSpace(c *wire.Coder, s *Space) {
	c.Bool(&s.Lesson)
	wire.String(c, &s.ID)
	wire.String(c, &s.Title)
	wire.Int(c, &s.Created)
	wire.Int(c, &s.Changed)
	c.Bytes(&s.Note)
}
