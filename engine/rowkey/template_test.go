package rowkey

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text string
		want []TemplatePart
	}{
		{"LoL", []TemplatePart{{Literal: "LoL", Pos: 0, End: 3}}},
		{"{a}", []TemplatePart{{Field: "a", Pos: 0, End: 3}}},
		{"{game}#{player_2}", []TemplatePart{{Field: "game", Pos: 0, End: 6}, {Literal: "#", Pos: 6, End: 7}, {Field: "player_2", Pos: 7, End: 17}}},
		{"B#{t}::\x00\xff", []TemplatePart{{Literal: "B#", Pos: 0, End: 2}, {Field: "t", Pos: 2, End: 5}, {Literal: "::\x00\xff", Pos: 5, End: 9}}},
	}
	for _, tt := range tests {
		tm, err := Parse(tt.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.text, err)
			continue
		}
		if got := tm.Parts(); !slices.Equal(got, tt.want) {
			t.Errorf("Parse(%q).Parts() = %+v, want %+v", tt.text, got, tt.want)
		}
		if tm.String() != tt.text {
			t.Errorf("Parse(%q).String() = %q", tt.text, tm.String())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	long := strings.Repeat("x", MaxTemplate+1)
	tests := []struct {
		text       string
		code       base.Code
		args       string
		pos, end   int
		incomplete bool
	}{
		{"", base.CodeTemplateEmpty, "", 0, 0, false},
		{long, base.CodeInputTooLong, "513|512", 512, 513, false},
		{"a#{", base.CodeTemplateSyntax, "{", 2, 3, true},
		{"a#{gam", base.CodeTemplateSyntax, "{gam", 2, 6, true},
		{"a#{Gam", base.CodeTemplateSyntax, "{Gam", 2, 6, false},
		{"{a{b}", base.CodeTemplateSyntax, "{a", 0, 2, false},
		{"{a}}", base.CodeTemplateSyntax, "}", 3, 4, false},
		{"}", base.CodeTemplateSyntax, "}", 0, 1, false},
		{"{}", base.CodeTemplateSyntax, "{}", 0, 2, false},
		{"x{2a}", base.CodeTemplateSyntax, "{2a}", 1, 5, false},
		{"{_a}", base.CodeTemplateSyntax, "{_a}|{a}", 0, 4, false},
		{"{a b}", base.CodeTemplateSyntax, "{a b}|{a_b}", 0, 5, false},
		{"o#{Customer.id|zero:8}", base.CodeTemplateSyntax, "{Customer.id|zero:8}|{customer_id|zero:8}", 2, 22, false},
		{"{é}", base.CodeTemplateSyntax, "{é}", 0, 4, false},
		{"{a}#{b}#{a}", base.CodeTemplateTwice, "a", 8, 11, false},
		{"{a}{a}", base.CodeTemplateTwice, "a", 3, 6, false},
		{"#{a}{b}", base.CodeTemplateAdjacent, "a|b", 1, 7, false},
	}
	for _, tt := range tests {
		_, err := Parse(tt.text)
		var e *base.Error
		if !errors.As(err, &e) {
			t.Errorf("Parse(%q) = %v, want %s", tt.text, err, tt.code)
			continue
		}
		if e.Code != tt.code || strings.Join(e.Args, "|") != tt.args || e.Pos != tt.pos || e.End != tt.end || e.Incomplete != tt.incomplete {
			t.Errorf("Parse(%q) = %+v, want %+v", tt.text, *e, tt)
		}
	}
	if _, err := Parse(long[:MaxTemplate]); err != nil {
		t.Errorf("Parse of %d bytes: %v", MaxTemplate, err)
	}
}

func TestCheck(t *testing.T) {
	tm := mustParse(t, "{game}#{plaer}")
	if err := tm.CheckFields([]string{"plaer", "game", "kda"}); err != nil {
		t.Errorf("Check: %v", err)
	}
	var e *base.Error
	if err := tm.CheckFields([]string{"game", "player"}); !errors.As(err, &e) {
		t.Fatalf("Check = %v, want a refusal", err)
	}
	if e.Code != base.CodeTemplateField || !slices.Equal(e.Args, []string{"plaer", "game, player", "player"}) || e.Pos != 7 || e.End != 14 {
		t.Errorf("Check = %+v", *e)
	}
}

// TestTemplateImmutable checks that the caller may change the slices that a template
// returns.
func TestTemplateImmutable(t *testing.T) {
	tm := mustParse(t, "{a}#{b}")
	tm.Fields()[0] = "x"
	tm.Parts()[0].Field = "x"
	if got := tm.Fields(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("Fields() = %v", got)
	}
	if got := tm.Parts()[0].Field; got != "a" {
		t.Errorf("Parts()[0].Field = %q", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "{game}#{player}#{date}", "BATTERY#{user}", "{a}{b}", "{a", "}", "{a}::{b}:\xff", "{a|zero:3}{b|pad:4:.|reverse}", "{a|salt:3}#{a|day:s", "{a|first:2|hash:1}|"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tm, err := Parse(text)
		if err != nil {
			var e *base.Error
			if !errors.As(err, &e) {
				t.Fatalf("Parse(%q): %T", text, err)
			}
			if e.Pos < 0 || e.End < e.Pos || e.End > len(text) {
				t.Fatalf("Parse(%q): position [%d, %d)", text, e.Pos, e.End)
			}
			return
		}
		again, err := Parse(tm.String())
		if err != nil || !slices.Equal(again.Parts(), tm.Parts()) {
			t.Fatalf("Parse(%q).String() = %q does not parse the same: %v", text, tm.String(), err)
		}
		at := 0
		for i, p := range tm.Parts() {
			if (p.Field == "") == (p.Literal == "") {
				t.Fatalf("Parse(%q): part %+v is not exactly one of field and literal", text, p)
			}
			if p.Pos != at || text[p.Pos:p.End] != written(p) {
				t.Fatalf("Parse(%q): part %d at [%d, %d)", text, i, p.Pos, p.End)
			}
			at = p.End
		}
		if at != len(text) {
			t.Fatalf("Parse(%q): parts end at %d", text, at)
		}
	})
}

// written returns the text in which a template writes a part.
func written(p TemplatePart) string {
	if p.Field != "" {
		return "{" + p.Inside() + "}"
	}
	return p.Literal
}

func mustParse(t testing.TB, text string) *Template {
	t.Helper()
	tm, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return tm
}
