package main

import "syscall/js"

func main() {
	registerPanic()
	if js.Global().Get("WorkerGlobalScope").Truthy() {
		runWorker()
	} else {
		runPage()
	}
}

// crash ends the program as an error of ours would; the page has its drawing do so.
var crash = func(why string) { go panic(why) }

// registerPanic lets a test end the program as an error of ours would, through
// tabletop.crash in web/static/boot.js.
func registerPanic() {
	js.Global().Set("tabletopPanic", js.FuncOf(func(js.Value, []js.Value) any {
		crash("a crash was asked for")
		return nil
	}))
}
