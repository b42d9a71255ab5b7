//go:build js && wasm

package bridge

import (
	"testing"
	"time"
)

// Two Locks act as two tabs: the browser separates requests, not pages.

func happens(t *testing.T, what string, events <-chan string) {
	t.Helper()
	select {
	case got := <-events:
		if got != what {
			t.Fatalf("%q happened, want %q", got, what)
		}
	case <-time.After(10 * time.Second):
		t.Fatalf("%q did not happen", what)
	}
}

func quiet(t *testing.T, events <-chan string) {
	t.Helper()
	for range 20 {
		YieldToBrowser()
	}
	select {
	case got := <-events:
		t.Fatalf("%q happened", got)
	default:
	}
}

func TestLocksTake(t *testing.T) {
	a, b := NewLocks("t"), NewLocks("t")
	events := make(chan string, 10)
	lost := func() { events <- "lost" }
	if !a.TryLock("take", false, lost) {
		t.Fatal("a free lock is refused")
	}
	if b.TryLock("take", false, lost) {
		t.Fatal("a lock is held twice")
	}
	if !b.TryLock("another", false, lost) {
		t.Fatal("another lock is refused")
	}
	if !a.TryLock("take", false, lost) {
		t.Fatal("a lock is refused to its holder")
	}
	b.Release("take") // has no effect: b does not hold it
	if b.TryLock("take", false, lost) {
		t.Fatal("a lock is held twice after a foreign Release")
	}
	// Release and Take alternate without a pause.
	for range 50 {
		a.Release("take")
		if !b.TryLock("take", false, lost) {
			t.Fatal("a lock just released is refused")
		}
		b.Release("take")
		if !a.TryLock("take", false, lost) {
			t.Fatal("a lock just released is refused")
		}
	}
	a.Release("take")
	a.Release("take")
	b.Release("another")
	quiet(t, events)
}

func TestLocksSteal(t *testing.T) {
	a, b := NewLocks("t"), NewLocks("t")
	events := make(chan string, 10)
	say := func(what string) func() { return func() { events <- what } }
	if !a.TryLock("steal", false, say("never")) || !a.TryLock("steal", false, say("a lost it")) {
		t.Fatal("a free lock is refused")
	}
	if !b.TryLock("steal", true, say("b lost it")) {
		t.Fatal("a lock cannot be stolen")
	}
	happens(t, "a lost it", events)
	if a.TryLock("steal", false, say("never")) {
		t.Fatal("the loser took the lock back without stealing")
	}
	a.Release("steal") // has no effect: a has lost it
	if !a.TryLock("steal", true, say("a lost it again")) {
		t.Fatal("a lock cannot be stolen back")
	}
	happens(t, "b lost it", events)
	a.Release("steal")
	if !b.TryLock("steal", true, say("never")) { // no tab holds it
		t.Fatal("a free lock cannot be stolen")
	}
	b.Release("steal")
	quiet(t, events)
}

func TestLocksFreed(t *testing.T) {
	a, b, c := NewLocks("t"), NewLocks("t"), NewLocks("t")
	events := make(chan string, 10)
	say := func(what string) func() { return func() { events <- what } }
	never := say("never")
	if !a.TryLock("freed", false, never) {
		t.Fatal("a free lock is refused")
	}
	b.WhenFree("freed", never)
	b.WhenFree("freed", say("b may"))
	c.WhenFree("freed", say("c may"))
	quiet(t, events)
	a.Release("freed")
	happens(t, "b may", events)
	happens(t, "c may", events)
	if !c.TryLock("freed", false, never) {
		t.Fatal("a freed lock is refused")
	}
	b.WhenFree("freed", never)
	b.Release("freed") // ends the wait
	c.Release("freed")
	quiet(t, events)

	// Taking a lock ends the wait for it, so free is not called when the lock is released later.
	if !a.TryLock("freed", false, say("a lost it")) {
		t.Fatal("a free lock is refused")
	}
	b.WhenFree("freed", never)
	if !b.TryLock("freed", true, never) {
		t.Fatal("a lock cannot be stolen")
	}
	happens(t, "a lost it", events)
	b.Release("freed")
	quiet(t, events)

	// The lock is free already.
	b.WhenFree("freed", say("at once"))
	happens(t, "at once", events)
	quiet(t, events)
}

// TestLocksEndWithHolder terminates a Worker that holds a lock.
func TestLocksEndWithHolder(t *testing.T) {
	worker := startWorker(t, "hold", false)
	port := PortToWorker(worker)
	defer port.Close()
	frames := collect(port)
	expect(t, frames, "held")
	events := make(chan string, 10)
	a := NewLocks("t")
	if a.TryLock(heldByWorker, false, func() {}) {
		t.Fatal("the Worker's lock was given twice")
	}
	a.WhenFree(heldByWorker, func() { events <- "freed" })
	quiet(t, events)
	worker.Call("terminate")
	happens(t, "freed", events)
	if !a.TryLock(heldByWorker, false, func() {}) {
		t.Error("the lock of a Worker that has ended is refused")
	}
	a.Release(heldByWorker)
}

const heldByWorker = "held by a Worker"

// hold takes a lock and keeps it.
func hold() {
	port := PortToPage()
	if NewLocks("t").TryLock(heldByWorker, false, func() {}) {
		port.Send([]byte("held"))
	}
	select {}
}
