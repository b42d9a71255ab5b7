package engine

import (
	"slices"
	"testing"

	"tabletop/engine/base"
)

// TestOtherCase: a read that finds nothing says so where only the case of its letters is
// another than that of the keys, in both dialects.
func TestOtherCase(t *testing.T) {
	s := newSession()
	s.opts.HBase = HBaseShell()
	mustDo(t, s, Console{Text: "createtable t families=f\nset t LoL#Ann f:q=1\nset t Ärger f:q=1\nset t go f:q=1"})
	for _, c := range []struct {
		dialect     Dialect
		text, found string
	}{
		{CBT, "read t prefix=lol", `"LoL"`}, {CBT, "read t prefix=LOL#a", `"LoL#A"`}, {CBT, "lookup t lol#ann", `"LoL#Ann"`}, {CBT, "count t prefix=är", `"Är"`},
		{CBT, "read t prefix=GO", `"go"`}, {CBT, "read t prefix=go", ""}, {CBT, "read t prefix=lox", ""}, {CBT, "read t start=lol end=lom", `"LoL"`}, {CBT, "read t start=x", ""},
		{HBase, "scan 't', {ROWPREFIXFILTER => 'lol'}", `"LoL"`}, {HBase, "get 't', 'lol#ann'", `"LoL#Ann"`}, {HBase, "get 't', 'go'", ""},
	} {
		r := mustDo(t, s, Console{Dialect: c.dialect, Text: c.text})
		i := slices.IndexFunc(r.Output, func(l Line) bool { return l.Code == base.NoteOtherCase })
		got := ""
		if i >= 0 {
			got = r.Output[i].Args[2]
		}
		if got != c.found {
			t.Errorf("%s: told of %s, not %s", c.text, got, c.found)
		}
	}
}
