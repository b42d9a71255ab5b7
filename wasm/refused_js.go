package main

import (
	"syscall/js"

	"tabletop/app/guard"
)

// hideRefused hides from the library of components what the browser has and refuses to
// make, where the library would end with it.
func hideRefused() {
	const name = "BroadcastChannel"
	channel, err := guard.New(guard.Property(js.Global(), name), program)
	if err == nil {
		if _, err = guard.Call(channel, "close"); err == nil {
			return
		}
	}
	js.Global().Get("Reflect").Call("defineProperty", js.Global(), name, map[string]any{"value": js.Undefined()})
}
