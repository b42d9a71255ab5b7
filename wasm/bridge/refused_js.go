//go:build js && wasm

package bridge

import "syscall/js"

// Allowed does something that a browser may refuse, as some do where the reader lets
// sites keep nothing, and reports whether it did not.
func Allowed(do func()) (allowed bool) {
	defer func() {
		if thrown := recover(); thrown != nil {
			if _, refused := thrown.(js.Error); !refused {
				panic(thrown)
			}
		}
	}()
	do()
	return true
}

// Property returns a property of an object, undefined where the browser refuses it.
// What a getter throws ends the program, unless a call lies in between.
//
//go:noinline
func Property(of js.Value, name string) (value js.Value) {
	Allowed(func() { value = js.Global().Get("Reflect").Call("get", of, name) })
	return value
}
