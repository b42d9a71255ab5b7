package questions

import (
	"testing"

	"tabletop/app/ui"
)

// TestAbout tests that projected numbers are short, however large they are.
func TestAbout(t *testing.T) {
	v := View{Kit: ui.Kit{Lang: "en"}}
	for n, want := range map[int64]string{999: "999", 12_345: "12,300", 999_499: "999,000", 1_234_567: "1.23 M", 500_000_000: "500 M"} {
		if got := v.about(n); got != want {
			t.Errorf("%d is about %s, want %s", n, got, want)
		}
	}
	if got := v.aboutRatio(12.34) + ", " + v.aboutRatio(1_200_000.4); got != "12.3, 1.2 M" {
		t.Error(got)
	}
}
