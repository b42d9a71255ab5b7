//go:build js && wasm

package bridge

import (
	"errors"
	"slices"
	"syscall/js"
)

// ErrNoWorker is what Send returns on a page that has no worker.
var ErrNoWorker = errors.New("bridge: the page has no worker")

// PagePort is the page's port to whichever worker is in charge: the one in
// globalThis.tabletop.worker, which the boot script replaces when it has died.
type PagePort struct {
	inbox
	boot      js.Value // globalThis.tabletop
	restarted func()
	worker    js.Value
	onmessage js.Func // of worker
	onworker  js.Func
	going     []outgoing // oldest first
}

// outgoing is a frame on its way to a worker.
type outgoing struct {
	to    js.Value
	frame [][]byte
}

var _ Port = (*PagePort)(nil)

// NewPagePort joins the page to its worker and takes over the frames that wait
// in globalThis.tabletop.early. Restarted is called each time another worker
// has taken over, on the goroutine of the handler: after the last frame of the
// old worker that came, before the first of the new one. The new one knows
// nothing of what the old one was told.
func NewPagePort(restarted func()) *PagePort {
	p := &PagePort{boot: js.Global().Get("tabletop"), restarted: restarted}
	p.onworker = js.FuncOf(func(js.Value, []js.Value) any {
		p.follow()
		return nil
	})
	p.boot.Set("onworker", p.onworker)
	p.join()
	return p
}

// follow joins the worker in charge if that has changed.
func (p *PagePort) follow() {
	if p.ended() || p.boot.Get("worker").Equal(p.worker) {
		return
	}
	p.leave()
	// Before join, which may have early frames of the new worker to deliver.
	p.put(item{call: p.restarted})
	p.join()
}

func (p *PagePort) join() {
	p.worker = p.boot.Get("worker")
	if p.worker.Truthy() {
		p.onmessage = listen(p.worker, p.boot.Get("early"), &p.inbox)
	}
}

// leave stops listening to the worker, which may still have sent something.
func (p *PagePort) leave() {
	if p.worker.Truthy() {
		p.worker.Set("onmessage", js.Null())
		p.onmessage.Release()
	}
}

// Send implements Port. A frame to a worker that has died unnoticed is lost;
// restarted is called once it has been replaced. A frame of more than [piece] is the
// port's from then on: it is copied in turns of their own, so that the page answers
// meanwhile, and what is sent behind it waits.
func (p *PagePort) Send(frame ...[]byte) error {
	if p.ended() {
		return ErrClosed
	}
	p.follow()
	if !p.worker.Truthy() {
		return ErrNoWorker
	}
	if sizeOf(frame) <= piece && len(p.going) == 0 {
		post(p.worker, frame...)
		return nil
	}
	p.going = append(p.going, outgoing{p.worker, frame})
	if len(p.going) == 1 {
		go p.sendAll()
	}
	return nil
}

// sendAll sends what waits, until nothing does.
func (p *PagePort) sendAll() {
	for len(p.going) > 0 {
		o := p.going[0]
		array := arrayOf(o.frame, Yield)
		if !p.ended() && o.to.Equal(p.worker) {
			postArray(o.to, array)
		}
		p.going = slices.Delete(p.going, 0, 1)
	}
}

// Restart ends the worker at once, whatever it is doing, and starts another.
func (p *PagePort) Restart() {
	if p.ended() {
		return
	}
	p.boot.Call("restart")
	p.follow()
}

// Close implements Port. The worker lives on.
func (p *PagePort) Close() {
	if p.close() {
		p.leave()
		p.boot.Set("onworker", js.Null())
		p.onworker.Release()
	}
}
