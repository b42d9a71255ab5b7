package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/code"
	"tabletop/app/guard"
	"tabletop/app/openlesson"
	shared "tabletop/app/page"
	"tabletop/app/record/frames"
	"tabletop/app/recordpage"
	"tabletop/engine/wire"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
)

// CheckLesson has a lesson's file checked by a worker of its own, and calls then with the result on
// the UI goroutine. A check that is under way is ended first, and its then is not called.
func (p *page) CheckLesson(text []byte, then func(openlesson.LessonChecked)) {
	p.author("", text, func(frame []byte, failed int) {
		if failed != 0 {
			then(openlesson.LessonChecked{Failed: []string{ended: openlesson.CheckerEnded, unloaded: openlesson.CheckerUnloaded, newer: openlesson.CheckerOutdated}[failed]})
			return
		}
		v, err := lessons.DecodeFileReport(frame)
		if err != nil {
			panic(err)
		}
		then(openlesson.LessonChecked{Verdict: &v})
	})
}

// WriteCommandsAsCode has commands or a key written as code in programming languages, by the same kind of
// worker, and calls then as CheckLesson does.
func (p *page) WriteCommandsAsCode(e shared.WriteCommandsAsCode, then func(shared.CodeWritten)) {
	p.author(" code", code.EncodeRequest(e.Text, e.Dialect, e.Key), func(frame []byte, failed int) {
		m := shared.CodeWritten{Of: e.Of}
		if failed != 0 {
			m.Failed = []string{ended: shared.CodeWorkerEnded, unloaded: shared.CodeWorkerUnloaded, newer: shared.CodeWorkerOutdated}[failed]
			then(m)
			return
		}
		var err error
		if m.All, err = code.DecodePrograms(frame); err != nil {
			panic(err)
		}
		then(m)
	})
}

// WriteRecord has a design record written, by the same kind of worker, and calls then as CheckLesson does.
func (p *page) WriteRecord(e recordpage.WriteRecord, then func(recordpage.RecordWritten)) {
	p.author(" record", wire.Encode(&e.Ask, nil), func(frame []byte, failed int) {
		m := recordpage.RecordWritten{}
		if failed != 0 {
			m.Failed = []string{ended: recordpage.WriterEnded, unloaded: recordpage.WriterUnloaded, newer: recordpage.WriterOutdated}[failed]
			then(m)
			return
		}
		m.Record = &frames.Written{}
		if err := wire.Decode(frame, m.Record, nil); err != nil {
			panic(err)
		}
		then(m)
	})
}

// PrintFrame prints the document in a frame.
func (p *page) PrintFrame(element string) {
	if frame := app.Window().GetElementByID(element); frame.Truthy() {
		_ = guard.Try(func() { frame.Get("contentWindow").Call("print") })
	}
}

// The reasons for which such a worker gives no answer.
const (
	ended    = iota + 1 // it crashed or exited
	unloaded            // its program did not load
	newer               // its program cannot load, since the site has a newer version
)

// author starts a worker for the program of tabletop/wasm/author, sends it one frame and calls then
// with its answer, or with the reason for which there is none. Then the worker is terminated, so
// that its memory is freed. Input that is too much for the program crashes only that worker. There
// is one such worker at a time: author ends the previous one.
func (p *page) author(job string, ask []byte, then func(frame []byte, failed int)) {
	p.StopSecondProgram()
	worker := js.Global().Get("Worker").New(siteRoot()+"worker.js", map[string]any{"name": "author " + p.lang() + job})
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
	// done ends the worker and hands its answer over, unless it has been ended already.
	done := func(frame []byte, failed int) {
		p.ctx.Dispatch(func(app.Context) {
			if !over {
				end()
				then(frame, failed)
			}
		})
	}
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		if e.Get("type").String() == "error" {
			e.Call("preventDefault")
			done(nil, ended)
			return nil
		}
		switch c := e.Get("data").Get("control"); {
		case c.Equal(js.ValueOf("exited")):
			done(nil, ended)
		case c.Equal(js.ValueOf("failed")):
			go func() { done(nil, whyUnloaded()) }()
		}
		return nil
	})
	worker.Call("addEventListener", "error", failed)
	worker.Call("addEventListener", "message", failed)
	p.check = end
	port.Receive(func(frame []byte) { done(frame, 0) })
	_ = port.Send(ask)
}

// whyUnloaded returns why the program of such a worker did not load: newer or unloaded. It waits
// for boot.js, which asks the site for its version.
func whyUnloaded() int {
	if is, err := await(js.Global().Get("tabletop"), "newer"); err == nil && is.Truthy() {
		return newer
	}
	return unloaded
}

// StopSecondProgram ends the worker of CheckLesson, WriteCommandsAsCode or WriteRecord, if there is one.
func (p *page) StopSecondProgram() {
	if p.check != nil {
		p.check()
	}
}
