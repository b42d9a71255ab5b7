package hbase

import (
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Latest as the timestamp of a delete means the newest version.
const Latest base.Micros = -1

// Delete returns the mutations that delete one version of a column: the newest,
// or exactly the one at a timestamp. There are none if the row has no such
// version. before is the version that shows again, if there is an older one.
func Delete(row table.Row, f base.Family, q base.Qualifier, at base.Micros) (muts []table.Mutation, before *base.Cell) {
	for c := range row.Cells() {
		if c.Family != f || c.Qualifier != q {
			continue
		}
		if len(muts) > 0 {
			return muts, &c
		}
		if at == Latest || c.At == at {
			muts = append(muts, table.DeleteColumn{Family: f, Qualifier: q, Start: c.At, End: c.At + 1000})
			if at != Latest {
				return muts, nil // what is newer shows before as after
			}
		}
	}
	return muts, nil
}

// DeleteFamilyAt returns the mutations that delete the versions of exactly one
// timestamp in all columns of a family.
func DeleteFamilyAt(row table.Row, f base.Family, at base.Micros) (muts []table.Mutation) {
	for c := range row.Cells() {
		if c.Family == f && c.At == at {
			muts = append(muts, table.DeleteColumn{Family: f, Qualifier: c.Qualifier, Start: at, End: at + 1000})
		}
	}
	return muts
}

// DeleteAll returns the mutations that delete every version up to a timestamp,
// or with [Latest] every version: of a column, of a family, or with no column of
// the whole row. There are none if the row has nothing of the kind.
func DeleteAll(row table.Row, column *Column, upTo base.Micros) (muts []table.Mutation) {
	var last base.Cell // whose column has been dealt with
	for c := range row.Cells() {
		if column != nil && (c.Family != column.Family || !column.All && c.Qualifier != column.Qualifier) {
			continue
		}
		if upTo != Latest && c.At > upTo || len(muts) > 0 && c.Family == last.Family && c.Qualifier == last.Qualifier {
			continue
		}
		end := base.Micros(0)
		if upTo != Latest {
			end = upTo + 1000
		}
		muts, last = append(muts, table.DeleteColumn{Family: c.Family, Qualifier: c.Qualifier, End: end}), c
	}
	return muts
}
