package palette

import (
	"reflect"
	"strconv"
	"testing"
)

func TestFind(t *testing.T) {
	all := []Entry{
		{Name: "Put the question into the key", More: "lol-scores"}, {Name: "Key designer"}, {Name: "Undo"},
		{Name: "A monkey"}, {Name: "New sandbox", More: "keys of your own"},
	}
	for text, want := range map[string][]string{
		"key":        {"Key designer", "Put the question into the key", "A monkey", "New sandbox"},
		"KEY put":    {"Put the question into the key"},
		"question k": {"Put the question into the key"},
		"lol":        {"Put the question into the key"},
		"zebra":      {},
		"undo zebra": {},
		"":           {"Put the question into the key", "Key designer", "Undo", "A monkey", "New sandbox"},
	} {
		got := []string{}
		for _, e := range find(all, text) {
			got = append(got, e.Name)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	var many []Entry
	for i := range 100 {
		many = append(many, Entry{Name: strconv.Itoa(i)})
	}
	if n := len(find(many, "")); n != mostFound {
		t.Errorf("%d are offered", n)
	}
}
