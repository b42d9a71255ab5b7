//go:build js && wasm

package bridge

import (
	"errors"
	"slices"
	"syscall/js"
)

// ErrNoWorker is returned by Send on a page that has no worker.
var ErrNoWorker = errors.New("bridge: the page has no worker")

// PagePort is the page's port to the worker that is in charge: globalThis.tabletop.worker. The boot
// script replaces a worker that has died, and the port then follows. It is used on the page's
// goroutines only, which run one at a time.
type PagePort struct {
	inbox
	boot      js.Value // globalThis.tabletop
	restarted func()
	worker    js.Value   // the worker that it listens to
	onmessage js.Func    // the handler of worker
	onworker  js.Func    // called by the boot script when the worker is another one
	going     []outgoing // frames that are still to be copied, oldest first
}

// outgoing is a frame that is to be sent to a worker.
type outgoing struct {
	to    js.Value
	frame [][]byte
}

var _ Port = (*PagePort)(nil)

// NewPagePort connects the page to its worker, and delivers first the frames that wait in
// globalThis.tabletop.early. restarted is called each time another worker has taken over, on the
// goroutine of the handler: after the last frame of the old worker and before the first one of the
// new worker. The new worker knows nothing of what was sent to the old one.
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

// follow connects to the worker in charge if it is another one.
func (p *PagePort) follow() {
	if p.ended() || p.boot.Get("worker").Equal(p.worker) {
		return
	}
	p.leave()
	// This comes before join, which may deliver early frames of the new worker.
	p.put(item{call: p.restarted})
	p.join()
}

// join listens to the worker in charge, if there is one.
func (p *PagePort) join() {
	p.worker = p.boot.Get("worker")
	if p.worker.Truthy() {
		p.onmessage = listen(p.worker, p.boot.Get("early"), &p.inbox)
	}
}

// leave stops listening to the worker. Messages that it has sent and that have not arrived are
// dropped.
func (p *PagePort) leave() {
	if p.worker.Truthy() {
		p.worker.Set("onmessage", js.Null())
		p.onmessage.Release()
	}
}

// Send implements [Port]. A frame to a worker that has died is lost; restarted is called once the
// worker has been replaced. A frame of more than [piece] bytes is copied over several turns of the
// event loop, so that the page stays responsive. The caller must not change such a frame
// afterwards, and later frames wait for it.
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

// sendAll copies and sends the frames of p.going until there are none. It drops those of a worker
// that is no longer in charge.
func (p *PagePort) sendAll() {
	for len(p.going) > 0 {
		o := p.going[0]
		array := arrayOf(o.frame, YieldToBrowser)
		if !p.ended() && o.to.Equal(p.worker) {
			postArray(o.to, array)
		}
		p.going = slices.Delete(p.going, 0, 1)
	}
}

// Restart ends the worker immediately, even if it is busy, and starts another one.
func (p *PagePort) Restart() {
	if p.ended() {
		return
	}
	p.boot.Call("restart")
	p.follow()
}

// Close implements [Port]. The worker keeps running.
func (p *PagePort) Close() {
	if p.close() {
		p.leave()
		p.boot.Set("onworker", js.Null())
		p.onworker.Release()
	}
}
