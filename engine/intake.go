package engine

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/design"
)

// Intake looks through a journal that somebody else may have made, before any of it is
// run: running it again asks for no bounds of tables, since it has been accepted once.
type Intake struct {
	made    map[string]bool // table/family
	counts  map[string]int  // families that were made, by table
	entries int
}

// Add refuses the next change of a journal where it brings more than a session takes.
func (in *Intake) Add(r Request) error {
	in.entries++
	if err := base.AtMost(base.CodeManyEntries, in.entries, base.MaxEntries); err != nil {
		return err
	}
	switch r := r.(type) {
	case Load:
		return design.CheckBounds(r.Table, r.Columns, r.Data)
	case Values:
		return design.CheckBounds(r.Of.Table, r.Of.Columns, r.Of.Data)
	case Workload:
		return checkWorkload(r)
	case Console:
		split, parse := cbt.SplitScript, cbt.Parse
		if r.Dialect == HBase {
			split, parse = hbaseshell.SplitScript, hbaseshell.Parse
		}
		if !schemaWord(r.Text) {
			return nil
		}
		for _, line := range split(r.Text) {
			if !schemaWord(line.Text) {
				continue
			}
			if cmd, err := parse(line.Text); err == nil {
				if err := in.command(cmd); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// schemaWord reports whether a text may hold a command that makes families.
func schemaWord(text string) bool {
	return strings.Contains(text, "create") || strings.Contains(text, "alter")
}

func (in *Intake) command(cmd console.Command) error {
	var list []string
	switch cmd := cmd.(type) {
	case console.CreateTable:
		for _, f := range cmd.Families {
			list = append(list, string(f.Name))
		}
	case console.CreateFamily:
		list = append(list, string(cmd.Family.Name))
	case console.Alter:
		for _, c := range cmd.Changes {
			if !c.Delete {
				list = append(list, string(c.Family))
			}
		}
	default:
		return nil
	}
	if in.made == nil {
		in.made, in.counts = map[string]bool{}, map[string]int{}
	}
	name := console.Describe(cmd).Table
	for _, f := range list {
		if at := name + "/" + f; !in.made[at] {
			in.made[at] = true
			in.counts[name]++
		}
	}
	return base.AtMost(base.CodeManyFamilies, in.counts[name], base.MaxFamilies, name)
}
