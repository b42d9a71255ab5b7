//go:build e2e && bench

// Package bench measures the speed of the page in the browser and prints a line BENCH for each
// goal. Times are multiples of that of the work of web/test/fixedwork in the same browser.
package bench

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
