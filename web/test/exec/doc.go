//go:build !js

// Command exec runs a Go test binary built for js/wasm inside headless
// Chromium, so that tests meet the real IndexedDB, Web Locks, Workers and event
// loop. It is what `go test -exec` wants:
//
//	go build -o .cache/wasmexec ./test/exec
//	GOOS=js GOARCH=wasm go test -exec "$PWD/.cache/wasmexec" ./wasm/store/...
//	GOOS=js GOARCH=wasm go test -exec "$PWD/.cache/wasmexec -worker" ./wasm/store/...
//
// # Usage
//
//	exec [-worker] [-timeout 2m] [-goroot DIR] BINARY [ARGUMENT...]
//
// -worker runs the binary in a dedicated Worker of the page instead of in the
// page. -timeout bounds the whole run; it also lowers the binary's own
// -test.timeout, so that a hung test ends with the stacks of its goroutines.
// -goroot is where lib/wasm/wasm_exec.js is, by default what `go env GOROOT`
// says. The browser is $CHROMIUM, or else the first of chromium,
// chromium-browser, google-chrome and chrome on the PATH. What the binary
// prints goes to standard output and error; the exit code is the binary's, or
// 125 when the browser could not run it to its end.
//
// # What a test finds
//
// The page is served from a loopback address, which browsers trust like https.
// The environment has WASMEXEC=page or WASMEXEC=worker, and of the caller's
// variables GODEBUG, GOTRACEBACK and those that begin with TABLETOP_. There is
// no file system. The server answers:
//
//	GET  /wasm_exec.js  Go's loader
//	GET  /test.wasm     the binary, so that a test can start itself in a Worker
//	POST /quota?bytes=N limits what this origin may store; without bytes, lifts it
//
// Every run has a browser profile of its own, which is removed afterwards.
package main
