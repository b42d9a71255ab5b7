package intake

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
)

// schemaWord reports whether a text may contain a command that creates families.
func schemaWord(text string) bool {
	return strings.Contains(text, "create") || strings.Contains(text, "alter")
}

// FamilyCounter counts, for each table, the different families that the commands of a journal create.
// Families that are deleted again still count. The zero value has counted nothing.
type FamilyCounter struct {
	made   map[string]bool // keys are table/family
	counts map[string]int  // number of families by table
}

// Add counts the families that the next script of the journal creates, in the dialect d. It refuses
// the script if a table would have more than [base.MaxFamilies] families. It ignores lines that
// are no commands.
func (in *FamilyCounter) Add(d *console.Dialect, script string) error {
	if !schemaWord(script) {
		return nil
	}
	for _, line := range d.Split(script) {
		if !schemaWord(line.Text) {
			continue
		}
		if cmd, err := d.Parse(line.Text); err == nil {
			if err := in.command(cmd); err != nil {
				return err
			}
		}
	}
	return nil
}

// command counts the families that a command creates.
func (in *FamilyCounter) command(cmd console.Command) error {
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
	name := console.DescriptorOf(cmd).Table
	for _, f := range list {
		if at := name + "/" + f; !in.made[at] {
			in.made[at] = true
			in.counts[name]++
		}
	}
	return base.CheckAtMost(base.CodeManyFamilies, in.counts[name], base.MaxFamilies, name)
}
