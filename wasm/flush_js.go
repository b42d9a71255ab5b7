package main

import (
	"context"
	"syscall/js"

	"tabletop/app/host"
)

// onFlush gives worker.js a function that has the host store what it has accepted,
// and then calls back with whether that is in the store.
func onFlush(ctx context.Context, h *host.Host) {
	js.Global().Set("tabletopFlush", js.FuncOf(func(_ js.Value, args []js.Value) any {
		then := args[0]
		go func() { then.Invoke(h.Flush(ctx) == nil) }()
		return nil
	}))
}
