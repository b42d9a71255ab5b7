//go:build e2e

// Package journey tests whole journeys through the page in Chromium, Firefox and WebKitGTK:
// with several tabs, with storage that fails, and with browsers that leave pages or are killed.
package journey

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
