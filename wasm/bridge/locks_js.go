//go:build js && wasm

package bridge

import (
	"sync"
	"syscall/js"

	"tabletop/app/guard"
)

// Locks holds exclusive Web Locks for this program: of all tabs and workers of
// the site, one at a time has the lock of a name. A lock ends with its holder,
// so a crash frees it. Where the browser has no Web Locks, Take always succeeds.
// The methods wait for the browser: they are not for JavaScript callbacks.
type Locks struct {
	site    string   // what sites of the same origin are told apart by
	manager js.Value // navigator.locks, or undefined

	mu    sync.Mutex
	held  map[string]*request
	waits map[string]*request
}

// NewLocks returns a holder of no locks yet, of a site.
func NewLocks(site string) *Locks {
	l := &Locks{site: site, held: map[string]*request{}, waits: map[string]*request{}}
	if navigator := js.Global().Get("navigator"); navigator.Truthy() {
		l.manager = guard.Property(navigator, "locks")
	}
	return l
}

// Take tries to take the lock without waiting for its holder, or, with steal,
// takes it away. It ends what Freed waits for under this name if it succeeds.
// lost is called once, on a goroutine of its own, when somebody else takes the
// lock away before Release. A lock that is held already stays so, with the new
// lost.
func (l *Locks) Take(name string, steal bool, lost func()) (held bool) {
	if !l.manager.Truthy() {
		return true
	}
	l.mu.Lock()
	if r := l.held[name]; r != nil {
		r.lost = lost
		l.mu.Unlock()
		return true
	}
	l.mu.Unlock()

	option := "ifAvailable"
	if steal {
		option = "steal"
	}
	r := l.request(name, map[string]any{option: true})
	r.lost = lost
	select {
	case <-r.granted:
	case <-r.settled:
		// Not available. A refusal for another reason means that this page
		// may have no locks at all, and then nobody else has them either.
		return r.failed
	}
	l.mu.Lock()
	l.held[name] = r
	l.mu.Unlock()
	l.forget(name)
	go l.watch(name, r)
	return true
}

// watch waits for the end of a lock and tells if that was not a Release.
func (l *Locks) watch(name string, r *request) {
	<-r.settled
	l.mu.Lock()
	stolen := l.held[name] == r
	if stolen {
		delete(l.held, name)
	}
	lost := r.lost
	l.mu.Unlock()
	if stolen {
		lost()
	}
}

// Freed calls free once, on a goroutine of its own, when the lock could be
// taken. It does not take it: the caller does, and may come too late. A second
// call under the same name replaces the first.
func (l *Locks) Freed(name string, free func()) {
	if !l.manager.Truthy() {
		go free()
		return
	}
	l.forget(name)
	abort := js.Global().Get("AbortController").New()
	r := l.request(name, map[string]any{"signal": abort.Get("signal")})
	r.abort = abort
	l.mu.Lock()
	l.waits[name] = r
	l.mu.Unlock()
	go func() {
		select {
		case <-r.granted:
			r.release()
		case <-r.settled:
		}
		l.mu.Lock()
		wanted := l.waits[name] == r
		if wanted {
			delete(l.waits, name)
		}
		l.mu.Unlock()
		if wanted && !r.failed {
			free()
		}
	}()
}

// Release gives the lock back, if it is held, and forgets what Freed was to
// call. When it returns, the lock can be taken again, here or elsewhere.
func (l *Locks) Release(name string) {
	l.forget(name)
	l.mu.Lock()
	r := l.held[name]
	delete(l.held, name)
	l.mu.Unlock()
	if r != nil {
		r.release()
	}
}

// forget ends a wait.
func (l *Locks) forget(name string) {
	l.mu.Lock()
	r := l.waits[name]
	delete(l.waits, name)
	l.mu.Unlock()
	if r != nil {
		_, _ = guard.Call(r.abort, "abort")
	}
}

// request is one request to the lock manager.
type request struct {
	granted chan struct{} // closed when the lock is ours
	settled chan struct{} // closed when it no longer is, or never will be
	failed  bool          // set before settled: refused, stolen or aborted
	lost    func()
	abort   js.Value // an AbortController, for requests that wait
	end     js.Value // a function that ends the lock; set before granted
}

func (l *Locks) request(name string, options map[string]any) *request {
	r := &request{granted: make(chan struct{}), settled: make(chan struct{})}
	// The lock lasts until the promise that the callback returns is settled.
	keep := js.FuncOf(func(_ js.Value, args []js.Value) any {
		r.end = args[0]
		return nil
	})
	callback := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].IsNull() {
			return nil
		}
		lasting := js.Global().Get("Promise").New(keep)
		close(r.granted)
		return lasting
	})
	var settle [2]js.Func
	for i := range settle {
		settle[i] = js.FuncOf(func(js.Value, []js.Value) any {
			r.failed = i == 1
			close(r.settled)
			for _, f := range []js.Func{keep, callback, settle[0], settle[1]} {
				f.Release()
			}
			return nil
		})
	}
	lock, err := guard.Call(l.manager, "request", l.site+"-"+name, options, callback)
	if err == nil {
		_, err = guard.Call(lock, "then", settle[0], settle[1])
	}
	if err != nil {
		settle[1].Invoke()
	}
	return r
}

// release ends a lock and waits until the browser knows.
func (r *request) release() {
	r.end.Invoke()
	<-r.settled
}
