package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

func found(s *Session, prefix string, count int) (out []string, more bool) {
	keys := AnswerAs[*KeyCompletions](s.Do(CompleteKeys{Table: "t", Prefix: prefix, Count: count}).Answer)
	for _, p := range keys.Pieces {
		text := fmt.Sprintf("%s %d", p.Prefix, p.Rows)
		if p.Field != "" {
			text += " " + p.Field
		}
		if p.IsKey {
			text += " row"
		}
		out = append(out, text)
	}
	return out, keys.More
}

func TestNextKeys(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	script := "createtable t families=F,G\n"
	for _, key := range []string{"be", "be#1", "be#10", "be#2", "be#2#x", "be#2#y", "bee#1", "c", "#z", `$'\xff\xff'`} {
		script += "set t " + key + " F:q=1\n"
	}
	script = strings.Replace(script, "set t #z", "set t '#z' G:other=1", 1)
	if r := s.Do(RunConsole{Text: script}); r.Err != nil {
		t.Fatal(r.Err)
	}
	for _, c := range []struct {
		prefix string
		count  int
		want   []string
		more   bool
	}{
		{"", 9, []string{"# 1", "be 1 row", "be# 5", "bee# 1", "c 1 row", "\xff\xff 1 row"}, false},
		{"", 2, []string{"# 1", "be 1 row"}, true},
		{"", 0, nil, true},
		{"b", 9, []string{"be 1 row", "be# 5", "bee# 1"}, false},
		{"be", 3, []string{"be 1 row", "be# 5", "bee# 1"}, false},
		{"be#", 9, []string{"be#1 1 row", "be#10 1 row", "be#2 1 row", "be#2# 2"}, false},
		{"be#2#", 9, []string{"be#2#x 1 row", "be#2#y 1 row"}, false},
		{"be#2#y", 9, []string{"be#2#y 1 row"}, false},
		{"\xff", 9, []string{"\xff\xff 1 row"}, false},
		{"d", 9, nil, false},
	} {
		if got, more := found(s, c.prefix, c.count); !reflect.DeepEqual(got, c.want) || more != c.more {
			t.Errorf("%q goes on %q, %v; not %q, %v", c.prefix, got, more, c.want, c.more)
		}
	}
	k := AnswerAs[*KeyCompletions](s.Do(CompleteKeys{Table: "t", Prefix: "#", Count: 1}).Answer)
	if want := []ColumnName{{"G", "other"}, {"F", "q"}}; len(k.Columns) != 2 || k.Columns[0] != want[0] && k.Columns[0] != want[1] {
		t.Errorf("the columns are %v, not %v", k.Columns, want)
	}
	if k := AnswerAs[*KeyCompletions](s.Do(CompleteKeys{Table: "none", Count: 5}).Answer); k == nil || k.Pieces != nil || k.Columns != nil {
		t.Errorf("an unknown table has %+v", k)
	}
	if r := s.Do(CompleteKeys{Table: "t", Count: 5}); len(r.Changes) > 0 || r.Read != nil {
		t.Errorf("asking changed %+v, read %+v", r.Changes, r.Read)
	}
}

func TestNextKeysOfADesign(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	r := s.Do(LoadRecords{
		Table: "t", Template: "{game}/{date}-{player}", Columns: []plan.FieldColumn{{Field: "player", Family: "G", Qualifier: "P"}},
		Data: dataset.Spec{Fields: []string{"game", "date", "player"}, Records: [][]string{
			{"Go", "2015", "Ann#1"}, {"Go", "2015", "Bob"}, {"Go", "2016", "Bob"}, {"Chess", "2015", "Bob"},
		}},
	})
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	for prefix, want := range map[string][]string{
		"":              {"Chess/ 1 game", "Go/ 3 game"},
		"G":             {"Go/ 3 game"},
		"Go":            {"Go/ 3"},
		"Go/201":        {"Go/2015- 2 date", "Go/2016- 1 date"},
		"Go/2015-":      {"Go/2015-Ann#1 1 player row", "Go/2015-Bob 1 player row"},
		"Go/2015-Bob":   {"Go/2015-Bob 1 row"},
		"Go/2015-Bob??": nil,
	} {
		if got, _ := found(s, prefix, 9); !reflect.DeepEqual(got, want) {
			t.Errorf("%q goes on %q, not %q", prefix, got, want)
		}
	}
}
