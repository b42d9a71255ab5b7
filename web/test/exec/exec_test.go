//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestRun builds the probe program and runs each of its modes in a page and in a Worker.
func TestRun(t *testing.T) {
	browser, err := findBrowser()
	if err != nil {
		t.Skip(err)
	}
	binary := filepath.Join(t.TempDir(), "probe.wasm")
	build := exec.Command("go", "build", "-o", binary, "./testdata/probe")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("TABLETOP_PROBE", "passed on")
	t.Setenv("HOME", "/kept back")

	for _, test := range []struct {
		way            string
		worker         bool
		timeout        time.Duration
		code           int
		stdout, stderr string
		err            string // text that the error contains
	}{
		{way: "speak", code: 3, stdout: "one, two in a page passed on \n", stderr: "aside\n"},
		{way: "speak", worker: true, code: 3, stdout: "one, two in a worker passed on \n", stderr: "aside\n"},
		{way: "scope", stdout: "Window\n"},
		{way: "scope", worker: true, stdout: "DedicatedWorkerGlobalScope\n"},
		{way: "spin", timeout: 10 * time.Second, code: exitBroken, stdout: "spinning\n", err: "no result after 10s"},
		{way: "spin", worker: true, timeout: 10 * time.Second, code: exitBroken, stdout: "spinning\n", err: "no result after 10s"},
		{way: "throw", code: exitBroken, err: "thrown on purpose"},
		{way: "throw", worker: true, code: exitBroken, err: "thrown on purpose"},
		{way: "quota", stdout: "200 QuotaExceededError 200 stored 400 stored\n"},
		{way: "quota", worker: true, stdout: "200 QuotaExceededError 200 stored 400 stored\n"},
	} {
		place := "page"
		if test.worker {
			place = "worker"
		}
		t.Run(test.way+"/"+place, func(t *testing.T) {
			if testing.Short() && test.worker && test.timeout > 0 {
				t.Skip("waiting once is enough")
			}
			t.Parallel()
			if test.timeout == 0 {
				test.timeout = time.Minute
			}
			var stdout, stderr strings.Builder
			code, err := run(t.Context(), options{
				worker: test.worker, timeout: test.timeout, goroot: goroot(t),
				browser: browser, binary: binary, args: []string{test.way},
			}, &stdout, &stderr)
			if code != test.code || stdout.String() != test.stdout || stderr.String() != test.stderr {
				t.Errorf("code %d, stdout %q, stderr %q\nwant %d, %q, %q", code, stdout.String(), stderr.String(), test.code, test.stdout, test.stderr)
			}
			if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("error %v, want %q", err, test.err)
			}
		})
	}
}

// goroot returns the folder of the Go installation.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestCapTimeout checks that -test.timeout is lowered, and that other arguments stay the same.
func TestCapTimeout(t *testing.T) {
	for _, test := range []struct{ in, want []string }{
		{[]string{"-test.timeout=10m0s", "-test.v=true"}, []string{"-test.timeout=1m0s", "-test.v=true"}},
		{[]string{"-test.timeout=5s"}, []string{"-test.timeout=5s"}},
		{[]string{"-test.timeout=0s"}, []string{"-test.timeout=1m0s"}},
		{[]string{"-test.timeout=soon"}, []string{"-test.timeout=soon"}},
		{[]string{}, []string{}},
	} {
		if got := capTimeout(test.in, time.Minute); !slices.Equal(got, test.want) {
			t.Errorf("capTimeout(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
