package storage

import (
	"cmp"
	"slices"

	"tabletop/engine/base"
)

// Image is the content of a store in a form that can be stored. Images of clones share entries.
// Nothing in an image may be changed.
type Image struct {
	Memory  []*Entry    // of all memtables, in the order of writes
	Files   []FileImage // by group, and in it the oldest first
	Seq     uint64      // of the last write
	Numbers int         // of the last file
	Written Written
}

// FileImage is a file of an [Image].
type FileImage struct {
	Number, Flushes int
	Family          base.Family   // the first of its group
	Loaded          bool          // whether it has the rows of the bulk that are not Replaced
	Replaced        []base.RowKey // in order
	Entries         []*Entry      // in order
}

// Image returns the present content of the store, which must have been recovered.
func (s *Store) Image() Image {
	s.checkRecovered()
	im := Image{Memory: s.log.list(), Seq: s.seq, Numbers: s.numbers, Written: s.written}
	for i := range s.groups {
		for _, f := range s.groups[i].files {
			one := FileImage{Number: f.Number, Flushes: f.Flushes, Family: f.Families[0], Loaded: f.bulk != nil, Entries: f.entries}
			for row := range f.replaced {
				one.Replaced = append(one.Replaced, row)
			}
			base.Sort(one.Replaced, cmp.Compare[base.RowKey])
			im.Files = append(im.Files, one)
		}
	}
	return im
}

// FromImage returns the store of an image. Families are the store's, and bulk the one that was
// loaded, nil for none. ok is false for an image that no store can have given.
func FromImage(system System, families []Family, bulk Bulk, im Image) (s *Store, ok bool) {
	s = New(system, families...)
	s.seq, s.numbers, s.written = im.Seq, im.Numbers, im.Written
	last := uint64(0)
	for _, e := range im.Memory {
		if !s.fits(e, "") || e.Seq <= last {
			return nil, false
		}
		last = e.Seq
		s.groupOf(e.Family).insert(e)
		s.log = &logged{e, s.log}
	}
	for _, v := range im.Files {
		if s.families[v.Family] == nil || v.Number < 1 || v.Number > im.Numbers || v.Flushes < 0 {
			return nil, false
		}
		g := s.groupOf(v.Family)
		if len(g.files) > 0 && (v.Loaded || v.Number <= g.files[len(g.files)-1].Number) || v.Loaded && bulk == nil {
			return nil, false
		}
		for i, e := range v.Entries {
			if !s.fits(e, v.Family) || i > 0 && compare(v.Entries[i-1], e) >= 0 {
				return nil, false
			}
		}
		var of Bulk
		var replaced rows
		if v.Loaded {
			of, replaced = bulk, rows{}
			for _, row := range v.Replaced {
				replaced[row] = struct{}{}
			}
		}
		if f := newFile(v.Number, g.families, v.Entries, of, replaced); f != nil {
			f.Flushes = v.Flushes
			g.files = append(slices.Clip(g.files), f)
		}
	}
	return s, true
}

// fits reports whether an entry can be one of this store, and in the group of a family unless that
// is "".
func (s *Store) fits(e *Entry, group base.Family) bool {
	return e.Row != "" && e.Kind <= DeleteFamily && s.families[e.Family] != nil && e.Seq <= s.seq &&
		(group == "" || slices.Contains(s.groupOf(group).families, e.Family))
}
