package engine

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// hostStride is the budget that a host steps a task by before it looks at its watch.
const hostStride = 1000

// numbered returns a text for each number below n, in which the number replaces %d.
func numbered(n int, format, join string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, join)
}

// allocated returns how many bytes f allocates. This measures its work, and does not depend on
// what else runs on the machine.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// stepped runs a task as a host does. It returns the number of steps, and the most bytes that one
// of them allocated.
func stepped(t *Task) (n int, most uint64) {
	for done := false; !done; n++ {
		most = max(most, allocated(func() { done = t.Step(hostStride) }))
	}
	return n, most
}

// TestFamiliesAreMadeAtOnce replays a command with more families than a table may have today. A
// change that was accepted once can still be opened, with work proportional to the families.
func TestFamiliesAreMadeAtOnce(t *testing.T) {
	const families = 2000
	s := New(Options{Now: func() base.Micros { return 0 }})
	task := s.Replay(Change{Request: RunConsole{Text: "createtable t families=" + numbered(families, "f%d", ",")}})
	if _, most := stepped(task); most > 64<<20 {
		t.Errorf("%d families took %d MB", families, most>>20)
	}
	if tab, ok := s.Table("t"); !ok || len(tab.Families()) != families {
		t.Errorf("the table is there: %v", ok)
	}
}

// TestFamiliesAreBounded makes as many families as a table may have, and then one more. Bigtable
// advises at most about 100; ten times that are allowed.
func TestFamiliesAreBounded(t *testing.T) {
	for _, tt := range []struct {
		dialect          Dialect
		most, over, more string
	}{
		{CBT, "createtable t families=" + numbered(1000, "f%d", ","), "createtable u families=" + numbered(1001, "f%d", ","), "createfamily t another"},
		{HBase, "create 't', " + numbered(1000, "'f%d'", ", "), "create 'u', " + numbered(1001, "'f%d'", ", "), "alter 't', 'another'"},
	} {
		s := New(Options{Now: func() base.Micros { return 0 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
		if r := s.Do(RunConsole{Dialect: tt.dialect, Text: tt.most}); r.Err != nil {
			t.Fatal(r.Err)
		}
		for _, text := range []string{tt.over, tt.more} {
			r := s.Do(RunConsole{Dialect: tt.dialect, Text: text})
			if r.Err == nil || r.Err.Code != "many-families" || r.Err.Args[1] != "1001" || r.Err.Args[2] != "1000" || len(r.Tables) != 1 || len(r.Tables[0].Families) != 1000 {
				t.Errorf("%.30s: %v", text, r.Err)
			}
		}
	}
}

// TestManyCreateFamilyLines runs a script with 3,000 lines of createfamily. Each line is a small
// step, so that the script can be cancelled, and the first family beyond the bound is refused.
func TestManyCreateFamilyLines(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 0 }})
	task := s.Start(RunConsole{Text: "createtable t families=f\n" + numbered(3000, "createfamily t x%d", "\n")})
	if n, most := stepped(task); n < 15 || most > 8<<20 {
		t.Errorf("%d steps, of %d MB", n, most>>20)
	}
	if r := task.Reply(); r.Err == nil || r.Err.Code != "many-families" || r.ErrLine != 1001 {
		t.Errorf("%v in line %d", r.Err, r.ErrLine)
	}
}

// TestDeleteFamilySteps deletes a family of many rows. That takes several steps, and
// leaves everything unchanged when it is cancelled.
func TestDeleteFamilySteps(t *testing.T) {
	for dialect, text := range map[Dialect]string{CBT: "deletefamily t g", HBase: "alter 't', NAME => 'g', METHOD => 'delete'"} {
		s := New(Options{Now: func() base.Micros { return 0 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
		s.Do(RunConsole{Text: "createtable t families=f,g\n" + numbered(5000, "set t r%d f:q=1 g:q=1", "\n")})
		dropped := s.Start(RunConsole{Dialect: dialect, Text: text})
		dropped.Step(hostStride)
		if dropped.Step(hostStride) {
			t.Errorf("%s is through in two steps", text)
		}
		if tab, _ := s.Table("t"); tab.CellCount() != 10_000 || len(tab.Families()) != 2 {
			t.Errorf("%s left %d cells", text, tab.CellCount())
		}
		if r := s.Do(RunConsole{Dialect: dialect, Text: text}); r.Err != nil || r.Tables[0].Cells != 5000 || len(r.Tables[0].Families) != 1 {
			t.Errorf("%v, %+v", r.Err, r.Tables)
		}
	}
}

// TestOddMoreResumesInSlices checks that More seeks the next row in steps, and with HBase's
// filters continues where the last part ended, not at the first row of the table. If it is
// cancelled, the next More prints the same rows.
func TestOddMoreResumesInSlices(t *testing.T) {
	const rows, apart = 30_000, 50
	for dialect, text := range map[Dialect]string{
		CBT: "read t columns=g:.*", HBase: `scan 't', {FILTER => "PageFilter(100000) AND FamilyFilter(=, 'binary:g')"}`,
	} {
		s := New(Options{Now: func() base.Micros { return 0 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
		tab, _ := table.New("t")
		tab.CreateFamily(table.FamilyInfo{Name: "f"})
		tab.CreateFamily(table.FamilyInfo{Name: "g"})
		for i := range rows {
			f := base.Family("f")
			if i%apart == 0 {
				f = "g"
			}
			tab.Mutate(base.RowKey(fmt.Sprintf("r%05d", i)), 0, []table.Mutation{table.SetCell{Family: f, Qualifier: "q", Value: "1"}})
		}
		s.state.tables["t"] = tab
		if r := s.Do(RunConsole{Dialect: dialect, Text: text}); !r.More || r.Read.Stats.RowsReturned != rows/apart {
			t.Fatalf("%s: %+v", text, r)
		}
		for page := 1; page < 6; page++ {
			s.Start(PrintMore{}).Step(hostStride)
			task := s.Start(PrintMore{})
			if n, _ := stepped(task); n < 4 {
				t.Errorf("%s: page %d took %d steps", text, page, n)
			}
			if done, _ := task.Progress(); done > maxPrinted*apart+hostStride {
				t.Errorf("%s: page %d read %d rows", text, page, done)
			}
			r := task.Reply()
			first, last := fmt.Sprintf("r%05d", page*maxPrinted*apart), fmt.Sprintf("r%05d", ((page+1)*maxPrinted-1)*apart)
			if out := r.Output[0].Text; strings.Count(out, "\x00") != 0 || !strings.Contains(out, first) || !strings.Contains(out, last) || r.More != (page < 5) {
				t.Errorf("%s: page %d lacks a row from %s to %s, or there is more: %v", text, page, first, last, r.More)
			}
		}
	}
}

// TestOddWideRowsAreWorkToo checks that a step of a preview or a trace has fewer rows the wider
// they are, so that wide rows do not make a step long.
func TestOddWideRowsAreWorkToo(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 0 }})
	tab, _ := table.New("t")
	tab.CreateFamily(table.FamilyInfo{Name: "f"})
	var cells []table.Mutation
	for i := range 5000 {
		cells = append(cells, table.SetCell{Family: "f", Qualifier: base.Qualifier(fmt.Sprint(i)), Value: "1"})
	}
	for i := range 100 {
		tab.Mutate(base.RowKey(fmt.Sprintf("r%05d", i)), 0, cells)
	}
	s.state.tables["t"] = tab
	task := s.Start(RunConsole{Text: "read t columns=f:1"})
	if n, _ := stepped(task); n < 10 {
		t.Errorf("500,000 cells are filtered in %d steps", n)
	}
	task = s.Start(TraceLastRead{Count: 100})
	if n, _ := stepped(task); n < 10 {
		t.Errorf("they are traced in %d steps", n)
	}
	if len(AnswerAs[*ReadTraced](task.Reply().Answer).Rows) != 100 {
		t.Errorf("%d rows are traced", len(AnswerAs[*ReadTraced](task.Reply().Answer).Rows))
	}
}

// TestOddAnswersAreBounded checks that the descriptions of families in an answer are bounded, and
// made only once.
func TestOddAnswersAreBounded(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 0 }})
	for i := range 25 {
		s.Do(RunConsole{Text: fmt.Sprintf("createtable t%02d families=", i) + numbered(1000, "f%d", ",")})
	}
	told := 0
	for _, info := range s.Tables() {
		told += len(info.Families)
	}
	if told != 20_000 {
		t.Errorf("%d families are told of", told)
	}
	if bytes := allocated(func() { s.Tables() }); bytes > 100<<10 {
		t.Errorf("telling of them again takes %d kB", bytes>>10)
	}
}

// TestOddHistoryKeepsWhatChanged checks that the states of the history share unchanged tables. A
// copy of every table in each state would make storing and opening a session with many tables take
// seconds in one step.
func TestOddHistoryKeepsWhatChanged(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 0 }})
	s.Do(RunConsole{Text: numbered(400, "createtable t%d families=f", "\n")})
	parts := 0
	im := s.Image()
	tables := map[*table.Table]bool{}
	for _, st := range im.States {
		for _, tab := range st.Tables {
			parts += 1 + len(tab.Table.Families())
			tables[tab.Table] = true
		}
	}
	if parts > 55_000 || len(tables) > 500 {
		t.Errorf("%d states are %d tables and families, %d of them kept", len(im.States), parts, len(tables))
	}
	s.Do(SaveCheckpoint{Name: "here"})
	s.Do(RunConsole{Text: "set t0 r f:q=1"})
	s.Do(Undo{})
	s.Do(RunConsole{Text: "set t0 r f:q=2"})
	s.Do(RestoreCheckpoint{Name: "here"})
	s.Do(Undo{})
	if r := s.Do(RunConsole{Text: "read t0"}); !strings.Contains(r.Output[0].Text, "2") {
		t.Errorf("t0 holds %+v", r.Output)
	}
	s.Do(Redo{})
	if tab, _ := s.Table("t0"); tab.Len() != 0 {
		t.Errorf("t0 has %d rows where it was named", tab.Len())
	}
}

// TestOddRecipesAreBounded checks that a recipe with half a million names in each of many fields
// does not make the engine generate all of them before the first step.
func TestOddRecipesAreBounded(t *testing.T) {
	load := LoadRecords{Table: "t", Template: "{f0}", Data: dataset.Spec{Recipe: &dataset.Recipe{Count: 500_000}}}
	for i := range 40 {
		f := fmt.Sprintf("f%d", i)
		load.Data.Fields = append(load.Data.Fields, f)
		load.Data.Recipe.Gens = append(load.Data.Recipe.Gens, dataset.Generator{Field: f, Kind: dataset.Names, PerValue: 1})
		load.Columns = append(load.Columns, plan.FieldColumn{Field: f, Family: "f", Qualifier: base.Qualifier(f)})
	}
	s := New(Options{Now: func() base.Micros { return 0 }})
	var r Reply
	if bytes := allocated(func() { r = s.Do(load) }); bytes > 1<<20 || r.Err == nil || r.Err.Code != "many-values" || r.Err.Args[0] != "20000000" {
		t.Errorf("%d MB, %v", bytes>>20, r.Err)
	}
}
