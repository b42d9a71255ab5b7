//go:build e2e

// Package sandboxes makes, fills, lists and shares sandboxes, with files and links of
// every kind.
package sandboxes

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
