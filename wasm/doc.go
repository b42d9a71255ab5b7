// Command wasm is the program the browser runs, once as the page and once as the
// page's worker: one module, downloaded and compiled once, in two roles. The
// scripts in web/static start both and watch over them.
package main
