//go:build e2e

// Package a11y tests the accessibility of the pages: with axe-core, with the keyboard alone, by
// touch, and on screens of many sizes.
package a11y

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
