package main

import (
	"syscall/js"

	"tabletop/wasm/bridge"
)

// hideRefused hides from the library of components what the browser has and refuses to
// make, where the library would end with it.
func hideRefused() {
	const name = "BroadcastChannel"
	constructor := bridge.Property(js.Global(), name)
	if constructor.Truthy() && bridge.Allowed(func() { constructor.New(program).Call("close") }) {
		return
	}
	js.Global().Get("Reflect").Call("defineProperty", js.Global(), name, map[string]any{"value": js.Undefined()})
}
