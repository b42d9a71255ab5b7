//go:build js && wasm

package bridge

import "syscall/js"

// endpoint is a port to one Worker object, or inside a worker to its page.
type endpoint struct {
	inbox
	peer      js.Value // the Worker, or the worker's global scope
	onmessage js.Func
}

// PortToWorker returns the page's port to a dedicated Worker. It sets the Worker's onmessage.
func PortToWorker(worker js.Value) Port { return newEndpoint(worker, js.Undefined()) }

// PortToPage returns a worker's port to its page. It sets onmessage of the worker's global scope, and
// delivers first the frames that wait in globalThis.tabletopEarly.
func PortToPage() Port { return newEndpoint(js.Global(), js.Global().Get("tabletopEarly")) }

// newEndpoint returns a port to peer that delivers the frames of early first.
func newEndpoint(peer, early js.Value) *endpoint {
	e := &endpoint{peer: peer}
	e.onmessage = listen(peer, early, &e.inbox)
	return e
}

// Send implements [Port]. It copies the frame before it returns.
func (e *endpoint) Send(frame ...[]byte) error {
	if e.ended() {
		return ErrClosed
	}
	post(e.peer, frame...)
	return nil
}

// Close implements [Port]. The worker keeps running.
func (e *endpoint) Close() {
	if e.close() {
		e.peer.Set("onmessage", js.Null())
		e.onmessage.Release()
	}
}
