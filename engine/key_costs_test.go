package engine

import (
	"fmt"
	"testing"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// TestKeysAndWhatTheyCost checks what each query costs under several row keys, by what was read
// for it.
func TestKeysAndWhatTheyCost(t *testing.T) {
	battery := dataset.Spec{Fields: []string{"user", "ms", "percent"}}
	for i := range 300 {
		battery.Records = append(battery.Records, []string{[]string{"Corrie", "Jo", "Sam"}[i%3], fmt.Sprint(1425213901001 + i), fmt.Sprint(i % 101)})
	}
	meters := dataset.Spec{Fields: []string{"meter", "day", "reading"}}
	for i := range 300 {
		meters.Records = append(meters.Records, []string{fmt.Sprint(987654 + i/10), fmt.Sprint(20170720 + i%10), "12.34"})
	}
	span := plan.Query{ID: "span", Where: []plan.Cond{{Field: "ms", Op: plan.Numbers, Value: "1425213901101", To: "1425213901131"}}}
	longer := plan.Query{ID: "longer", Where: []plan.Cond{{Field: "ms", Op: plan.Numbers, Value: "1425213901101", To: "1425213901201"}}}
	hers := plan.Query{ID: "hers", Where: append([]plan.Cond{{Field: "user", Value: "Corrie"}}, span.Where...)}
	meter := plan.Query{ID: "meter on a day", Where: []plan.Cond{{Field: "meter", Value: "987660"}, {Field: "day", Value: "20170726"}}}
	ofMeter := plan.Query{ID: "meter", Where: meter.Where[:1]}
	ofDay := plan.Query{ID: "day", Where: meter.Where[1:]}
	percent := []plan.FieldColumn{{Field: "user", Family: "METRIC", Qualifier: "USER"}, {Field: "percent", Family: "METRIC", Qualifier: "PERCENTAGE"}}
	reading := []plan.FieldColumn{{Field: "reading", Family: "METER", Qualifier: "READING"}}
	for _, c := range []struct {
		template string
		data     dataset.Spec
		query    plan.Query
		access   plan.Access
		cost     string // seeks, rows scanned, returned, wanted
	}{
		{"BATTERY#{ms|zero:13}", battery, span, plan.Range, "1 30 30 30"},
		{"BATTERY#{ms|newest}", battery, span, plan.Range, "1 30 30 30"},
		{"BATTERY#{ms|date}", battery, span, plan.Range, "1 30 30 30"},
		{"BATTERY#{ms|salt:3}#{ms|zero:13}", battery, span, plan.Ranges, "3 30 30 30"},
		{"BATTERY#{ms|salt:16}#{ms|zero:13}", battery, span, plan.Ranges, "14 30 30 30"}, // none of the 30 times has one of the other two salts
		{"BATTERY#{ms|salt:16}#{ms|zero:13}", battery, longer, plan.Ranges, "16 100 100 100"},
		{"BATTERY#{user}#{ms|zero:13}", battery, span, plan.Prefix, "1 300 30 30"}, // a filter drops 270
		{"BATTERY#{user}#{ms|zero:13}", battery, hers, plan.Range, "1 10 10 10"},
		{"BATTERY#{ms|zero:13}", battery, hers, plan.Range, "1 30 10 10"},
		{"BATTERY#{user|salt:4}#{user}#{ms|zero:13}", battery, hers, plan.Range, "1 10 10 10"},
		{"{meter|zero:10}#{day}", meters, meter, plan.Point, "1 1 1 1"},
		{"{meter|zero:10}#{day}", meters, ofMeter, plan.Prefix, "1 10 10 10"},
		{"{meter|zero:10}#{day}", meters, ofDay, plan.Scan, "1 300 30 30"},
		{"{day}#{meter|zero:10}", meters, meter, plan.Point, "1 1 1 1"},
		{"{day}#{meter|zero:10}", meters, ofMeter, plan.Scan, "1 300 10 10"},
		{"{day}#{meter|zero:10}", meters, ofDay, plan.Prefix, "1 30 30 30"},
		{"{meter|reverse}#{day}", meters, ofMeter, plan.Prefix, "1 10 10 10"},
	} {
		columns := reading
		if &c.data.Records[0] == &battery.Records[0] {
			columns = percent
		}
		s := newSession()
		mustDo(t, s, SetWorkload{[]plan.Query{c.query}})
		v := mustDo(t, s, LoadRecords{Table: "keys", Template: c.template, Columns: columns, Data: c.data}).Verdicts[0]
		cost := func(st table.ScanStats) string {
			return fmt.Sprint(st.Seeks, st.RowsScanned, st.RowsReturned, v.Wanted)
		}
		if got := cost(v.Stats); v.Access != c.access || got != c.cost {
			t.Errorf("%s of %s: %s, seeks, scanned, returned, wanted %s; want %s, %s", c.query.ID, c.template, v.Access, got, c.access, c.cost)
		}
	}
}
