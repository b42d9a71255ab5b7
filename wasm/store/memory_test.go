package store_test

import (
	"testing"

	"tabletop/app/host"
	"tabletop/wasm/store"
	"tabletop/wasm/store/storetest"
)

func TestMemory(t *testing.T) {
	s := store.NewMemory()
	storetest.Run(t, func() host.Store { return s })
}

func TestMemoryFull(t *testing.T) {
	s := store.NewMemory()
	storetest.Full(t, func() host.Store { return s }, func(bytes int64) { s.Limit = bytes })
}
