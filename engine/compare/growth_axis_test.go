package compare

import (
	"testing"

	"tabletop/engine/dataset"
)

// TestOtherSize checks that generated data become ten times larger or smaller, and that a sample is
// taken of given records.
func TestOtherSize(t *testing.T) {
	given := func(n int) (d dataset.Spec) {
		d.Fields = []string{"a"}
		for range n {
			d.Records = append(d.Records, []string{"x"})
		}
		return d
	}
	made := func(count int64) dataset.Spec {
		return dataset.Spec{Fields: []string{"n"}, Recipe: &dataset.Recipe{Count: count, Gens: []dataset.Generator{{Field: "n", Kind: dataset.Sequence, From: "1"}}}}
	}
	for _, c := range []struct {
		data dataset.Spec
		want int64 // 0: none
	}{
		{given(5), 0}, {given(49), 0}, {given(50), 5}, {given(1000), 100}, {given(2001), 201},
		{made(2000), 20_000}, {made(10_000), 100_000}, {made(12_000), 1200}, {made(4_000_000), 100_000},
	} {
		got, ok := ResizeData(c.data)
		if ok != (c.want > 0) || ok && got.Len() != c.want {
			t.Errorf("of %d records %d, %v", c.data.Len(), got.Len(), ok)
		}
	}
	full := dataset.Spec{Fields: []string{"a"}, Recipe: &dataset.Recipe{Count: 900, Seed: 1, Unique: []string{"a"}, Gens: []dataset.Generator{{Field: "a", Kind: dataset.Days, From: "20150101", To: "20180101"}}}}
	if got, ok := ResizeData(full); !ok || got.Len() != 90 || full.Recipe.Count != 900 {
		t.Errorf("of as many days as there are: %d, %v", got.Len(), ok)
	}
}
