//go:build !js

// Command author is the second program. It checks lessons that readers open from files, writes commands and
// row keys as code, writes design records, makes synthetic data, and searches designs. It runs in a worker of
// its own, which the page starts for one job, so that what it needs is no part of the program that every reader loads.
package main

func main() { panic("author is a program for the browser") }
