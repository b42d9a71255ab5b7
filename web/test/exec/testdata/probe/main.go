// Command probe is a program for the tests of exec. Its first argument selects what it does.
package main

import (
	"fmt"
	"os"
	"syscall/js"
)

func main() {
	switch os.Args[1] {
	case "speak":
		fmt.Print("one, ")
		fmt.Fprintln(os.Stderr, "aside")
		fmt.Println("two in a", os.Getenv("WASMEXEC"), os.Getenv("TABLETOP_PROBE"), os.Getenv("HOME"))
		os.Exit(3)
	case "scope":
		fmt.Println(js.Global().Get("constructor").Get("name").String())
	case "spin":
		fmt.Println("spinning")
		for {
		}
	case "throw":
		js.Global().Call("setTimeout", js.Global().Call("Function", `throw new Error("thrown on purpose")`), 0)
		select {}
	case "quota":
		fmt.Println(quota("?bytes=1000000"), quota(""), quota("?bytes=-1"))
	}
}

// quota sets a quota through the runner. It returns the HTTP status and then "stored", or the
// name of the error with which the browser refuses to store 2 MB.
func quota(query string) string {
	global := js.Global()
	response := await(global.Call("fetch", "/quota"+query, map[string]any{"method": "POST"}))
	cache := await(global.Get("caches").Call("open", "probe"))
	body := global.Get("Response").New(global.Get("Uint8Array").New(2_000_000))
	said := "stored"
	if refused := await(cache.Call("put", "/probe", body)); refused.Truthy() {
		said = refused.Get("name").String()
	}
	return fmt.Sprint(response.Get("status").Int(), " ", said)
}

// await waits for a promise and returns its value, or its error if it was rejected.
func await(promise js.Value) js.Value {
	settled := make(chan js.Value, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- args[0]
		return nil
	})
	defer then.Release()
	promise.Call("then", then, then)
	return <-settled
}
