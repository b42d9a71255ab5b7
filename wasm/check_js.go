package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/openlesson"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
)

// CheckLesson has a worker of its own check a lesson's file, which ends with that:
// its memory goes, and so does whatever a lesson is too much for.
func (p *page) CheckLesson(text []byte, then func(openlesson.Checked)) {
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
	done := func(m openlesson.Checked) {
		p.ctx.Dispatch(func(app.Context) {
			if !ended {
				end()
				then(m)
			}
		})
	}
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		if e.Get("type").String() == "error" {
			e.Call("preventDefault")
			done(openlesson.Checked{Failed: openlesson.CheckEnded})
			return nil
		}
		switch c := e.Get("data").Get("control"); {
		case c.Equal(js.ValueOf("exited")):
			done(openlesson.Checked{Failed: openlesson.CheckEnded})
		case c.Equal(js.ValueOf("failed")):
			p.ctx.Async(func() { done(openlesson.Checked{Failed: unloaded()}) })
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
		done(openlesson.Checked{Verdict: &v})
	})
	_ = port.Send(text)
}

// unloaded returns why the program that checks lessons did not load.
func unloaded() string {
	if newer, err := await(js.Global().Get("tabletop").Call("newer")); err == nil && newer.Truthy() {
		return openlesson.CheckNewer
	}
	return openlesson.CheckUnloaded
}

// StopCheck ends the worker that checks a lesson's file.
func (p *page) StopCheck() {
	if p.check != nil {
		p.check()
	}
}
