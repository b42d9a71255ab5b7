package engine

import (
	"slices"
	"testing"

	"tabletop/engine/base"
)

// TestOtherCase checks the note of a read that finds nothing because its letters have another case
// than the keys, in both dialects.
func TestOtherCase(t *testing.T) {
	s := newSession()
	s.opts.Interpreters = []*Interpreter{HBaseInterpreter()}
	mustDo(t, s, RunConsole{Text: "createtable t families=f\nset t LoL#Ann f:q=1\nset t Ärger f:q=1\nset t go f:q=1"})
	for _, c := range []struct {
		dialect     Dialect
		text, found string
	}{
		{CBT, "read t prefix=lol", `"LoL"`}, {CBT, "read t prefix=LOL#a", `"LoL#A"`}, {CBT, "lookup t lol#ann", `"LoL#Ann"`}, {CBT, "count t prefix=är", `"Är"`},
		{CBT, "read t prefix=GO", `"go"`}, {CBT, "read t prefix=go", ""}, {CBT, "read t prefix=lox", ""}, {CBT, "read t start=lol end=lom", `"LoL"`}, {CBT, "read t start=x", ""},
		{HBase, "scan 't', {ROWPREFIXFILTER => 'lol'}", `"LoL"`}, {HBase, "get 't', 'lol#ann'", `"LoL#Ann"`}, {HBase, "get 't', 'go'", ""},
	} {
		r := mustDo(t, s, RunConsole{Dialect: c.dialect, Text: c.text})
		i := slices.IndexFunc(r.Output, func(l OutputLine) bool { return l.Code == base.NoteOtherCase })
		got := ""
		if i >= 0 {
			got = r.Output[i].Args[2]
		}
		if got != c.found {
			t.Errorf("%s: told of %s, not %s", c.text, got, c.found)
		}
	}
}

// TestNearestKey checks that a read by prefix or of one row that finds nothing names the nearest
// key, in both dialects.
func TestNearestKey(t *testing.T) {
	s := newSession()
	s.opts.Interpreters = []*Interpreter{HBaseInterpreter()}
	mustDo(t, s, RunConsole{Text: "createtable t families=f\nset t s01#a f:q=1\nset t s01#b f:q=1\nset t s10#a f:q=1\ncreatetable none families=f"})
	for _, c := range []struct {
		dialect     Dialect
		text, found string
	}{
		{CBT, "read t prefix=s02", `"s01#b"`}, {CBT, "read t prefix=s1x", `"s10#a"`}, {CBT, "read t prefix=zz", `"s10#a"`}, {CBT, "read t prefix=aa", `"s01#a"`},
		{CBT, "lookup t s01#aa", `"s01#a"`}, {CBT, "count t prefix=s99", `"s10#a"`}, {CBT, "read t prefix=s01", ""}, {CBT, "read t start=x", ""},
		{CBT, "read t prefix=S01", ""}, {CBT, "read none prefix=s01", ""}, {CBT, "read t prefix=s01 columns=f:none", ""},
		{HBase, "scan 't', {ROWPREFIXFILTER => 's02'}", `"s01#b"`}, {HBase, "get 't', 's01#c'", `"s01#b"`}, {HBase, "get 't', 's01#a'", ""},
	} {
		r := mustDo(t, s, RunConsole{Dialect: c.dialect, Text: c.text})
		i := slices.IndexFunc(r.Output, func(l OutputLine) bool { return l.Code == base.NoteNearest })
		got := ""
		if i >= 0 {
			got = r.Output[i].Args[2]
		}
		if got != c.found {
			t.Errorf("%s: told of %s, not %s", c.text, got, c.found)
		}
	}
}
