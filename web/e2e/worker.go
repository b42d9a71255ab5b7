//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// Probe is a script for [WorkerWith]. For each write to the database it sends a message on the
// broadcast channel "probe": the name of the object store, and the size of key and value in
// bytes.
const Probe = `{
	const channel = new BroadcastChannel("probe");
	const size = (v) => v instanceof Uint8Array ? v.length : typeof v === "object" ? Object.entries(v).reduce((n, [k, v]) => n + k.length + size(v), 0) : String(v).length;
	for (const method of ["put", "add"]) {
		const plain = IDBObjectStore.prototype[method];
		IDBObjectStore.prototype[method] = function (value, key) {
			channel.postMessage([this.name, size(value) + size(key)]);
			return plain.call(this, value, key);
		};
	}
}
`

// WorkerWith returns a copy of the built site in a new folder. In the copy the worker runs the
// given script before its own.
func WorkerWith(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(DistDir)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "worker.js")
	worker, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append([]byte(script+"\n"), worker...), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
