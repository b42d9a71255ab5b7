//go:build e2e

// Package sandboxes tests in the browser how sandboxes are made, filled, listed and shared,
// with files and links of every kind.
package sandboxes

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
