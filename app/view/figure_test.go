//go:build !js

package view

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// figuresOf returns the values of all figures on a page, by figure, table and state; the
// figures that it shows with different values; and those that do not say whose they are.
func figuresOf(t *testing.T, page string) (all map[string]string, at odds) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	all = map[string]string{}
	for n := range root.Descendants() {
		of := map[string]string{}
		for _, a := range n.Attr {
			of[a.Key] = a.Val
		}
		if of["data-figure"] == "" {
			continue
		}
		name := of["data-figure"] + " of " + of["data-table"] + " in " + of["data-state"]
		if of["data-table"] == "" || of["data-state"] == "" || of["data-value"] == "" {
			at = append(at, name+" lacks a table, a state or a value")
		}
		if was, ok := all[name]; ok && was != of["data-value"] {
			at = append(at, name+" is "+was+" and "+of["data-value"])
		}
		all[name] = of["data-value"]
	}
	return all, at
}

// odds are figures that are at odds.
type odds []string

// TestFiguresAgree tests, in every state of the page, that each element with a measure of a
// table says whose it is, and that elements with the same figure show the same value.
func TestFiguresAgree(t *testing.T) {
	found := map[string]bool{}
	for name, st := range states() {
		all, at := figuresOf(t, drawn(st))
		for _, what := range at {
			t.Errorf("%s: %s", name, what)
		}
		for figure := range all {
			found[strings.Fields(figure)[0]] = true
		}
	}
	for _, figure := range []string{"rows", "read-rows-scanned", "scanned-corrie", "hottest"} {
		if !found[figure] {
			t.Errorf("no state shows the figure %s", figure)
		}
	}
	if _, at := figuresOf(t, `<b data-figure=a data-table=t data-state=now-1 data-value=1></b><i data-figure=a data-table=t data-state=now-1 data-value=2></i>`); len(at) != 1 {
		t.Errorf("figures at odds are not seen: %v", at)
	}
}
