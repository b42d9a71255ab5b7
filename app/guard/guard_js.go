//go:build js && wasm

package guard

import (
	"context"
	"syscall/js"
)

// reflect has the functions that read a property and call a function within a call.
var reflect = js.Global().Get("Reflect")

// Get returns a property of an object. The error is what its getter has thrown, or that of
// what is no object.
func Get(of js.Value, name string) (value js.Value, err error) {
	err = Try(func() { value = reflect.Call("get", of, name) })
	return value, err
}

// Property is [Get], undefined where the browser refuses.
func Property(of js.Value, name string) js.Value {
	value, err := Get(of, name)
	if err != nil {
		return js.Undefined()
	}
	return value
}

// Call calls a method of an object. Unlike js.Value.Call it returns an error also where the
// method cannot be read.
func Call(of js.Value, name string, args ...any) (value js.Value, err error) {
	method, err := Get(of, name)
	if err != nil {
		return value, err
	}
	err = Try(func() { value = reflect.Call("apply", method, of, args) })
	return value, err
}

// New makes an object.
func New(constructor js.Value, args ...any) (value js.Value, err error) {
	err = Try(func() { value = constructor.New(args...) })
	return value, err
}

// Await waits until a promise is settled, or ctx ends. The error is a js.Error of what it was
// rejected with, or the cause of ctx. It is not for JavaScript callbacks, which keep the
// browser from settling it.
func Await(ctx context.Context, promise js.Value) (value js.Value, err error) {
	ended := make(chan error, 1)
	var done, failed js.Func
	end := func(err error) {
		done.Release()
		failed.Release()
		ended <- err
	}
	done = js.FuncOf(func(_ js.Value, args []js.Value) any { value = args[0]; end(nil); return nil })
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any { end(js.Error{Value: args[0]}); return nil })
	if _, err := Call(promise, "then", done, failed); err != nil {
		end(err)
	}
	select {
	case err = <-ended:
		return value, err
	case <-ctx.Done():
		return js.Undefined(), context.Cause(ctx)
	}
}
