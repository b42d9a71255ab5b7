package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/lessons"
	"tabletop/wasm/bridge"
)

// CheckLesson has a worker of its own check a lesson's file, which ends with that:
// its memory goes, and so does whatever a lesson is too much for.
func (p *page) CheckLesson(text []byte, then func(*lessons.Verdict)) {
	p.StopCheck()
	worker := js.Global().Get("Worker").New(siteRoot()+"worker.js", map[string]any{"name": "author"})
	port := bridge.WorkerPort(worker)
	var failed js.Func
	ended := false
	end := func() {
		ended = true
		worker.Call("terminate")
		worker.Call("removeEventListener", "error", failed)
		worker.Call("removeEventListener", "message", failed)
		port.Close()
		failed.Release()
		p.check = nil
	}
	done := func(v *lessons.Verdict) {
		p.ctx.Dispatch(func(app.Context) {
			if !ended {
				end()
				then(v)
			}
		})
	}
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if e := args[0]; e.Get("type").String() == "error" {
			e.Call("preventDefault")
			done(nil)
		} else if c := e.Get("data").Get("control"); c.Equal(js.ValueOf("failed")) || c.Equal(js.ValueOf("exited")) {
			done(nil)
		}
		return nil
	})
	worker.Call("addEventListener", "error", failed)
	worker.Call("addEventListener", "message", failed)
	p.check = end
	port.Receive(func(frame []byte) {
		v, err := lessons.DecodeVerdict(frame)
		if err != nil {
			panic(err)
		}
		done(&v)
	})
	_ = port.Send(text)
}

// StopCheck ends the worker that checks a lesson's file.
func (p *page) StopCheck() {
	if p.check != nil {
		p.check()
	}
}
