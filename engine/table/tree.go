package table

import (
	"tabletop/engine/base"

	"github.com/google/btree"
)

// degree of the tree: nodes hold up to 2*degree-1 rows.
const degree = 32

// tree is one version of the rows and how many scans are reading it. Only its
// methods touch what holds the rows.
type tree struct {
	rows    *btree.BTreeG[record]
	readers int
}

func newTree() *tree { return &tree{rows: btree.NewG(degree, less)} }

// clone returns a copy in constant time; neither sees what the other becomes.
func (tr *tree) clone() *tree { return &tree{rows: tr.rows.Clone()} }

// len returns the number of rows.
func (tr *tree) len() int { return tr.rows.Len() }

// get returns the row of a key; without one, a record that has no cells.
func (tr *tree) get(key base.RowKey) (record, bool) { return tr.rows.Get(probe(key)) }

// store puts a row in the place of the one with its key, if there is one.
func (tr *tree) store(rec record) { tr.rows.ReplaceOrInsert(rec) }

// drop takes the row of a key away.
func (tr *tree) drop(key base.RowKey) { tr.rows.Delete(probe(key)) }

// ascend visits the rows of r in order.
func (tr *tree) ascend(r base.Range, visit func(record) bool) {
	end := string(r.End)
	bounded := func(rec record) bool { return rec.key() < end && visit(rec) }
	switch {
	case r.Start == "" && end == "":
		tr.rows.Ascend(visit)
	case end == "":
		tr.rows.AscendGreaterOrEqual(probe(r.Start), visit)
	case r.Start == "":
		tr.rows.Ascend(bounded)
	default:
		tr.rows.AscendGreaterOrEqual(probe(r.Start), bounded)
	}
}

// descend visits the rows of r in reverse order.
func (tr *tree) descend(r base.Range, visit func(record) bool) {
	start, end := string(r.Start), string(r.End)
	bounded := func(rec record) bool {
		switch key := rec.key(); {
		case key == end:
			return true // only the first can be: keys are not empty
		case key < start:
			return false
		default:
			return visit(rec)
		}
	}
	if end == "" {
		tr.rows.Descend(bounded)
	} else {
		tr.rows.DescendLessOrEqual(probe(r.End), bounded)
	}
}
