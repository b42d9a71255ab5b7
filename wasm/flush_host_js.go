package main

import (
	"context"
	"syscall/js"

	"tabletop/app/host"
)

// onFlush gives worker.js the function tabletopFlush. It has the host store everything that it has
// accepted, and then calls its argument with whether that succeeded.
func onFlush(ctx context.Context, h *host.Host) {
	js.Global().Set("tabletopFlush", js.FuncOf(func(_ js.Value, args []js.Value) any {
		then := args[0]
		go func() { then.Invoke(h.Flush(ctx) == nil) }()
		return nil
	}))
}
