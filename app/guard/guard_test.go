package guard

import (
	"errors"
	"testing"
)

// TestTry checks that exceptions are returned, and that panics of Go stay panics.
func TestTry(t *testing.T) {
	thrown := errors.New("thrown")
	if err := Try(func() {}); err != nil {
		t.Error(err)
	}
	if err := Try(func() { panic(thrown) }); err != thrown {
		t.Error(err)
	}
	if err := Try(func() { panic("syscall/js: Value.Call: property x is not a function, got undefined") }); err == nil {
		t.Error("a method that is not there is no error")
	}
	for _, mistake := range []func(){func() { panic("another") }, func() { panic(5) }, func() { _ = []int{}[len(thrown.Error())-5] }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a mistake of Go was kept quiet")
				}
			}()
			_ = Try(mistake)
		}()
	}
}
