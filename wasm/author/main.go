//go:build !author

// Command author checks lessons that readers open from files. It runs in a worker
// of its own, which the page starts for that alone: what reads Markdown is no part
// of the program that every reader loads. It is built with the tag author.
package main

func main() { panic("author is a program for the browser, built with the tag author") }
