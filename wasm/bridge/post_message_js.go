//go:build js && wasm

package bridge

import (
	"slices"
	"syscall/js"
)

// post sends a frame, given in parts, to a Worker or from inside one to its page.
func post(to js.Value, frame ...[]byte) { postArray(to, arrayOf(frame, func() {})) }

// arrayOf returns a frame, given in parts, as one Uint8Array. It copies at most [piece] bytes at a
// time, and calls turn before each.
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

// sizeOf returns the number of bytes of a frame.
func sizeOf(frame [][]byte) (size int) {
	for _, part := range frame {
		size += len(part)
	}
	return size
}

// piece is how many bytes are copied in one turn of the event loop. Copying 1 MiB takes about 2 ms.
const piece = 1 << 20

// postArray sends a Uint8Array and transfers its buffer, so that the sender can no longer use it.
func postArray(to, array js.Value) {
	to.Call("postMessage", map[string]any{"frame": array}, []any{array.Get("buffer")})
}

// frameOf returns the frame that a message holds, or that the message itself is: early messages may
// be either. ok is false for messages of another shape. The returned function copies a frame of
// more than [piece] bytes when it is called, one piece in each turn of the event loop; it is called
// once.
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
			YieldToBrowser()
			js.CopyBytesToGo(data[at:], message.Call("subarray", at, at+piece))
		}
		free(message.Get("buffer"))
		return data
	}, true
}

// free releases the memory of an ArrayBuffer that is no longer used, without waiting for the
// browser's garbage collection: a long file arrives in many such buffers.
func free(buffer js.Value) {
	if buffer.Get("transfer").Truthy() { // browsers before 2024 do not have it
		buffer.Call("transfer", 0)
	}
}

// listen puts the frames that come from a Worker, or inside one from its page, into an inbox. It
// first delivers the messages in the array early, if that is an array, and empties it. No message
// can arrive between the two, since that takes a turn of the event loop. The caller releases the
// returned function when it is no longer used as onmessage.
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
