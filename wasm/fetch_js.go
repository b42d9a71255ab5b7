package main

import (
	"context"
	"fmt"
	"syscall/js"

	"tabletop/app/guard"
)

// fetch gets a file of the site by its path below the site's root. It waits for the network, so it
// must not be called on the goroutine that draws once the page is running.
func fetch(file string) ([]byte, error) {
	address := siteRoot() + file
	response, err := await(js.Global(), "fetch", address)
	if err != nil {
		return nil, err
	}
	if !response.Get("ok").Bool() {
		return nil, fmt.Errorf("%d for %s", response.Get("status").Int(), address)
	}
	buffer, err := await(response, "arrayBuffer")
	if err != nil {
		return nil, err
	}
	array := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data, nil
}

// ahead calls get on another goroutine, and returns a function that waits for its result.
func ahead[T any](get func() (T, error)) func() (T, error) {
	var value T
	var err error
	done := make(chan struct{})
	go func() {
		value, err = get()
		close(done)
	}()
	return func() (T, error) {
		<-done
		return value, err
	}
}

// siteRoot returns the address of the site with a slash at its end. It works in the page and in the
// worker, whose script is at the root.
func siteRoot() string {
	if t := js.Global().Get("tabletop"); t.Truthy() {
		return t.Get("base").String()
	}
	return js.Global().Get("URL").New("./", js.Global().Get("location").Get("href")).Get("href").String()
}

// await calls a method of a JavaScript value that returns a promise, and waits for the promise.
func await(of js.Value, name string, args ...any) (js.Value, error) {
	promise, err := guard.CallMethod(of, name, args...)
	if err != nil {
		return promise, err
	}
	return guard.AwaitPromise(context.Background(), promise)
}
