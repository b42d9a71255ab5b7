package bridge

import (
	"errors"
	"sync"
)

// ErrClosed is what Send returns on a port that was closed.
var ErrClosed = errors.New("bridge: the port is closed")

// Port sends frames to the other side and delivers the other side's frames.
type Port interface {
	// Send sends a frame, which may come in parts, and does not wait for it to arrive;
	// the caller may change frame afterwards. Frames arrive in the order of their
	// sending, or not at all if the other side is gone. It never calls a handler itself.
	Send(frame ...[]byte) error
	// Receive has handler called with every frame, in order and never twice at
	// a time. Frames that came earlier are kept for it. A second call replaces
	// the handler. The handler owns the frame.
	Receive(handler func(frame []byte))
	// Close ends the delivery, also of what has come already. It may be called
	// from a handler, and twice.
	Close()
}

// inbox is the receiving half of every port: a queue without a bound and, while
// there is something in it, one goroutine that empties it.
type inbox struct {
	mu      sync.Mutex
	queue   []item
	handler func(frame []byte)
	running bool
	closed  bool
}

// item is a frame, or a call that has its place among the frames.
type item struct {
	frame func() []byte // may wait
	call  func()        // nil for a frame
}

// put queues an item. It never waits for a handler.
func (b *inbox) put(i item) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.queue = append(b.queue, i)
	b.start()
}

// Receive implements Port.
func (b *inbox) Receive(handler func(frame []byte)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handler = handler
	b.start()
}

// start starts the goroutine if there is work for it; b.mu is held.
func (b *inbox) start() {
	if b.running || b.closed || b.handler == nil || len(b.queue) == 0 {
		return
	}
	b.running = true
	go b.deliver()
}

func (b *inbox) deliver() {
	for {
		b.mu.Lock()
		if b.closed || len(b.queue) == 0 {
			b.queue, b.running = nil, false
			b.mu.Unlock()
			return
		}
		next, handler := b.queue[0], b.handler
		b.queue[0] = item{} // the handler's alone now
		b.queue = b.queue[1:]
		b.mu.Unlock()
		if next.call != nil {
			next.call()
		} else if frame := next.frame(); !b.ended() {
			handler(frame)
		}
	}
}

// close ends the delivery and reports whether this call was the one that did.
func (b *inbox) close() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	was := b.closed
	b.closed = true
	return !was
}

// ended reports whether the inbox is closed.
func (b *inbox) ended() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}
