//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// noticesFile is the path of the file with the licenses of everything that the site ships and that others have
// written. The foot of the pages links to it.
const noticesFile = "notices.txt"

// addNotices adds the licenses of the Go distribution, of the modules that the browser's programs are linked
// from, and of the npm packages that scripts are made of. It fails if one has no license.
func (s files) addNotices(root string) error {
	folders, err := linkedModules(root) // by name with version
	if err != nil {
		return err
	}
	packages, err := bundledPackages(root)
	if err != nil {
		return err
	}
	maps.Copy(folders, packages)
	var b strings.Builder
	b.WriteString("Tabletop contains software by others, under these licenses.\n")
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		texts, err := licensesIn(folders[name])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		b.WriteString("\n" + strings.Repeat("=", 80) + "\n" + name + "\n" + strings.Repeat("=", 80) + "\n")
		for _, text := range texts {
			b.WriteString("\n" + strings.TrimSpace(text) + "\n")
		}
	}
	s[noticesFile] = []byte(b.String())
	return nil
}

// linkedModules returns the folders of the modules that the programs for the browser are linked from, with the Go
// distribution.
func linkedModules(root string) (map[string]string, error) {
	list := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}	{{.Dir}}{{end}}{{end}}`, "./wasm", "./wasm/author")
	list.Dir, list.Stderr = root, os.Stderr
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list the linked modules: %w", err)
	}
	goroot, err := goEnv("GOROOT")
	if err != nil {
		return nil, err
	}
	version, err := goEnv("GOVERSION")
	if err != nil {
		return nil, err
	}
	folders := map[string]string{"Go " + version: goroot}
	for line := range strings.Lines(string(out)) {
		if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			folders[name] = dir
		}
	}
	return folders, nil
}

// bundledPackages returns the folders of the npm packages that the site's scripts are made of: those of the
// console's editor, and the one that decompresses the programs.
func bundledPackages(root string) (map[string]string, error) {
	editor, err := installed(root, "editor")
	if err != nil {
		return nil, err
	}
	site, err := installed(root, "site")
	if err != nil {
		return nil, err
	}
	meta := filepath.Join(root, ".cache", "editor.json")
	bundle := exec.Command(filepath.Join(editor, "node_modules", ".bin", "esbuild"), "editor.js", "--bundle", "--format=iife", "--outfile="+os.DevNull, "--metafile="+meta, "--allow-overwrite", "--log-level=warning")
	bundle.Dir, bundle.Stderr = editor, os.Stderr
	if err := bundle.Run(); err != nil {
		return nil, fmt.Errorf("list the editor's packages: %w", err)
	}
	data, err := os.ReadFile(meta)
	if err != nil {
		return nil, err
	}
	var inputs struct{ Inputs map[string]json.RawMessage }
	if err := json.Unmarshal(data, &inputs); err != nil {
		return nil, err
	}
	dirs := []string{filepath.Join(site, "node_modules", "xz-decompress")}
	for file := range inputs.Inputs {
		if _, below, ok := strings.Cut(file, "node_modules/"); ok {
			parts := strings.Split(below, "/")
			if n := 1 + strings.Count(below[:1], "@"); len(parts) > n {
				dirs = append(dirs, filepath.Join(editor, "node_modules", filepath.Join(parts[:n]...)))
			}
		}
	}
	folders := map[string]string{}
	for _, dir := range dirs {
		var about struct{ Name, Version string }
		data, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err == nil {
			err = json.Unmarshal(data, &about)
		}
		if err != nil {
			return nil, err
		}
		folders[about.Name+" "+about.Version] = dir
	}
	return folders, nil
}

// licensesIn returns the licenses and notices in a folder, in the order of the files' names.
func licensesIn(dir string) (texts []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		stem, _, _ := strings.Cut(name, ".")
		if e.IsDir() || !slices.Contains([]string{"license", "licence", "copying", "notice", "patents"}, stem) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	if len(texts) > 0 {
		return texts, nil
	}
	// An npm package may only name its license and its author.
	var about struct{ License, Author string }
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil {
		err = json.Unmarshal(data, &about)
	}
	if err != nil || about.License != "MIT" || about.Author == "" {
		return nil, fmt.Errorf("no license in %s", dir)
	}
	return []string{"MIT License\n\nCopyright (c) " + about.Author + "\n\n" + mitTerms}, nil
}

// mitTerms are the terms of the MIT license.
const mitTerms = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`
