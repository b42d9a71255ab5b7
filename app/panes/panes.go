// Package panes is the part of the page that resizes the workbench: the widths of its sides and
// the height of the console's log. The sizes are CSS properties of the workbench, "--pane-left"
// and so on, and the browser remembers them.
package panes

import (
	"strconv"
	"strings"

	"tabletop/app/page"
)

// Pane is a part of the workbench whose size the reader can change.
type Pane uint8

const (
	PaneLeft    Pane = iota // width of the column with the lesson's step or the outline
	PaneRight               // width of the column with the cards
	PaneConsole             // height of the console's log

	endPanes
)

// bounds has for each pane its name in CSS and in the browser's memory, and its bounds in
// pixels.
var bounds = [endPanes]struct {
	name        string
	least, most int
}{PaneLeft: {"left", 180, 640}, PaneRight: {"right", 240, 640}, PaneConsole: {"log", 40, 900}}

// step is by how many pixels a key moves a border.
const step = 16

// StorageKey is the name under which the browser keeps the sizes.
const StorageKey = "panes"

// State is the size of each pane in pixels, 0 for one that the reader has not resized.
type State [endPanes]int

// ParseSizes reads the sizes that the browser has kept. It ignores what is not valid.
func ParseSizes(kept string) State {
	var s State
	for _, one := range strings.Fields(kept) {
		name, size, _ := strings.Cut(one, "=")
		n, err := strconv.Atoi(size)
		for p, b := range bounds {
			if b.name == name && err == nil {
				s[p] = fit(Pane(p), n)
			}
		}
	}
	return s
}

// fit returns size, or the nearest size within the bounds of a pane.
func fit(p Pane, size int) int { return max(bounds[p].least, min(size, bounds[p].most)) }

// Msg is a message of this part.
type Msg interface{ apply(*page.Update, *State) }

// sized sets the size of a pane in pixels; 0 restores the initial size.
type sized struct {
	Pane Pane
	Size int
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(t, s) }

// apply sets the size of a pane and remembers all sizes.
func (m sized) apply(t *page.Update, s *State) {
	if s[m.Pane] = 0; m.Size != 0 {
		s[m.Pane] = fit(m.Pane, m.Size)
	}
	var kept []string
	for p, size := range s {
		if size != 0 {
			kept = append(kept, bounds[p].name+"="+strconv.Itoa(size))
		}
	}
	t.DoEffect(page.StoreTextLocally{Name: StorageKey, Text: strings.Join(kept, " ")})
}
