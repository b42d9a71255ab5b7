//go:build e2e

// Package console types into the console and the scan builder, and looks at what they
// say.
package console

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
