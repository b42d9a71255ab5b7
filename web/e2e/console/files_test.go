//go:build e2e

package console

import (
	"testing"

	"tabletop/web/e2e"
)

// TestFilesOfATable follows writes into files: the outline of a sandbox has a panel where the console
// is the HBase shell.
func TestFilesOfATable(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Click("radio", "HBase shell")
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.Command("create 'jobs', 'J'")
	tab.Command("put 'jobs', 'a', 'J:DO', 'read'")
	tab.Click("button", "Files of jobs")
	tab.WaitText("#table-files .stored-log", "1 write")
	tab.Click("button", "Flush")
	tab.WaitText("#table-files .stored-list", "File 1")
	tab.Command("deleteall 'jobs', 'a'")
	tab.Command("put 'jobs', 'c', 'J:DO', 'read'")
	tab.Click("button", "Flush")
	tab.WaitText("#table-files .stored-list", "File 2")
	tab.Command("put 'jobs', 'd', 'J:DO', 'read'")
	tab.Command("get 'jobs', 'c'")
	tab.WaitText("#table-files .stored-list", "skipped: other keys")
	tab.Axe()
	tab.Shot("table-files")
	tab.Size(390, 844)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Part("Tables")
	tab.Axe()
	tab.Shot("table-files-phone-dark")
	tab.Size(1280, 720)
	tab.Click("button", "Major compaction")
	tab.WaitText("#table-files", "The last major compaction left out 1 put and 1 tombstone.")
	tab.Shot("table-files-1280-dark")
}
