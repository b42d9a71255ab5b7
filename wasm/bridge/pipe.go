package bridge

import "slices"

// pipeEnd is one end of a [Pipe].
type pipeEnd struct {
	inbox
	other *pipeEnd
}

// Pipe returns two ports that are connected in memory. A frame is lost if the other end has been
// closed, as it is when a worker has ended.
func Pipe() (a, b Port) {
	left, right := &pipeEnd{}, &pipeEnd{}
	left.other, right.other = right, left
	return left, right
}

// Send implements [Port]. It copies the frame.
func (p *pipeEnd) Send(frame ...[]byte) error {
	if p.ended() {
		return ErrClosed
	}
	whole := slices.Concat(frame...)
	p.other.put(item{frame: func() []byte { return whole }})
	return nil
}

// Close implements [Port].
func (p *pipeEnd) Close() { p.close() }
