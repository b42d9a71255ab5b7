// Command wasm is the program that the browser runs. The same module runs in two roles: as the
// page, which draws, and as the page's worker, which holds the engine and the store. The browser
// downloads and compiles it once. The scripts in web/static start both roles, and replace a worker
// that has died. The function main chooses the role by the global scope that it finds.
//
// This package connects the program to the browser. It implements the interfaces that
// tabletop/app/shell and tabletop/app/host ask for: the type page does what the shell asks of
// document and worker, and runWorker gives a host its store, clock, locks and tabs. Frames between
// the two are carried by tabletop/wasm/bridge.
//
// Names that JavaScript and Go share are properties of globalThis.tabletop in the page, and globals
// that begin with tabletop in the worker.
package main
