package snapshot

import (
	"tabletop/engine"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// storeWriter adds the files of tables to a manifest, so that what several states share is there once.
type storeWriter struct {
	m       *manifest
	entries map[*storage.Entry]int
	files   index[fileInfo]
	stores  map[*engine.StoredImage]int
}

// of returns the number of the files of a table, from 1. bulk is the number of the version of its bulk,
// 0 for none.
func (w *storeWriter) of(im *engine.StoredImage, bulk int) int {
	if n := w.stores[im]; n > 0 {
		return n
	}
	info := storeInfo{Settings: im.Settings, Next: im.Next}
	if f := im.Files; f != nil {
		info.Followed, info.Bulk, info.Last = true, bulk, im.Last
		info.Memory, info.Seq, info.Numbers, info.Written = w.runs(f.Memory), f.Seq, f.Numbers, f.Written
		for _, v := range f.Files {
			info.Files = append(info.Files, w.files.of(fileInfo{v.Number, v.Flushes, v.Family, v.Loaded, v.Replaced, w.runs(v.Entries)}))
		}
	}
	w.m.Stores = append(w.m.Stores, info)
	w.stores[im] = len(w.m.Stores)
	return len(w.m.Stores)
}

// runs returns where entries are in the manifest, and adds those that are not there yet.
func (w *storeWriter) runs(list []*storage.Entry) (runs []entryRun) {
	for _, e := range list {
		at, known := w.entries[e]
		if !known {
			at = len(w.m.Entries)
			w.entries[e] = at
			w.m.Entries = append(w.m.Entries, *e)
		}
		if n := len(runs); n > 0 && runs[n-1].First+runs[n-1].Count == at {
			runs[n-1].Count++
		} else {
			runs = append(runs, entryRun{at, 1})
		}
	}
	return runs
}

// maxListed bounds the entries of all memtables and files together that a damaged manifest can have.
const maxListed = 64 << 20

// stores restores the files of tables.
func (r *Reader) stores(versions []*version) ([]*engine.StoredImage, error) {
	m := &r.m
	listed := 0
	entries := func(runs []entryRun) (list []*storage.Entry, ok bool) {
		for _, u := range runs {
			if u.First < 0 || u.Count < 1 || u.First > len(m.Entries) || u.Count > len(m.Entries)-u.First {
				return nil, false
			}
			if listed += u.Count; listed > maxListed {
				return nil, false
			}
			for i := range u.Count {
				list = append(list, &m.Entries[u.First+i])
			}
		}
		return list, true
	}
	files := make([]storage.FileImage, len(m.Files))
	for i, f := range m.Files {
		list, ok := entries(f.Entries)
		if !ok {
			return nil, bad("parts")
		}
		files[i] = storage.FileImage{Number: f.Number, Flushes: f.Flushes, Family: f.Family, Loaded: f.Loaded, Replaced: f.Replaced, Entries: list}
	}
	out := make([]*engine.StoredImage, len(m.Stores))
	for i, info := range m.Stores {
		out[i] = &engine.StoredImage{Settings: info.Settings, Next: info.Next}
		if !info.Followed {
			continue
		}
		memory, ok := entries(info.Memory)
		if !ok || info.Bulk < 0 || info.Bulk > len(versions) {
			return nil, bad("parts")
		}
		im := &storage.Image{Memory: memory, Seq: info.Seq, Numbers: info.Numbers, Written: info.Written}
		for _, n := range info.Files {
			if n < 0 || n >= len(files) {
				return nil, bad("parts")
			}
			im.Files = append(im.Files, files[n])
		}
		var bulk *table.Table
		if info.Bulk > 0 {
			bulk = versions[info.Bulk-1].table
		}
		out[i].Files, out[i].Bulk, out[i].Last = im, bulk, info.Last
	}
	return out, nil
}
