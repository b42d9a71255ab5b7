//go:build e2e

// Package grid moves about in the rows, the row key, the strip, the questions, the schema
// and the heat map.
package grid

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
