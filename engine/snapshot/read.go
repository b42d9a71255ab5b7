package snapshot

import (
	"tabletop/engine"
	"tabletop/engine/rowmap"
	"tabletop/engine/table"
)

// These bounds limit the memory that a damaged manifest can make a Reader use.
const (
	maxChunk   = 2 << 30 // bytes of a chunk, which may be a single part with very large rows
	maxGrafted = 4 << 20 // parts in all splices, which is 64 GB of rows
)

// Reader assembles a session from a manifest and its chunks: first [ReadManifest], then
// [Reader.Add] for each of [Reader.NeededChunks], then [Reader.Session].
type Reader struct {
	m     manifest
	at    map[uint64]int   // index of a chunk, by its number
	parts [][]rowmap.Block // by index of the chunk
	sizes [][]int          // by index of the chunk: bytes of its parts
}

// ReadManifest reads a manifest. It refuses (bad-image) one that is damaged or has another
// version.
func ReadManifest(data []byte) (*Reader, error) {
	r := &Reader{at: map[uint64]int{}}
	if err := r.m.decode(data); err != nil {
		return nil, err
	}
	for i, c := range r.m.Chunks {
		if _, twice := r.at[c.No]; twice || c.No >= r.m.Next || c.Size < 0 || c.Size > maxChunk || c.Parts < 0 || c.Parts > c.Size {
			return nil, bad("chunk")
		}
		r.at[c.No] = i
	}
	r.parts, r.sizes = make([][]rowmap.Block, len(r.m.Chunks)), make([][]int, len(r.m.Chunks))
	return r, nil
}

// FirstEntryAfter returns the argument that [Writer.Begin] was called with.
func (r *Reader) FirstEntryAfter() uint64 { return r.m.UpTo }

// NeededChunks returns the numbers of the chunks that have to be passed to [Reader.Add], in
// ascending order.
func (r *Reader) NeededChunks() []uint64 {
	out := make([]uint64, len(r.m.Chunks))
	for i, c := range r.m.Chunks {
		out[i] = c.No
	}
	return out
}

// NewWriter returns a new Writer that reuses nothing of the snapshot, and whose chunks have
// higher numbers.
func (r *Reader) NewWriter() *Writer { return &Writer{next: r.m.Next} }

// Add adds a chunk. The reader keeps data, which must not be changed any more. It refuses
// (bad-image) a chunk that is not the one that was written.
func (r *Reader) Add(c Chunk) error {
	i, known := r.at[c.Number]
	if !known || r.parts[i] != nil {
		return bad("chunk")
	}
	info := &r.m.Chunks[i]
	if len(c.Data) != info.Size || sum(c.Data) != info.Sum {
		return bad("chunk")
	}
	parts, sizes := make([]rowmap.Block, 0, info.Parts), make([]int, 0, info.Parts)
	for rest := c.Data; len(rest) > 0; {
		part, after, ok := rowmap.ReadBlock(rest)
		if !ok || len(parts) == info.Parts {
			return bad("chunk")
		}
		parts, sizes = append(parts, part), append(sizes, len(rest)-len(after))
		rest = after
	}
	if len(parts) != info.Parts {
		return bad("chunk")
	}
	r.parts[i], r.sizes[i] = parts, sizes
	return nil
}

// Session returns the session, and a Writer that knows what is stored of it. All chunks
// must have been added.
func (r *Reader) Session(o engine.Options) (*engine.Session, *Writer, error) {
	m := &r.m
	for _, parts := range r.parts {
		if parts == nil {
			return nil, nil, bad("missing")
		}
	}
	w := &Writer{next: m.Next, chunks: map[uint64]chunkInfo{}, places: map[rowmap.Block]place{}, versions: map[*table.Table]*version{}}
	for i, c := range m.Chunks {
		w.chunks[c.No] = c
		for j, part := range r.parts[i] {
			w.places[part] = place{c.No, j, r.sizes[i][j]}
		}
	}
	versions, err := r.versions()
	if err != nil {
		return nil, nil, err
	}
	stores, err := r.stores(versions)
	if err != nil {
		return nil, nil, err
	}
	t := m.Timeline
	im := engine.SessionImage{Version: t.Version, HighestState: t.Last, Truncated: t.Cut, Timeline: t.Timeline, Now: t.Now, Verdicts: t.Verdicts, Checkpoints: t.Names}
	designs := make([]*engine.DesignImage, len(m.Designs))
	for i, d := range m.Designs {
		if d.Spec < 0 || d.Spec >= len(m.Specs) {
			return nil, nil, bad("design")
		}
		asked := map[string]int64{}
		for _, a := range d.Asked {
			asked[a.Query] = a.N
		}
		designs[i] = &engine.DesignImage{Template: d.Template, Columns: d.Columns, Data: m.Specs[d.Spec], Asked: asked, KeptRecords: d.Held}
	}
	for _, s := range m.States {
		if s.Load < 0 || s.Load >= len(m.Loads) {
			return nil, nil, bad("workload")
		}
		st := engine.StateImage{Step: s.Step, Ahead: s.Ahead, Workload: m.Loads[s.Load], Verdicts: s.Verdicts}
		for _, t := range s.Tables {
			if t.Version < 0 || t.Version >= len(versions) || t.Design < 0 || t.Design > len(designs) || t.Store < 0 || t.Store > len(stores) {
				return nil, nil, bad("state")
			}
			v := versions[t.Version]
			ts := engine.TableImage{Table: v.table, Born: t.Born, Disabled: t.Disabled, ReplacedRecords: t.Merged}
			if t.Design > 0 {
				ts.Design = designs[t.Design-1]
			}
			if t.Store > 0 {
				if ts.Stored = stores[t.Store-1]; ts.Stored.Bulk != nil {
					w.versions[ts.Stored.Bulk] = versions[m.Stores[t.Store-1].Bulk-1]
				}
			}
			st.Tables = append(st.Tables, ts)
			w.versions[v.table] = v
		}
		im.States = append(im.States, st)
	}
	session, err := engine.SessionFromImage(o, im)
	return session, w, err
}

// versions restores the tables of all versions.
func (r *Reader) versions() ([]*version, error) {
	m := &r.m
	columns := make([]table.NumberedColumns, len(m.Columns))
	for i, list := range m.Columns {
		var ok bool
		if columns[i], ok = table.NewNumberedColumns(list); !ok {
			return nil, bad("columns")
		}
	}
	out := make([]*version, len(m.Versions))
	grafted := 0
	for i, info := range m.Versions {
		if info.Columns < 0 || info.Columns >= len(columns) || info.Families < 0 || info.Families >= len(m.Families) || info.Base < 0 || info.Base > i {
			return nil, bad("table")
		}
		v := &version{image: table.Image{
			Name: info.Name, Columns: columns[info.Columns], Families: m.Families[info.Families], Splits: info.Splits, Large: info.Large,
		}}
		var from *table.Table
		if info.Base > 0 {
			v.base = out[info.Base-1]
			from = v.base.table
			if v.base.image.Columns != v.image.Columns {
				return nil, bad("past")
			}
		}
		for _, s := range info.Splices {
			parts, err := r.resolve(s.Runs)
			if err != nil {
				return nil, err
			}
			if grafted += len(parts); grafted > maxGrafted {
				return nil, bad("parts")
			}
			v.splices = append(v.splices, rowmap.Splice{Low: s.Low, High: s.High, Blocks: parts})
		}
		im := v.image
		if v.base == nil {
			if len(v.splices) != 1 || v.splices[0].Low != "" || v.splices[0].High != "" {
				return nil, bad("start")
			}
			im.Blocks = v.splices[0].Blocks
		}
		var err error
		if v.table, err = table.RestoreImage(im, from, v.splices); err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// resolve returns the parts of runs. Each part must begin where the previous one ends, so
// that no part occurs twice.
func (r *Reader) resolve(runs []extent) ([]rowmap.Block, error) {
	var out []rowmap.Block
	for _, u := range runs {
		if u.Chunk < 0 || u.Chunk >= len(r.parts) || u.First < 0 || u.Count < 1 || u.First > len(r.parts[u.Chunk]) || u.Count > len(r.parts[u.Chunk])-u.First {
			return nil, bad("missing")
		}
		parts := r.parts[u.Chunk][u.First : u.First+u.Count]
		if n := len(out); n > 0 && (out[n-1].EndKey() == "" || out[n-1].EndKey() != parts[0].StartKey()) {
			return nil, bad("parts")
		}
		out = append(out, parts...)
	}
	return out, nil
}
