//go:build e2e && linux

// Package journey goes through all of the page in Chromium, Firefox and WebKitGTK.
package journey

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
