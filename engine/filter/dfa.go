package filter

import (
	"regexp/syntax"
	"slices"
)

// These are bounds of the automaton, in states, and of the program from which it is
// built, in instructions. A pattern beyond them is left to package regexp.
const (
	maxStates = 256
	maxInsts  = 1024
)

// The first two states of every automaton are final: no byte leads out of them.
const (
	stateNever  = 0 // the string does not match, however it continues
	stateAlways = 1 // the string matches, however it continues
)

// dfa is a deterministic finite automaton over bytes that matches whole strings.
type dfa struct {
	next   []uint8 // next state, by state<<8 | byte
	accept []bool  // by state: the string matches if it ends here
	start  uint8
}

// match reports whether the whole of s matches.
func (d *dfa) match(s string) bool {
	st := d.start
	if st <= stateAlways {
		return st == stateAlways
	}
	// The loop reads two bytes at a time. It may read one byte too many after a final state
	// is reached, but no byte leads out of those.
	for ; len(s) >= 2; s = s[2:] {
		st = d.next[uint(st)<<8|uint(s[0])]
		st = d.next[uint(st)<<8|uint(s[1])]
		if st <= stateAlways {
			return st == stateAlways
		}
	}
	if len(s) > 0 {
		st = d.next[uint(st)<<8|uint(s[0])]
	}
	return d.accept[st]
}

// newDFA returns the automaton of a pattern. It returns nil if the automaton would exceed
// the bounds, or if the pattern has assertions other than the beginning and the end of the
// text.
func newDFA(tree *syntax.Regexp) *dfa {
	prog, err := syntax.Compile(tree)
	if err != nil || len(prog.Inst) > maxInsts {
		return nil
	}
	for _, in := range prog.Inst {
		if in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg)&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0 {
			return nil
		}
	}
	b := dfaBuilder{prog: prog, ids: map[string]int{}, seen: make([]bool, len(prog.Inst))}
	class, reps := b.classes()
	// The first state is never reached again, because the beginning of the text can be
	// asserted only there.
	start := make([]bool, len(prog.Inst))
	b.walk(start, uint32(prog.Start), true)
	b.sets = append(b.sets, start)
	var next [][]int
	for n := 0; n < len(b.sets); n++ {
		if len(b.sets) > maxStates-2 {
			return nil
		}
		to := make([]int, len(reps))
		for c, r := range reps {
			to[c] = b.step(b.sets[n], r)
		}
		next = append(next, to)
	}
	accept := make([]bool, len(b.sets))
	for i, set := range b.sets {
		accept[i] = b.accepts(set, i == 0)
	}
	id := number(next, accept)

	d := &dfa{start: uint8(id[0])}
	states := 2
	for _, i := range id {
		states = max(states, i+1)
	}
	d.next = make([]uint8, states<<8)
	d.accept = make([]bool, states)
	d.accept[stateAlways] = true
	for b := range 256 {
		d.next[stateAlways<<8|b] = stateAlways
	}
	for i, to := range next {
		if id[i] <= stateAlways {
			continue
		}
		d.accept[id[i]] = accept[i]
		for b, c := range class {
			d.next[id[i]<<8|b] = uint8(id[to[c]])
		}
	}
	return d
}

// number returns the final number of every state. All states from which no accepting state
// can be reached become stateNever, and all from which only accepting states can be
// reached become stateAlways.
func number(next [][]int, accept []bool) []int {
	alive, always := make([]bool, len(next)), make([]bool, len(next))
	copy(alive, accept)
	copy(always, accept)
	for changed := true; changed; {
		changed = false
		for i, to := range next {
			for _, t := range to {
				if alive[t] && !alive[i] {
					alive[i], changed = true, true
				}
				if !always[t] && always[i] {
					always[i], changed = false, true
				}
			}
		}
	}
	id, n := make([]int, len(next)), 2
	for i := range next {
		switch {
		case !alive[i]:
			id[i] = stateNever
		case always[i]:
			id[i] = stateAlways
		default:
			id[i] = n
			n++
		}
	}
	return id
}

// dfaBuilder builds the states of the automaton as sets of instructions of prog, by the
// subset construction. A set contains only instructions that consume a byte, match, or
// assert the end of the text.
type dfaBuilder struct {
	prog *syntax.Prog
	ids  map[string]int // state of a set, by its bits
	sets [][]bool       // by state: the set, by instruction
	seen []bool         // instructions that walk has visited
}

// classes divides the bytes into classes that no instruction tells apart. It returns the
// class of each byte, and for each class one of its bytes.
func (b *dfaBuilder) classes() (class [256]uint8, reps []rune) {
	n := 1
	for i := range b.prog.Inst {
		in := &b.prog.Inst[i]
		switch in.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		default:
			continue
		}
		// Split each class into the bytes that match and those that do not.
		var split [256]struct{ in, out int } // new class + 1
		var fresh [256]uint8
		n = 0
		for c := range 256 {
			s := &split[class[c]]
			to := &s.out
			if in.MatchRune(rune(c)) {
				to = &s.in
			}
			if *to == 0 {
				n++
				*to = n
			}
			fresh[c] = uint8(*to - 1)
		}
		class = fresh
	}
	reps = make([]rune, n)
	for c := 255; c >= 0; c-- {
		reps[class[c]] = rune(c)
	}
	return class, reps
}

// walk adds to set the instructions that can be reached from pc without consuming a byte,
// as far as they are not in b.seen.
func (b *dfaBuilder) walk(set []bool, pc uint32, atStart bool) {
	if b.seen[pc] {
		return
	}
	b.seen[pc] = true
	switch in := &b.prog.Inst[pc]; in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		b.walk(set, in.Out, atStart)
		b.walk(set, in.Arg, atStart)
	case syntax.InstCapture, syntax.InstNop:
		b.walk(set, in.Out, atStart)
	case syntax.InstEmptyWidth:
		op := syntax.EmptyOp(in.Arg)
		switch {
		case op&syntax.EmptyBeginText != 0 && !atStart:
		case op&syntax.EmptyEndText != 0:
			set[pc] = true
		default:
			b.walk(set, in.Out, atStart)
		}
	case syntax.InstFail:
	default:
		set[pc] = true
	}
}

// step returns the state that follows a set on the byte r.
func (b *dfaBuilder) step(set []bool, r rune) int {
	to := make([]bool, len(set))
	clear(b.seen)
	for pc, in := range set {
		if !in {
			continue
		}
		switch inst := &b.prog.Inst[pc]; inst.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if inst.MatchRune(r) {
				b.walk(to, inst.Out, false)
			}
		}
	}
	return b.state(to)
}

// accepts reports whether a string that ends in the set matches.
func (b *dfaBuilder) accepts(set []bool, atStart bool) bool {
	end := slices.Clone(set)
	clear(b.seen)
	for more := true; more; {
		more = false
		for pc := range end {
			if in := &b.prog.Inst[pc]; end[pc] && in.Op == syntax.InstEmptyWidth {
				// b.seen is kept over all of these walks.
				end[pc], more = false, true
				b.walk(end, in.Out, atStart)
			}
		}
	}
	for pc, in := range end {
		if in && b.prog.Inst[pc].Op == syntax.InstMatch {
			return true
		}
	}
	return false
}

// state returns the state of a set, which is a new one if there was none with the same
// set.
func (b *dfaBuilder) state(set []bool) int {
	key := make([]byte, (len(set)+7)/8)
	for pc, in := range set {
		if in {
			key[pc/8] |= 1 << (pc % 8)
		}
	}
	if id, ok := b.ids[string(key)]; ok {
		return id
	}
	id := len(b.sets)
	b.ids[string(key)] = id
	b.sets = append(b.sets, set)
	return id
}
