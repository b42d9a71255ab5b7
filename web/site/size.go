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
)

// budget is what a first visit may transfer, in bytes.
const budget = 2_450_000

// size prints what each file of the built site in dir weighs, and fails when a
// first visit is above the budget. A first visit takes every file but what comes on
// demand: the console's editor, and the lessons, of which it may begin with one, so the
// heaviest is counted. The others are kept for offline use once the page has started.
func size(out io.Writer, dir string) error {
	site := files{}
	if err := site.addFolder(dir); err != nil {
		return err
	}
	if len(site["app.wasm.bin"]) == 0 {
		return errors.New(filepath.Join(dir, "app.wasm.bin") + " is missing: build the site first")
	}
	total, later := 0, 0
	lesson := map[string]int{} // what it weighs, by its folder
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "raw\tgzip\tfirst visit\t  file")
	for _, name := range site.names() {
		raw, packed := len(site[name]), min(len(site[name]), len(gzipped(site[name])))
		visit := packed
		switch name {
		case "app.wasm.bin":
			visit = raw // no host packs it again
		case "404.html", ".nojekyll":
			visit = 0
		case onUse:
			visit = 0
			packed = raw
		case "editor.js":
			visit = 0
			later += packed
		}
		if slug, ok := strings.CutPrefix(path.Dir(name), "lessons/"); ok {
			lesson[slug] += visit
		} else {
			total += visit
		}
		fmt.Fprintf(table, "%d\t%d\t%d\t  %s\n", raw, packed, visit, name)
	}
	heaviest, all := 0, 0
	for _, n := range lesson {
		heaviest = max(heaviest, n)
		all += n
	}
	total += heaviest
	fmt.Fprintf(table, "\t\t%d\t  of %d bytes allowed, the heaviest lesson with it\n", total, budget)
	fmt.Fprintf(table, "\t\t%d\t  later, or on demand: the console's editor, the other lessons\n", later+all-heaviest)
	if err := table.Flush(); err != nil {
		return err
	}
	if total > budget {
		return fmt.Errorf("a first visit transfers %d bytes, %d too many", total, total-budget)
	}
	return nil
}
