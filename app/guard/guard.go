// Package guard calls the browser where it may throw, and returns what it throws as a Go
// error.
//
// Package syscall/js does so for calls only, and as a panic. An exception in a property's
// getter ends the Go program at once, without a panic and without running deferred
// functions. So all code that asks the browser for something that can throw does it through
// this package; a test in package wasm checks this.
//
//	storage, err := guard.GetProperty(js.Global(), "localStorage") // throws where storage is blocked
//	if err == nil {
//		_, err = guard.CallMethod(storage, "setItem", "key", "value")
//	}
package guard

import (
	"fmt"
	"runtime"
	"strings"
)

// Try calls do, and returns an exception that JavaScript threw in a call as an error: as a
// js.Error that holds the thrown value, or as the error of package syscall/js if the call
// did not reach the browser. Other panics, and those of the Go runtime, pass through. Try
// does not catch exceptions of getters: read such properties with [GetProperty], which exists for
// js/wasm only.
func Try(do func()) (err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case runtime.Error:
			panic(thrown)
		case error: // a js.Error, or a *js.ValueError of a value that has no such operation
			err = thrown
		case string: // package syscall/js panics with a string if a method does not exist
			if !strings.HasPrefix(thrown, "syscall/js: ") {
				panic(thrown)
			}
			err = fmt.Errorf("%s", thrown)
		default:
			panic(thrown)
		}
	}()
	do()
	return nil
}
