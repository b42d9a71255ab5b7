//go:build e2e

// Package console tests the console and the scan builder in the browser.
package console

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
