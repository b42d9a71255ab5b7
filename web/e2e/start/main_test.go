//go:build e2e

// Package start tests how the site opens for the first time and again: at any path, offline, in
// other languages, embedded, and with parts of it damaged or blocked.
package start

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
