package form

import (
	"reflect"
	"testing"

	"tabletop/engine/base"
)

func TestTake(t *testing.T) {
	name, many := "", "10"
	fields := []Field{
		{ID: "name", Value: name, Set: func(v string) { name = v }},
		{ID: "many", Value: many, Set: func(v string) { many = v }},
	}
	if !Take(fields, "many", "3") || name != "" || many != "3" {
		t.Errorf("%q, %q", name, many)
	}
	if Take(fields, "else", "3") {
		t.Error("a field that is none was taken")
	}
}

func TestRefused(t *testing.T) {
	fields := []Field{{ID: "a"}, {ID: "b", Refused: RefusalText(base.Refuse(base.CodeEmptyKey))}, {ID: "c", Refused: Say("ask-value")}}
	if got := Refused(fields); got != "b" {
		t.Errorf("%q", got)
	}
	if got := Refused(fields[:1]); got != "" {
		t.Errorf("%q", got)
	}
	for text, said := range map[*Text]bool{{}: false, {Err: RefusalText(nil).Err}: false, {Code: "a"}: true, {Plain: "a"}: true} {
		if text.Said() != said {
			t.Errorf("%+v", text)
		}
	}
}

func TestOptions(t *testing.T) {
	if got, want := Numbered("op-", 2), []Option{{"0", Say("op-0")}, {"1", Say("op-1")}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got, want := Options("a", "b"), []Option{{"a", Plain("a")}, {"b", Plain("b")}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
