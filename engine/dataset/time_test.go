package dataset

import (
	"testing"

	"tabletop/engine/base"
)

func TestParseTime(t *testing.T) {
	const at = base.Micros(1772352000_000_000) // 8 in the morning of 1 March 2026
	for text, want := range map[string]base.Micros{
		"20260301": at - 8*3600_000_000, "20260301080000": at, "20260301080000250": at + 250_000,
		"1772352000": at, "1772352000250": at + 250_000, "1772352000250999": at + 250_000, "7": 7000,
		"2026-03-01": at - 8*3600_000_000, "2026-03-01 08:00:00": at, "2026-03-01T08:00:00": at, "2026-03-01T09:00:00+01:00": at,
		"2026-03-01T08:00:00.25Z": at + 250_000, "2026-03-01 08:00:00.2509": at + 250_000,
	} {
		if got, ok := ParseTime(text); !ok || got != want {
			t.Errorf("%s: %d %v, not %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-7", "7.5", "noon", "20260231", "2026-02-31", "1969-12-31", "99999999999999999", "20260301250000"} {
		if got, ok := ParseTime(text); ok {
			t.Errorf("%q is the time %d", text, got)
		}
	}
}
