package engine

import (
	"strconv"
	"testing"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

var orderColumns = []plan.FieldColumn{
	{Field: "id", Family: "O", Qualifier: "ID"}, {Field: "book", Family: "O", Qualifier: "BOOK"}, {Field: "time", Family: "O", Qualifier: "TIME"},
}

// orders returns a thousand orders of twenty books, with numbers without leading zeros.
func orders() dataset.Spec {
	data := dataset.Spec{Fields: []string{"id", "book", "time"}}
	for i := 1; i <= 1000; i++ {
		data.Records = append(data.Records, []string{strconv.Itoa(i), "book" + strconv.Itoa(i%20), strconv.Itoa(10_000 + i)})
	}
	return data
}

var fromHundred = plan.Query{ID: "hundred", Where: []plan.Cond{{Field: "id", Op: plan.Numbers, Value: "100", To: "200"}}}

// TestFound checks that only returned rows that the question wants are marked and counted, and
// that lost records are not hidden by unwanted rows.
func TestFound(t *testing.T) {
	latest := plan.Query{ID: "latest", Latest: plan.Latest{Field: "time", N: 2}, Each: "book"}
	for _, tt := range []struct {
		name, template                           string
		of                                       plan.Query
		scanned, returned, wanted, found, wasted int64
	}{
		{"numbers as text", "{id}", fromHundred, 1000, 1000, 100, 100, 900},
		{"numbers with zeros", "{id|zero:4}", fromHundred, 100, 100, 100, 100, 0},
		{"numbers in a column", "{book}#{time}", fromHundred, 1000, 1000, 100, 100, 900},
		// The last order of each book is between 981 and 1000, so none of the first hundred is left.
		{"numbers lost", "{book}", fromHundred, 20, 20, 100, 0, 20},
		{"a book", "{book}", plan.Query{ID: "book", Where: []plan.Cond{{Field: "book", Value: "book7"}}}, 1, 1, 50, 1, 0},
		{"latest sorted by who asks", "{id}", latest, 1000, 1000, 40, 40, 960},
		{"latest of each", "{book}#{time}", latest, 40, 40, 40, 40, 0},
		{"latest of several ranges", "{time|salt:8}#{time}", plan.Query{ID: "all", Latest: plan.Latest{Field: "time", N: 3}}, 24, 24, 3, 3, 21},
		{"latest lost", "{book}", latest, 20, 20, 40, 20, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession()
			mustDo(t, s, LoadRecords{Table: "orders", Template: tt.template, Columns: orderColumns, Data: orders()})
			r := mustDo(t, s, SetWorkload{[]plan.Query{tt.of}})
			v := r.Verdicts[0]
			if v.Stats.RowsScanned != tt.scanned || v.Stats.RowsReturned != tt.returned || v.Wanted != tt.wanted || v.Found != tt.found {
				t.Errorf("scanned %d, returned %d, of %d wanted %d are found", v.Stats.RowsScanned, v.Stats.RowsReturned, v.Wanted, v.Found)
			}
			if v.MissingRecordCount() != tt.wanted-tt.found || v.IsExact() != (tt.wasted == 0 && tt.wanted == tt.found && tt.returned == tt.wanted) {
				t.Errorf("lacks %d, exact %v", v.MissingRecordCount(), v.IsExact())
			}
			if r.Read.Query != tt.of.ID || r.Read.WantedRowCount() != tt.found || r.Read.wasted() != tt.wasted {
				t.Errorf("the read of %q: wanted %d, wasted %d", r.Read.Query, r.Read.WantedRowCount(), r.Read.wasted())
			}
			marks := map[ReadMark]int64{}
			for at, all := 0, s.state.tables["orders"].Len(); at < all; at += MaxPageRows {
				for _, row := range s.Page(RowWindow{Table: "orders", Offset: at, Count: min(MaxPageRows, all-at)}).Rows {
					marks[row.Mark]++
				}
			}
			if marks[MarkReturned] != tt.found || marks[MarkScanned] != tt.scanned-tt.found {
				t.Errorf("marked %v", marks)
			}
			spanned := int64(0)
			for _, span := range s.TableStrip(s.Page(RowWindow{Table: "orders", Count: 1})).Spans {
				if span.Mark == MarkReturned {
					spanned += int64(span.To - span.From)
				}
			}
			if spanned < tt.found || spanned > 2*tt.found {
				t.Errorf("the strip has %d rows as wanted, of %d", spanned, tt.found)
			}
		})
	}
}

// TestStarts checks that a question is compared with the first designs that answered it over the
// same data. There is nothing to compare if the designs are unchanged or the data has grown.
func TestStarts(t *testing.T) {
	s := newSession()
	scanned := func() int64 {
		starts := s.FirstDesignCosts()
		if len(starts) == 0 {
			return -1
		}
		return starts[0].Verdict.Stats.RowsScanned
	}
	rekey := func(template string) { mustDo(t, s, Rekey{Table: "orders", Template: template}) }
	mustDo(t, s, LoadRecords{Table: "orders", Template: "{id}", Columns: orderColumns, Data: orders()})
	mustDo(t, s, SetWorkload{[]plan.Query{fromHundred}})
	if n := scanned(); n != -1 {
		t.Errorf("before anything is tried the start is %d", n)
	}
	rekey("{book}#{id|zero:4}")
	rekey("{id|zero:4}")
	if n := scanned(); n != 1000 {
		t.Errorf("after two tries the start scanned %d", n)
	}
	if at := s.FirstDesignCosts()[0].Designs; len(at) != 1 || at[0].Template != "{id}" {
		t.Errorf("the start is %+v", at)
	}
	rekey("{id}")
	if n := scanned(); n != -1 {
		t.Errorf("back at the start there is one still: %d", n)
	}
	rekey("{id|zero:4}")
	more := orders()
	more.Records = append(more.Records, []string{"150", "book1", "20000"})
	mustDo(t, s, LoadRecords{Table: "orders", Template: "{id|zero:4}#{time}", Columns: orderColumns, Data: more})
	if n := scanned(); n != -1 {
		t.Errorf("over other data the start is %d", n)
	}
	rekey("{time}#{id|zero:4}")
	if n := scanned(); n != 101 {
		t.Errorf("over other data the start is %d", n)
	}
	mustDo(t, s, RunConsole{Text: "set orders z O:ID=150"})
	if n := scanned(); n != -1 {
		t.Errorf("after a row was written by hand the start is %d", n)
	}
	mustDo(t, s, RunConsole{Text: "deleterow orders z"})
	if n := scanned(); n != 101 {
		t.Errorf("after that row was deleted the start is %d", n)
	}
	mustDo(t, s, SetWorkload{[]plan.Query{{ID: "hundred"}}})
	if n := scanned(); n != -1 {
		t.Errorf("another question of this name has the start %d", n)
	}
}

// TestWantedOf checks that a question wants of a read exactly the rows that its reader would keep.
func TestWantedOf(t *testing.T) {
	for template, want := range map[string]int64{"{id}": 100, "{book}#{time}": 100, "{id|zero:4}": 100, "{time}#{id|zero:4}#{book}": 100} {
		s := newSession()
		mustDo(t, s, LoadRecords{Table: "orders", Template: template, Columns: orderColumns, Data: orders()})
		mustDo(t, s, SetWorkload{[]plan.Query{fromHundred}})
		mustDo(t, s, RunConsole{Text: "read orders"})
		if wanted, returned, ok := s.CountWantedRows(len(s.LatestReads())-1, "hundred"); !ok || wanted != want || returned != want {
			t.Errorf("%s: %d of %d, %v", template, returned, wanted, ok)
		}
	}
}

// TestStartsOfDropped checks that a dropped table has no start. The question keeps its measured
// cost, because measuring it again would take long.
func TestStartsOfDropped(t *testing.T) {
	s := newSession()
	mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: grown(3000)})
	var queries []plan.Query
	for i := range maxRemeasured/3000 + 1 {
		queries = append(queries, plan.Query{ID: count(int64(i)), Where: []plan.Cond{{Field: "win", Op: plan.Equal, Value: "true"}}})
	}
	mustDo(t, s, SetWorkload{queries})
	mustDo(t, s, RunConsole{Text: "deletetable games"})
	if v := s.Verdicts(); v[0].Table != "games" || !v[0].Stale {
		t.Fatalf("the cost was measured again: %+v", v[0])
	}
	if got := s.FirstDesignCosts(); got != nil {
		t.Errorf("%+v", got)
	}
}
