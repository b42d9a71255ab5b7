package lessons

// ground returns the present state, with which a step begins. It is 0 in the first step,
// which has no state before it.
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
