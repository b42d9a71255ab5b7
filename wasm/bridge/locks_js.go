//go:build js && wasm

package bridge

import (
	"sync"
	"syscall/js"

	"tabletop/app/guard"
)

// Locks holds exclusive Web Locks for this program: of all tabs and workers of a site, only one at
// a time has the lock of a name. The browser frees a lock when its holder ends, also by a crash. In
// a browser without Web Locks Take always succeeds. The methods may wait for the browser, so they
// must not be called inside a JavaScript callback.
type Locks struct {
	site    string   // begins the names of all locks, since sites may share an origin
	manager js.Value // navigator.locks, or undefined

	mu    sync.Mutex          // protects the maps, and lost of the requests in held
	held  map[string]*request // by name, the locks that this program has
	waits map[string]*request // by name, the requests of WhenFree
}

// NewLocks returns a Locks for a site that holds no lock yet.
func NewLocks(site string) *Locks {
	l := &Locks{site: site, held: map[string]*request{}, waits: map[string]*request{}}
	if navigator := js.Global().Get("navigator"); navigator.Truthy() {
		l.manager = guard.GetPropertyOrUndefined(navigator, "locks")
	}
	return l
}

// TryLock tries to take a lock without waiting for its holder. With steal it takes the lock away from
// the holder. It reports whether the program holds the lock now; if so, a wait of WhenFree under this
// name is over. lost is called once, on a goroutine of its own, if another tab steals the lock
// before Release. If the lock is held already, only lost is replaced.
func (l *Locks) TryLock(name string, steal bool, lost func()) (held bool) {
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
		// The lock is not available. If the request failed for another reason, this page may not be
		// allowed to have locks at all, and then no other tab of the site has them either.
		return r.failed
	}
	l.mu.Lock()
	l.held[name] = r
	l.mu.Unlock()
	l.forget(name)
	go l.watch(name, r)
	return true
}

// watch waits for the end of a held lock and calls lost unless Release has ended it.
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

// WhenFree calls free once, on a goroutine of its own, as soon as the lock could be taken. It does not
// take the lock: the caller may try to, and another tab may be faster. A second call under the same
// name replaces the first.
func (l *Locks) WhenFree(name string, free func()) {
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

// Release gives a lock back if it is held, and cancels WhenFree under this name. When it returns, the
// lock can be taken again, here or elsewhere.
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

// forget cancels the wait of WhenFree under a name.
func (l *Locks) forget(name string) {
	l.mu.Lock()
	r := l.waits[name]
	delete(l.waits, name)
	l.mu.Unlock()
	if r != nil {
		_, _ = guard.CallMethod(r.abort, "abort")
	}
}

// request is one request to the browser's lock manager.
type request struct {
	granted chan struct{} // closed when the lock is granted
	settled chan struct{} // closed when it has ended, or will never be granted
	failed  bool          // set before settled is closed: it was refused, stolen or aborted
	lost    func()        // see Locks.Take
	abort   js.Value      // the AbortController of a request that waits
	end     js.Value      // the function that ends the lock; set before granted is closed
}

// request asks for a lock. It returns at once; the channels of the result tell what happens.
func (l *Locks) request(name string, options map[string]any) *request {
	r := &request{granted: make(chan struct{}), settled: make(chan struct{})}
	// A lock lasts until the promise is settled that its callback returns.
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
	lock, err := guard.CallMethod(l.manager, "request", l.site+"-"+name, options, callback)
	if err == nil {
		_, err = guard.CallMethod(lock, "then", settle[0], settle[1])
	}
	if err != nil {
		settle[1].Invoke()
	}
	return r
}

// release ends a granted lock, and waits until the browser has ended it.
func (r *request) release() {
	r.end.Invoke()
	<-r.settled
}
