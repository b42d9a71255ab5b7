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
	if !SetFieldValue(fields, "many", "3") || name != "" || many != "3" {
		t.Errorf("%q, %q", name, many)
	}
	if SetFieldValue(fields, "else", "3") {
		t.Error("a field that is none was taken")
	}
}

func TestRefused(t *testing.T) {
	fields := []Field{{ID: "a"}, {ID: "b", Refused: RefusalText(base.Refuse(base.CodeEmptyKey))}, {ID: "c", Refused: SentenceText("ask-value")}}
	if got := FirstRefusedID(fields); got != "b" {
		t.Errorf("%q", got)
	}
	if got := FirstRefusedID(fields[:1]); got != "" {
		t.Errorf("%q", got)
	}
	for text, said := range map[*Text]bool{{}: false, {Err: RefusalText(nil).Err}: false, {Code: "a"}: true, {Plain: "a"}: true} {
		if text.IsSet() != said {
			t.Errorf("%+v", text)
		}
	}
}

func TestOptions(t *testing.T) {
	if got, want := NumberedOptions("op-", 2), []Option{{"0", SentenceText("op-0")}, {"1", SentenceText("op-1")}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got, want := ValueOptions("a", "b"), []Option{{"a", PlainText("a")}, {"b", PlainText("b")}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
