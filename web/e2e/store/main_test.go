//go:build e2e

// Package store looks at what is stored, with several tabs, failing storage, and browsers
// that are left or killed.
package store

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
