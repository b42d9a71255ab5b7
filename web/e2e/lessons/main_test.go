//go:build e2e

// Package lessons tests lessons in the browser, by their solutions and by wrong answers.
package lessons

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
