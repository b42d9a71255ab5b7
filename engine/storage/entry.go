package storage

import (
	"cmp"

	"tabletop/engine/base"
)

// System says whose rules a store follows.
type System uint8

// The two systems.
const (
	Bigtable System = iota
	HBase
)

// Kind says what an entry is: a put, or a marker.
type Kind uint8

// The kinds of entries. Of entries with the same time, those of a higher kind come first, so that a
// marker comes before the puts that it hides.
const (
	Put                 Kind = iota
	DeleteVersion            // hides the version of a column with exactly its time
	DeleteFamilyVersion      // hides the versions with exactly its time in all columns of a family
	DeleteColumn             // hides all versions of a column up to its time
	DeleteFamily             // hides all versions in all columns of a family up to its time
)

// TypeName returns the name of a marker's type in HBase, "" for a put.
func (k Kind) TypeName() string {
	return [...]string{"", "Delete", "DeleteFamilyVersion", "DeleteColumn", "DeleteFamily"}[k]
}

// ofFamily reports whether an entry of this kind is about all columns of a family.
func (k Kind) ofFamily() bool { return k == DeleteFamily || k == DeleteFamilyVersion }

// Entry is a put or a marker. A marker has no value, and one of a family has no qualifier.
type Entry struct {
	Kind      Kind           `wire:"1"`
	Row       base.RowKey    `wire:"2"`
	Family    base.Family    `wire:"3"`
	Qualifier base.Qualifier `wire:"4"`
	At        base.Micros    `wire:"5"`
	Seq       uint64         `wire:"6"` // position in the order of writes, from 1; set by [Store.Write]
	Value     string         `wire:"7"`
}

// IsMarker reports whether e is a marker.
func (e *Entry) IsMarker() bool { return e.Kind != Put }

// Bytes returns the size of an entry in a file: row key, family, qualifier, value, and 9 bytes for
// time and kind. As in real files the row key counts for each entry.
func (e *Entry) Bytes() int64 {
	return int64(len(e.Row) + len(e.Family) + len(e.Qualifier) + len(e.Value) + 9)
}

// compareColumns orders entries by row, family and column. Markers of a family come before its
// columns.
func compareColumns(a, b *Entry) int {
	if c := cmp.Compare(a.Row, b.Row); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Family, b.Family); c != 0 {
		return c
	}
	if a.Kind.ofFamily() != b.Kind.ofFamily() {
		if a.Kind.ofFamily() {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.Qualifier, b.Qualifier)
}

// compare is the order of entries in memtables and files: by column, the newest first; among equal
// times markers first, and then what was written last.
func compare(a, b *Entry) int {
	if c := compareColumns(a, b); c != 0 {
		return c
	}
	if c := cmp.Compare(b.At, a.At); c != 0 {
		return c
	}
	if c := cmp.Compare(b.Kind, a.Kind); c != 0 {
		return c
	}
	return cmp.Compare(b.Seq, a.Seq)
}

// hides reports whether the marker m hides the put p, which is in the same row and family, and in
// the same column unless m is of the family.
func (s System) hides(m, p *Entry) bool {
	if s == Bigtable && m.Seq < p.Seq {
		return false
	}
	if m.Kind == DeleteVersion || m.Kind == DeleteFamilyVersion {
		return m.At == p.At
	}
	return p.At <= m.At
}

// KeepDeleted says what a family of HBase keeps of deleted cells, as KEEP_DELETED_CELLS does.
type KeepDeleted uint8

// The values of KEEP_DELETED_CELLS.
const (
	KeepNone     KeepDeleted = iota // FALSE: hidden puts go with the next compaction that reads both
	KeepAll                         // TRUE: hidden puts and markers stay until versions or age remove them
	KeepUntilTTL                    // TTL: as KeepAll, until the marker has expired
)

// Family is a column family with its settings.
type Family struct {
	Name        base.Family
	MaxVersions int         // versions of a column that are kept; 0 for all
	MinVersions int         // the newest versions that are kept although they have expired
	TTL         base.Micros // age after which a version expires; 0 for never
	KeepDeleted KeepDeleted // only for HBase
}

// isExpired reports whether a time is older than the family's TTL.
func (f *Family) isExpired(at, now base.Micros) bool { return f.TTL > 0 && at < now-f.TTL }

// hasTooMany reports whether count versions are more than the family keeps.
func (f *Family) hasTooMany(count int) bool { return f.MaxVersions > 0 && count > f.MaxVersions }
