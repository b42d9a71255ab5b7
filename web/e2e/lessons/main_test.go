//go:build e2e

// Package lessons does lessons, by their solutions and with wrong answers.
package lessons

import (
	"testing"

	"tabletop/web/e2e"
)

func TestMain(m *testing.M) { e2e.Main(m) }
