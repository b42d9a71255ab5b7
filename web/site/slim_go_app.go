//go:build !js

package main

import (
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// goApp is the library of components. It includes a web server, and with it net/http, TLS and
// templates, which are a sixth of a first visit. The programs for the browser are built with a copy
// of the library without those files.
const goApp = "github.com/maxence-charriere/go-app/v9"

// serverFiles are the files of the library that the copy does not have.
var serverFiles = []string{"http.go", "resource.go", "static.go", "wasm.go"}

// slimText is a file of the copy. It has what the other files need of those that were removed.
//
//go:embed slim.go.txt
var slimText []byte

// slimModule writes the copy into the repository's cache, and with it a go.mod that replaces the
// library by the copy. It returns the path of that go.mod for the flag -modfile of the go command.
func slimModule(root string) (modfile string, err error) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", goApp)
	list.Dir = root
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("find %s: %w", goApp, err)
	}
	source := strings.TrimSpace(string(out))
	// The folder is always the same, since the go command would otherwise rebuild the copy each
	// time. It is named relative to the repository, since the path becomes a part of the program.
	const module = "./.cache/slim/module"
	cache := filepath.Join(root, ".cache", "slim")
	// The copy has the library's Go files below pkg/ without those of the server, and slim.go in
	// their place.
	slim := files{"module/pkg/app/slim.go": slimText}
	err = fs.WalkDir(os.DirFS(source), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		dir, file := path.Split(name)
		code := strings.HasPrefix(dir, "pkg/") && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go")
		server := dir == "pkg/app/" && slices.Contains(serverFiles, file)
		if name != "go.mod" && (!code || server) {
			return nil
		}
		data, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(name)))
		slim["module/"+name] = data
		return err
	})
	if err != nil {
		return "", err
	}
	for name, of := range map[string]string{"browser.mod": "go.mod", "browser.sum": "go.sum"} {
		if slim[name], err = os.ReadFile(filepath.Join(root, of)); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(filepath.Dir(cache), 0o755); err != nil {
		return "", err
	}
	if err := slim.write(cache); err != nil {
		return "", err
	}
	modfile = filepath.Join(cache, "browser.mod")
	edit := exec.Command("go", "mod", "edit", "-replace="+goApp+"="+module, modfile)
	edit.Dir = root
	edit.Stderr = os.Stderr
	return modfile, edit.Run()
}
