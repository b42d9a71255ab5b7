//go:build e2e

package e2e

import (
	"testing"

	"tabletop/app/host/archive"
)

// AfterExit is the error that the browser's console shows when a timer calls a Go program that
// has ended. Pass it to [Tab.Allow].
const AfterExit = "Go program has already exited"

// StoreWorkspaces is a JavaScript function that writes workspaces into the database in the
// layout of package wasm/store. Each entry of a journal is a base64 text, and so is a note, which may
// be left out.
const StoreWorkspaces = `(async (workspaces) => {
	const database = await new Promise((resolve, reject) => {
		const request = indexedDB.open(globalThis.tabletop?.database ?? "tabletop");
		request.onupgradeneeded = () => {
			request.result.createObjectStore("workspaces");
			request.result.createObjectStore("journal");
		};
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	const transaction = database.transaction(["workspaces", "journal"], "readwrite");
	const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
	for (const { id, kind, title, journal, deleted, note } of workspaces) {
		const meta = { deleted, id, kind, title, created: 1, changed: 1, next: journal.length + 1, bytes: 0, note: bytes(note ?? "") };
		transaction.objectStore("workspaces").put(meta, id);
		journal.forEach((entry, i) => {
			const key = id + "/" + String(i + 1).padStart(20, "0");
			transaction.objectStore("journal").put(bytes(entry), key);
		});
	}
	await new Promise((resolve, reject) => {
		transaction.oncomplete = resolve;
		transaction.onabort = () => reject(transaction.error);
	});
	database.close();
})`

// Unpack decodes a .tabletop file that holds one sandbox, and returns the sandbox's title and
// the entries of its journal.
func Unpack(t *testing.T, file []byte) (title string, journal []string) {
	t.Helper()
	f, err := archive.Decode(file, nil)
	if err != nil || len(f.Workspaces) != 1 {
		t.Fatalf("%v: %d workspaces in a file that begins %.20q", err, len(f.Workspaces), file)
	}
	for _, e := range f.Workspaces[0].Journal {
		journal = append(journal, string(e))
	}
	return f.Workspaces[0].Title, journal
}
