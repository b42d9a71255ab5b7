// Package bridge carries messages between the page and its worker. It does not look into them. Both
// sides have a [Port]; tests without a browser use the two ports of a [Pipe]. In the browser the
// package also gives the event loop a turn ([YieldToBrowser]), holds locks between tabs ([Locks]) and
// carries messages between tabs ([TabChannel]).
//
// The page and the worker use it like this:
//
//	port := bridge.NewPagePort(restarted) // in the worker: bridge.PortToPage()
//	port.Receive(func(frame []byte) { … })
//	err := port.Send(frame)
//
// # On the wire
//
// A frame is the bytes of one message. It travels through postMessage as {frame: Uint8Array}, and
// its buffer is transferred. Messages of another shape, such as {control: "…"}, belong to the
// scripts that start page and worker; a port ignores them. Frames that arrive before the Go program
// runs are kept by those scripts in an array, each as its message or as the bare Uint8Array. A port
// delivers them first, in order.
//
// # Goroutines
//
// A handler runs on a goroutine of its port, for one frame at a time, and never inside a JavaScript
// callback. It may therefore wait for the browser.
package bridge
