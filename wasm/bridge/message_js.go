//go:build js && wasm

package bridge

import (
	"slices"
	"syscall/js"
)

// post sends a frame to a Worker, or from inside one to its page.
func post(to js.Value, frame ...[]byte) { postArray(to, arrayOf(frame, func() {})) }

// arrayOf returns a frame as a Uint8Array. Before each [piece] of it is copied, turn is
// called.
func arrayOf(frame [][]byte, turn func()) js.Value {
	array := js.Global().Get("Uint8Array").New(sizeOf(frame))
	at := 0
	for _, part := range frame {
		for p := range slices.Chunk(part, piece) {
			turn()
			to := array
			if at > 0 {
				to = array.Call("subarray", at)
			}
			at += js.CopyBytesToJS(to, p)
		}
	}
	return array
}

func sizeOf(frame [][]byte) (size int) {
	for _, part := range frame {
		size += len(part)
	}
	return size
}

// piece is how many bytes are copied for a worker in one turn of the event loop: a
// megabyte takes some 2 ms.
const piece = 1 << 20

// postArray sends what a Uint8Array holds, which is the receiver's from then on.
func postArray(to, array js.Value) {
	to.Call("postMessage", map[string]any{"frame": array}, []any{array.Get("buffer")})
}

// frameOf returns the frame that a message holds, or that it is: the array of
// early messages may hold either. One of more than [piece] is copied when it is asked
// for, a piece in each turn.
func frameOf(message js.Value) (frame func() []byte, ok bool) {
	array := js.Global().Get("Uint8Array")
	if message.Type() == js.TypeObject && !message.InstanceOf(array) {
		message = message.Get("frame")
	}
	if !message.InstanceOf(array) {
		return nil, false
	}
	data := make([]byte, message.Length())
	if len(data) <= piece {
		js.CopyBytesToGo(data, message)
		if len(data) >= piece/16 {
			free(message.Get("buffer"))
		}
		return func() []byte { return data }, true
	}
	return func() []byte {
		for at := 0; at < len(data); at += piece {
			Yield()
			js.CopyBytesToGo(data[at:], message.Call("subarray", at, at+piece))
		}
		free(message.Get("buffer"))
		return data
	}, true
}

// free releases the memory of an ArrayBuffer that is no longer used. Otherwise it would stay
// until the browser collects garbage, and a long file comes in many such buffers.
func free(buffer js.Value) {
	if buffer.Get("transfer").Truthy() { // not in browsers before 2024
		buffer.Call("transfer", 0)
	}
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
