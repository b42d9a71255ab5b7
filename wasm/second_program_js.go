package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	shared "tabletop/app/page"
	"tabletop/wasm/bridge"
)

// PrintFrame prints the document in a frame.
func (p *page) PrintFrame(element string) {
	if frame := app.Window().GetElementByID(element); frame.Truthy() {
		_ = guard.Try(func() { frame.Get("contentWindow").Call("print") })
	}
}

// AskSecondProgram starts a worker for the program of tabletop/wasm/author, sends it one frame and calls
// then with its answers on the UI goroutine, or with the reason for which there are none. Then the worker is
// terminated, so that its memory is freed. Input that is too much for the program crashes only that worker.
// There is one such worker at a time.
func (p *page) AskSecondProgram(e shared.AskSecondProgram, then func(shared.SecondProgramAnswer)) {
	p.StopSecondProgram()
	worker := js.Global().Get("Worker").New(siteRoot()+"worker.js", map[string]any{"name": "author " + p.lang() + " " + string(e.Job)})
	port := bridge.PortToWorker(worker)
	var failed js.Func
	over := false
	// end terminates the worker and releases what belongs to it.
	end := func() {
		over = true
		worker.Call("terminate")
		worker.Call("removeEventListener", "error", failed)
		worker.Call("removeEventListener", "message", failed)
		port.Close()
		failed.Release()
		p.check = nil
	}
	// done hands an answer over, unless the worker has been ended already, and ends it after the last answer.
	done := func(a shared.SecondProgramAnswer) {
		p.ctx.Dispatch(func(app.Context) {
			if over {
				return
			}
			if a.Failed != "" || e.IsLast == nil || e.IsLast(a.Frame) {
				end()
			}
			then(a)
		})
	}
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		event := args[0]
		if event.Get("type").String() == "error" {
			event.Call("preventDefault")
			done(shared.SecondProgramAnswer{Failed: shared.SecondProgramEnded})
			return nil
		}
		switch c := event.Get("data").Get("control"); {
		case c.Equal(js.ValueOf("exited")):
			done(shared.SecondProgramAnswer{Failed: shared.SecondProgramEnded})
		case c.Equal(js.ValueOf("failed")):
			go func() { done(shared.SecondProgramAnswer{Failed: whyUnloaded()}) }()
		}
		return nil
	})
	worker.Call("addEventListener", "error", failed)
	worker.Call("addEventListener", "message", failed)
	p.check = end
	port.Receive(func(frame []byte) { done(shared.SecondProgramAnswer{Frame: frame}) })
	_ = port.Send(e.Frame)
}

// whyUnloaded returns why the program of such a worker did not load. It waits for boot.js, which asks the
// site for its version.
func whyUnloaded() string {
	if is, err := await(js.Global().Get("tabletop"), "newer"); err == nil && is.Truthy() {
		return shared.SecondProgramOutdated
	}
	return shared.SecondProgramUnloaded
}

// StopSecondProgram ends the worker of AskSecondProgram, if there is one.
func (p *page) StopSecondProgram() {
	if p.check != nil {
		p.check()
	}
}
