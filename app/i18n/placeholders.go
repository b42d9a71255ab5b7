//go:build !js

package i18n

import (
	"slices"
	"strconv"
)

// Placeholders is how a template uses its arguments. Translations of a template must have the same.
type Placeholders struct {
	Shown []string // the places that show an argument, sorted, each once: "1", "2#", "3:expect."
	Asked []string // the arguments that a choice depends on, sorted, each once: "1"
}

// ParsePlaceholders returns the places of a template, or an error if it is malformed.
func ParsePlaceholders(template string) (Placeholders, error) {
	var p Placeholders
	nodes, err := parseTemplate(template)
	p.gather(nodes)
	slices.Sort(p.Shown)
	slices.Sort(p.Asked)
	p.Shown, p.Asked = slices.Compact(p.Shown), slices.Compact(p.Asked)
	return p, err
}

// gather adds the places of nodes, including those inside choices.
func (p *Placeholders) gather(nodes []node) {
	for _, n := range nodes {
		arg := strconv.Itoa(n.arg)
		switch {
		case n.arg == 0:
		case n.form == formNumber:
			p.Shown = append(p.Shown, arg+"#")
		case n.form == formSize:
			p.Shown = append(p.Shown, arg+"~")
		case n.form == formNames:
			p.Shown = append(p.Shown, arg+"&")
		case n.form == formLookup:
			p.Shown = append(p.Shown, arg+":"+n.with)
		case n.form == formPlain:
			p.Shown = append(p.Shown, arg)
		default:
			p.Asked = append(p.Asked, arg)
		}
		p.gather(n.yes)
		p.gather(n.no)
	}
}
