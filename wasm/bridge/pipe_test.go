package bridge

import (
	"sync"
	"testing"
)

func TestPipeKeepsOrder(t *testing.T) {
	a, b := Pipe()
	defer a.Close()
	defer b.Close()
	const n = 1000
	var got []byte
	var done sync.WaitGroup
	done.Add(1)
	for i := range n / 2 { // before there is a handler
		a.Send([]byte{byte(i)})
	}
	b.Receive(func(f []byte) {
		if got = append(got, f...); len(got) == n {
			done.Done()
		}
	})
	for i := n / 2; i < n; i++ {
		a.Send([]byte{byte(i)})
	}
	done.Wait()
	for i, v := range got {
		if v != byte(i) {
			t.Fatalf("frame %d is %d", i, v)
		}
	}
}

func TestPipeAnswersFromWithinADelivery(t *testing.T) {
	a, b := Pipe()
	back := make(chan []byte, 1)
	b.Receive(func(f []byte) { b.Send(append(f, '!')) })
	a.Receive(func(f []byte) { back <- f })
	a.Send([]byte("ping"))
	if f := <-back; string(f) != "ping!" {
		t.Errorf("%q", f)
	}
	a.Close()
	a.Close()
	b.Send([]byte("late"))
}
