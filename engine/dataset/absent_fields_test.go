package dataset

import (
	"fmt"
	"slices"
	"testing"
)

// TestAbsent checks that a record says which of its fields are absent, regardless of its
// values, and that a record with all fields consists only of its values.
func TestAbsent(t *testing.T) {
	for fields := range 20 {
		for mask := range 1 << min(fields, 10) {
			values := make([]string, fields)
			lacks := func(i int) bool { return mask>>(i%10)&1 == 1 }
			for i := range values {
				if !lacks(i) && i%3 > 0 {
					values[i] = "v"
				}
			}
			rec := OmitFields(slices.Clone(values), lacks)
			if !slices.Equal(rec[:fields], values) || !wellFormed(rec, fields) {
				t.Fatalf("%d fields, %b: %q", fields, mask, rec)
			}
			some := false
			for i := range fields {
				some = some || lacks(i)
				if LacksField(rec, fields, i) != lacks(i) {
					t.Fatalf("%d fields, %b: field %d of %q", fields, mask, i, rec)
				}
			}
			if (len(rec) > fields) != some {
				t.Fatalf("%d fields, %b: %q", fields, mask, rec)
			}
		}
	}
	for _, bad := range [][]string{{"a", "b", ""}, {"a", "b", "\x00"}, {"a", "b", "\x01"}, {"", "", "\x04"}, {"", "", "\x01\x01"}, {"a"}, {"", "", "\x01", ""}} {
		if (Spec{Fields: []string{"x", "y"}, Records: [][]string{bad}}).Check() == nil {
			t.Errorf("%q is a record of two fields", bad)
		}
	}
	s := Spec{Fields: []string{"x", "y"}, Records: [][]string{OmitEmptyFields([]string{"a", ""}), {"b", ""}, OmitEmptyFields([]string{"c", "d"})}}
	if err := s.Check(); err != nil || !s.IsSparse() {
		t.Fatal(err)
	}
	c, got := s.Cursor(), []string{}
	for rec, ok := c.Next(); ok; rec, ok = c.Next() {
		got = append(got, fmt.Sprint(len(rec), LacksField(rec, 2, 0), LacksField(rec, 2, 1)))
	}
	if want := []string{"3 false true", "2 false false", "2 false false"}; !slices.Equal(got, want) {
		t.Errorf("walked as %q, not %q", got, want)
	}
}
