//go:build !js

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
)

//go:embed run.js
var runScript []byte

// The pages and scripts of a run in a page and of a run in a Worker.
const (
	pageHTML = `<!doctype html>
<meta charset="utf-8">
<title>go test</title>
<link rel="icon" href="data:,">
<script src="/wasm_exec.js"></script>
<script src="/run.js"></script>
`
	workerHTML = `<!doctype html>
<meta charset="utf-8">
<title>go test in a Worker</title>
<link rel="icon" href="data:,">
<script src="/worker-page.js"></script>
`
	workerPageScript = `"use strict";
const worker = new Worker("/worker.js");
worker.onerror = (e) => fetch("/broken", { method: "POST", body: e.message || "the Worker did not start" });
`
	workerScript = `"use strict";
importScripts("/wasm_exec.js", "/run.js");
`
)

// outcome says how a run ended. If the binary exited by itself, code is its exit code and err
// is nil.
type outcome struct {
	code int
	err  error
}

// server sends the binary to the browser and receives its output and its exit code.
type server struct {
	options
	stdout, stderr io.Writer
	// quota limits the bytes that this origin may store. A negative number lifts the limit.
	quota func(ctx context.Context, bytes int64) error

	once sync.Once
	done chan outcome // has room for one outcome, so that end never blocks
}

// newServer returns a server for a run. The field quota must be set before the server is used.
func newServer(o options, stdout, stderr io.Writer) *server {
	return &server{options: o, stdout: stdout, stderr: stderr, done: make(chan outcome, 1)}
}

// end reports the outcome of the run. Only the first call has an effect.
func (s *server) end(o outcome) { s.once.Do(func() { s.done <- o }) }

// handler returns the routes of the server; doc.go lists those that tests may use.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	text := func(path, kind, body string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "no-store")
			io.WriteString(w, body)
		})
	}
	const html, script = "text/html; charset=utf-8", "text/javascript; charset=utf-8"
	if s.worker {
		text("/{$}", html, workerHTML)
	} else {
		text("/{$}", html, pageHTML)
	}
	text("/run.js", script, string(runScript))
	text("/worker.js", script, workerScript)
	text("/worker-page.js", script, workerPageScript)
	mux.HandleFunc("GET /wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", script)
		http.ServeFile(w, r, loaderPath(s.goroot))
	})
	mux.HandleFunc("GET /test.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, s.binary)
	})
	mux.HandleFunc("GET /plan.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{
			"argv": append([]string{s.binary}, s.args...),
			"env":  environment(s.options),
		})
	})
	mux.HandleFunc("POST /output/{fd}", func(w http.ResponseWriter, r *http.Request) {
		out := s.stdout
		if r.PathValue("fd") == "2" {
			out = s.stderr
		}
		io.Copy(out, r.Body)
	})
	mux.HandleFunc("POST /exit/{code}", func(w http.ResponseWriter, r *http.Request) {
		code, err := strconv.Atoi(r.PathValue("code"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s.end(outcome{code: code})
	})
	mux.HandleFunc("POST /broken", func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			text = []byte(err.Error())
		}
		s.end(outcome{code: exitBroken, err: fmt.Errorf("the page failed: %s", text)})
	})
	mux.HandleFunc("POST /quota", func(w http.ResponseWriter, r *http.Request) {
		bytes := int64(-1)
		if text := r.URL.Query().Get("bytes"); text != "" {
			var err error
			if bytes, err = strconv.ParseInt(text, 10, 64); err != nil || bytes < 0 {
				http.Error(w, "bytes is not a number of bytes", http.StatusBadRequest)
				return
			}
		}
		if err := s.quota(r.Context(), bytes); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	return mux
}
