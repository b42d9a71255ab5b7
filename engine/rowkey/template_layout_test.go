package rowkey

import (
	"slices"
	"strings"
	"testing"
)

// TestLayout checks that words move with the field next to them, and that separators stay
// in place.
func TestLayout(t *testing.T) {
	for _, c := range []struct{ text, fields, seps string }{
		{"{a}#{b}", "{a} {b}", " # "},
		{"site{id}#dev-{dev|zero:4}#{time}", "site{id} dev-{dev|zero:4} {time}", " # # "},
		{"user#{user}#{time|newest}", "user#{user} {time|newest}", " # "},
		{"USER#{user}#order#{order}#x#{n}", "USER#{user} order#{order} {n}", " # #x# "},
		{"BATTERY#{time|salt:3}#{user}", "{time|salt:3} {user}", "BATTERY# # "},
		{"a/site-{id}/{t}", "site-{id} {t}", "a/ / "},
		{"{w}kg#{t}Z", "{w}kg {t}Z", " # "},
		{"{day|zero:8}T{hour}", "{day|zero:8} {hour}", " T "},
		{"{a}-dev{b}", "{a} dev{b}", " - "},
		{"{a}x-{b}", "{a}x {b}", " - "},
		{"{exchange|pad:6}#{symbol|pad:5}#{ms|zero:13}", "{exchange|pad:6} {symbol|pad:5} {ms|zero:13}", " # # "},
		{"{meter|zero:10}{time|day}", "{meter|zero:10} {time|day}", "  "},
		{"{a}#1#{b}", "{a} {b}", " #1# "},
		{"{a}/v2/{b}.log", "{a} {b}", " /v2/ .log"},
		{"only", "", "only"},
	} {
		tpl, err := Parse(c.text)
		if err != nil {
			t.Fatal(c.text, err)
		}
		l := tpl.Layout()
		var fields []string
		for _, f := range l.Fields {
			fields = append(fields, f.String())
		}
		if got := strings.Join(fields, " "); got != c.fields || strings.Join(l.Seps, " ") != c.seps || l.String() != c.text {
			t.Errorf("%s: fields %q between %q, written %s", c.text, got, l.Seps, l)
		}
	}
}

// FuzzLayout checks that the layout of a template writes the template, and that a layout
// with its fields in reverse order has the same fields with the same words.
func FuzzLayout(f *testing.F) {
	for _, s := range []string{"site{id}#dev-{dev|zero:4}#{time}", "user#{user}#{time|newest}", "{w}kg#{t}Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tpl, err := Parse(text)
		if err != nil {
			return
		}
		l := tpl.Layout()
		if l.String() != text || len(l.Seps) != len(l.Fields)+1 {
			t.Fatalf("%q is written %q", text, l)
		}
		slices.Reverse(l.Fields)
		if turned, err := Parse(l.String()); err == nil && len(turned.Steps()) != len(tpl.Steps()) {
			t.Fatalf("%q turned round is %q", text, l)
		}
	})
}
