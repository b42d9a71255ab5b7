//go:build js && wasm

package bridge

import (
	"fmt"
	"testing"
)

func TestTabs(t *testing.T) {
	a, b, c := NewTabChannel("test"), NewTabChannel("test"), NewTabChannel("another")
	defer a.Close()
	defer c.Close()
	events := make(chan string, 1000)
	hear := func(name string, tabs *TabChannel) {
		tabs.Listen(func(frame []byte) { events <- name + string(frame) })
	}
	hear("a", a)
	hear("b", b)
	hear("c", c)
	frame := []byte("0")
	for i := range 100 {
		frame = append(frame[:0], fmt.Sprint(i)...)
		a.Broadcast(frame)
	}
	for i := range 100 {
		happens(t, fmt.Sprint("b", i), events)
	}
	b.Broadcast([]byte("back"))
	happens(t, "aback", events)
	b.Close()
	b.Close()
	b.Broadcast([]byte("gone"))
	a.Broadcast([]byte("to nobody"))
	quiet(t, events)
}
