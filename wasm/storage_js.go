package main

import (
	"syscall/js"

	"tabletop/app/model"
	"tabletop/wasm/bridge"
)

// Storage asks the browser about the room that it lends. Where it has nothing to
// say, or refuses, that is unknown.
func (p *page) Storage(promise, sure bool, then func(model.Storage)) {
	manager := bridge.Property(js.Global().Get("navigator"), "storage")
	if !manager.Truthy() {
		return
	}
	go func() {
		var s model.Storage
		ask := "persisted"
		if s.Prompts = promise && !sure && prompts(); promise && !s.Prompts {
			ask = "persist"
		}
		bridge.Allowed(func() {
			if kept, err := await(manager.Call(ask)); err == nil {
				s.Promise = model.PromiseNone
				if kept.Bool() {
					s.Promise = model.PromiseGiven
				}
			}
		})
		bridge.Allowed(func() {
			if e, err := await(manager.Call("estimate")); err == nil {
				s.Measured, s.Used, s.Quota = true, int64(e.Get("usage").Float()), int64(e.Get("quota").Float())
			}
		})
		p.dispatch(func() { then(s) })
	}()
}

// prompts reports whether the browser asks the reader before it promises to keep what is
// stored: Firefox does. Chromium, which alone has userAgentData, says the same of the
// permission and asks nobody; WebKit does not know it.
func prompts() bool {
	navigator := js.Global().Get("navigator")
	permissions := bridge.Property(navigator, "permissions")
	if navigator.Get("userAgentData").Truthy() || !permissions.Truthy() {
		return false
	}
	status, err := await(permissions.Call("query", map[string]any{"name": "persistent-storage"}))
	return err == nil && status.Get("state").String() == "prompt"
}
