package rowkey

import (
	"errors"
	"testing"

	"tabletop/engine/base"
)

func TestFormOf(t *testing.T) {
	for _, c := range []struct {
		want   string
		values []string
	}{
		{"isoZ", []string{"2026-03-01T08:00:00Z", "1970-01-01T00:00:00Z"}}, {"iso3Z", []string{"2026-03-01T08:00:00.250Z"}}, {"iso", []string{"2026-03-01T08:00:00"}},
		{"iso+01:00", []string{"2026-03-01T08:00:00+01:00"}}, {"sql", []string{"2026-03-01 08:00:00"}}, {"sql3-09:30", []string{"2026-03-01 08:00:00.123-09:30"}},
		{"day", []string{"2026-03-01", "2026-12-31"}}, {"8", []string{"20260301"}}, {"10", []string{"1772352000"}}, {"14", []string{"20260301080000"}}, {"17", []string{"20260301080000250"}},
	} {
		if got, ok := TimeFormOf(c.values...); !ok || got != c.want {
			t.Errorf("%q are of the form %q, %v; want %q", c.values, got, ok, c.want)
		}
	}
	for _, values := range [][]string{
		nil, {""}, {"noon"}, {"1772352000000"}, {"2026-03-01T08:00:00.123456Z"}, {"2026-03-01T08:00:00.25Z", "2026-03-01T08:00:00Z"}, {"2026-02-30"}, {"1969-12-31"},
		{"2026-03-01T08:00:00+01:00", "2026-07-01T08:00:00+02:00"}, {"2026-03-01T08:00:00+00:00"}, {"2026-03-01X08:00:00Z"}, {"0772352000"},
	} {
		if got, ok := TimeFormOf(values...); ok {
			t.Errorf("%q are of the form %q", values, got)
		}
	}
}

// TestCorrected checks that a transform that cannot read a time in the given form names
// the transforms that could.
func TestCorrected(t *testing.T) {
	for _, c := range []struct{ template, value, want string }{
		{"u#{t|newest}", "2026-03-01T08:00:00Z", "u#{t|millis:isoZ|newest}"}, {"{t|day}#{t}", "2026-03-01 08:00:00.5", "{t|millis:sql1|day}#{t}"},
		{"{t|millis}", "2026-03-01", "{t|millis:day}"}, {"{t|millis|newest}", "1772352000", "{t|millis:10|newest}"}, {"{t|millis:isoZ|hour}#{t}", "2026-03-01T08:00:00", "{t|millis:iso|hour}#{t}"},
		{"{t|seconds|newest}", "2026-03-01T08:00:00Z", "{t|seconds:isoZ|newest}"}, {"{t|millis}", "noon", ""}, {"{t|zero:4}", "2026-03-01", ""}, {"{t|pad:4}", "2026-03-01", ""},
		{"{t|newest}", "9999-12-31", ""}, {"{t|seconds}", "2026-03-01T08:00:00.250Z", ""},
	} {
		tm := mustParse(t, c.template)
		_, err := tm.Encode(func(string) string { return c.value })
		var e *base.Error
		if !errors.As(err, &e) || e.Code != base.CodeFieldTransform {
			t.Fatalf("%s takes %s: %v", c.template, c.value, err)
		}
		got := tm.WithProposed(e.Args[0], e.Args[4])
		if got != c.want {
			t.Errorf("%s for %s: %q, not %q", c.template, c.value, got, c.want)
		}
		if got != "" {
			again := mustParse(t, got)
			key, err := again.Encode(func(string) string { return c.value })
			if err != nil {
				t.Errorf("%s: %v", got, err)
			} else if held, ok := again.DecodeWholeValues(key); !ok || held[0] != c.value {
				t.Errorf("%s: %s gives back %q", got, key, held)
			}
		}
	}
}

func FuzzForm(f *testing.F) {
	for _, s := range []string{"2026-03-01T08:00:00Z", "2026-03-01 08:00:00.25+01:00", "2026-03-01", "20260301080000", "1772352000"} {
		f.Add(s, int64(1772352000250))
	}
	f.Fuzz(func(t *testing.T, s string, ms int64) {
		name, ok := TimeFormOf(s)
		if !ok {
			return
		}
		of, _ := parseForm(name)
		at, _ := of.read(s)
		if again := of.write(at); again != s {
			t.Fatalf("%q of the form %s is %d, which is %q", s, name, at, again)
		}
		if ms < of.least() || ms > 9_999_999_999_999 {
			return
		}
		// Each written time can be read again, and the texts sort in the order of time.
		other := of.write(ms)
		back, ok := of.read(other)
		if !ok || back > ms || (other < s) != (back < at) {
			t.Fatalf("%s: %d is %q, read as %d, %v; %q is %d", name, ms, other, back, ok, s, at)
		}
	})
}
