//go:build js && wasm

package guard

import (
	"context"
	"syscall/js"
)

// reflect is JavaScript's Reflect. Its functions read a property, or call a function, as a
// call of their own, so that an exception in it is one that [Try] can catch.
var reflect = js.Global().Get("Reflect")

// GetProperty returns a property of an object. The error is what the getter threw, or says that the
// value is not an object.
func GetProperty(of js.Value, name string) (value js.Value, err error) {
	err = Try(func() { value = reflect.Call("get", of, name) })
	return value, err
}

// GetPropertyOrUndefined is like [GetProperty], and returns undefined where the browser throws.
func GetPropertyOrUndefined(of js.Value, name string) js.Value {
	value, err := GetProperty(of, name)
	if err != nil {
		return js.Undefined()
	}
	return value
}

// CallMethod calls a method of an object. Unlike js.Value.Call it also returns an error where
// reading the method throws, or where there is no such method.
func CallMethod(of js.Value, name string, args ...any) (value js.Value, err error) {
	method, err := GetProperty(of, name)
	if err != nil {
		return value, err
	}
	err = Try(func() { value = reflect.Call("apply", method, of, args) })
	return value, err
}

// NewObject creates an object with a constructor. The error is what the constructor threw.
func NewObject(constructor js.Value, args ...any) (value js.Value, err error) {
	err = Try(func() { value = constructor.New(args...) })
	return value, err
}

// AwaitPromise waits until a promise is settled or ctx ends. The error is a js.Error with the value
// that the promise was rejected with, or the cause of ctx. It must not be called from a
// JavaScript callback: the browser settles promises only after the callback has returned.
func AwaitPromise(ctx context.Context, promise js.Value) (value js.Value, err error) {
	ended := make(chan error, 1)
	var done, failed js.Func
	end := func(err error) {
		done.Release()
		failed.Release()
		ended <- err
	}
	done = js.FuncOf(func(_ js.Value, args []js.Value) any { value = args[0]; end(nil); return nil })
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any { end(js.Error{Value: args[0]}); return nil })
	if _, err := CallMethod(promise, "then", done, failed); err != nil {
		end(err)
	}
	select {
	case err = <-ended:
		return value, err
	case <-ctx.Done():
		return js.Undefined(), context.Cause(ctx)
	}
}
