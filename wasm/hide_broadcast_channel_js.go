package main

import (
	"syscall/js"

	"tabletop/app/guard"
)

// hideRefused hides BroadcastChannel from go-app where the browser has the class but refuses to
// make a channel, because go-app would panic.
func hideRefused() {
	const name = "BroadcastChannel"
	channel, err := guard.NewObject(guard.GetPropertyOrUndefined(js.Global(), name), program)
	if err == nil {
		if _, err = guard.CallMethod(channel, "close"); err == nil {
			return
		}
	}
	js.Global().Get("Reflect").Call("defineProperty", js.Global(), name, map[string]any{"value": js.Undefined()})
}
