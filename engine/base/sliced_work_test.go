package base_test

import (
	"testing"

	"tabletop/engine/base"
)

// TestSlicedWork does work in slices, stops some of it, and lets some panic.
func TestSlicedWork(t *testing.T) {
	var w *base.SlicedWork
	spent, ended := 0, false
	work := func() {
		defer func() { ended = true }()
		for range 10 {
			spent++
			w.Spend(1)
		}
	}
	w = base.NewSlicedWork(work)
	if w.HasBegun() {
		t.Error("it begins before the first slice")
	}
	for n, slices := range []int{4, 8, 10} {
		if done := w.Step(4); spent != slices || done != (n == 2) || !w.HasBegun() {
			t.Errorf("slice %d: %d spent, done %v", n, spent, done)
		}
	}
	if !w.Step(4) || !ended {
		t.Error("it goes on after its end")
	}
	w.Stop()

	spent, ended = 0, false
	w = base.NewSlicedWork(work)
	w.Step(3)
	w.Stop()
	if !w.Step(3) || spent != 3 || !ended {
		t.Errorf("after it was stopped, %d are spent, ended %v", spent, ended)
	}
	w = base.NewSlicedWork(work)
	w.Stop() // before it has begun
	if !w.Step(3) || spent != 3 {
		t.Error("work begins after it was stopped")
	}

	defer func() {
		if recover() != "broken" {
			t.Error("the panic of the work is lost")
		}
	}()
	w = base.NewSlicedWork(func() { panic("broken") })
	w.Step(1)
}
