package dataset

import (
	"fmt"
	"testing"
	"time"

	"tabletop/engine/base"
)

func TestParseTime(t *testing.T) {
	const at = base.Micros(1772352000_000_000) // 8 in the morning of 1 March 2026
	for text, want := range map[string]base.Micros{
		"20260301": at - 8*3600_000_000, "20260301080000": at, "20260301080000250": at + 250_000,
		"1772352000": at, "1772352000250": at + 250_000, "1772352000250999": at + 250_000, "0000000007": 7_000_000,
		"2026-03-01": at - 8*3600_000_000, "2026-03-01 08:00:00": at, "2026-03-01T08:00:00": at, "2026-03-01T09:00:00+01:00": at,
		"2026-03-01T08:00:00.25Z": at + 250_000, "2026-03-01 08:00:00.2509": at + 250_000, "2026-03-01 07:00:00-01:00": at,
	} {
		if got, ok := ParseTime(text); !ok || got != want {
			t.Errorf("%s: %d %v, not %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"7", "2026", "177235200", "17723520002", "177235200025", "17723520002509", "177235200025099", "177235200025099900", " 20260301", "+1772352000",
		"2026-3-1", "2026-03-01T8:00:00", "2026-03-01 08:00", "01.03.2026", "2026-03-01T08:00:00+25:00", "10000-01-01", "２０２６０３０１",
		"", "-7", "7.5", "noon", "20260231", "2026-02-31", "1969-12-31", "99999999999999999", "20260301250000"} {
		if got, ok := ParseTime(text); ok {
			t.Errorf("%q is the time %d", text, got)
		}
	}
}

// FuzzParseTime checks that a text that is read as a time lies within the bounds, and that
// the same time in another form is read as the same.
func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"20260301", "20260301080000250", "1772352000", "1772352000250", "2026-03-01T08:00:00.25+01:00", "2026-03-01", "9999-12-31", "7", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, ok := ParseTime(s)
		if !ok {
			return
		}
		if ms := at / 1000; at%1000 != 0 || ms < 0 || ms > maxTime {
			t.Fatalf("%q is the time %d", s, at)
		}
		of := time.UnixMicro(int64(at)).UTC()
		same := []string{of.Format("20060102150405") + of.Format(".000")[1:], of.Format("2006-01-02T15:04:05.000Z")}
		if at < 1e16 { // times before 2286, which have at most 16 digits
			same = append(same, fmt.Sprintf("%013d", at/1000), fmt.Sprintf("%016d", at))
		}
		for _, text := range same {
			if again, ok := ParseTime(text); !ok || again != at {
				t.Fatalf("%q is the time %d, and %q %d %v", s, at, text, again, ok)
			}
		}
	})
}
