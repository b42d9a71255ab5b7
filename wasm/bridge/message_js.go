//go:build js && wasm

package bridge

import "syscall/js"

// post sends a frame to a Worker, or from inside one to its page.
func post(to js.Value, frame []byte) {
	array := js.Global().Get("Uint8Array").New(len(frame))
	js.CopyBytesToJS(array, frame)
	postArray(to, array)
}

// postArray sends what a Uint8Array holds, which is the receiver's from then on.
func postArray(to, array js.Value) {
	to.Call("postMessage", map[string]any{"frame": array}, []any{array.Get("buffer")})
}

// frameOf returns the frame that a message holds, or that it is: the array of
// early messages may hold either.
func frameOf(message js.Value) (frame []byte, ok bool) {
	array := js.Global().Get("Uint8Array")
	if message.Type() == js.TypeObject && !message.InstanceOf(array) {
		message = message.Get("frame")
	}
	if !message.InstanceOf(array) {
		return nil, false
	}
	frame = make([]byte, message.Length())
	js.CopyBytesToGo(frame, message)
	return frame, true
}

// listen takes over the messages that come from a Worker, or inside one from
// its page, and then those that came before and wait in the array early, if
// that is one. No message can come in between: that takes a turn of the event
// loop. The function is released when nobody uses it as onmessage any more.
func listen(from, early js.Value, to *inbox) js.Func {
	put := func(message js.Value) {
		if frame, ok := frameOf(message); ok {
			to.put(item{frame: frame})
		}
	}
	handler := js.FuncOf(func(_ js.Value, args []js.Value) any {
		put(args[0].Get("data"))
		return nil
	})
	from.Set("onmessage", handler)
	if early.InstanceOf(js.Global().Get("Array")) {
		for i := range early.Length() {
			put(early.Index(i))
		}
		early.Set("length", 0)
	}
	return handler
}
