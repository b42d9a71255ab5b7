package main

import "syscall/js"

// main runs the program in the role of the scope that it is started in. It does not return until
// the tab is closed or the worker is terminated.
func main() {
	registerPanic()
	if js.Global().Get("WorkerGlobalScope").Truthy() {
		runWorker()
	} else {
		runPage()
	}
}

// crash ends the program as an uncaught panic of its own would. The page replaces it by one that
// panics in its drawing.
var crash = func(why string) { go panic(why) }

// registerPanic lets a test crash the program, through tabletop.crash in web/static/boot.js.
func registerPanic() {
	js.Global().Set("tabletopPanic", js.FuncOf(func(js.Value, []js.Value) any {
		crash("a crash was asked for")
		return nil
	}))
}
