//go:build !js

package i18n

import (
	"slices"
	"strconv"
)

// Places is what a template asks of its arguments.
type Places struct {
	Shown []string // as they are shown, in order and each once: "1", "2#", "3:expect."
	Asked []string // those on which its words depend: "1"
}

// PlacesOf returns the places of a template.
func PlacesOf(template string) (Places, error) {
	var p Places
	nodes, err := parseTemplate(template)
	p.gather(nodes)
	slices.Sort(p.Shown)
	slices.Sort(p.Asked)
	p.Shown, p.Asked = slices.Compact(p.Shown), slices.Compact(p.Asked)
	return p, err
}

func (p *Places) gather(nodes []node) {
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
