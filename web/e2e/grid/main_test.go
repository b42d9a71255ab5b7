//go:build e2e

// Package grid tests the rows, the row key, the strip, the questions, the schema and the heat
// map in the browser.
package grid

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
