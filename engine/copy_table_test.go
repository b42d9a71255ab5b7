package engine

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/plan"
)

// TestCopy checks that a copy has the rows, families, splits and design of its table and is
// independent of it afterwards. The copy can be undone, redone and replayed.
func TestCopy(t *testing.T) {
	s := newSession()
	mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{player}", Columns: columns, Data: games})
	mustDo(t, s, SetWorkload{[]plan.Query{march}}) // a question for the copy as well
	of := func(name string) string {
		infos := s.Tables()
		i := slices.IndexFunc(infos, func(t TableInfo) bool { return t.Name == name })
		return strings.Replace(shownTable(s, infos[i]), "Name:"+name, "", 1)
	}
	copied := mustDo(t, s, CopyTable{Table: "games", As: "games-copy"})
	if len(copied.Verdicts) != 1 {
		t.Errorf("%+v", copied.Verdicts)
	}
	if copied.FocusTable != "games-copy" || of("games-copy") != of("games") {
		t.Errorf("%s\nof\n%s", of("games-copy"), of("games"))
	}
	before := of("games")
	mustDo(t, s, Rekey{Table: "games-copy", Template: "{player}"})
	mustDo(t, s, RunConsole{Text: "setgcpolicy games-copy GAME maxversions=1"})
	if of("games") != before || of("games-copy") == before {
		t.Errorf("the table has become\n%s", of("games"))
	}
	for range 3 {
		mustDo(t, s, Undo{})
	}
	if _, there := s.Table("games-copy"); there {
		t.Error("the copy is still there")
	}
	refused(t, s, CopyTable{Table: "nope", As: "x"}, base.CodeNoTable)
	refused(t, s, CopyTable{Table: "games", As: "games"}, base.CodeTableExists)
	refused(t, s, CopyTable{Table: "games", As: "-x"}, base.CodeTableName)
	for i := len(s.Tables()); i < base.MaxTables; i++ {
		mustDo(t, s, RunConsole{Text: "createtable t" + strconv.Itoa(i)})
	}
	refused(t, s, CopyTable{Table: "games", As: "x"}, base.CodeTooManyTables)
}
