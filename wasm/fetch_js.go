package main

import (
	"context"
	"fmt"
	"syscall/js"

	"tabletop/app/guard"
)

// fetch gets a file of the site, named below its root. It waits, so it is never
// called on the goroutine that draws once the page runs.
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

// ahead begins to get something, and returns what waits for it.
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

// siteRoot returns the address of the site, ending in a slash, on the page and
// in the worker alike: the worker's script stands there.
func siteRoot() string {
	if t := js.Global().Get("tabletop"); t.Truthy() {
		return t.Get("base").String()
	}
	return js.Global().Get("URL").New("./", js.Global().Get("location").Get("href")).Get("href").String()
}

// await calls a function of the browser that returns a promise, and waits for that.
func await(of js.Value, name string, args ...any) (js.Value, error) {
	promise, err := guard.Call(of, name, args...)
	if err != nil {
		return promise, err
	}
	return guard.Await(context.Background(), promise)
}
