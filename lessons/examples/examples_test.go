//go:build !js

package examples

import (
	"io/fs"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

func TestExamples(t *testing.T) {
	rows := map[string]int64{"games": 1000, "tenants": 6, "battery": 5, "garden": 31, "friends": 8, "prices": 1, "couriers": 20, "market": 10_000, "metrics": 10_002, "meters": 2000}
	for _, e := range All() {
		requests, err := Requests(e.ID, func(slug string) (*lessons.Lesson, error) { return author.Load(content.Files, slug, "en") })
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
			continue
		}
		s := engine.New(engine.Options{Now: func() base.Micros { return 1425168000000000 }})
		for _, r := range requests {
			if reply := s.Do(r); reply.Err != nil || len(reply.Changes) == 0 {
				t.Errorf("%s: %T: %v, %d changes", e.ID, r, reply.Err, len(reply.Changes))
			}
		}
		var all int64
		found := false
		for _, table := range s.Tables() {
			all += table.Rows
			if len(table.Warnings) > 0 {
				t.Errorf("%s: %+v", e.ID, table.Warnings)
			}
			if tab, ok := s.Table(table.Name); ok {
				_, there := tab.Get(base.RowKey(e.Key))
				found = found || there
			}
			if table.Template != e.Template {
				t.Errorf("%s is keyed %q, its picture %q", e.ID, table.Template, e.Template)
			}
		}
		if all != rows[e.ID] {
			t.Errorf("%s has %d rows, not %d", e.ID, all, rows[e.ID])
		}
		if !found {
			t.Errorf("%s has no row %s", e.ID, e.Key)
		}
	}
	names, err := fs.Glob(sources, "*.json")
	if err != nil || len(names) != len(All()) {
		t.Errorf("%v, %v", names, err)
	}
	if _, err := Requests("../doc", nil); err == nil {
		t.Error("an example that there is not was given")
	}
}

// TestVersions: every price is kept.
func TestVersions(t *testing.T) {
	requests, err := Requests("prices", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	for _, r := range requests {
		s.Do(r)
	}
	r := s.Do(engine.RunConsole{Text: "lookup stock ZXZZT"})
	out := ""
	for _, l := range r.Output {
		out += l.Text
	}
	for _, price := range []string{"558.40", "571.34", "573.64", "573.37", "575.33"} {
		if !strings.Contains(out, price) {
			t.Errorf("no %s in\n%s", price, out)
		}
	}
}

// TestTimes: a courier's places are versions of a cell, by when it was seen there, and
// none replaces another.
func TestTimes(t *testing.T) {
	requests, err := Requests("couriers", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	for _, r := range requests {
		s.Do(r)
	}
	if info := s.Tables()[0]; info.Rows != 20 || info.Cells != 400 || info.KeptRecords != 400 {
		t.Errorf("%+v", info)
	}
}
