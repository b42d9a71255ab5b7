package design

import (
	"reflect"
	"slices"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Design is how the records of a data set became the rows of a table, with what is known of
// these data. States of the timeline share designs: only what is learnt of the data may be
// added to one.
type Design struct {
	Template *rowkey.Template
	Columns  []plan.Column
	Data     dataset.Spec
	Asked    map[string]int64     // by query ID, how many of the records the query asks for
	Even     map[string]bool      // by field, whether its values are of one length, see [plan.Lengths]
	Times    float64              // how many records each one of a sample counts for, 0 of all the data
	Numbers  map[string]*NoNumber // by field that was asked for as numbers, nil where some are
	Held     int64                // records that had cells when all were written, 0 where that is not known
}

// Says reports whether the design, which may be nil, has a template of that text.
func (d *Design) Says(template string) bool { return d != nil && d.Template.String() == template }

// Same reports whether two designs make the same rows.
func (d *Design) Same(e *Design) bool {
	return d.Template.String() == e.Template.String() && slices.Equal(d.Columns, e.Columns) && SameData(d.Data, e.Data)
}

// SameData reports whether two data sets have the same records and fields.
func SameData(a, b dataset.Spec) bool {
	if a.Time != b.Time || len(a.Records) != len(b.Records) || !slices.Equal(a.Fields, b.Fields) || !reflect.DeepEqual(a.Recipe, b.Recipe) {
		return false
	}
	return len(a.Records) == 0 || &a.Records[0] == &b.Records[0] || slices.EqualFunc(a.Records, b.Records, slices.Equal)
}

// Plan plans a query by the design's template and what is known of its data, over the table
// that holds them.
func (d *Design) Plan(q plan.Query, tab *table.Table) plan.Plan {
	known := plan.Known{Rows: tab, Times: d.Times}
	if d.Even[q.Latest.Field] {
		known.Even = append(known.Even, q.Latest.Field)
	}
	return plan.Make(d.Template, d.Columns, q, known)
}

// SetEven adds what the lengths of all values of a field have told.
func (d *Design) SetEven(field string, l *plan.Lengths) {
	if d.Even == nil {
		d.Even = map[string]bool{}
	}
	d.Even[field] = l.Even()
}

// NoColumn returns those of the given fields that are in no column.
func (d *Design) NoColumn(fields []string) (out []string) {
	stored := make(map[string]bool, len(d.Columns))
	for _, c := range d.Columns {
		stored[c.Field] = true
	}
	for _, f := range fields {
		if !stored[f] {
			out = append(out, f)
		}
	}
	return out
}

// Records returns how many records there are; of a sample, how many all data have.
func (d *Design) Records() int64 {
	if d.Times > 0 {
		return int64(d.Times * float64(d.Data.Len()))
	}
	return d.Data.Len()
}

// ValueOf returns a record's value of a field, "" for a field that is not among its fields.
func ValueOf(field string, fields, rec []string) string {
	if i := slices.Index(fields, field); i >= 0 {
		return rec[i]
	}
	return ""
}
