package engine

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	shell "tabletop/engine/console/hbase"
	"tabletop/engine/table"
)

// Intake looks through a journal that somebody else may have made, before any of it is
// run: running it again asks for no bounds of tables, since it has been accepted once.
type Intake struct {
	tables  map[string]map[base.Family]bool // families that were made, by table
	entries int
}

// Add refuses the next change of a journal where it brings more than a session takes.
func (in *Intake) Add(r Request) error {
	if in.entries++; in.entries > base.MaxEntries {
		return base.Refuse(base.CodeManyEntries, strconv.Itoa(base.MaxEntries))
	}
	switch r := r.(type) {
	case Load:
		return checkLoad(r)
	case Workload:
		return checkWorkload(r)
	case Console:
		split, parse := cbt.SplitScript, cbt.Parse
		if r.Dialect == HBase {
			split, parse = shell.SplitScript, shell.Parse
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
	var name string
	var made []base.Family
	add := func(list ...table.FamilyInfo) {
		for _, f := range list {
			made = append(made, f.Name)
		}
	}
	switch cmd := cmd.(type) {
	case console.CreateTable:
		name = cmd.Table
		delete(in.tables, name)
		add(cmd.Families...)
	case console.CreateFamily:
		name = cmd.Table
		add(cmd.Family)
	case console.Alter:
		name = cmd.Table
		for _, c := range cmd.Changes {
			if c.Delete {
				delete(in.tables[name], c.Family)
			} else {
				made = append(made, c.Family)
			}
		}
	default:
		return nil
	}
	if in.tables == nil {
		in.tables = map[string]map[base.Family]bool{}
	}
	if in.tables[name] == nil {
		in.tables[name] = map[base.Family]bool{}
	}
	for _, f := range made {
		in.tables[name][f] = true
	}
	if n := len(in.tables[name]); n > base.MaxFamilies {
		return base.Refuse(base.CodeManyFamilies, name, strconv.Itoa(n), strconv.Itoa(base.MaxFamilies))
	}
	return nil
}
