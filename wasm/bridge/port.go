package bridge

import (
	"errors"
	"sync"
)

// ErrClosed is returned by Send on a closed port.
var ErrClosed = errors.New("bridge: the port is closed")

// Port is one end of a connection: it sends frames to the other side and delivers frames from
// there.
type Port interface {
	// Send sends a frame, which may be given in parts. It does not wait until the frame arrives,
	// and never calls a handler itself. Frames arrive in the order in which they are sent, or not
	// at all if the other side is gone. The caller may change frame afterwards, except where an
	// implementation says otherwise.
	Send(frame ...[]byte) error
	// Receive sets the handler, which is called with every frame, in order and one at a time.
	// Frames that arrive before the first call are kept for it. A second call replaces the handler.
	// The handler owns its frame.
	Receive(handler func(frame []byte))
	// Close ends the delivery, also of frames that have arrived. It may be called from a handler,
	// and more than once.
	Close()
}

// inbox is the receiving half of a port: a queue without a bound. While the queue is not empty and
// there is a handler, one goroutine delivers its items.
type inbox struct {
	mu      sync.Mutex // protects all other fields
	queue   []item
	handler func(frame []byte)
	running bool // whether deliver is running
	closed  bool
}

// item is a frame, or a call that has its place among the frames.
type item struct {
	frame func() []byte // returns the frame; it may wait
	call  func()        // nil for a frame
}

// put adds an item to the queue. It never waits for a handler.
func (b *inbox) put(i item) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.queue = append(b.queue, i)
	b.start()
}

// Receive implements [Port].
func (b *inbox) Receive(handler func(frame []byte)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handler = handler
	b.start()
}

// start starts the goroutine if it has something to do. b.mu must be held.
func (b *inbox) start() {
	if b.running || b.closed || b.handler == nil || len(b.queue) == 0 {
		return
	}
	b.running = true
	go b.deliver()
}

// deliver delivers items until the queue is empty or the inbox is closed. It holds b.mu only to
// take an item, so a handler may use the port.
func (b *inbox) deliver() {
	for {
		b.mu.Lock()
		if b.closed || len(b.queue) == 0 {
			b.queue, b.running = nil, false
			b.mu.Unlock()
			return
		}
		next, handler := b.queue[0], b.handler
		b.queue[0] = item{} // so that only the handler refers to the frame
		b.queue = b.queue[1:]
		b.mu.Unlock()
		if next.call != nil {
			next.call()
		} else if frame := next.frame(); !b.ended() {
			handler(frame)
		}
	}
}

// close ends the delivery. It reports false if the inbox had been closed already.
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
