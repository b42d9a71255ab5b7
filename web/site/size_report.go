//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"tabletop/app/i18n"
)

// budget is how many bytes a first visit may transfer.
const budget = 2_785_000

// size prints the size of each file of the built site in dir, and returns an error if a first visit
// exceeds the budget. A first visit counts all files except those that are loaded on demand: the
// console's editor, and the pages and lessons. A visit begins with one of these, so the largest is
// counted. The others are stored for offline use after the page has started. A visit has one
// language; each is measured, and the largest counts.
func size(out io.Writer, dir string) error {
	site := files{}
	if err := site.addFolder(dir); err != nil {
		return err
	}
	if len(site["app.wasm.bin"]) == 0 {
		return errors.New(filepath.Join(dir, "app.wasm.bin") + " is missing: build the site first")
	}
	w := weights{of: map[string]int{}, begins: map[string]map[string]int{}}
	languages := site.languages()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "raw\tgzip\tfirst visit\t  file")
	for _, name := range site.names() {
		raw, packed := len(site[name]), min(len(site[name]), len(gzipped(site[name])))
		visit := packed
		switch {
		case name == "app.wasm.bin":
			visit = raw // no host compresses it again
		case name == "404.html", name == ".nojekyll", name == onUse, strings.HasPrefix(name, "text/") && strings.HasSuffix(name, ".author.txt"):
			visit = 0
		case name == "editor.js":
			visit = 0
			w.later += packed
		}
		w.add(name, languageOf(name, languages), visit)
		fmt.Fprintf(table, "%d\t%d\t%d\t  %s\n", raw, packed, visit, name)
	}
	total := 0
	for _, l := range languages {
		sum, later := w.visit(l.Tag)
		total = max(total, sum)
		fmt.Fprintf(table, "\t\t%d\t  of %d bytes allowed, the heaviest page or lesson with it (%s)\n", sum, budget, l.Tag)
		fmt.Fprintf(table, "\t\t%d\t  later, or on demand: the console's editor, the other pages and lessons\n", later)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if total > budget {
		return fmt.Errorf("a first visit transfers %d bytes, %d too many", total, total-budget)
	}
	return nil
}

// weights has the transferred sizes of a site's files, in bytes.
type weights struct {
	of     map[string]int            // by language, "" for files of all languages
	begins map[string]map[string]int // by language, then by page or lesson
	later  int                       // of the console's editor
}

// add adds a file of n bytes in a language. The page of a lesson and its compiled lesson are added
// up.
func (w *weights) add(name, lang string, n int) {
	dir, base := path.Split(name)
	_, in, lesson := strings.Cut("/"+path.Clean(dir), "/lessons/")
	switch {
	case lesson:
	case base == "index.html":
		in = dir + base
	default:
		w.of[lang] += n
		return
	}
	if w.begins[lang] == nil {
		w.begins[lang] = map[string]int{}
	}
	w.begins[lang][in] += n
}

// visit returns the size of a first visit in a language, and of everything that is loaded later.
func (w *weights) visit(lang string) (total, later int) {
	all, heaviest, sum := map[string]int{}, 0, 0
	for _, l := range []string{"", lang} {
		total += w.of[l]
		for slug, n := range w.begins[l] {
			all[slug] += n
		}
	}
	for _, n := range all {
		heaviest, sum = max(heaviest, n), sum+n
	}
	return total + heaviest, w.later + sum - heaviest
}

// languages returns the languages that a built site has. It is English if the site names none.
func (s files) languages() []i18n.Language {
	var all []i18n.Language
	for _, name := range s.names() {
		tag, ok := strings.CutSuffix(path.Base(name), ".txt")
		if ok && name == i18n.PageSentencesPath(tag) && !strings.HasSuffix(tag, ".author") {
			all = append(all, i18n.Language{Tag: tag})
		}
	}
	if all == nil {
		all = []i18n.Language{{Tag: language}}
	}
	return all
}
