// Package bridge carries messages between the page and its worker, whatever is
// in them: a [Port] on either side, and [Pipe] in place of a browser for tests.
// In the browser it also gives the event loop its turn, holds locks between tabs
// and carries what they tell each other.
//
// # On the wire
//
// A frame travels through postMessage as {frame: Uint8Array}, its buffer
// transferred. Messages of another shape, such as {control: "…"}, belong to the
// scripts that start page and worker; a port ignores them. Frames that come
// before the Go program runs are kept by those scripts in an array, as the
// message or as its bare Uint8Array, and a port takes them over in order.
//
// # Goroutines
//
// A handler runs on a goroutine of its port, one frame after the other, never
// inside a JavaScript callback. So it may wait for the browser.
package bridge
