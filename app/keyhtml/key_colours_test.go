package keyhtml

import (
	"strconv"
	"testing"
)

// TestTwelveFields tests that twelve fields have different classes, and literals another one.
func TestTwelveFields(t *testing.T) {
	var c KeyColours
	seen := map[string]bool{c.FieldClass(""): true}
	for i := range 2 * fieldColours {
		c.Fields = append(c.Fields, "f"+strconv.Itoa(i))
	}
	for _, f := range c.Fields {
		class := c.FieldClass(f)
		if seen[class] {
			t.Errorf("%s looks like another: %s", f, class)
		}
		seen[class] = true
	}
}
