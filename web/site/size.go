//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"
)

// budget is what a first visit may transfer, in bytes.
const budget = 2_600_000

// size prints what each file of the built site in dir weighs, and fails when a
// first visit is above the budget. A first visit takes every file, since all of
// them are kept for offline use.
func size(out io.Writer, dir string) error {
	site := files{}
	if err := site.addFolder(dir); err != nil {
		return err
	}
	if len(site["app.wasm.bin"]) == 0 {
		return errors.New(filepath.Join(dir, "app.wasm.bin") + " is missing: build the site first")
	}
	total := 0
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
		}
		total += visit
		fmt.Fprintf(table, "%d\t%d\t%d\t  %s\n", raw, packed, visit, name)
	}
	fmt.Fprintf(table, "\t\t%d\t  of %d bytes allowed\n", total, budget)
	if err := table.Flush(); err != nil {
		return err
	}
	if total > budget {
		return fmt.Errorf("a first visit transfers %d bytes, %d too many", total, total-budget)
	}
	return nil
}
