package lessons

// ground returns the state of now, which a step begins with: 0 in the first, before which
// there is nothing.
func (r *Player) ground() uint64 {
	line := r.session.Timeline()
	switch {
	case r.progress.Step == 0:
		return 0
	case line.Now == 0:
		return line.First
	}
	return line.Steps[line.Now-1].State
}
