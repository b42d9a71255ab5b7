//go:build e2e

// Package journey goes through all of the page in Chromium, Firefox and WebKitGTK, with
// several tabs, with storage that fails, and with browsers that are left or killed.
package journey

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
