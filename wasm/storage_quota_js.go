package main

import (
	"syscall/js"

	"tabletop/app/guard"
	"tabletop/app/model"
)

// AskStorageQuota asks the browser how much storage the site uses and may use, and whether it is kept. With
// promise it also asks the browser to keep it, unless that would prompt the reader and sure is not
// set. What the browser does not answer stays unknown. It calls then on the UI goroutine, or not at
// all in a browser without a storage manager.
func (p *page) AskStorageQuota(promise, sure bool, then func(model.BrowserStorage)) {
	manager := guard.GetPropertyOrUndefined(js.Global().Get("navigator"), "storage")
	if !manager.Truthy() {
		return
	}
	go func() {
		var s model.BrowserStorage
		ask := "persisted"
		if s.WouldPrompt = promise && !sure && prompts(); promise && !s.WouldPrompt {
			ask = "persist"
		}
		if kept, err := await(manager, ask); err == nil {
			s.Persistence = model.PersistenceNone
			if kept.Truthy() {
				s.Persistence = model.PersistenceGranted
			}
		}
		// Some browsers answer without numbers.
		_ = guard.Try(func() {
			if e, err := await(manager, "estimate"); err == nil {
				used, quota := e.Get("usage").Float(), e.Get("quota").Float()
				s.Measured, s.Used, s.Quota = true, int64(used), int64(quota)
			}
		})
		p.dispatch(func() { then(s) })
	}()
}

// prompts reports whether the browser asks the reader before it promises to keep the storage.
// Firefox does. Chromium has the same state of the permission but never asks; it alone has
// userAgentData. WebKit does not know the permission.
func prompts() bool {
	navigator := js.Global().Get("navigator")
	permissions := guard.GetPropertyOrUndefined(navigator, "permissions")
	if navigator.Get("userAgentData").Truthy() || !permissions.Truthy() {
		return false
	}
	status, err := await(permissions, "query", map[string]any{"name": "persistent-storage"})
	return err == nil && guard.GetPropertyOrUndefined(status, "state").Equal(js.ValueOf("prompt"))
}
