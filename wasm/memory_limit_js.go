package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"syscall/js"
	"time"
)

// Limits on the memory that tables may take, in bytes. WebAssembly has 4 GiB, of which the garbage
// collector and temporary copies need a part. A device with little memory has less for a tab:
// navigator.deviceMemory says how much, in GiB up to 8. An iPhone ends a tab that takes much more
// than 1 GB, and has no deviceMemory.
const (
	mostMemory  = 3 << 30
	appleMemory = 1 << 30
)

// memoryOf returns the function for [host.Options.Memory]: the bytes in use, and the most that may
// be in use. It also sets the limit from which the garbage collector runs more often.
func memoryOf() func() (used, most int64) {
	most := int64(mostMemory)
	navigator := js.Global().Get("navigator")
	if gib := navigator.Get("deviceMemory"); gib.Truthy() {
		most = min(most, int64(gib.Float()*(mostMemory/8)))
	} else if agent := navigator.Get("userAgent").String(); strings.Contains(agent, "iPhone") || strings.Contains(agent, "iPad") {
		most = appleMemory
	}
	debug.SetMemoryLimit(most + most/4 + 64<<20) // with less slack it would do little but collect garbage
	held := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	var collected time.Time
	return func() (int64, int64) {
		metrics.Read(held)
		if all := int64(held[0].Value.Uint64()); all <= most {
			return all, most
		}
		// Some of it is garbage. What was in use after the last collection may be out of date:
		// collect again, but at most every 10 seconds.
		if int64(held[1].Value.Uint64()) > most && time.Since(collected) > 10*time.Second {
			runtime.GC()
			collected = time.Now()
			metrics.Read(held)
		}
		return int64(held[1].Value.Uint64()), most
	}
}
