//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// Probe has a worker tell what it puts into the database: the object store and
// the bytes of key and value.
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

// WorkerWith returns a folder with the built site whose worker begins with a script.
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
