package compare

import (
	"testing"

	"tabletop/engine/dataset"
	"tabletop/engine/rowkey"
)

// TestSegmentRoles tests what each segment of a key does, on records that can be counted by hand.
func TestSegmentRoles(t *testing.T) {
	data := dataset.Spec{Fields: []string{"user", "day", "kind"}, Records: [][]string{
		{"ann", "1", "read"}, {"ann", "2", "read"}, {"ann", "2", "write"}, {"bob", "1", "read"},
	}}
	for _, c := range []struct {
		template string
		want     []SegmentRole // without steps
	}{
		{"{user}#{day}#{kind}", []SegmentRole{{Values: 2, LargestShare: 0.75, Distinguishes: 1}, {Values: 2, LargestShare: 0.5, Distinguishes: 1}, {Values: 2, LargestShare: 0.75, Distinguishes: 1}}},
		// The first letter and the user tell the same, so that neither alone is missed.
		{"{user|first:1}#{user}#{day}#{kind}", []SegmentRole{{Values: 2, LargestShare: 0.75}, {Values: 2, LargestShare: 0.75}, {Values: 2, LargestShare: 0.5, Distinguishes: 1}, {Values: 2, LargestShare: 0.75, Distinguishes: 1}}},
		{"{user}", []SegmentRole{{Values: 2, LargestShare: 0.75, Distinguishes: 1}}},
	} {
		template, err := rowkey.Parse(c.template)
		if err != nil {
			t.Fatal(err)
		}
		spent := int64(0)
		got := SegmentRoles(template, data, func(n int64) { spent += n })
		if len(got) != len(c.want) || spent != 5 {
			t.Fatalf("%s: %d segments, %d spent", c.template, len(got), spent)
		}
		for i, r := range got {
			want := c.want[i]
			if r.Values != want.Values || r.LargestShare != want.LargestShare || r.Distinguishes != want.Distinguishes {
				t.Errorf("%s, segment %d: %+v, want %+v", c.template, i, r, want)
			}
		}
	}
}
