package archive

// magic begins a file. Files of the program's first days began with version1 or version2, and
// are refused.
const (
	magic    = began + "FILE 1\n"
	began    = "TABLETOP "
	version1 = began + "1\n"
	version2 = began + "2\n"
)

// MaxUnpacked is the most bytes that a file may hold once it is unpacked.
const MaxUnpacked = 256 << 20

// MaxEntry is the most bytes that an entry of a journal may have.
const MaxEntry = 32 << 20

// Bounds of a title and of a lesson's slug, in bytes.
const (
	MaxTitle = 4096
	maxID    = 256
)

// File is the content of a file.
type File struct {
	Everything bool // everything the reader had, not one sandbox
	Workspaces []Workspace
}

// Workspace is a workspace. In a file its journal follows it in blocks of its own.
type Workspace struct {
	Lesson  bool     `wire:"1"` // a lesson, not a sandbox
	ID      string   `wire:"2"` // of a lesson: its slug; of a sandbox ""
	Title   string   `wire:"3"` // valid UTF-8
	Created int64    `wire:"4"` // microseconds since the Unix epoch
	Changed int64    `wire:"5"` // microseconds since the Unix epoch
	Note    []byte   `wire:"6"` // in its stored form
	Journal [][]byte `wire:"-"` // the entries in their stored form
}

// The letters of the blocks, see the package comment.
const (
	blockFirst = 'F'
	blockSpace = 'W'
	blockEntry = 'E'
	blockLast  = 'Z'
)
