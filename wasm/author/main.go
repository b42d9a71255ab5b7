//go:build !js

// Command author checks lessons that readers open from files, and writes commands and row keys as code, and design records. It runs
// in a worker of its own, which the page starts for one task. The parser of Markdown that it needs
// is therefore no part of the program that every reader loads.
package main

func main() { panic("author is a program for the browser") }
