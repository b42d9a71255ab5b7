//go:build !js

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// The numbers of rows to measure.
const (
	defaultRows = "100000,1000000" // for the plain shape
	manyRows    = 100_000          // maximum for the shape with several families and versions
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run builds the engine's program, opens the page, and measures and prints each shape.
func run() error {
	text := os.Getenv("BENCH_ROWS")
	if text == "" {
		text = defaultRows
	}
	shapes, err := parseShapes(text)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	program := filepath.Join(work, "engine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "tabletop/web/test/bench/engine")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	folders, err := exec.Command("go", "list", "-f", "{{.Dir}}", "tabletop/web/test/bench").Output()
	if err != nil {
		return err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	h, err := handler(strings.TrimSpace(string(folders)), strings.TrimSpace(string(goroot)), program)
	if err != nil {
		return err
	}
	t, err := openTab(h)
	if err != nil {
		return err
	}
	defer t.close()
	for _, s := range shapes {
		r, err := measure(t, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
		r.print(os.Stdout)
	}
	return nil
}

// parseShapes returns the shapes to measure for a list of numbers of rows, for instance
// "100000,1000000". The plain shapes come first.
func parseShapes(text string) ([]shape, error) {
	var plain, many []shape
	for field := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n <= 0 || n%rowsPerPrefix != 0 {
			return nil, fmt.Errorf("BENCH_ROWS: %q is no positive multiple of %d", field, rowsPerPrefix)
		}
		plain = append(plain, shape{Rows: n, Families: 1, Versions: 1})
		if n <= manyRows {
			many = append(many, shape{Rows: n, Families: 2, Versions: 3})
		}
	}
	return append(plain, many...), nil
}
