package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"syscall/js"
	"time"
)

// WebAssembly has 4 GiB, of which the collector and what is copied on its way need a
// part. Of a device with little memory a tab has less: what a browser says of that
// ends at 8 GiB. An iPhone ends a tab that takes more than a good gigabyte, and says
// nothing.
const (
	mostMemory  = 3 << 30
	appleMemory = 1 << 30
)

// memoryOf returns what [host.Options.Memory] is here. Garbage is collected in time from
// then on, however much the collector may leave otherwise.
func memoryOf() func() (used, most int64) {
	most := int64(mostMemory)
	navigator := js.Global().Get("navigator")
	if gib := navigator.Get("deviceMemory"); gib.Truthy() {
		most = min(most, int64(gib.Float()*(mostMemory/8)))
	} else if agent := navigator.Get("userAgent").String(); strings.Contains(agent, "iPhone") || strings.Contains(agent, "iPad") {
		most = appleMemory
	}
	debug.SetMemoryLimit(most + most/4 + 64<<20) // near it the program would do little but collect
	held := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	var collected time.Time
	return func() (int64, int64) {
		metrics.Read(held)
		if all := int64(held[0].Value.Uint64()); all <= most {
			return all, most
		}
		// Part of that is garbage. What was in use behind the last collection may be long ago.
		if int64(held[1].Value.Uint64()) > most && time.Since(collected) > 10*time.Second {
			runtime.GC()
			collected = time.Now()
			metrics.Read(held)
		}
		return int64(held[1].Value.Uint64()), most
	}
}
