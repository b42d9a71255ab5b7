//go:build js && wasm

package guard

import (
	"context"
	"errors"
	"syscall/js"
	"testing"
)

// TestThrown makes the browser throw in every way. A getter that is not guarded would end
// the test program without a message.
func TestThrown(t *testing.T) {
	odd := js.Global().Get("Function").New(`
		const no = () => { throw new DOMException("no", "SecurityError"); };
		return { get refused() { no(); }, call: no, fine: 5, made: class { constructor() { no(); } }, add(a, b) { return this.fine + a + b; } };`).Invoke()
	for name, ask := range map[string]func() error{
		"getter":      func() error { _, err := GetProperty(odd, "refused"); return err },
		"method":      func() error { _, err := CallMethod(odd, "call"); return err },
		"its getter":  func() error { _, err := CallMethod(odd, "refused"); return err },
		"none":        func() error { _, err := CallMethod(odd, "nothing"); return err },
		"constructor": func() error { _, err := NewObject(odd.Get("made")); return err },
		"of nothing":  func() error { _, err := GetProperty(js.Undefined(), "x"); return err },
		"new nothing": func() error { _, err := NewObject(js.Undefined()); return err },
		"no promise":  func() error { _, err := AwaitPromise(t.Context(), odd); return err },
		"rejected": func() error {
			_, err := AwaitPromise(t.Context(), js.Global().Get("Promise").Call("reject", 5))
			return err
		},
	} {
		if err := ask(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if v := GetPropertyOrUndefined(odd, "refused"); !v.IsUndefined() {
		t.Errorf("the property is %v", v)
	}
	if v, err := CallMethod(odd, "add", 1, 2); err != nil || v.Int() != 8 {
		t.Errorf("called, it is %v, %v", v, err)
	}
	if v, err := AwaitPromise(t.Context(), js.Global().Get("Promise").Call("resolve", 5)); err != nil || v.Int() != 5 {
		t.Errorf("awaited, it is %v, %v", v, err)
	}
	ended, cancel := context.WithCancelCause(t.Context())
	why := errors.New("why")
	cancel(why)
	if _, err := AwaitPromise(ended, js.Global().Get("Promise").New(js.FuncOf(func(js.Value, []js.Value) any { return nil }))); err != why {
		t.Errorf("ended, it is %v", err)
	}
}
