package lessons

// startStateNumber returns the number of the timeline's present state, for
// [Progress.StepStartState]. In the first step, which has no state before it, it returns 0.
func (r *Player) startStateNumber() uint64 {
	line := r.session.Timeline()
	switch {
	case r.progress.Step == 0:
		return 0
	case line.Now == 0:
		return line.First
	}
	return line.Steps[line.Now-1].State
}
