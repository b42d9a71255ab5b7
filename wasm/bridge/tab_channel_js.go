//go:build js && wasm

package bridge

import (
	"syscall/js"

	"tabletop/app/guard"
)

// TabChannel carries frames between all open pages and workers of one site, over a BroadcastChannel. In a
// browser that has none, or refuses it, no frame arrives.
type TabChannel struct {
	inbox
	channel   js.Value // undefined if there is none
	onmessage js.Func
}

// NewTabChannel joins the channel with a name.
func NewTabChannel(name string) *TabChannel {
	t := &TabChannel{}
	channel, err := guard.NewObject(guard.GetPropertyOrUndefined(js.Global(), "BroadcastChannel"), name)
	if err == nil {
		t.channel = channel
		t.onmessage = listen(t.channel, js.Undefined(), &t.inbox)
	}
	return t
}

// Broadcast sends a frame to all others on the channel. It does not wait. Frames of one sender arrive in
// order.
func (t *TabChannel) Broadcast(frame []byte) {
	if !t.channel.Truthy() || t.ended() {
		return
	}
	array := js.Global().Get("Uint8Array").New(len(frame))
	js.CopyBytesToJS(array, frame)
	_, _ = guard.CallMethod(t.channel, "postMessage", map[string]any{"frame": array})
}

// Listen calls f with every frame that another one sends, in order, on a goroutine of its own.
func (t *TabChannel) Listen(f func(frame []byte)) { t.Receive(f) }

// Close leaves the channel. Later frames are neither sent nor delivered.
func (t *TabChannel) Close() {
	if t.close() && t.channel.Truthy() {
		t.channel.Call("close")
		t.onmessage.Release()
	}
}
