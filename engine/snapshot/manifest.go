package snapshot

import (
	"encoding/binary"
	"hash/crc32"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// magic begins a manifest; its last byte is the version of this package's format
// and of the layout of rows in the parts.
const magic = "TTS\x01"

// manifest is what a manifest holds. Where one thing refers to another it does so
// by index; an index that may be missing is one more than it, and 0.
type manifest struct {
	UpTo     uint64                   `wire:"1"` // what the caller gave
	Next     uint64                   `wire:"2"` // number of the next chunk
	Chunks   []chunkInfo              `wire:"3"`
	Columns  [][]table.NumberedColumn `wire:"4"`
	Families [][]table.FamilyInfo     `wire:"5"`
	Specs    []dataset.Spec           `wire:"6"`
	Designs  []designInfo             `wire:"7"`
	Loads    [][]plan.Query           `wire:"8"` // workloads
	Versions []versionInfo            `wire:"9"`
	States   []stateInfo              `wire:"10"`
	Timeline timeline                 `wire:"11"`
}

// chunkInfo is a chunk.
type chunkInfo struct {
	No    uint64 `wire:"1"`
	Size  int    `wire:"2"` // bytes
	Parts int    `wire:"3"`
	Sum   uint64 `wire:"4"`
}

// designInfo is a design without its data.
type designInfo struct {
	Template string        `wire:"1"`
	Columns  []plan.Column `wire:"2"`
	Spec     int           `wire:"3"`
	Asked    []asked       `wire:"4"` // by query
	Held     int64         `wire:"5"`
}

type asked struct {
	Query string `wire:"1"`
	N     int64  `wire:"2"`
}

// versionInfo is a table as one state or several have it.
type versionInfo struct {
	Name     string        `wire:"1"`
	Base     int           `wire:"2"` // version that it differs from, or 0
	Columns  int           `wire:"3"`
	Families int           `wire:"4"`
	Splits   []base.RowKey `wire:"5"`
	Large    []base.RowKey `wire:"6"`
	Splices  []spliceInfo  `wire:"7"`
}

// spliceInfo is runs of parts to put in the place of those in [low, high).
type spliceInfo struct {
	Low  string   `wire:"1"`
	High string   `wire:"2"`
	Runs []extent `wire:"3"`
}

// extent is count parts of a chunk from number first on.
type extent struct {
	Chunk int `wire:"1"`
	First int `wire:"2"`
	Count int `wire:"3"`
}

// timeline is what an [engine.Image] holds beside its states.
type timeline struct {
	Version  uint64                   `wire:"1"`
	Last     uint64                   `wire:"2"`
	Cut      bool                     `wire:"3"`
	Timeline int                      `wire:"4"`
	Now      int                      `wire:"5"`
	Verdicts []engine.Verdict         `wire:"6"`
	Names    []engine.CheckpointImage `wire:"7"`
}

type stateInfo struct {
	Step     engine.Step      `wire:"1"`
	Ahead    base.Micros      `wire:"2"`
	Load     int              `wire:"3"`
	Verdicts []engine.Verdict `wire:"4"`
	Tables   []tableInfo      `wire:"5"`
}

type tableInfo struct {
	Version  int    `wire:"1"`
	Born     uint64 `wire:"2"`
	Disabled bool   `wire:"3"`
	Design   int    `wire:"4"`
	Merged   int64  `wire:"5"`
}

func (m *manifest) encode() []byte {
	out := wire.Append([]byte(magic), m, wire.Engine)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
}

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
	if err := wire.Decode(body[len(magic):], m, wire.Engine); err != nil {
		return bad(err.Error())
	}
	return nil
}

func bad(what string) error { return base.Refuse(base.CodeBadImage, "", what) }
