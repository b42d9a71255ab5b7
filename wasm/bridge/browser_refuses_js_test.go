//go:build js && wasm

package bridge

import (
	"syscall/js"
	"testing"
)

// refuse makes a property of an object throw until the test ends: in its getter, in its
// constructor, or in its methods.
func refuse(t *testing.T, of js.Value, name, how string) {
	t.Helper()
	restore := js.Global().Get("Function").New("of", "name", "how", `
		const was = Object.getOwnPropertyDescriptor(of, name); // none where it is inherited
		const no = () => { throw new DOMException("no", "SecurityError"); };
		const get = {getter: no, constructor: () => function () { no(); }, request: () => ({request: no})}[how];
		Object.defineProperty(of, name, {configurable: true, get});
		return () => (was ? Object.defineProperty(of, name, was) : delete of[name]);`).Invoke(of, name, how)
	t.Cleanup(func() { restore.Invoke() })
}

// TestLocksRefused has the browser throw where locks are asked for, as one may that
// blocks all cookies. The page works as if there were none.
func TestLocksRefused(t *testing.T) {
	for _, how := range []string{"getter", "request"} {
		t.Run(how, func(t *testing.T) {
			refuse(t, js.Global().Get("navigator"), "locks", how)
			l := NewLocks("t")
			if !l.TryLock("a", false, func() {}) || !l.TryLock("a", true, func() {}) {
				t.Error("without locks everybody may write")
			}
			l.Release("a")
			l.WhenFree("a", func() {})
			l.Release("a")
		})
	}
}

// TestTabsRefused has the browser throw where the channel between tabs is made.
func TestTabsRefused(t *testing.T) {
	for _, how := range []string{"getter", "constructor"} {
		t.Run(how, func(t *testing.T) {
			refuse(t, js.Global(), "BroadcastChannel", how)
			tabs := NewTabChannel("test")
			tabs.Listen(func([]byte) {})
			tabs.Broadcast([]byte("nobody"))
			tabs.Close()
		})
	}
}

// TestTwoSitesLocks checks that sites of one origin have separate locks.
func TestTwoSitesLocks(t *testing.T) {
	a, b, c := NewLocks("tabletop"), NewLocks("tabletop /b"), NewLocks("tabletop /b")
	defer a.Release("x")
	defer b.Release("x")
	if !a.TryLock("x", false, func() {}) || !b.TryLock("x", false, func() {}) || c.TryLock("x", false, func() {}) {
		t.Error("the lock of one site is that of another, or of nobody")
	}
}
