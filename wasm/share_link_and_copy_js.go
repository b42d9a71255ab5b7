package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	shared "tabletop/app/page"
	"tabletop/app/share"
)

// openLink shows the sandbox in the link that the address holds, if it is the address of the list
// of sandboxes and holds one.
func (p *page) openLink() {
	text, ok := share.LinkInFragment(js.Global().Get("location").Get("hash").String())
	if ok && p.route().Screen == shared.ScreenSandboxes {
		p.send(share.LinkOpened{Text: text})
	}
}

// RemoveLinkFromAddress removes the link from the address, without an entry in the browser's history.
func (p *page) RemoveLinkFromAddress() {
	place := js.Global().Get("location")
	if _, ok := share.LinkInFragment(place.Get("hash").String()); ok {
		history := js.Global().Get("history")
		_, _ = guard.CallMethod(history, "replaceState", guard.GetPropertyOrUndefined(history, "state"), "", place.Get("pathname").String()+place.Get("search").String())
	}
}

// CopyToClipboard puts text on the clipboard and calls then with whether that worked. It uses the Clipboard
// API, which a page without HTTPS does not have. If that fails it selects the element with this id,
// which has to show the text, and copies the selection.
func (p *page) CopyToClipboard(id, text string, then func(done bool)) {
	clipboard := guard.GetPropertyOrUndefined(js.Global().Get("navigator"), "clipboard")
	if !clipboard.Truthy() {
		then(copySelected(id))
		return
	}
	var done, refused js.Func
	end := func(result func() bool) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			done.Release()
			refused.Release()
			ok := result()
			p.ctx.Dispatch(func(app.Context) { then(ok) })
			return nil
		})
	}
	done = end(func() bool { return true })
	refused = end(func() bool { return copySelected(id) })
	promise, err := guard.CallMethod(clipboard, "writeText", text)
	if err == nil {
		_, err = guard.CallMethod(promise, "then", done, refused)
	}
	if err != nil {
		refused.Invoke()
	}
}

// copySelected selects the content of an element and copies it with the older command "copy".
func copySelected(id string) (done bool) {
	e := element(id)
	if !e.Truthy() {
		return false
	}
	_ = guard.Try(func() {
		if e.Get("select").Truthy() {
			e.Call("select")
		} else {
			js.Global().Call("getSelection").Call("selectAllChildren", e)
		}
		done = js.Global().Get("document").Call("execCommand", "copy").Truthy()
	})
	return done
}
