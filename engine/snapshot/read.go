package snapshot

import (
	"tabletop/engine"
	"tabletop/engine/rowmap"
	"tabletop/engine/table"
)

// Bounds of what a manifest may ask for, whatever it says.
const (
	maxChunk   = 2 << 30 // bytes of a chunk: one part has it all if its rows are that large
	maxGrafted = 4 << 20 // parts that are put into tables: 64 GB of rows
)

// Reader puts a session together.
type Reader struct {
	m     manifest
	at    map[uint64]int
	parts [][]rowmap.Part // by index of the chunk
	sizes [][]int         // of the parts, bytes
}

// Read reads a manifest.
func Read(data []byte) (*Reader, error) {
	r := &Reader{at: map[uint64]int{}}
	if err := r.m.decode(data); err != nil {
		return nil, err
	}
	for i, c := range r.m.chunks {
		if _, twice := r.at[c.no]; twice || c.no >= r.m.next || c.size < 0 || c.size > maxChunk || c.parts < 0 || c.parts > c.size {
			return nil, bad("chunk")
		}
		r.at[c.no] = i
	}
	r.parts, r.sizes = make([][]rowmap.Part, len(r.m.chunks)), make([][]int, len(r.m.chunks))
	return r, nil
}

// UpTo returns what [Writer.Begin] was given.
func (r *Reader) UpTo() uint64 { return r.m.upTo }

// Chunks returns the numbers of the chunks that [Reader.Add] has to be given, in
// ascending order.
func (r *Reader) Chunks() []uint64 {
	out := make([]uint64, len(r.m.chunks))
	for i, c := range r.m.chunks {
		out[i] = c.no
	}
	return out
}

// After returns a writer that knows nothing of the snapshot but which numbers come
// after those of its chunks.
func (r *Reader) After() *Writer { return &Writer{next: r.m.next} }

// Add takes a chunk. The reader keeps data, which must not be changed any more.
// It refuses (bad-image) a chunk that is not the one which was written.
func (r *Reader) Add(c Chunk) error {
	i, known := r.at[c.No]
	if !known || r.parts[i] != nil {
		return bad("chunk")
	}
	info := &r.m.chunks[i]
	if !r.m.sound(info, c.Data) {
		return bad("chunk")
	}
	parts, sizes := make([]rowmap.Part, 0, info.parts), make([]int, 0, info.parts)
	for rest := c.Data; len(rest) > 0; {
		part, after, ok := rowmap.ReadPart(rest)
		if !ok || len(parts) == info.parts {
			return bad("chunk")
		}
		parts, sizes = append(parts, part), append(sizes, len(rest)-len(after))
		rest = after
	}
	if len(parts) != info.parts {
		return bad("chunk")
	}
	r.parts[i], r.sizes[i] = parts, sizes
	return nil
}

// Session returns the session, and a writer that knows what is kept of it. All
// chunks must have been added.
func (r *Reader) Session(o engine.Options) (*engine.Session, *Writer, error) {
	m := &r.m
	for _, parts := range r.parts {
		if parts == nil {
			return nil, nil, bad("missing")
		}
	}
	w := &Writer{next: m.next, chunks: map[uint64]chunkInfo{}, places: map[rowmap.Part]place{}, versions: map[*table.Table]*version{}}
	for i, c := range m.chunks {
		w.chunks[c.no] = c
		for j, part := range r.parts[i] {
			w.places[part] = place{c.no, j, r.sizes[i][j]}
		}
	}
	versions, err := r.versions()
	if err != nil {
		return nil, nil, err
	}
	im := m.image
	designs := make([]*engine.DesignImage, len(m.designs))
	for i, d := range m.designs {
		if d.spec < 0 || d.spec >= len(m.specs) {
			return nil, nil, bad("design")
		}
		asked := map[string]int64{}
		for _, a := range d.asked {
			asked[a.query] = a.n
		}
		designs[i] = &engine.DesignImage{Template: d.template, Columns: d.columns, Data: m.specs[d.spec], Asked: asked, Held: d.held}
	}
	for _, s := range m.states {
		if s.load < 0 || s.load >= len(m.loads) {
			return nil, nil, bad("workload")
		}
		st := engine.StateImage{Step: s.step, Ahead: s.ahead, Workload: m.loads[s.load], Verdicts: s.verdicts}
		for _, t := range s.tables {
			if t.version < 0 || t.version >= len(versions) || t.design < 0 || t.design > len(designs) {
				return nil, nil, bad("state")
			}
			v := versions[t.version]
			ts := engine.TableState{Table: v.table, Born: t.born, Disabled: t.disabled, Merged: t.merged}
			if t.design > 0 {
				ts.Design = designs[t.design-1]
			}
			st.Tables = append(st.Tables, ts)
			w.versions[v.table] = v
		}
		im.States = append(im.States, st)
	}
	session, err := engine.Revive(o, im)
	return session, w, err
}

// versions makes the tables.
func (r *Reader) versions() ([]*version, error) {
	m := &r.m
	columns := make([]table.Columns, len(m.columns))
	for i, list := range m.columns {
		var ok bool
		if columns[i], ok = table.NewColumns(list); !ok {
			return nil, bad("columns")
		}
	}
	out := make([]*version, len(m.versions))
	grafted := 0
	for i, info := range m.versions {
		if info.columns < 0 || info.columns >= len(columns) || info.families < 0 || info.families >= len(m.families) || info.base < 0 || info.base > i {
			return nil, bad("table")
		}
		v := &version{image: table.Image{
			Name: info.name, Columns: columns[info.columns], Families: m.families[info.families], Splits: info.splits, Large: info.large,
		}}
		var from *table.Table
		if info.base > 0 {
			v.base = out[info.base-1]
			from = v.base.table
			if v.base.image.Columns != v.image.Columns {
				return nil, bad("past")
			}
		}
		for _, s := range info.splices {
			parts, err := r.resolve(s.runs)
			if err != nil {
				return nil, err
			}
			if grafted += len(parts); grafted > maxGrafted {
				return nil, bad("parts")
			}
			v.splices = append(v.splices, rowmap.Splice{Low: s.low, High: s.high, Parts: parts})
		}
		im := v.image
		if v.base == nil {
			if len(v.splices) != 1 || v.splices[0].Low != "" || v.splices[0].High != "" {
				return nil, bad("start")
			}
			im.Parts = v.splices[0].Parts
		}
		var err error
		if v.table, err = table.Restore(im, from, v.splices); err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// resolve returns the parts of runs, in which one begins where the one before
// ends; so no part is there twice.
func (r *Reader) resolve(runs []extent) ([]rowmap.Part, error) {
	var out []rowmap.Part
	for _, u := range runs {
		if u.chunk < 0 || u.chunk >= len(r.parts) || u.first < 0 || u.count < 1 || u.first > len(r.parts[u.chunk]) || u.count > len(r.parts[u.chunk])-u.first {
			return nil, bad("missing")
		}
		parts := r.parts[u.chunk][u.first : u.first+u.count]
		if n := len(out); n > 0 && (out[n-1].High() == "" || out[n-1].High() != parts[0].Low()) {
			return nil, bad("parts")
		}
		out = append(out, parts...)
	}
	return out, nil
}
