//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// gzipped returns data compressed with gzip at the best level.
func gzipped(data []byte) []byte {
	var packed bytes.Buffer
	// A valid level and a buffer in memory cannot fail.
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	w.Write(data)
	w.Close()
	return packed.Bytes()
}

// pack compresses a folded program as xz, which is a third smaller than gzip and a tenth smaller
// than zstd. It first makes sure that the browser's script restores a program with the digest
// whole. The result is cached in the folder cache, since compressing takes ten seconds.
func pack(root, cache string, data []byte, whole [sha256.Size]byte) ([]byte, error) {
	npm, err := installed(root, "site")
	if err != nil {
		return nil, err
	}
	lock, err := os.ReadFile(filepath.Join(npm, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%x.xz", sha256.Sum256(slices.Concat(lock, whole[:], data)))
	if packed, err := os.ReadFile(filepath.Join(cache, name)); err == nil {
		return packed, nil
	}
	run := exec.Command("node", "pack.js", hex.EncodeToString(whole[:]))
	run.Dir = npm
	run.Stdin = bytes.NewReader(data)
	packed, err := run.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%w\n%s", err, failed.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("pack the engine: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(cache), 0o755); err != nil {
		return nil, err
	}
	return packed, files{name: packed}.write(cache)
}

// installed returns a folder of web/ after its npm packages have been installed.
func installed(root, name string) (dir string, err error) {
	dir = filepath.Join(root, "web", name)
	done := filepath.Join(dir, "node_modules", ".package-lock.json")
	lock, err := os.Stat(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return "", err
	}
	if have, err := os.Stat(done); err == nil && !have.ModTime().Before(lock.ModTime()) {
		return dir, nil
	}
	install := exec.Command("npm", "ci", "--no-audit", "--no-fund")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		return "", errors.Join(fmt.Errorf("npm ci in %s: %w", dir, err), errors.New(string(out)))
	}
	return dir, nil
}
