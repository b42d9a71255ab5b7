package main

import (
	"syscall/js"

	"tabletop/app/guard"
	"tabletop/app/model"
)

// Storage asks the browser about the room that it lends. Where it has nothing to
// say, or refuses, that is unknown.
func (p *page) Storage(promise, sure bool, then func(model.Storage)) {
	manager := guard.Property(js.Global().Get("navigator"), "storage")
	if !manager.Truthy() {
		return
	}
	go func() {
		var s model.Storage
		ask := "persisted"
		if s.Prompts = promise && !sure && prompts(); promise && !s.Prompts {
			ask = "persist"
		}
		if kept, err := await(manager, ask); err == nil {
			s.Promise = model.PromiseNone
			if kept.Truthy() {
				s.Promise = model.PromiseGiven
			}
		}
		_ = guard.Try(func() { // browsers have been seen to answer without numbers
			if e, err := await(manager, "estimate"); err == nil {
				used, quota := e.Get("usage").Float(), e.Get("quota").Float()
				s.Measured, s.Used, s.Quota = true, int64(used), int64(quota)
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
	permissions := guard.Property(navigator, "permissions")
	if navigator.Get("userAgentData").Truthy() || !permissions.Truthy() {
		return false
	}
	status, err := await(permissions, "query", map[string]any{"name": "persistent-storage"})
	return err == nil && guard.Property(status, "state").Equal(js.ValueOf("prompt"))
}
