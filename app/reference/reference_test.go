//go:build !js

package reference

import (
	"slices"
	"strings"
	"testing"

	"tabletop/app/i18n"
	"tabletop/engine/filter"
	"tabletop/engine/hbase/hfilter"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// TestEntries tests that each entry has a text of its own and can be linked to.
func TestEntries(t *testing.T) {
	seen := map[string]bool{}
	count := map[Section]int{}
	for _, e := range Entries("en") {
		if seen[e.ID] || strings.ContainsAny(e.ID, " #") {
			t.Errorf("the anchor %q is there twice or none", e.ID)
		}
		seen[e.ID] = true
		count[e.Section]++
		// An unknown code is returned unchanged.
		for _, text := range []string{e.Name, e.Text} {
			if text == "" || strings.HasPrefix(text, "help.") || strings.HasPrefix(text, "filter-") || strings.HasPrefix(text, "hfilter-") ||
				strings.HasPrefix(text, "limit-") || strings.HasPrefix(text, "term-") || strings.HasSuffix(text, "[en]") {
				t.Errorf("%s: %q, %q", e.ID, e.Name, e.Text)
			}
		}
		for _, p := range e.Parts {
			if p.Name == "" || p.Text == "" || strings.HasPrefix(p.Text, "help.") {
				t.Errorf("%s: %+v", e.ID, p)
			}
		}
		if (e.Equivalent != "") != (e.Section == SectionSQL) {
			t.Errorf("%s becomes %q", e.ID, e.Equivalent)
		}
		if (e.Comparison != "") != (e.Section == SectionHBaseFilters) {
			t.Errorf("%s compares with %q", e.ID, e.Comparison)
		}
		if e.BigtableFilter != "" {
			if _, err := filter.Parse(e.BigtableFilter); err != nil {
				t.Errorf("%s: %s: %v", e.ID, e.BigtableFilter, err)
			}
		}
	}
	for _, s := range Sections() {
		if count[s] == 0 || !i18n.HasPageText("section-"+s.String()) {
			t.Errorf("%d entries in %s", count[s], s)
		}
	}
	if count[SectionHBaseFilters] != 19 {
		t.Errorf("%d of HBase's 19 filters", count[SectionHBaseFilters])
	}
}

func TestExamples(t *testing.T) {
	for name, e := range examples {
		f, err := hfilter.Parse(e.text)
		if err != nil || !strings.HasPrefix(e.text, name+"(") {
			t.Errorf("%s: %v", e.text, err)
			continue
		}
		if plan := hfilter.CompileToBigtable(f, false); plan.Whole && e.near != "" {
			t.Errorf("%s has an exact match, not only a near one", name)
		}
	}
	for _, c := range []struct{ name, text, tree string }{
		{"PrefixFilter", i18n.PageText("en", "match-same", "PrefixFilter('LoL')"), `row(/LoL\C*/)`},
		{"InclusiveStopFilter", i18n.PageText("en", "match-end"), ""},
		{"PageFilter", i18n.PageText("en", "match-count"), ""},
		{"DependentColumnFilter", i18n.PageText("en", "match-none"), ""},
	} {
		if text, tree := match("en", c.name); text != c.text || tree != c.tree {
			t.Errorf("%s: %s %s", c.name, text, tree)
		}
	}
	if len(examples) != len(hfilter.FilterSignatures()) {
		t.Errorf("%d examples of %d filters", len(examples), len(hfilter.FilterSignatures()))
	}
}

func TestSearch(t *testing.T) {
	ids := func(search string) (ids []string) {
		for _, e := range Entries("en") {
			if e.MatchesSearch(search) {
				ids = append(ids, e.ID)
			}
		}
		return ids
	}
	if n := len(ids("  ")); n != len(Entries("en")) {
		t.Errorf("a blank search finds %d", n)
	}
	if got := ids("PREFIXfilter rowpre"); !slices.Equal(got, []string{"hbase-count", "hbase-deleteall", "hbase-scan", "hfilter-prefixfilter"}) {
		t.Errorf("%q", got)
	}
	if got := ids("longest row key"); !slices.Equal(got, []string{"limit-row-key"}) {
		t.Errorf("%q", got)
	}
	if got := ids("no such thing anywhere"); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestUses(t *testing.T) {
	l, err := author.Load(content.Files, "lol-scores", "en")
	if err != nil {
		t.Fatal(err)
	}
	got := EntryIDsOfLesson(l)
	for _, id := range []string{"cbt-count", "cbt-read", "term-row-key", "term-prefix"} {
		if !slices.Contains(got, id) {
			t.Errorf("%s is not among %q", id, got)
		}
	}
	made := &lessons.Lesson{Lang: "en", Steps: []lessons.Step{{Actions: []lessons.OfferedAction{{Action: lessons.TypeCommand{Text: "cbt lookup t k\nscan 't', FILTER => \"PageFilter(1)\""}}}}}}
	if got := EntryIDsOfLesson(made); !slices.Equal(got, []string{"cbt-lookup", "hfilter-pagefilter"}) {
		t.Errorf("%q", got)
	}
}

// What takes the place of a statement of SQL is the result of the lesson about it, and both
// lessons that show it are linked.
func TestStatements(t *testing.T) {
	load := func(slug string) *lessons.Lesson {
		l, err := author.Load(content.Files, slug, "en")
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := load(fromSQL)
	done, text := map[string]bool{}, ""
	for _, step := range l.Solution {
		for _, a := range step {
			switch a := a.(type) {
			case lessons.TypeCommand:
				done[a.Text] = true
			case lessons.Template:
				done[a.Text] = true
			case lessons.AddTable:
				done[a.Text] = true
			}
		}
	}
	for _, s := range l.Steps {
		text += lessons.PlainText(s.Title + " " + s.Body)
	}
	if len(statements) != 6 {
		t.Errorf("%d statements", len(statements))
	}
	for _, s := range statements {
		id := "sql-" + s.name
		if !done[s.here] {
			t.Errorf("%s becomes %q, which does not solve a step", s.name, s.here)
		}
		if name := strings.ReplaceAll(s.name, "-", " "); !strings.Contains(strings.ToUpper(text), name) {
			t.Errorf("lesson %s does not speak of %s", fromSQL, name)
		}
		if !slices.Contains(EntryIDsOfLesson(l), id) || !slices.Contains(EntryIDsOfLesson(load(s.lesson)), id) {
			t.Errorf("%s is not linked to both lessons", id)
		}
	}
}

// Every term that a lesson's text introduces is in the glossary.
func TestTermsOfLessons(t *testing.T) {
	all, err := author.LoadAll(content.Files, "en")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"one row": true} // emphasised text that is not a term
	for _, e := range Entries("en") {
		if e.Section == SectionTerms {
			name := strings.ToLower(e.Name)
			known[name], known[name+"s"] = true, true
		}
	}
	alike := map[string]string{"family": "column family", "versions": "version", "denormalising": "denormalise", "aggregate": "aggregate family", "template": "row-key template", "fan-out on read": "fan-out on write", "memstore": "memstore, memtable", "file": "store file, sstable"}
	found := 0
	for _, l := range all {
		for _, s := range l.Steps {
			for _, part := range strings.Split(s.Body, "<strong>")[1:] {
				term, _, _ := strings.Cut(part, "</strong>")
				if strings.ToLower(term) != term || strings.ContainsAny(term, ".:,?") {
					continue // the heading of a paragraph, or a name on the page
				}
				if other, ok := alike[term]; ok {
					term = other
				}
				if found++; !known[term] {
					t.Errorf("%s: step %s introduces %q, which the glossary lacks", l.Slug, s.ID, term)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no lesson introduces a term")
	}
}
