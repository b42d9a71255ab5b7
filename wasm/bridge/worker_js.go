//go:build js && wasm

package bridge

import "syscall/js"

// endpoint is a port over one Worker object, or inside a worker over its scope.
type endpoint struct {
	inbox
	peer      js.Value
	onmessage js.Func
}

// WorkerPort returns the page's port to a dedicated Worker. It takes the
// Worker's onmessage.
func WorkerPort(worker js.Value) Port { return newEndpoint(worker, js.Undefined()) }

// SelfPort returns a worker's port to its page. It takes onmessage of the
// worker's global scope, and the frames that wait in globalThis.tabletopEarly.
func SelfPort() Port { return newEndpoint(js.Global(), js.Global().Get("tabletopEarly")) }

func newEndpoint(peer, early js.Value) *endpoint {
	e := &endpoint{peer: peer}
	e.onmessage = listen(peer, early, &e.inbox)
	return e
}

// Send implements Port.
func (e *endpoint) Send(frame ...[]byte) error {
	if e.ended() {
		return ErrClosed
	}
	post(e.peer, frame...)
	return nil
}

// Close implements Port. The Worker lives on.
func (e *endpoint) Close() {
	if e.close() {
		e.peer.Set("onmessage", js.Null())
		e.onmessage.Release()
	}
}
