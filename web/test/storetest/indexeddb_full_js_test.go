//go:build js && wasm

package storetest_test

import (
	"fmt"
	"syscall/js"
	"testing"

	"tabletop/app/host"
	"tabletop/wasm/store"
	"tabletop/web/test/storetest"
)

// TestIndexedDBFull needs a test binary of its own, and so a browser of its own. Chromium asks
// for the quota once and uses the answer for half a minute, so the limit must be set before
// anything is written.
func TestIndexedDBFull(t *testing.T) {
	var opened []*store.IndexedDB
	defer func() {
		for _, s := range opened {
			s.Close()
		}
	}()
	open := func() host.Store {
		s, err := store.OpenIndexedDB(t.Context(), t.Name())
		if err != nil {
			t.Fatal(err)
		}
		opened = append(opened, s)
		return s
	}
	storetest.Full(t, open, func(bytes int64) {
		query := ""
		if bytes >= 0 {
			query = fmt.Sprint("?bytes=", bytes)
		}
		setQuota(t, "/quota"+query)
	})
}

// setQuota sends a request for a quota to the runner, web/test/exec.
func setQuota(t *testing.T, path string) {
	t.Helper()
	answer := make(chan js.Value, 1)
	settled := js.FuncOf(func(_ js.Value, args []js.Value) any {
		answer <- args[0]
		return nil
	})
	defer settled.Release()
	js.Global().Call("fetch", path, map[string]any{"method": "POST"}).Call("then", settled, settled)
	if response := <-answer; response.Get("status").Type() != js.TypeNumber || response.Get("status").Int() != 200 {
		t.Fatal("the runner did not set the quota")
	}
}
