// Command program does the work of web/test/fixedwork in a browser.
package main

//lint:file-ignore U1000 staticcheck does not know that JavaScript calls exports.

import "tabletop/web/test/fixedwork"

func main() { select {} }

// took does the work once and returns its milliseconds.
//
//go:wasmexport took
func took() float64 { return fixedwork.MillisOfWork() }
