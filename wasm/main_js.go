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

// registerPanic lets a test end the program as an error of ours would, through
// tabletop.crash in web/static/boot.js.
func registerPanic() {
	js.Global().Set("tabletopPanic", js.FuncOf(func(js.Value, []js.Value) any {
		go panic("a crash was asked for")
		return nil
	}))
}
