//go:build !js

package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// traced is a program that walks its own stacks in every way in which the runtime does: to grow
// them, to collect garbage, to recover, and to find its callers.
const traced = `package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
)

type node struct{ next *node }

func deep(n int, list *node) int {
	if n == 0 {
		runtime.GC()
		return len(os.Args) - 1
	}
	var room [64]int
	room[n%64] = deep(n-1, &node{list}) + 1
	return room[n%64]
}

func generic[T any](v T) string {
	pc, _, _, _ := runtime.Caller(0)
	return fmt.Sprint(runtime.FuncForPC(pc).Name(), v)
}

func caught() (err any) {
	defer func() { err = recover() }()
	var list []int
	return list[len(os.Args)+5]
}

func main() {
	done := make(chan int)
	go func() { done <- deep(20_000, nil) }()
	fmt.Println(<-done, caught(), generic([]map[string]struct{ Long int }(nil)), slices.Max([]int{3, 1}))
	panic("the end")
}
`

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte(traced), 0o644); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(dir, "whole.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", whole, source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	less, err := trim(program)
	if err != nil {
		t.Fatal(err)
	}
	small := filepath.Join(dir, "small.wasm")
	if err := os.WriteFile(small, less, 0o644); err != nil {
		t.Fatal(err)
	}
	goroot, err := goEnv("GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	run := func(name string) (out, trace string) {
		cmd := exec.Command("node", filepath.Join(goroot, "lib", "wasm", "wasm_exec_node.js"), name)
		var printed, failed bytes.Buffer
		cmd.Stdout, cmd.Stderr = &printed, &failed
		if err := cmd.Run(); err == nil {
			t.Error("the program ended without its panic")
		}
		return printed.String(), failed.String()
	}
	want, before := run(whole)
	got, after := run(small)
	if got != want || !strings.Contains(want, "20000 runtime error: index out of range") {
		t.Errorf("%q before, %q after", want, got)
	}
	if !strings.Contains(before, "main.go:") {
		t.Errorf("the whole program tells no line: %s", before)
	}
	if !strings.Contains(after, "panic: the end") || !strings.Contains(after, "main.main()") || strings.Contains(after, "main.go:") {
		t.Errorf("a trace after: %s", after)
	}
	if a, b := len(gzipped(program)), len(gzipped(less)); b > a*95/100 {
		t.Errorf("%d bytes before, %d after", a, b)
	}

	less, file := lent(t, dir, less)
	if got := runsLent(t, goroot, file); got != want {
		t.Errorf("%q in a memory from outside, want %q", got, want)
	}

	folded, err := fold(less)
	if err != nil {
		t.Fatal(err)
	}
	// Packing fails if the script does not restore the program.
	if _, err := pack("../..", filepath.Join(dir, "packed"), folded, sha256.Sum256(less)); err != nil {
		t.Error(err)
	}
	if _, err := pack("../..", filepath.Join(dir, "packed"), folded, sha256.Sum256(program)); err == nil {
		t.Error("another program than was folded passes")
	}
	if a, b := len(gzipped(less)), len(gzipped(folded)); b > a*90/100 {
		t.Errorf("%d bytes before folding, %d after", a, b)
	}
}

func TestTrimRefuses(t *testing.T) {
	for _, program := range []string{
		"\x00asm\x01\x00\x00\x00\x0b\x80",         // a section without end
		"\x00asm\x01\x00\x00\x00\x0b\x05\x00",     // one that is cut short
		"\x00asm\x01\x00\x00\x00\x0b\x01\x00",     // no table of functions
		"\x00asm\x01\x00\x00\x00\x0b\x02\x01\x02", // a segment of another kind
		"\x00asm\x01\x00\x00\x00\x0b\x07\x01\x00\x41\x00\x0b\x09a",
	} {
		if out, err := trim([]byte(program)); !errors.Is(err, errWasm) {
			t.Errorf("%q becomes %q, %v", program, out, err)
		}
		if out, err := fold([]byte(program)); !errors.Is(err, errWasm) {
			t.Errorf("%q is folded to %q, %v", program, out, err)
		}
	}
}

func TestSegments(t *testing.T) {
	memory := make([]byte, 5_000)
	copy(memory[3:], "abc")
	copy(memory[100:], "def") // the zeros in between are too few to split the data
	copy(memory[1_000:], "g")
	memory[4_999] = 'h'
	body := segmentsOf(memory)
	got, err := memoryOf(body)
	if err != nil || !bytes.Equal(got, memory) {
		t.Errorf("%v: %q", err, got)
	}
	if body[0] != 3 {
		t.Errorf("%d segments", body[0])
	}
}

func TestCutNames(t *testing.T) {
	for name, want := range map[string]string{
		"tabletop/engine.(*Session).Do": "tabletop/engine.(*Session).Do",
		"main.main.func1":               "main.main.func1",
		"runtime.gcStart":               "runtime.gcStart",
		"fmt.(*pp).printArg":            "fmt",
		"encoding/json.Marshal":         "encoding/json",
		"github.com/google/btree.(*BTreeG[tabletop/engine/rowmap.item]).Get": "github.com/google/btree",
		"slices.SortFunc[go.shape.[]tabletop/x.T,go.shape.struct {}]":        "slices",
		"tabletop/engine.each[go.shape.int].func1":                           "tabletop/engine.each[...].func1",
		"type:.eq.tabletop/engine/base.Cell":                                 "type:",
		"":                                                                   "",
	} {
		names := append([]byte(name), 0, 'x', 0)
		cutNames(names)
		if got := strings.TrimRight(string(names[:len(name)+1]), "\x00"); got != want || string(names[len(name)+1:]) != "x\x00" {
			t.Errorf("%q becomes %q, want %q; after it %q", name, got, want, names[len(name)+1:])
		}
	}
}
