package files

import (
	"strconv"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
)

// FuzzMapping reads texts as files of values. What the dialog counts must be what the engine
// makes of the text, and no text may stop either.
func FuzzMapping(f *testing.F) {
	for _, text := range []string{
		"user,email,plan\nu1,a@x.com,\nu2,,pro\nu3,,\n", "a;b\r\n1;\"x\ny\"\r\n2;z", "sep=|\na|b\n1|2\n", ",f,,g\n,a,b,c\nr1,1@1577862000000000,2@15,\n",
		"id,v\n1,a\n2,\"open\n3,b\n", "k\tv\n1\t2\n1\t3\n", "\ufeffname,city\nJosé,München\n", "00000000-0000-4000-8000-000000000001\n00000000-0000-4000-8000-000000000002\n",
		"t,v\n2026-03-01T08:00:00Z,3.1\n2026-03-01,7\n",
	} {
		f.Add(text, false, false)
	}
	for _, text := range []string{`{"id":"u1","email":"a"}` + "\n" + `{"id":"u2","plan":null}`, `[{"id":1,"v":"a"},{"id":2}]`, "{\n\"a\": {\"b\": [1]}\n}\n{\n\"a\": 2\n}"} {
		f.Add(text, true, false)
	}
	f.Fuzz(func(t *testing.T, text string, objects, empty bool) {
		name := "x.csv"
		if objects {
			name = "x.jsonl"
		}
		p := list(t).on(FileChosen{name, []byte(text)})
		p.turns()
		if p.s.Mapping == nil {
			return
		}
		m := p.on(typed{elementEmpty, strconv.FormatBool(empty)}).s.Mapping
		_ = p.drawn()
		left := 0
		for _, w := range m.Skipped {
			left += w.Lines
		}
		if left != m.SkippedCount {
			t.Errorf("%d lines are left out, for reasons %d", m.SkippedCount, left)
		}
		if m.Err != nil || m.nothing() || m.Counted < m.Records {
			return
		}
		s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
		switch r := s.Do(m.request()); {
		case r.Err != nil && r.Err.Code == base.CodeFamilyName: // the reader can change the name in the dialog
			return
		case r.Err != nil:
			t.Fatalf("%v of %+v", r.Err, m.compared)
		}
		tab, _ := s.Table(m.Table)
		if least, most := m.Counted-m.Keyless-m.Clashes-m.Bare, m.Counted-m.Keyless; tab.Len() > most || tab.Len() < least && !m.Stamped {
			t.Errorf("%d rows, not %d to %d: %+v", tab.Len(), least, most, m.compared)
		}
	})
}
