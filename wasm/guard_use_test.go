//go:build !js

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unread are properties whose getters may throw in some browser. An exception of a getter ends a Go
// program.
var unread = []string{
	"BroadcastChannel", "caches", "clipboard", "cookie", "error", "indexedDB", "localStorage", "locks",
	"permissions", "readyState", "result", "serviceWorker", "sessionStorage", "state", "storage", "storageBuckets",
}

// unwritten are properties of a request that only the code that waits for its answer may set.
var unwritten = []string{"onsuccess", "onerror", "onupgradeneeded", "onblocked"}

// uncalled are methods that may throw: because the browser refuses them or has no room, or because
// an element has gone.
var uncalled = []string{
	"abort", "animate", "commit", "createObjectStore", "estimate",
	"execCommand", "fetch", "getAll", "getAllKeys", "getItem", "hidePopover", "objectStore", "open", "persist", "persisted",
	"put", "putImageData", "pushState", "query", "removeItem", "replaceState", "request", "setItem", "setPointerCapture", "setSelectionRange",
	"showModal", "showPopover", "transaction", "writeText",
}

// TestBrowserIsAskedThroughGuard checks that only package guard, or a function that is passed to
// guard.Try, reads, sets or calls these. Only one function reads the result of a request to
// IndexedDB, and it waits for the answer.
func TestBrowserIsAskedThroughGuard(t *testing.T) {
	found := 0
	for _, root := range []string{".", "../app"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") || strings.Contains(path, "guard/") {
				return err
			}
			files := token.NewFileSet()
			source, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, u := range unguarded(source, filepath.ToSlash(path)) {
				t.Errorf("%s: %s", files.Position(u.at), u.what)
			}
			found++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 200 {
		t.Errorf("only %d files were read", found)
	}
}

// use is a use of the browser that should go through guard.
type use struct {
	at   token.Pos
	what string
}

// unguarded returns the uses of the browser in a file that do not go through guard.
func unguarded(source *ast.File, path string) (all []use) {
	if !asksBrowser(source) {
		return nil
	}
	answers := strings.HasSuffix(path, "store/indexeddb_request_js.go")
	var look func(ast.Node, bool)
	look = func(n ast.Node, tried bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			of, method := calledOn(call)
			if of == "guard" {
				for i, arg := range call.Args {
					if name, ok := text(arg); ok && !answers && i == 1 && method != "CallMethod" && (name == "result" || name == "error") {
						all = append(all, use{call.Pos(), "the " + name + " of a request is had from request.answer alone"})
					}
					look(arg, tried || method == "Try")
				}
				return false
			}
			name, ok := firstText(call)
			switch {
			case !ok:
			case method == "Get" && slices.Contains(unread, name):
				all = append(all, use{call.Pos(), "Get(" + strconv.Quote(name) + ") may end the program: take guard.GetProperty"})
			case method == "Set" && slices.Contains(unwritten, name) && !answers:
				all = append(all, use{call.Pos(), name + " is set in request_js.go alone"})
			case method == "Call" && slices.Contains(uncalled, name) && !tried:
				all = append(all, use{call.Pos(), "Call(" + strconv.Quote(name) + ") may throw: take guard.CallMethod, or guard.Try around it"})
			}
			return true
		})
	}
	look(source, false)
	return all
}

// asksBrowser reports whether a file imports a package that gives access to JavaScript.
func asksBrowser(source *ast.File) bool {
	return slices.ContainsFunc(source.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"syscall/js"` || strings.Contains(i.Path.Value, "go-app")
	})
}

// calledOn returns the method of a call and the name that it is called on. of is "" if that is not
// a plain name.
func calledOn(call *ast.CallExpr) (of, method string) {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	if name, ok := s.X.(*ast.Ident); ok {
		of = name.Name
	}
	return of, s.Sel.Name
}

// firstText returns the first argument of a call if it is a string literal.
func firstText(call *ast.CallExpr) (string, bool) {
	if len(call.Args) == 0 {
		return "", false
	}
	return text(call.Args[0])
}

func text(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(l.Value)
	return value, err == nil
}

// TestUnguardedIsFound checks that every way around guard is found.
func TestUnguardedIsFound(t *testing.T) {
	for code, want := range map[string]int{
		`r.Get("result")`:                                      1,
		`window.Get("caches")`:                                 1,
		`guard.GetProperty(r, "result")`:                       1,
		`guard.GetPropertyOrUndefined(r, "error")`:             1,
		`guard.GetProperty(r, "caches")`:                       0,
		`r.Set("onsuccess", f)`:                                1,
		`s.Call("setItem", a, b)`:                              1,
		`guard.CallMethod(s, "setItem", a, b)`:                 0,
		`guard.Try(func() { s.Call("setItem", a, b) })`:        0,
		`guard.Try(func() { s.Get("result") })`:                1,
		`guard.Try(func() {}); s.Call("showModal")`:            1,
		`guard.CallMethod(s.Call("open", a), "setItem", a, b)`: 1,
		`js.Global().Get("document").Call("addEventListener")`: 0,
	} {
		source, err := parser.ParseFile(token.NewFileSet(), "", "package p\nimport \"syscall/js\"\nfunc f() { "+code+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := unguarded(source, "wasm/x_js.go"); len(got) != want {
			t.Errorf("%s: %v, want %d", code, got, want)
		}
	}
}
