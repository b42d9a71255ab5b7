//go:build e2e

// Package start opens the site for the first time and again: at any path, offline, in
// other languages, embedded, and where something of it is damaged or blocked.
package start

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
