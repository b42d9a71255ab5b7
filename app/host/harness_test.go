//go:build !js

package host

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// tabs is the locks and the channel that several hosts share.
type tabs struct {
	mu      sync.Mutex
	hears   map[*tabNews]func([]byte)
	holder  map[string]*tabLocks
	waiting map[string][]func()
	lost    map[string]func()
}

type tabLocks struct{ all *tabs }

// tabNews is one tab's end of the channel. A deaf one hears nothing, like a tab that hangs.
type tabNews struct {
	all  *tabs
	deaf bool
}

func (n *tabNews) Broadcast(frame []byte) {
	n.all.mu.Lock()
	defer n.all.mu.Unlock()
	for to, hear := range n.all.hears {
		if to != n && !to.deaf {
			hear(slices.Clone(frame))
		}
	}
}

func (n *tabNews) Listen(f func([]byte)) {
	n.all.mu.Lock()
	defer n.all.mu.Unlock()
	n.all.hears[n] = f
}

func newTabs() *tabs {
	return &tabs{hears: map[*tabNews]func([]byte){}, holder: map[string]*tabLocks{}, waiting: map[string][]func(){}, lost: map[string]func(){}}
}

func (l *tabLocks) TryLock(name string, steal bool, lost func()) bool {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	if h := l.all.holder[name]; h != nil && h != l {
		if !steal {
			return false
		}
		go l.all.lost[name]()
	}
	l.all.holder[name], l.all.lost[name] = l, lost
	return true
}

func (l *tabLocks) WhenFree(name string, free func()) {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	l.all.waiting[name] = append(l.all.waiting[name], free)
}

func (l *tabLocks) Release(name string) {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	if l.all.holder[name] == l {
		delete(l.all.holder, name)
		for _, f := range l.all.waiting[name] {
			go f()
		}
		delete(l.all.waiting, name)
	}
}

// tab is a page's end of a host.
type tab struct {
	t      *testing.T
	host   *Host
	news   *tabNews
	seq    uint64
	state  uint64 // state of the timeline that it shows
	mu     sync.Mutex
	events []Event
	came   chan struct{}
}

func newTab(t *testing.T, s Store, all *tabs) *tab {
	p := &tab{t: t, came: make(chan struct{}, 1), news: &tabNews{all: all}}
	clock := time.Now()
	ids := 0
	p.host = New(Options{
		Store: s, Locks: &tabLocks{all}, Tabs: p.news,
		Lesson: func(_ context.Context, slug string) (*lessons.Lesson, error) {
			return nil, base.Refuse(base.CodeNoLesson, slug)
		},
		Now:       func() base.Micros { return base.Micros(time.Now().UnixMilli()) * 1000 },
		Monotonic: func() base.Micros { return base.Micros(time.Since(clock).Microseconds()) + 1 },
		NewID:     func() string { ids++; return fmt.Sprintf("sandbox%03d", ids) },
		Send:      p.take,
		Yield:     runtime.Gosched,
	})
	p.host.calmTime = 0
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { p.host.Serve(ctx); close(done) }()
	t.Cleanup(func() { cancel(); p.host.ReceiveCall(SentCall{Call: ListWorkspaces{}}); <-done })
	wait(p, func(HostReady) bool { return true })
	return p
}

func (p *tab) take(e Event) {
	// Every event is encoded and decoded, as on the way to a page.
	back, err := DecodeEvent(EncodeEvent(e))
	if err != nil {
		p.t.Errorf("%+v: %v", e, err)
	}
	p.mu.Lock()
	p.events = append(p.events, back)
	p.mu.Unlock()
	select {
	case p.came <- struct{}{}:
	default:
	}
}

// wait returns the first event of its type that fits and was not waited for before. It forgets
// the earlier events of that type.
func wait[E Event](p *tab, fits func(E) bool) E {
	p.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		p.mu.Lock()
		for i, e := range p.events {
			if v, ok := e.(E); ok && fits(v) {
				p.events = slices.Delete(p.events, i, i+1)
				p.mu.Unlock()
				return v
			}
		}
		p.mu.Unlock()
		select {
		case <-p.came:
		case <-deadline:
			p.t.Fatalf("no %T came that fits; there are %+v", *new(E), p.events)
		}
	}
}

func (p *tab) send(c Call) uint64 { return p.sendAt(c, engine.RowWindow{Count: 50, State: p.state}) }

// sendAt sends a call from a page that shows certain rows.
func (p *tab) sendAt(c Call, w engine.RowWindow) uint64 {
	p.seq++
	s, err := DecodeSentCall(whole(SentCall{Seq: p.seq, Window: w, Call: c}))
	if err != nil {
		p.t.Fatal(err)
	}
	p.host.ReceiveCall(s)
	return p.seq
}

func (p *tab) ask(c Call) Answer {
	p.t.Helper()
	seq := p.send(c)
	return wait(p, func(a Answer) bool { return a.Seq == seq })
}

func (p *tab) console(text string) Answer {
	p.t.Helper()
	return p.ask(ExecuteRequest{engine.RunConsole{Text: text}})
}

// forget forgets what the save mark has shown so far.
func (p *tab) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = slices.DeleteFunc(p.events, func(e Event) bool { _, ok := e.(SaveStateChanged); return ok })
}

// saved waits until the save mark shows that all is stored.
func (p *tab) saved() {
	p.t.Helper()
	p.forget()
	p.ask(ExecuteRequest{engine.Refresh{}})
	wait(p, func(s SaveStateChanged) bool { return s.State == SaveDone })
}

func (p *tab) sandbox() string {
	p.t.Helper()
	id := p.ask(CreateSandbox{Title: "Mine"}).SandboxID
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err != nil || a.Opened.ID != id || a.Opened.ReadOnly {
		p.t.Fatalf("%+v", a)
	}
	return id
}
