package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// TestOrderedLoad checks that loading records in the order of their rows gives the same rows and
// counts as loading them in their own order.
func TestOrderedLoad(t *testing.T) {
	random := dataset.Random(7)
	text := func(most uint64) string {
		b := make([]byte, random.Below(most))
		for i := range b {
			b[i] = "\x00ab\xff"[random.Below(4)]
		}
		return string(b)
	}
	odd := dataset.Spec{Fields: []string{"game", "player", "date", "win", "kda"}}
	for range 4000 {
		odd.Records = append(odd.Records, []string{"g" + text(40), "p" + strings.Repeat("\x00", int(random.Below(40))), text(3) + "d", text(4), text(4)})
	}
	vast := grown(5000)
	recipe := *vast.Recipe
	recipe.Gens = slices.Clone(recipe.Gens)
	recipe.Gens[4] = dataset.Generator{Field: "kda", Kind: dataset.Filler, From: "2000", To: "2000"}
	vast.Recipe = &recipe
	queries := []plan.Query{corrie, march, {ID: "latest", Where: corrie.Where[:1], Latest: plan.Latest{Field: "date", N: 3}}}
	timed, made := odd, grown(3000)
	timed.Fields, timed.Time, made.Time = append(slices.Clone(odd.Fields), "at"), "at", "date"
	timed.Records = nil
	for i, rec := range odd.Records {
		timed.Records = append(timed.Records, append(slices.Clone(rec), fmt.Sprint(1_425_000_000_000+1000*random.Below(9)+uint64(i%2))))
	}
	for name, data := range map[string]dataset.Spec{"of a time": timed, "made of a time": made, "given": odd, "made": grown(3000), "of many bytes": vast, "none": {Fields: odd.Fields}} {
		for _, template := range []string{"{game}#{player}#{date}", "{date}", "{player}", "{game}", "{player|salt:4}#{player}", "x{win}#"} {
			load := func(order bool) *design.Loader {
				l, err := design.NewLoader("t", template, columns, data, queries, 5000)
				if err != nil {
					t.Fatal(err)
				}
				if order {
					l.UseKeyOrder(nil, nil)
				}
				for done := false; !done && err == nil; {
					_, done, err = l.Step(100)
				}
				if err != nil {
					t.Fatalf("%s %s: %v", name, template, err)
				}
				return l
			}
			got, want := load(true), load(false)
			if a, b := rowsOf(got.Table), rowsOf(want.Table); !slices.Equal(a, b) {
				t.Errorf("%s %s: %d rows, not %d, or others", name, template, len(a), len(b))
			}
			if n := int64(len(data.Records)); data.Recipe == nil && n > 0 {
				model := map[string]bool{}
				for _, rec := range data.Records {
					model[keyAndTime(t, template, data, rec)] = true
				}
				if got.Lost != n-int64(len(model)) || got.Table.CellCount() != int64(len(model)*len(columns)) {
					t.Errorf("%s %s: %d lost of %d, and %d cells; there are %d keys and times", name, template, got.Lost, n, got.Table.CellCount(), len(model))
				}
			}
			if got.Lost != want.Lost || got.Records != want.Records || !reflect.DeepEqual(got.Design.WantedRecords, want.Design.WantedRecords) || got.CollidingKeys() != want.CollidingKeys() || !reflect.DeepEqual(got.Design.SortsAlike, want.Design.SortsAlike) {
				t.Errorf("%s %s: %d records %v %v %v, not %d %v %v %v", name, template, got.Records, got.Design.WantedRecords, got.CollidingKeys(), got.Design.SortsAlike, want.Records, want.Design.WantedRecords, want.CollidingKeys(), want.Design.SortsAlike)
			}
		}
	}
}

// keyAndTime returns the key and the time of the cells that a record becomes.
func keyAndTime(t *testing.T, template string, data dataset.Spec, rec []string) string {
	tpl, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, f := range tpl.Fields() {
		values = append(values, design.ValueOf(f, data.Fields, rec))
	}
	key, err := tpl.AppendKey(nil, values)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%q %s", key, design.ValueOf(data.Time, data.Fields, rec))
}

func rowsOf(tab *table.Table) (out []string) {
	for r := range tab.RowsAt(0, tab.Len()) {
		row := fmt.Sprintf("%q", r.Key())
		for c := range r.Cells() {
			row += fmt.Sprintf(" %s:%s@%d=%q", c.Family, c.Qualifier, c.At, c.Value)
		}
		out = append(out, row)
	}
	return out
}

// TestOrderedLoadRefuses checks that a refused record ends a load with the same words, whether or
// not the load is in the order of the rows.
func TestOrderedLoadRefuses(t *testing.T) {
	s := newSession()
	d := games
	d.Records = append(slices.Clone(d.Records), []string{"Lo#L", "Corrie", "20150301", "true", "1"})
	for range 2 {
		rep := s.Do(LoadRecords{Table: "t", Template: "{game}#{date}", Columns: columns, Data: d})
		if rep.Err == nil || rep.Err.Code != base.CodeFieldAmbiguous || len(rep.Tables) != 0 {
			t.Errorf("%+v", rep.Err)
		}
	}
}

// TestTimeOfRecords checks data sets in which a field holds the time of the cells. Records with
// the same row and time are counted before and after the load, and under another key. A value that
// is not a time is refused.
func TestTimeOfRecords(t *testing.T) {
	data := dataset.Spec{Fields: []string{"courier", "seen", "at"}, Time: "seen", Records: [][]string{
		{"anna", "2026-03-01T08:00:00Z", "depot"}, {"bert", "20260301080000", "depot"}, {"anna", "1772352060", "bridge"},
		{"anna", "1772352060000", "market"}, {"bert", "2026-03-01 08:02:00", "bridge"},
	}}
	load := LoadRecords{Table: "t", Template: "{courier}", Columns: []plan.FieldColumn{{Field: "at", Family: "f", Qualifier: "at"}}, Data: data}
	s := newSession()
	if out := AnswerAs[*LoadPreviewed](s.Do(PreviewLoad{Load: load, Rows: 2}).Answer); out.Looked != 5 || out.Lost != 1 || len(out.Rows) != 2 {
		t.Errorf("before the load: %+v", out)
	}
	reply := s.Do(load)
	if reply.Err != nil || !slices.ContainsFunc(reply.Output, func(l OutputLine) bool {
		return l.Code == base.NoteCollided && slices.Equal(l.Args, []string{"1", `"anna"`})
	}) {
		t.Fatalf("%v, %+v", reply.Err, reply.Output)
	}
	tab, _ := s.Table("t")
	want := []string{`"anna" f:at@1772352060000000="market" f:at@1772352000000000="depot"`, `"bert" f:at@1772352120000000="bridge" f:at@1772352000000000="depot"`}
	if got := rowsOf(tab); !slices.Equal(got, want) {
		t.Errorf("rows %q, not %q", got, want)
	}
	if info := s.Tables()[0]; info.Records != 5 || info.KeptRecords != 4 || info.Rows != 2 {
		t.Errorf("%+v", info)
	}
	// Records that garbage collection removes do not count as replaced.
	mustDo(t, s, RunConsole{Text: "setgcpolicy t f maxversions=1"})
	if c := AnswerAs[*GarbageReport](mustDo(t, s, CollectGarbage{"t"}).Answer); c.RemovedCellCount() != 2 {
		t.Errorf("%d cells were garbage", c.RemovedCellCount())
	}
	mustDo(t, s, RunConsole{Text: "deleterow t bert"})
	late, err := SessionFromImage(Options{Now: s.opts.Now}, s.Image())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Session{s, late} {
		if info := s.Tables()[0]; info.Cells != 1 || info.Records != 5 || info.KeptRecords != 4 {
			t.Errorf("after garbage was collected: %+v", info)
		}
	}
	if reply := s.Do(Rekey{Table: "t", Template: "{seen}"}); reply.Err != nil || s.Tables()[0].Rows != 5 || s.Tables()[0].KeptRecords != 5 {
		t.Errorf("under another key: %v, %+v", reply.Err, s.Tables())
	}
	load.Data.Time = "at"
	if err := s.Do(load).Err; err == nil || err.Code != base.CodeBadRecipe || !slices.Equal(err.Args, []string{"time", "at", "depot", ""}) {
		t.Errorf("a place as a time: %v", err)
	}
	load.Data.Time = "when"
	if err := s.Do(load).Err; err == nil || !slices.Equal(err.Args, []string{"unknown", "when", "", ""}) {
		t.Errorf("a time that is no field: %v", err)
	}
}
