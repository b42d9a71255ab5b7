// Package panes is how the workbench is divided: how wide its sides are and how tall its
// console is, as the reader has drawn them.
package panes

import (
	"strconv"
	"strings"

	"tabletop/app/page"
)

// Pane is a part of the workbench whose size the reader chooses.
type Pane uint8

const (
	Left    Pane = iota // the task or the outline, its width
	Right               // the cards, their width
	Console             // the console's log, its height

	endPanes
)

// bounds are the name of each pane, the least and most pixels that it has, and how many a
// key adds.
var bounds = [endPanes]struct {
	name        string
	least, most int
}{Left: {"left", 180, 640}, Right: {"right", 240, 640}, Console: {"log", 40, 900}}

// step is by how many pixels a key moves a border.
const step = 16

// Remembered is the name under which the browser keeps the sizes.
const Remembered = "panes"

// State is the size of each pane in pixels, 0 where the reader has not chosen any.
type State [endPanes]int

// Parse reads what the browser has kept, and leaves out what it does not know.
func Parse(kept string) State {
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

// fit returns the size that a pane has in place of one out of its bounds.
func fit(p Pane, size int) int { return max(bounds[p].least, min(size, bounds[p].most)) }

// Msg is something that happened to a pane.
type Msg interface{ apply(*page.Update, *State) }

// Sized gives a pane a size in pixels; 0 gives it back its own.
type Sized struct {
	Pane Pane
	Size int
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(t, s) }

func (m Sized) apply(t *page.Update, s *State) {
	if s[m.Pane] = 0; m.Size != 0 {
		s[m.Pane] = fit(m.Pane, m.Size)
	}
	var kept []string
	for p, size := range s {
		if size != 0 {
			kept = append(kept, bounds[p].name+"="+strconv.Itoa(size))
		}
	}
	t.Do(page.Remember{Name: Remembered, Text: strings.Join(kept, " ")})
}
