package bridge

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
)

// TestPipeNotReentrant lets a handler send to itself through the other end. The next frame must
// wait until the handler has returned.
func TestPipeNotReentrant(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := Pipe()
		b.Receive(func(frame []byte) { b.Send(frame) })
		var inside bool
		var got []byte
		step := make(chan bool)
		a.Receive(func(frame []byte) {
			if inside {
				t.Error("the handler was called inside itself")
			}
			inside = true
			got = append(got, frame[0])
			if frame[0] < 5 {
				a.Send([]byte{frame[0] + 1})
				<-step
			}
			inside = false
		})
		a.Send([]byte{1})
		for range 4 {
			synctest.Wait() // by now the next frame has come back and waits
			step <- true
		}
		synctest.Wait()
		if want := []byte{1, 2, 3, 4, 5}; !bytes.Equal(got, want) {
			t.Errorf("received %v, want %v", got, want)
		}
	})
}

// TestPipeSendDoesNotWait sends while the other end's handler is blocked.
func TestPipeSendDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := Pipe()
		stuck := make(chan bool)
		var got []byte
		b.Receive(func(frame []byte) {
			<-stuck
			got = append(got, frame...)
		})
		for i := range 100 {
			a.Send([]byte{byte(i)})
		}
		synctest.Wait()
		close(stuck)
		synctest.Wait()
		if len(got) != 100 {
			t.Errorf("received %d frames, want 100", len(got))
		}
	})
}

func TestPipeCopies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := Pipe()
		frame := []byte("frame")
		a.Send(frame)
		frame[0] = 'F'
		b.Receive(func(got []byte) {
			if string(got) != "frame" {
				t.Errorf("received %q", got)
			}
			got[1] = 'R'
		})
		synctest.Wait()
		if string(frame) != "Frame" {
			t.Errorf("the sender's frame is %q", frame)
		}
	})
}

func TestPipeClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := Pipe()
		var got []byte
		b.Receive(func(frame []byte) {
			got = append(got, frame...)
			b.Close() // frames that have arrived are not delivered either
		})
		a.Send([]byte{1})
		a.Send([]byte{2})
		synctest.Wait()
		if !bytes.Equal(got, []byte{1}) {
			t.Errorf("received %v, want only the first frame", got)
		}
		if err := b.Send(nil); !errors.Is(err, ErrClosed) {
			t.Errorf("Send on the closed port: %v", err)
		}
		if err := a.Send(nil); err != nil {
			t.Errorf("Send to the closed port: %v", err)
		}
		b.Close()
	})
}

// TestReceiveAgain replaces a handler. No frame is lost or delivered twice.
func TestReceiveAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := Pipe()
		var first, second []byte
		b.Receive(func(frame []byte) {
			first = append(first, frame...)
			b.Receive(func(frame []byte) { second = append(second, frame...) })
		})
		for i := range 3 {
			a.Send([]byte{byte(i)})
		}
		synctest.Wait()
		if !bytes.Equal(first, []byte{0}) || !bytes.Equal(second, []byte{1, 2}) {
			t.Errorf("the first handler received %v, the second %v", first, second)
		}
	})
}

// TestCallsKeepTheirPlace mixes frames and calls, as a restart does.
func TestCallsKeepTheirPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b inbox
		var got []byte
		b.put(item{frame: func() []byte { return []byte("a") }})
		b.put(item{call: func() { got = append(got, '|') }})
		b.put(item{frame: func() []byte { return []byte("b") }})
		b.Receive(func(frame []byte) { got = append(got, frame...) })
		synctest.Wait()
		if string(got) != "a|b" {
			t.Errorf("delivered %q", got)
		}
	})
}
