package snapshot

import (
	"bytes"
	"maps"
	"slices"

	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowmap"
	"tabletop/engine/storage"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// These are the sizes of chunks, in bytes.
const (
	ChunkBytes = 256 << 10 // a chunk ends with the part that reaches this
	smallChunk = 64 << 10  // a smaller chunk counts as small
	maxSmall   = 32        // number of small chunks above which they are written again together
)

// Writer writes consecutive snapshots of one session. It remembers which parts are stored.
type Writer struct {
	next     uint64                    // number of the next chunk
	chunks   map[uint64]chunkInfo      // the stored chunks, by number
	places   map[rowmap.Block]place    // where each stored part is
	versions map[*table.Table]*version // versions of the last snapshot
}

// place says where a part is stored.
type place struct {
	chunk uint64
	index int
	size  int // in bytes
}

// version is a table as it is in some states, perhaps as differences from another version.
type version struct {
	table   *table.Table
	base    *version        // the version from which it differs, or nil
	image   table.Image     // without parts
	splices []rowmap.Splice // the differences from base, or all parts
}

// NewWriter returns a Writer that has written nothing.
func NewWriter() *Writer { return &Writer{next: 1} }

// Chunk is a chunk that has to be stored under its number.
type Chunk struct {
	Number uint64
	Data   []byte
}

// SnapshotPass is the writing of one snapshot. Until it is committed its writer is as before, and
// if it never is, its chunks will be written again.
type SnapshotPass struct {
	w      *Writer
	image  engine.SessionImage
	upTo   uint64
	order  []*version   // all versions; a version comes after its base
	states [][]*version // by state: the versions of its tables
	bulks  map[*table.Table]*version
	todo   []rowmap.Block // parts that have to be written
	buf    []byte         // the current chunk
	chunks map[uint64]chunkInfo
	places map[rowmap.Block]place
	next   uint64 // number of the current chunk
}

// Begin begins a snapshot of an image. upTo has no meaning here; [Reader.FirstEntryAfter] returns it.
func (w *Writer) Begin(im engine.SessionImage, upTo uint64) *SnapshotPass {
	p := &SnapshotPass{w: w, image: im, upTo: upTo, chunks: maps.Clone(w.chunks), places: map[rowmap.Block]place{}, next: w.next}
	if p.chunks == nil {
		p.chunks = map[uint64]chunkInfo{}
	}
	p.survey()
	p.sweep()
	return p
}

// survey finds the versions of tables in the states of the image, and their differences.
func (p *SnapshotPass) survey() {
	included := map[*version]bool{}
	before := map[string]*version{}
	parts := map[*version][]rowmap.Block{} // all parts of the versions in the previous state
	all := func(v *version) []rowmap.Block {
		if parts[v] == nil {
			parts[v] = v.table.Image().Blocks
		}
		return parts[v]
	}
	seen := map[*table.Table]*version{}
	p.bulks = map[*table.Table]*version{}
	for _, s := range p.image.States {
		of := make([]*version, len(s.Tables))
		for i, t := range s.Tables {
			name := t.Table.Name()
			v := p.w.versions[t.Table]
			if known := seen[t.Table]; known != nil {
				v = known
			} else if v == nil || v.base != nil && !included[v.base] {
				v = p.version(t.Table, before[name], all, parts)
			}
			if !included[v] {
				included[v] = true
				p.order = append(p.order, v)
			}
			if b := before[name]; b != nil && b != v {
				delete(parts, b)
			}
			seen[t.Table], before[name], of[i] = v, v, v
			if t.Stored == nil || t.Stored.Bulk == nil || p.bulks[t.Stored.Bulk] != nil {
				continue
			}
			// The rows that the files began with differ little from those of the table.
			bulk := t.Stored.Bulk
			b := seen[bulk]
			if b == nil {
				if b = p.w.versions[bulk]; b == nil || b.base != nil && !included[b.base] {
					b = p.version(bulk, v, all, parts)
				}
			}
			if !included[b] {
				included[b] = true
				p.order = append(p.order, b)
			}
			seen[bulk], p.bulks[bulk] = b, b
		}
		p.states = append(p.states, of)
	}
	p.w.versions = seen // only a cache, so that it need not wait for MarkStored
}

// version describes a table by its differences from the version from, if there is one, and
// returns from itself if there are none. all returns the parts of a version; parts is its
// cache.
func (p *SnapshotPass) version(t *table.Table, from *version, all func(*version) []rowmap.Block, parts map[*version][]rowmap.Block) *version {
	v := &version{table: t, image: t.Image()}
	list := v.image.Blocks
	v.image.Blocks = nil
	if from != nil && from.image.Columns == v.image.Columns {
		v.base, v.splices = from, rowmap.DiffBlocks(all(from), list)
		if len(v.splices) == 0 && from.image.SameExceptBlocks(v.image) {
			return from
		}
	} else {
		v.splices = []rowmap.Splice{{Blocks: list}}
	}
	parts[v] = list
	return v
}

// sweep lists the parts that have to be written, and drops the chunks that will not be
// needed any more: those of which less than half is used and, if there are many small
// chunks, all of these.
func (p *SnapshotPass) sweep() {
	live, small := map[uint64]int{}, 0
	var fresh []rowmap.Block
	each := func(visit func(rowmap.Block)) {
		met := map[rowmap.Block]bool{}
		for _, v := range p.order {
			for _, s := range v.splices {
				for _, part := range s.Blocks {
					if !met[part] {
						met[part] = true
						visit(part)
					}
				}
			}
		}
	}
	each(func(part rowmap.Block) {
		if at, ok := p.w.places[part]; ok {
			live[at.chunk] += at.size
			p.places[part] = at
		} else {
			fresh = append(fresh, part)
		}
	})
	for _, c := range p.chunks {
		if c.Size < smallChunk {
			small++
		}
	}
	again := map[uint64]bool{}
	for _, no := range slices.Sorted(maps.Keys(p.chunks)) {
		c := p.chunks[no]
		if live[no] >= c.Size/2 && (small <= maxSmall || c.Size >= smallChunk) && live[no] > 0 {
			continue
		}
		again[no] = true
		delete(p.chunks, no)
	}
	if len(again) == 0 {
		p.todo = fresh
		return
	}
	each(func(part rowmap.Block) {
		if at, ok := p.places[part]; !ok || again[at.chunk] {
			delete(p.places, part)
			p.todo = append(p.todo, part)
		}
	})
}

// LargestPartBytes returns the bytes of the rows in the largest part that is still to be written.
// Such a part is in memory several times while it is written and stored.
func (p *SnapshotPass) LargestPartBytes() (most int64) {
	for _, part := range p.todo {
		most = max(most, part.Totals().Bytes)
	}
	return most
}

// Step writes about budget bytes, but at least one part. It returns the chunks that are
// complete, and whether everything is written.
func (p *SnapshotPass) Step(budget int) (full []Chunk, done bool) {
	for budget > 0 && len(p.todo) > 0 {
		part := p.todo[0]
		p.todo = p.todo[1:]
		from := len(p.buf)
		p.buf = part.AppendEncoded(p.buf)
		c := p.chunks[p.next]
		p.places[part] = place{p.next, c.Parts, len(p.buf) - from}
		c.Parts++
		p.chunks[p.next] = c
		budget -= len(p.buf) - from
		if len(p.buf) >= ChunkBytes || len(p.todo) == 0 {
			data := bytes.Clone(p.buf)
			p.chunks[p.next] = chunkInfo{p.next, len(data), c.Parts, sum(data)}
			full = append(full, Chunk{p.next, data})
			p.buf = p.buf[:0]
			p.next++
		}
	}
	return full, len(p.todo) == 0
}

// Finish returns the manifest, and the numbers of all chunks that are needed, in ascending
// order. All chunks that Step has returned must be stored before the manifest is.
func (p *SnapshotPass) Finish() (data []byte, keep []uint64) {
	im := &p.image
	m := &manifest{UpTo: p.upTo, Next: p.next, Timeline: timeline{im.Version, im.HighestState, im.Truncated, im.Timeline, im.Now, im.Verdicts, im.Checkpoints}}
	at := map[uint64]int{}
	keep = slices.Sorted(maps.Keys(p.chunks))
	for _, no := range keep {
		at[no] = len(m.Chunks)
		m.Chunks = append(m.Chunks, p.chunks[no])
	}
	columns := map[table.NumberedColumns]int{}
	families := index[[]table.FamilyInfo]{}
	specs := index[dataset.Spec]{}
	loads := index[[]plan.Query]{}
	designs := map[*engine.DesignImage]int{}
	versions := map[*version]int{}
	stores := storeWriter{entries: map[*storage.Entry]int{}, stores: map[*engine.StoredImage]int{}, m: m}
	for i, v := range p.order {
		versions[v] = i + 1
		if _, known := columns[v.image.Columns]; !known {
			columns[v.image.Columns] = len(m.Columns)
			m.Columns = append(m.Columns, v.image.Columns.List())
		}
		info := versionInfo{
			Name: v.image.Name, Base: versions[v.base], Columns: columns[v.image.Columns], Families: families.of(v.image.Families),
			Splits: v.image.Splits, Large: v.image.Large,
		}
		for _, s := range v.splices {
			info.Splices = append(info.Splices, spliceInfo{s.Low, s.High, p.runs(s.Blocks, at)})
		}
		m.Versions = append(m.Versions, info)
	}
	for i, s := range p.image.States {
		info := stateInfo{Step: s.Step, Ahead: s.Ahead, Load: loads.of(s.Workload), Verdicts: s.Verdicts}
		for j, t := range s.Tables {
			d := 0
			if t.Design != nil {
				if designs[t.Design] == 0 {
					m.Designs = append(m.Designs, designOf(t.Design, specs.of(t.Design.Data)))
					designs[t.Design] = len(m.Designs)
				}
				d = designs[t.Design]
			}
			stored := 0
			if t.Stored != nil {
				stored = stores.of(t.Stored, versions[p.bulks[t.Stored.Bulk]])
			}
			info.Tables = append(info.Tables, tableInfo{versions[p.states[i][j]] - 1, t.Born, t.Disabled, d, t.ReplacedRecords, stored})
		}
		m.States = append(m.States, info)
	}
	m.Families, m.Specs, m.Loads, m.Files = families.list, specs.list, loads.list, stores.files.list
	return m.encode(), keep
}

// StoredBytes returns the bytes of the chunks of the last committed snapshot.
func (w *Writer) StoredBytes() (bytes int64) {
	for _, c := range w.chunks {
		bytes += int64(c.Size)
	}
	return bytes
}

// MarkStored tells the writer that the manifest is stored, and that all chunks not needed by
// it are deleted.
func (p *SnapshotPass) MarkStored() { p.w.next, p.w.chunks, p.w.places = p.next, p.chunks, p.places }

// runs returns where parts are stored, as extents. at is the index of a chunk by its
// number.
func (p *SnapshotPass) runs(parts []rowmap.Block, at map[uint64]int) []extent {
	var out []extent
	for _, part := range parts {
		where := p.places[part]
		c := at[where.chunk]
		if n := len(out); n > 0 && out[n-1].Chunk == c && out[n-1].First+out[n-1].Count == where.index {
			out[n-1].Count++
			continue
		}
		out = append(out, extent{c, where.index, 1})
	}
	return out
}

// designOf returns the designInfo of a design whose data has the index spec.
func designOf(d *engine.DesignImage, spec int) designInfo {
	info := designInfo{Template: d.Template, Columns: d.Columns, Spec: spec, Held: d.KeptRecords}
	for _, q := range slices.Sorted(maps.Keys(d.Asked)) {
		info.Asked = append(info.Asked, asked{q, d.Asked[q]})
	}
	return info
}

// index is a list of different values, each with its index.
type index[T any] struct {
	list []T
	at   map[string]int
}

// of returns the index of a value, and appends it if it is not in the list. Values are
// equal if their frames are.
func (x *index[T]) of(v T) int {
	key := string(wire.Encode(&v, wire.EngineSets))
	i, known := x.at[key]
	if !known {
		if x.at == nil {
			x.at = map[string]int{}
		}
		i = len(x.list)
		x.at[key] = i
		x.list = append(x.list, v)
	}
	return i
}
