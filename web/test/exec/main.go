//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// exitBroken is the exit code if the binary's own is not known.
const exitBroken = 125

// options are the runner's settings.
type options struct {
	worker  bool          // limit of the whole run
	timeout time.Duration // for the whole run
	grace   time.Duration // added to the limit, so that the binary can print its stacks
	goroot  string        // folder with lib/wasm/wasm_exec.js
	browser string        // path of the browser's program
	binary  string        // path of the test binary
	args    []string      // the binary's arguments
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	defer stop()
	o, err := parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "test/exec:", err)
		os.Exit(exitBroken)
	}
	code, err := run(ctx, o, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "test/exec:", err)
	}
	os.Exit(code)
}

// parse reads the command line and sets the defaults of missing options.
func parse(line []string) (options, error) {
	o := options{grace: 10 * time.Second}
	flags := flag.NewFlagSet("exec", flag.ContinueOnError)
	flags.BoolVar(&o.worker, "worker", false, "run in a Worker instead of in the page")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "limit of the whole run")
	flags.StringVar(&o.goroot, "goroot", "", "directory with lib/wasm/wasm_exec.js (default: go env GOROOT)")
	if err := flags.Parse(line); err != nil {
		return o, err
	}
	if flags.NArg() == 0 {
		return o, errors.New("no binary to run")
	}
	o.binary, o.args = flags.Arg(0), capTimeout(flags.Args()[1:], o.timeout)
	if o.goroot == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return o, fmt.Errorf("go env GOROOT: %w", err)
		}
		o.goroot = strings.TrimSpace(string(out))
	}
	var err error
	o.browser, err = findBrowser()
	return o, err
}

// capTimeout returns args with -test.timeout lowered to limit, so that the binary stops itself
// and prints the stacks of its goroutines. It adds no -test.timeout to args that have none.
func capTimeout(args []string, limit time.Duration) []string {
	out := make([]string, 0, len(args))
	for _, arg := range args {
		if text, ok := strings.CutPrefix(arg, "-test.timeout="); ok {
			if d, err := time.ParseDuration(text); err == nil && (d == 0 || d > limit) {
				arg = "-test.timeout=" + limit.String()
			}
		}
		out = append(out, arg)
	}
	return out
}

// findBrowser returns the path of Chromium: the value of CHROMIUM, or the first on the PATH.
func findBrowser() (string, error) {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return exec.LookPath(path)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium on the PATH; set CHROMIUM")
}

// environment returns the environment variables of the binary. Only some of the caller's are
// passed on, because a wasm program has no more than 8 KiB for its arguments and its
// environment.
func environment(o options) map[string]string {
	env := map[string]string{"WASMEXEC": "page"}
	if o.worker {
		env["WASMEXEC"] = "worker"
	}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if name == "GODEBUG" || name == "GOTRACEBACK" || strings.HasPrefix(name, "TABLETOP_") {
			env[name] = value
		}
	}
	return env
}

// loaderPath returns the path of Go's script that loads a wasm binary.
func loaderPath(goroot string) string {
	return filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")
}
