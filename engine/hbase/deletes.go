package hbase

import (
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// latest as the timestamp of a delete means the newest version.
const latest base.Micros = -1

// VersionDeletion returns the mutations that delete one version of a column: the newest one, or
// exactly the one with timestamp at. There are none if the row has no such version. before
// is the version that becomes visible by deleting the newest, or nil.
func VersionDeletion(row table.Row, f base.Family, q base.Qualifier, at base.Micros) (muts []table.Mutation, before *base.Cell) {
	for c := range row.Cells() {
		if c.Family != f || c.Qualifier != q {
			continue
		}
		if len(muts) > 0 {
			return muts, &c
		}
		if at == latest || c.At == at {
			muts = append(muts, table.DeleteColumn{Family: f, Qualifier: q, Start: c.At, End: c.At + 1000})
			if at != latest {
				return muts, nil // newer versions remain the visible ones
			}
		}
	}
	return muts, nil
}

// FamilyDeletionAt returns the mutations that delete the versions with exactly one timestamp
// in all columns of a family.
func FamilyDeletionAt(row table.Row, f base.Family, at base.Micros) (muts []table.Mutation) {
	for c := range row.Cells() {
		if c.Family == f && c.At == at {
			muts = append(muts, table.DeleteColumn{Family: f, Qualifier: c.Qualifier, Start: at, End: at + 1000})
		}
	}
	return muts
}

// VersionDeletionUpTo returns the mutations that delete all versions up to a timestamp, or all
// versions if upTo is latest: in a column, in a family, or in the whole row if column is
// nil. There are none if the row has no such cells.
func VersionDeletionUpTo(row table.Row, column *Column, upTo base.Micros) (muts []table.Mutation) {
	var last base.Cell // a cell of the column that was handled last
	for c := range row.Cells() {
		if column != nil && (c.Family != column.Family || !column.All && c.Qualifier != column.Qualifier) {
			continue
		}
		if upTo != latest && c.At > upTo || len(muts) > 0 && c.Family == last.Family && c.Qualifier == last.Qualifier {
			continue
		}
		end := base.Micros(0)
		if upTo != latest {
			end = upTo + 1000
		}
		muts, last = append(muts, table.DeleteColumn{Family: c.Family, Qualifier: c.Qualifier, End: end}), c
	}
	return muts
}
