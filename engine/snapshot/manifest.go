package snapshot

import (
	"encoding/binary"
	"hash/crc32"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/storage"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// magic is the beginning of a manifest. Its last byte is the version of this package's
// format and of the layout of rows in the parts.
const magic = "TTS\x01"

// manifest is the contents of a manifest. References are indexes into its lists; an
// optional reference is the index plus one, or 0.
type manifest struct {
	UpTo     uint64                   `wire:"1"` // the argument of Writer.Begin
	Next     uint64                   `wire:"2"` // number of the next chunk
	Chunks   []chunkInfo              `wire:"3"`
	Columns  [][]table.NumberedColumn `wire:"4"`
	Families [][]table.FamilyInfo     `wire:"5"`
	Specs    []dataset.Spec           `wire:"6"`
	Designs  []designInfo             `wire:"7"`
	Loads    [][]plan.Query           `wire:"8"` // the different workloads
	Versions []versionInfo            `wire:"9"`
	States   []stateInfo              `wire:"10"`
	Timeline timeline                 `wire:"11"`
	Entries  []storage.Entry          `wire:"12"` // of all memtables and files
	Files    []fileInfo               `wire:"13"` // the different files of tables
	Stores   []storeInfo              `wire:"14"`
}

// fileInfo is a file of a table in HBase.
type fileInfo struct {
	Number   int           `wire:"1"`
	Flushes  int           `wire:"2"`
	Family   base.Family   `wire:"3"`
	Loaded   bool          `wire:"4"`
	Replaced []base.RowKey `wire:"5"`
	Entries  []entryRun    `wire:"6"`
}

// entryRun is Count entries, beginning with entry First.
type entryRun struct {
	First int `wire:"1"`
	Count int `wire:"2"`
}

// storeInfo is an [engine.StoredImage]. Without Followed it has only the settings and Next.
type storeInfo struct {
	Followed bool                    `wire:"1"`
	Memory   []entryRun              `wire:"2"`
	Files    []int                   `wire:"3"`
	Seq      uint64                  `wire:"4"`
	Numbers  int                     `wire:"5"`
	Written  storage.Written         `wire:"6"`
	Bulk     int                     `wire:"7"` // a version, or 0
	Settings []engine.FamilySettings `wire:"8"`
	Next     base.Micros             `wire:"9"`
	Last     *engine.FilesRewritten  `wire:"10"`
}

// chunkInfo describes a chunk.
type chunkInfo struct {
	No    uint64 `wire:"1"`
	Size  int    `wire:"2"` // in bytes
	Parts int    `wire:"3"` // number of parts
	Sum   uint64 `wire:"4"`
}

// designInfo is a design; its data is a reference to a Spec.
type designInfo struct {
	Template string             `wire:"1"`
	Columns  []plan.FieldColumn `wire:"2"`
	Spec     int                `wire:"3"`
	Asked    []asked            `wire:"4"` // by query
	Held     int64              `wire:"5"`
}

// asked is the number of rows that a query wants, see [engine.DesignImage].
type asked struct {
	Query string `wire:"1"`
	N     int64  `wire:"2"`
}

// versionInfo is a table as it is in one or several states.
type versionInfo struct {
	Name     string        `wire:"1"`
	Base     int           `wire:"2"` // the version from which it differs by the splices, or 0
	Columns  int           `wire:"3"`
	Families int           `wire:"4"`
	Splits   []base.RowKey `wire:"5"`
	Large    []base.RowKey `wire:"6"`
	Splices  []spliceInfo  `wire:"7"`
}

// spliceInfo is a list of parts that replace those in [Low, High).
type spliceInfo struct {
	Low  string   `wire:"1"`
	High string   `wire:"2"`
	Runs []extent `wire:"3"`
}

// extent is Count parts of a chunk, beginning with part First.
type extent struct {
	Chunk int `wire:"1"`
	First int `wire:"2"`
	Count int `wire:"3"`
}

// timeline is the fields of an [engine.SessionImage] other than its states.
type timeline struct {
	Version  uint64                   `wire:"1"`
	Last     uint64                   `wire:"2"`
	Cut      bool                     `wire:"3"`
	Timeline int                      `wire:"4"`
	Now      int                      `wire:"5"`
	Verdicts []engine.Verdict         `wire:"6"`
	Names    []engine.CheckpointImage `wire:"7"`
}

// stateInfo is a state of the timeline.
type stateInfo struct {
	Step     engine.TimelineStep `wire:"1"`
	Ahead    base.Micros         `wire:"2"`
	Load     int                 `wire:"3"`
	Verdicts []engine.Verdict    `wire:"4"`
	Tables   []tableInfo         `wire:"5"`
}

// tableInfo is a table in a state.
type tableInfo struct {
	Version  int    `wire:"1"`
	Born     uint64 `wire:"2"`
	Disabled bool   `wire:"3"`
	Design   int    `wire:"4"`
	Merged   int64  `wire:"5"`
	Store    int    `wire:"6"`
}

// encode returns the bytes of the manifest.
func (m *manifest) encode() []byte {
	out := wire.Append([]byte(magic), m, wire.EngineSets)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
}

// decode reads a manifest. It refuses damaged bytes and other versions.
func (m *manifest) decode(data []byte) error {
	if len(data) < len(magic)+4 || string(data[:3]) != magic[:3] {
		return bad("snapshot")
	}
	if data[3] != magic[3] {
		return bad("version")
	}
	body := data[:len(data)-4]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(data[len(data)-4:]) {
		return bad("sum")
	}
	if err := wire.Decode(body[len(magic):], m, wire.EngineSets); err != nil {
		return bad(err.Error())
	}
	return nil
}

// bad is the refusal of a snapshot; what says which part of it is wrong.
func bad(what string) error { return base.Refuse(base.CodeBadImage, "", what) }
