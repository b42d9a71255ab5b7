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

// The library of components brings a web server, and with it net/http, TLS and
// templates, a sixth of what a first visit transfers. The browser's program is
// built with a copy of the library that lacks those files.
const goApp = "github.com/maxence-charriere/go-app/v9"

var serverFiles = []string{"http.go", "resource.go", "static.go", "wasm.go"}

// slimText stands in the copy for what its other files need of those removed.
//
//go:embed slim.go.txt
var slimText []byte

// slimModule makes the copy below the repository's cache, and a go.mod that has
// it in place of the library, for the go command's flag -modfile.
func slimModule(root string) (modfile string, err error) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", goApp)
	list.Dir = root
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("find %s: %w", goApp, err)
	}
	source := strings.TrimSpace(string(out))
	// Always the same folder, or the go command would build it anew each time; and
	// named from the repository, for the name ends up in the program.
	const module = "./.cache/slim/module"
	cache := filepath.Join(root, ".cache", "slim")
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
