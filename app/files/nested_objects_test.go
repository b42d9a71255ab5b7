package files

import (
	"slices"
	"strings"
	"testing"
)

// TestNestedObjects checks that fields of nested objects become columns, that lists stay one
// text, and that the dialog says both, and where two values are for one column.
func TestNestedObjects(t *testing.T) {
	const text = `{"id":"u1","address":{"city":"Rome","geo":{"lat":41.9}},"tags":["a","b"]}` + "\n" + `{"id":"u2","address":{"city":"Oslo"},"tags":[]}` + "\n"
	p := chosen(t, "x.jsonl", []byte(text))
	want := []string{"u1 address.city=Rome", "u1 address.geo.lat=41.9", `u1 tags=["a","b"]`, "u2 address.city=Oslo", "u2 tags=[]"}
	if got := imported(t, p.s.Mapping); !slices.Equal(got, want) || p.s.Mapping.Template != "{id}" {
		t.Errorf("%s: %q", p.s.Mapping.Template, got)
	}
	if html := p.drawn(); !strings.Contains(html, "2 columns are fields of objects within objects, such as address.city.") || strings.Contains(html, "two values") {
		t.Errorf("%s", html)
	}
	p = chosen(t, "x.json", []byte("["+`{"id":1,"a.b":2,"a":{"b":3}},`+"\n"+`{"id":2,"a":{"b":4}}]`))
	if html := p.drawn(); !strings.Contains(html, "1 object has two values for one column, the first in line 1: the last one counts.") {
		t.Errorf("%s", html)
	}
	p = chosen(t, "x.jsonl", []byte(`{"id":1,"a":[{"b":3}]}`+"\n"))
	if html := p.drawn(); strings.Contains(html, "objects within objects") {
		t.Errorf("%s", html)
	}
}
