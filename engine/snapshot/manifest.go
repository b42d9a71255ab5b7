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
// and of the layout of rows in the parts. Version 1 had crcs for the sums of chunks.
const magic = "TTS\x02"

// manifest is what a manifest holds. Where one thing refers to another it does so
// by index; an index that may be missing is one more than it, and 0.
type manifest struct {
	upTo     uint64 // what the caller gave
	next     uint64 // number of the next chunk
	chunks   []chunkInfo
	columns  [][]table.NumberedColumn
	families [][]table.FamilyInfo
	specs    []dataset.Spec
	designs  []designInfo
	loads    [][]plan.Query // workloads
	versions []versionInfo
	states   []stateInfo
	image    engine.Image // without its states
	older    bool         // it is read from version 1
}

// chunkInfo is a chunk.
type chunkInfo struct {
	no    uint64
	size  int // bytes
	parts int
	sum   uint64
}

// designInfo is a design without its data.
type designInfo struct {
	template string
	columns  []plan.Column
	spec     int
	asked    []asked // by query
	held     int64
}

type asked struct {
	query string
	n     int64
}

// versionInfo is a table as one state or several have it.
type versionInfo struct {
	name     string
	base     int // version that it differs from, or 0
	columns  int
	families int
	splits   []base.RowKey
	large    []base.RowKey
	splices  []spliceInfo
}

// spliceInfo is runs of parts to put in the place of those in [low, high).
type spliceInfo struct {
	low, high string
	runs      []extent
}

// extent is count parts of a chunk from number first on.
type extent struct{ chunk, first, count int }

type stateInfo struct {
	step     engine.Step
	ahead    base.Micros
	load     int
	verdicts []engine.Verdict
	tables   []tableInfo
}

type tableInfo struct {
	version  int
	born     uint64
	disabled bool
	design   int
	merged   int64
}

func (m *manifest) encode() []byte {
	out := wire.Encode([]byte(magic), m.code)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
}

func (m *manifest) decode(data []byte) error {
	if len(data) < len(magic)+4 || string(data[:3]) != magic[:3] {
		return bad("snapshot")
	}
	m.older = data[3] == 1
	if data[3] != magic[3] && !m.older {
		return bad("version")
	}
	body := data[:len(data)-4]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(data[len(data)-4:]) {
		return bad("sum")
	}
	if err := wire.Decode(body[len(magic):], m.code); err != nil {
		return bad(err.Error())
	}
	return nil
}

func bad(what string) error { return base.Refuse(base.CodeBadImage, "", what) }

func (m *manifest) code(c *wire.Coder) {
	c.Uint(&m.upTo)
	c.Uint(&m.next)
	wire.List(c, &m.chunks, func(c *wire.Coder, v *chunkInfo) {
		c.Uint(&v.no)
		wire.Int(c, &v.size)
		wire.Int(c, &v.parts)
		c.Uint(&v.sum)
	})
	wire.List(c, &m.columns, func(c *wire.Coder, v *[]table.NumberedColumn) {
		wire.List(c, v, func(c *wire.Coder, v *table.NumberedColumn) {
			id := uint64(v.Family)
			c.Uint(&id)
			v.Family = uint32(id)
			wire.String(c, &v.Qualifier)
		})
	})
	wire.List(c, &m.families, familiesOf)
	wire.List(c, &m.specs, wire.Spec)
	wire.List(c, &m.designs, func(c *wire.Coder, v *designInfo) {
		wire.String(c, &v.template)
		wire.List(c, &v.columns, wire.Column)
		wire.Int(c, &v.spec)
		wire.List(c, &v.asked, func(c *wire.Coder, v *asked) { wire.String(c, &v.query); wire.Int(c, &v.n) })
	})
	wire.List(c, &m.loads, queriesOf)
	wire.List(c, &m.versions, func(c *wire.Coder, v *versionInfo) {
		wire.String(c, &v.name)
		wire.Int(c, &v.base)
		wire.Int(c, &v.columns)
		wire.Int(c, &v.families)
		wire.List(c, &v.splits, wire.String[base.RowKey])
		wire.List(c, &v.large, wire.String[base.RowKey])
		wire.List(c, &v.splices, func(c *wire.Coder, v *spliceInfo) {
			wire.String(c, &v.low)
			wire.String(c, &v.high)
			wire.List(c, &v.runs, func(c *wire.Coder, v *extent) { wire.Int(c, &v.chunk); wire.Int(c, &v.first); wire.Int(c, &v.count) })
		})
	})
	wire.List(c, &m.states, func(c *wire.Coder, v *stateInfo) {
		wire.Step(c, &v.step)
		wire.Int(c, &v.ahead)
		wire.Int(c, &v.load)
		wire.List(c, &v.verdicts, wire.Verdict)
		wire.List(c, &v.tables, func(c *wire.Coder, v *tableInfo) {
			wire.Int(c, &v.version)
			c.Uint(&v.born)
			c.Bool(&v.disabled)
			wire.Int(c, &v.design)
		})
	})
	im := &m.image
	c.Uint(&im.Version)
	c.Uint(&im.Last)
	c.Bool(&im.Cut)
	wire.Int(c, &im.Timeline)
	wire.Int(c, &im.Now)
	wire.List(c, &im.Verdicts, wire.Verdict)
	wire.List(c, &im.Names, func(c *wire.Coder, v *engine.CheckpointImage) {
		wire.String(c, &v.Name)
		wire.Int(c, &v.At)
		wire.Int(c, &v.State)
	})
	if c.AtEnd() { // it was written before this was known
		return
	}
	for i := range m.designs {
		wire.Int(c, &m.designs[i].held)
	}
	if c.AtEnd() { // likewise
		return
	}
	for i := range m.states {
		for j := range m.states[i].tables {
			wire.Int(c, &m.states[i].tables[j].merged)
		}
	}
}

func familiesOf(c *wire.Coder, v *[]table.FamilyInfo) {
	wire.List(c, v, func(c *wire.Coder, v *table.FamilyInfo) {
		wire.String(c, &v.Name)
		wire.Enum(c, &v.Type, table.UniqueCount+1)
		rule(c, &v.GC, base.MaxGCRule/2)
	})
}

func queriesOf(c *wire.Coder, v *[]plan.Query) { wire.List(c, v, wire.Query) }

// Kinds of a rule of garbage collection.
const (
	ruleNone uint8 = iota
	ruleVersions
	ruleAge
	ruleUnion
	ruleIntersection
	rulesEnd
)

// rule codes a rule of at most so many levels.
func rule(c *wire.Coder, v *table.GCRule, levels int) {
	kind := ruleNone
	var n int64
	var rules []table.GCRule
	switch r := (*v).(type) {
	case nil:
	case table.MaxVersions:
		kind, n = ruleVersions, int64(r)
	case table.MaxAge:
		kind, n = ruleAge, int64(r)
	case table.Union:
		kind, rules = ruleUnion, r
	case table.Intersection:
		kind, rules = ruleIntersection, r
	default:
		panic("snapshot: a rule without a kind")
	}
	wire.Enum(c, &kind, rulesEnd)
	switch kind {
	case ruleVersions, ruleAge:
		wire.Int(c, &n)
	case ruleUnion, ruleIntersection:
		if levels == 0 {
			c.Fail("rules")
			return
		}
		wire.List(c, &rules, func(c *wire.Coder, v *table.GCRule) { rule(c, v, levels-1) })
	}
	if !c.Decoding() {
		return
	}
	switch kind {
	case ruleNone:
		*v = nil
	case ruleVersions:
		*v = table.MaxVersions(n)
	case ruleAge:
		*v = table.MaxAge(n)
	case ruleUnion:
		*v = table.Union(rules)
	case ruleIntersection:
		*v = table.Intersection(rules)
	}
}
