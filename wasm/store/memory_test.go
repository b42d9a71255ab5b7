package store_test

import (
	"testing"

	"tabletop/app/host"
	"tabletop/wasm/store"
	"tabletop/web/test/storetest"
)

func TestMemory(t *testing.T) {
	s := store.NewMemory()
	storetest.Run(t, func() host.Store { return s })
}

// TestMemoryOutOfStep runs the suite next to other calls.
func TestMemoryOutOfStep(t *testing.T) {
	s := storetest.OutOfStep(store.NewMemory(), true, 1)
	storetest.Run(t, func() host.Store { return s })
}

func TestMemoryFull(t *testing.T) {
	s := store.NewMemory()
	storetest.Full(t, func() host.Store { return s }, func(bytes int64) { s.Limit = bytes })
}
