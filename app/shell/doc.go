// Package shell connects the pure model to the world. A [Shell] keeps the [model.State],
// updates it with each message, and carries out the effects through two interfaces: [CallSender] for
// the worker and [Browser] for the browser. Package wasm implements them in the page; with
// other implementations the whole page runs in a native test:
//
//	s := shell.New(model.New(base, "en", catalog, route), worker, browser)
//	s.Send(model.HostEvent{Event: host.HostReady{}})
//	draw(s.State())
package shell
