package files

import (
	"regexp"
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

// TestFirstValuePresent tests that the first value of a column is shown where the first record has
// null, also once it is rewritten, and that a column with a time there can be the time of the cells.
func TestFirstValuePresent(t *testing.T) {
	const text = `{"id":"a1","owner":null,"at":null,"on":null}` + "\n" + `{"id":"a2","owner":{"name":"Ann"},"at":"2024-07-01T00:00:00Z","on":"31.12.2023"}` + "\n" + `{"id":"a3","owner":{"name":"Bob"},"on":"01.02.2024"}` + "\n"
	p := chosen(t, "x.jsonl", []byte(text))
	m := p.s.Mapping
	firsts := func() (out []string) {
		for _, cell := range regexp.MustCompile(`class="example">\s*([^<\s]*)`).FindAllStringSubmatch(p.drawn(), -1) {
			out = append(out, cell[1])
		}
		return out
	}
	if got := firsts(); !slices.Equal(got, []string{"a1", "2024-07-01T00:00:00Z", "31.12.2023", "Ann"}) {
		t.Errorf("%q", got)
	}
	if got := m.times(); !slices.Equal(got, []string{"at"}) {
		t.Errorf("%q are times", got)
	}
	p.on(rewritten{2, m.unsorted()[0].Rules[0]})
	if got := firsts(); got[2] != "2023-12-31" {
		t.Errorf("rewritten: %q", got)
	}
}
