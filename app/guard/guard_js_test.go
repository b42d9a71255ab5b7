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
		"getter":      func() error { _, err := Get(odd, "refused"); return err },
		"method":      func() error { _, err := Call(odd, "call"); return err },
		"its getter":  func() error { _, err := Call(odd, "refused"); return err },
		"none":        func() error { _, err := Call(odd, "nothing"); return err },
		"constructor": func() error { _, err := New(odd.Get("made")); return err },
		"of nothing":  func() error { _, err := Get(js.Undefined(), "x"); return err },
		"new nothing": func() error { _, err := New(js.Undefined()); return err },
		"no promise":  func() error { _, err := Await(t.Context(), odd); return err },
		"rejected": func() error {
			_, err := Await(t.Context(), js.Global().Get("Promise").Call("reject", 5))
			return err
		},
	} {
		if err := ask(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if v := GetOrUndefined(odd, "refused"); !v.IsUndefined() {
		t.Errorf("the property is %v", v)
	}
	if v, err := Call(odd, "add", 1, 2); err != nil || v.Int() != 8 {
		t.Errorf("called, it is %v, %v", v, err)
	}
	if v, err := Await(t.Context(), js.Global().Get("Promise").Call("resolve", 5)); err != nil || v.Int() != 5 {
		t.Errorf("awaited, it is %v, %v", v, err)
	}
	ended, cancel := context.WithCancelCause(t.Context())
	why := errors.New("why")
	cancel(why)
	if _, err := Await(ended, js.Global().Get("Promise").New(js.FuncOf(func(js.Value, []js.Value) any { return nil }))); err != why {
		t.Errorf("ended, it is %v", err)
	}
}
