//go:build js && wasm

package bridge

import (
	"syscall/js"

	"tabletop/app/guard"
)

// Tabs carries frames between the pages and workers of one site that are open
// now, over a BroadcastChannel. Where the browser has none, or refuses it, nothing is
// heard.
type Tabs struct {
	inbox
	channel   js.Value // undefined for none
	onmessage js.Func
}

// NewTabs joins the channel of a name.
func NewTabs(name string) *Tabs {
	t := &Tabs{}
	channel, err := guard.New(guard.Property(js.Global(), "BroadcastChannel"), name)
	if err == nil {
		t.channel = channel
		t.onmessage = listen(t.channel, js.Undefined(), &t.inbox)
	}
	return t
}

// Tell sends a frame to all others, in order, and does not wait.
func (t *Tabs) Tell(frame []byte) {
	if !t.channel.Truthy() || t.ended() {
		return
	}
	array := js.Global().Get("Uint8Array").New(len(frame))
	js.CopyBytesToJS(array, frame)
	_, _ = guard.Call(t.channel, "postMessage", map[string]any{"frame": array})
}

// Hear has f called with every frame of another, in order, on a goroutine of its
// own.
func (t *Tabs) Hear(f func(frame []byte)) { t.Receive(f) }

// Close leaves the channel.
func (t *Tabs) Close() {
	if t.close() && t.channel.Truthy() {
		t.channel.Call("close")
		t.onmessage.Release()
	}
}
