// Package guard asks the browser for what it may refuse. What JavaScript throws at a call
// becomes a panic of the Go program, and what a property's getter throws ends it at once,
// without a panic and without anything deferred: both become errors here. All code that asks
// the browser for something that can throw asks through this package; a test in package
// wasm holds that.
package guard

import (
	"fmt"
	"runtime"
	"strings"
)

// Try does something, and returns what JavaScript has thrown meanwhile as an error. That is a
// js.Error of the value thrown, where a call has reached the browser. Panics of Go's own stay
// panics. Getters that throw need [Get], which lies beside this.
func Try(do func()) (err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case runtime.Error:
			panic(thrown)
		case error: // a js.Error, or a *js.ValueError of what is null
			err = thrown
		case string: // of a method that is not there
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
