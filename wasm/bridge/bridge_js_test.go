//go:build js && wasm

package bridge

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"time"
)

// role is the environment variable that says what the binary does instead of testing, in a Worker
// that a test has started.
const role = "TABLETOP_BRIDGE_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "echo":
		echo()
	case "busy":
		busy()
	case "hold":
		hold()
	}
}

// echo sends every frame back.
func echo() {
	port := PortToPage()
	port.Receive(func(frame []byte) { port.Send(frame) })
	select {}
}

// busy works without a pause except YieldToBrowser, and sends every frame back.
func busy() {
	port := PortToPage()
	port.Receive(func(frame []byte) { port.Send(frame) })
	port.Send([]byte("working"))
	for {
		for start := time.Now(); time.Since(start) < 2*time.Millisecond; {
		}
		YieldToBrowser()
	}
}

// startWorker starts this binary in a Worker as web/static does. With bare, early messages are kept
// as bare arrays instead of whole messages.
func startWorker(t *testing.T, job string, bare bool) js.Value {
	t.Helper()
	keep := `addEventListener("message", ({ data }) => { if (self.onmessage === null && data.frame) tabletopEarly.push(data.frame); });`
	if bare {
		keep = `onmessage = (e) => tabletopEarly.push(e.data);`
	}
	script := fmt.Sprintf(`
		globalThis.tabletopEarly = [];
		%s
		importScripts(%[2]q + "/wasm_exec.js");
		const go = new Go();
		go.env = { %[3]s: %[4]q };
		WebAssembly.instantiateStreaming(fetch(%[2]q + "/test.wasm"), go.importObject).then((w) => go.run(w.instance));`,
		keep, js.Global().Get("location").Get("origin").String(), role, job)
	blob := js.Global().Get("Blob").New([]any{script})
	worker := js.Global().Get("Worker").New(js.Global().Get("URL").Call("createObjectURL", blob))
	t.Cleanup(func() { worker.Call("terminate") })
	return worker
}

// collect returns a channel with the port's frames.
func collect(port Port) <-chan string {
	frames := make(chan string, 1000)
	port.Receive(func(frame []byte) { frames <- string(frame) })
	return frames
}

func expect(t *testing.T, frames <-chan string, want string) {
	t.Helper()
	select {
	case got := <-frames:
		if got != want {
			t.Fatalf("received %.100q, want %.100q", got, want)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("nothing came, want %.100q", want)
	}
}

// TestWorker sends frames to a real Worker and back, beginning before its program runs, with
// messages of other shapes in between.
func TestWorker(t *testing.T) {
	for _, bare := range []bool{false, true} {
		t.Run(fmt.Sprint("bare=", bare), func(t *testing.T) {
			worker := startWorker(t, "echo", bare)
			port := PortToWorker(worker)
			defer port.Close()
			for i := range 20 {
				worker.Call("postMessage", map[string]any{"control": "frame"})
				if err := port.Send(fmt.Appendf(nil, "early %d", i)); err != nil {
					t.Fatal(err)
				}
			}
			frames := collect(port)
			for i := range 20 {
				expect(t, frames, fmt.Sprintf("early %d", i))
			}
			frame := []byte("kept")
			port.Send(frame)
			frame[0] = 'K'
			port.Send(nil)
			worker.Call("postMessage", js.Global().Get("Array").New())
			worker.Call("postMessage", map[string]any{"frame": "text"})
			big := strings.Repeat("\x00\xff", 4<<20)
			port.Send([]byte(big))
			expect(t, frames, "kept")
			expect(t, frames, "")
			expect(t, frames, big)

			port.Close()
			port.Close()
			if err := port.Send(frame); !errors.Is(err, ErrClosed) {
				t.Errorf("Send on the closed port: %v", err)
			}
		})
	}
}

// TestBusyWorkerHears sends to a Worker that never pauses except in YieldToBrowser.
func TestBusyWorkerHears(t *testing.T) {
	port := PortToWorker(startWorker(t, "busy", false))
	defer port.Close()
	frames := collect(port)
	expect(t, frames, "working")
	for range 20 {
		port.Send([]byte("heard"))
		expect(t, frames, "heard")
	}
}

// TestHandlerMayWait lets a handler wait for the browser, which would be impossible inside a
// JavaScript callback.
func TestHandlerMayWait(t *testing.T) {
	port := PortToWorker(startWorker(t, "echo", false))
	defer port.Close()
	done := make(chan bool, 1)
	port.Receive(func([]byte) {
		YieldToBrowser()
		time.Sleep(time.Millisecond)
		done <- true
	})
	port.Send(nil)
	<-done
}

// boot makes globalThis.tabletop as web/static/boot.js does.
func boot(t *testing.T) js.Value {
	t.Helper()
	tabletop := js.Global().Get("Object").New()
	tabletop.Set("worker", startWorker(t, "echo", false))
	tabletop.Set("early", js.Global().Get("Array").New())
	tabletop.Set("onworker", js.Null())
	restart := js.FuncOf(func(js.Value, []js.Value) any {
		tabletop.Get("worker").Call("terminate")
		tabletop.Set("worker", startWorker(t, "echo", false))
		return nil
	})
	tabletop.Set("restart", restart)
	js.Global().Set("tabletop", tabletop)
	t.Cleanup(func() {
		js.Global().Delete("tabletop")
		restart.Release()
	})
	return tabletop
}

// early adds a bare frame and a whole message to tabletop.early.
func early(tabletop js.Value, bare, whole string) {
	array := func(text string) js.Value {
		a := js.Global().Get("Uint8Array").New(len(text))
		js.CopyBytesToJS(a, []byte(text))
		return a
	}
	tabletop.Get("early").Call("push", array(bare), map[string]any{"frame": array(whole)}, map[string]any{"control": "running"})
}

func TestPagePort(t *testing.T) {
	tabletop := boot(t)
	early(tabletop, "bare", "whole")
	frames := make(chan string, 100)
	port := NewPagePort(func() { frames <- "restarted" })
	port.Receive(func(frame []byte) { frames <- string(frame) })
	expect(t, frames, "bare")
	expect(t, frames, "whole")
	if n := tabletop.Get("early").Length(); n != 0 {
		t.Errorf("%d early messages are left", n)
	}
	port.Send([]byte("one"))
	expect(t, frames, "one")
	port.Send([]byte("in "), nil, []byte("parts"))
	expect(t, frames, "in parts")

	// A frame that is copied in pieces arrives whole, and before later frames.
	long := bytes.Repeat([]byte("0123456789"), piece/4)
	port.Send(slices.Clone(long))
	port.Send([]byte("behind"))
	port.Send(slices.Clone(long[:piece+1]))
	port.Send(nil)
	expect(t, frames, string(long))
	expect(t, frames, "behind")
	expect(t, frames, string(long[:piece+1]))
	expect(t, frames, "")
	port.Send([]byte("before "), slices.Clone(long), []byte(" after"))
	expect(t, frames, "before "+string(long)+" after")
	port.Send([]byte("at once"))
	expect(t, frames, "at once")

	// A frame that is still being copied is not sent to a worker that has taken over.
	port.Send(slices.Clone(long))
	port.Restart()
	port.Send([]byte("to another"))
	expect(t, frames, "restarted")
	expect(t, frames, "to another")

	// The boot script replaces a worker that has died.
	tabletop.Call("restart")
	early(tabletop, "new", "worker")
	tabletop.Call("onworker", tabletop.Get("worker"))
	expect(t, frames, "restarted")
	expect(t, frames, "new")
	expect(t, frames, "worker")
	port.Send([]byte("two"))
	expect(t, frames, "two")

	// The page asks for another worker.
	port.Restart()
	port.Send([]byte("three"))
	expect(t, frames, "restarted")
	expect(t, frames, "three")

	// The worker is replaced without a notification.
	tabletop.Call("restart")
	port.Send([]byte("four"))
	expect(t, frames, "restarted")
	expect(t, frames, "four")

	// A message of a replaced worker is still under way.
	old := tabletop.Get("worker")
	port.Restart()
	if !old.Get("onmessage").IsNull() {
		t.Error("the port still listens to the old worker")
	}
	expect(t, frames, "restarted")

	port.Close()
	port.Close()
	port.Restart()
	if err := port.Send(nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Send on the closed port: %v", err)
	}
	if !tabletop.Get("onworker").IsNull() {
		t.Error("the closed port is still told of new workers")
	}
	select {
	case got := <-frames:
		t.Errorf("the closed port delivered %q", got)
	default:
	}
}

func TestPagePortWithoutWorker(t *testing.T) {
	tabletop := boot(t)
	worker := tabletop.Get("worker")
	tabletop.Set("worker", js.Null())
	frames := make(chan string, 10)
	port := NewPagePort(func() { frames <- "restarted" })
	defer port.Close()
	port.Receive(func(frame []byte) { frames <- string(frame) })
	if err := port.Send(nil); !errors.Is(err, ErrNoWorker) {
		t.Errorf("Send returned %v", err)
	}
	tabletop.Set("worker", worker)
	tabletop.Call("onworker", worker)
	port.Send([]byte("late"))
	expect(t, frames, "restarted")
	expect(t, frames, "late")
}

// TestYieldDelivers posts a message to this program. It has not arrived before YieldToBrowser, and has
// arrived after it.
func TestYieldDelivers(t *testing.T) {
	channel := js.Global().Get("MessageChannel").New()
	defer channel.Get("port1").Call("close")
	came := 0
	handler := js.FuncOf(func(js.Value, []js.Value) any {
		came++
		return nil
	})
	defer handler.Release()
	channel.Get("port1").Set("onmessage", handler)
	for i := range 100 {
		channel.Get("port2").Call("postMessage", i)
		if came != i {
			t.Fatalf("message %d came before Yield", i)
		}
		YieldToBrowser()
		if came != i+1 {
			t.Fatalf("message %d did not come in Yield", i)
		}
	}
}

// TestYieldTogether lets several goroutines yield at the same time.
func TestYieldTogether(t *testing.T) {
	done := make(chan int, 10)
	for i := range 10 {
		go func() {
			for range 10 {
				YieldToBrowser()
			}
			done <- i
		}()
	}
	seen := map[int]bool{}
	for range 10 {
		seen[<-done] = true
	}
	if len(seen) != 10 {
		t.Errorf("%d goroutines came back, want 10", len(seen))
	}
}

// TestCosts logs the duration of a turn and of a round trip; run it with -v.
func TestCosts(t *testing.T) {
	const turnsMeasured, trips = 5000, 500
	start := time.Now()
	for range turnsMeasured {
		YieldToBrowser()
	}
	t.Logf("Yield: %v", time.Since(start)/turnsMeasured)

	port := PortToWorker(startWorker(t, "echo", false))
	defer port.Close()
	frames := collect(port)
	frame := bytes.Repeat([]byte("x"), 4096)
	port.Send(frame)
	<-frames
	start = time.Now()
	for range trips {
		port.Send(frame)
		<-frames
	}
	t.Logf("round trip of 4 KiB: %v", time.Since(start)/trips)
}
