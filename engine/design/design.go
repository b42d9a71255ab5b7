package design

import (
	"reflect"
	"slices"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Design says how the records of a data set became the rows of a table, and what is known about the
// data. Several states of the timeline share one design. Therefore its template, columns and data
// must not be changed; only facts about the data (WantedRecords, SortsAlike, Numbers, KeptRecords)
// may be added.
type Design struct {
	Template      *rowkey.Template
	Columns       []plan.FieldColumn
	Data          dataset.Spec
	WantedRecords map[string]int64            // by query ID: how many records the query returns
	SortsAlike    map[string]bool             // by field: whether its values sort alike as bytes and by [plan.CompareValues]
	SampleFactor  float64                     // how many records each record of a sample represents; 0 if Data is no sample
	NonNumeric    map[string]*NonNumericField // by field that a query compared as numbers; nil if a value is one
	KeptRecords   int64                       // records that were not lost in loading; 0 if unknown
}

// HasTemplate reports whether the text of the design's template is the given one. It reports false for
// a nil design.
func (d *Design) HasTemplate(template string) bool {
	return d != nil && d.Template.String() == template
}

// SameRows reports whether two designs make the same rows: their templates, columns and data are
// equal. It ignores what is known about the data.
func (d *Design) SameRows(e *Design) bool {
	return d.Template.String() == e.Template.String() && slices.Equal(d.Columns, e.Columns) && SameData(d.Data, e.Data)
}

// SameData reports whether two data sets have the same fields, records, recipe and time field.
// It is quick if both share one slice of records; otherwise it compares all given records.
func SameData(a, b dataset.Spec) bool {
	if a.Time != b.Time || len(a.Records) != len(b.Records) || !slices.Equal(a.Fields, b.Fields) || !reflect.DeepEqual(a.Recipe, b.Recipe) {
		return false
	}
	return len(a.Records) == 0 || &a.Records[0] == &b.Records[0] || slices.EqualFunc(a.Records, b.Records, slices.Equal)
}

// Plan plans a query with the design's template and with what is known about its data. tab is
// the table that holds the data's rows; the planner reads keys from it to estimate how many
// groups there are.
func (d *Design) Plan(q plan.Query, tab *table.Table) plan.Plan {
	known := plan.KnownData{Rows: tab, SampleFactor: d.SampleFactor}
	if d.SortsAlike[q.Latest.Field] {
		known.SortsAlike = append(known.SortsAlike, q.Latest.Field)
	}
	return plan.PlanQuery(d.Template, d.Columns, q, known)
}

// SetSortsAlike records whether the values of a field sort alike as bytes and by [plan.CompareValues].
// All values of the field must have been added to l.
func (d *Design) SetSortsAlike(field string, l *plan.OrderCheck) {
	if d.SortsAlike == nil {
		d.SortsAlike = map[string]bool{}
	}
	d.SortsAlike[field] = l.SortsAlike()
}

// FieldsWithoutColumn returns the given fields that no column holds, in the given order.
func (d *Design) FieldsWithoutColumn(fields []string) (out []string) {
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

// RecordCount returns the number of records. For a sample it returns about how many records the
// whole data set has.
func (d *Design) RecordCount() int64 {
	if d.SampleFactor > 0 {
		return int64(d.SampleFactor * float64(d.Data.Len()))
	}
	return d.Data.Len()
}

// ValueOf returns the value that a record has in a field. fields names the record's values, in
// their order. ValueOf returns "" for a field that is not among them.
func ValueOf(field string, fields, rec []string) string {
	if i := slices.Index(fields, field); i >= 0 {
		return rec[i]
	}
	return ""
}
