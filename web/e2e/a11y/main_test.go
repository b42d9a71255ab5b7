//go:build e2e

// Package a11y looks at pages as assistive technology, a keyboard, a finger and screens
// of many sizes have them.
package a11y

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
