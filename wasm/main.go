//go:build !js

package main

import (
	"fmt"
	"os"
)

// main only says how the program is run: without a browser it can do nothing.
func main() {
	fmt.Fprintln(os.Stderr, "this program runs in a browser: make run builds and serves the site")
	os.Exit(1)
}
