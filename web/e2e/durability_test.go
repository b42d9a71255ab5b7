//go:build e2e

package e2e

import (
	"path"
	"strings"
	"testing"
)

// TestDamagedIsTold: what cannot be read is counted and given as a file; the rest
// is there.
func TestDamagedIsTold(t *testing.T) {
	_, tab := start(t)
	route := tab.newSandbox()
	tab.commands(orders...)
	tab.Saved()
	tab.Open("/reference/")
	tab.Run(`(async (id) => {
		const database = await new Promise((resolve, reject) => {
			const request = indexedDB.open("tabletop");
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
		const transaction = database.transaction("journal", "readwrite");
		const key = id + "/" + String(3).padStart(20, "0");
		transaction.objectStore("journal").put(new Uint8Array([1, 2, 3]), key);
		await new Promise((resolve) => { transaction.oncomplete = resolve; });
		database.close();
	})("` + path.Base(route) + `")`)
	tab.Open(route)
	tab.WaitText(".notice", "1 change of this could not be read")
	tab.has("the rest", tab.Keys("orders"), []string{"at#001", "be#002", "be#003", "ch#001"})
	if name, file := tab.Download(func() { tab.Click("button", "Save the damaged part") }); !strings.HasSuffix(name, ".damaged") || len(file) == 0 {
		t.Errorf("%q with %d bytes", name, len(file))
	}
	tab.inspect("a damaged sandbox")
}
