//go:build e2e && bench

// Package bench measures how the page answers, and prints a BENCH line for each goal.
package bench

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
