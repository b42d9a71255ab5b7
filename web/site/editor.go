//go:build !js

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// addEditor bundles the console's editor with its packages. Their licenses are in [noticesFile].
func (s files) addEditor(root string) error {
	dir, err := installed(root, "editor")
	if err != nil {
		return err
	}
	bundle := exec.Command(filepath.Join(dir, "node_modules", ".bin", "esbuild"), "editor.js",
		"--bundle", "--minify", "--format=iife", "--target=es2022", "--charset=utf8", "--log-level=warning")
	bundle.Dir = dir
	bundle.Stderr = os.Stderr
	script, err := bundle.Output()
	if err != nil {
		return fmt.Errorf("bundle web/editor: %w", err)
	}
	s["editor.js"] = script
	return nil
}
