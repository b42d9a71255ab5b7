package store

import (
	"context"
	"errors"
	"testing"

	"tabletop/app/host"
	"tabletop/engine/base"
)

func code(err error) base.Code {
	var e *base.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// TestLateIsBlocked opens a database late. What is made meanwhile is moved into it, and what is in
// it is not reported as missing.
func TestLateIsBlocked(t *testing.T) {
	ctx := t.Context()
	db := NewMemory()
	if err := db.Put(ctx, host.Meta{ID: "old", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	free, changed := make(chan struct{}), make(chan struct{}, 1)
	l := OpenDeferredStore(ctx, func(_ context.Context, blocked func()) (host.Store, error) {
		blocked()
		<-free
		return db, nil
	})
	l.NotifyTroubleChanged(func() { changed <- struct{}{} })
	if e := l.Trouble(); e == nil || e.Code != base.CodeStoreBlocked {
		t.Fatalf("trouble is %v", e)
	}
	if _, err := l.Load(ctx, "old", 0); code(err) != base.CodeStoreBlocked {
		t.Errorf("what is in the database is %v", err)
	}
	if list, err := l.List(ctx); code(err) != base.CodeStoreBlocked {
		t.Errorf("the list is %v, %v", list, err)
	}
	if err := l.Put(ctx, host.Meta{ID: "scores", Kind: host.KindLesson, Next: 1}, nil); code(err) != base.CodeStoreBlocked {
		t.Errorf("a lesson, of which nobody knows whether it is there, is %v", err)
	}
	m := host.Meta{ID: "new", Next: 2}
	if err := l.Put(ctx, m, []host.JournalEntry{{Seq: 1, Data: []byte("a")}}); err != nil {
		t.Fatal(err)
	}
	if err := l.Append(ctx, m, host.JournalEntry{Seq: 2, Data: []byte("b")}); err != nil {
		t.Fatal(err)
	}
	close(free)
	<-changed
	if e := l.Trouble(); e != nil {
		t.Fatalf("trouble is %v", e)
	}
	if err := l.Append(ctx, m, host.JournalEntry{Seq: 3, Data: []byte("c")}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []host.Store{l, db} {
		if got, err := s.Load(ctx, "new", 0); err != nil || len(got.Entries) != 3 {
			t.Errorf("%+v, %v", got, err)
		}
		if list, err := s.List(ctx); err != nil || len(list) != 2 {
			t.Errorf("%+v, %v", list, err)
		}
	}
}

// TestLateNeverOpens has no database at all.
func TestLateNeverOpens(t *testing.T) {
	ctx := t.Context()
	l := OpenDeferredStore(ctx, func(context.Context, func()) (host.Store, error) { return nil, errors.New("forbidden") })
	if e := l.Trouble(); e == nil || e.Code != base.CodeStoreNone || e.Args[0] != "forbidden" {
		t.Fatalf("trouble is %v", e)
	}
	if _, err := l.Load(ctx, "a", 0); code(err) != base.CodeNoSandbox {
		t.Errorf("what is nowhere is %v", err)
	}
	if err := l.Put(ctx, host.Meta{ID: "a", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if list, err := l.List(ctx); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}
