//go:build !js

// Command exec runs a Go test binary for js/wasm in headless Chromium, so that tests use the
// real IndexedDB, Web Locks, Workers and event loop. It is made for the flag -exec of go test:
//
//	go build -o .cache/wasmexec ./web/test/exec
//	GOOS=js GOARCH=wasm go test -exec "$PWD/.cache/wasmexec" ./wasm/store/...
//	GOOS=js GOARCH=wasm go test -exec "$PWD/.cache/wasmexec -worker" ./wasm/store/...
//
// # Usage
//
//	exec [-worker] [-timeout 2m] [-goroot DIR] BINARY [ARGUMENT...]
//
// With -worker the binary runs in a dedicated Worker of the page, not in the page itself. The
// flag -timeout limits the run. It also lowers the binary's own -test.timeout, so that a test
// that hangs ends with the stacks of its goroutines; the binary has 10 more seconds to print
// them. The flag -goroot names the folder that has lib/wasm/wasm_exec.js; the default is the
// output of go env GOROOT. The browser is the value of the environment variable CHROMIUM, or
// else the first of chromium, chromium-browser, google-chrome and chrome on the PATH. The
// output of the binary goes to standard output and standard error. The exit code is the
// binary's, or 125 if the browser could not run it to its end.
//
// # The environment of a test
//
// The page is served from a loopback address, which browsers treat as a secure context. The
// binary's environment has WASMEXEC=page or WASMEXEC=worker. Of the caller's variables it has
// GODEBUG, GOTRACEBACK and those that begin with TABLETOP_. There is no file system. The server
// answers these requests of a test:
//
//	GET  /wasm_exec.js  Go's loader
//	GET  /test.wasm     the binary, so that a test can start itself in a Worker
//	POST /quota?bytes=N limits what this origin may store; without bytes it lifts the limit
//
// Each run has a browser profile of its own, which is deleted afterwards.
package main
