package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func TestSizes(t *testing.T) {
	tab := newTable(t, "f", "g")
	mustMutate(t, tab, "user#1", SetCell{"f", "name", 1000, "Jo"}, SetCell{"f", "name", 2000, "Joe"}, SetCell{"g", "n", 1000, "x"})
	mustMutate(t, tab, "user#2", SetCell{"f", "name", 2000, "Al"})
	got := tab.MeasureSizes()
	want := Sizes{
		Rows: 2,
		Keys: Size{Plain: 12, Packed: 6 + 1},
		Families: []FamilySize{
			// The first key is whole, the second shares all but the last two bytes of 2,000
			// (0x07D0, 0x03E8), and the third shares "user#".
			{"f", 3, Size{Plain: 3*13 + 7, Packed: (13 + 1 + 3) + (2 + 1 + 2) + (13 + 1 + 2)}},
			// The key after the shared "user#1".
			{"g", 1, Size{Plain: 10 + 1, Packed: 10 + 1 + 1}},
		},
		Total: Size{Plain: 12 + 46 + 11, Packed: 7 + 38 + 12},
	}
	got.key, got.before = nil, nil
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

// TestSizesAddUp compares the sums of sizes with each other and with the table, row by row
// and in slices.
func TestSizesAddUp(t *testing.T) {
	tab := newTable(t, "a", "bb", "ccc")
	r := rand.New(rand.NewPCG(6, 6))
	for range 500 {
		mustMutate(t, tab, strings.Repeat("k", r.IntN(5))+fmt.Sprint(r.IntN(200)),
			SetCell{pick[base.Family](r, "a", "bb", "ccc"), base.Qualifier(strings.Repeat("q", r.IntN(300))), base.Micros(r.IntN(5) * 1000), "value"})
	}
	var sliced Sizes
	var st ScanStats
	var rows Size
	q := ScanQuery{Budget: 7}
	for {
		for row := range tab.Scan(q, &st) {
			size := sliced.Add(row)
			if size.Plain != row.Bytes() {
				t.Errorf("row %q: %d bytes, want %d", row.Key(), size.Plain, row.Bytes())
			}
			rows.add(size)
		}
		if q.Ranges = st.Resume; q.Ranges == nil {
			break
		}
	}
	whole := tab.MeasureSizes()
	if fmt.Sprint(sliced) != fmt.Sprint(whole) {
		t.Errorf("in slices\n%+v, at once\n%+v", sliced, whole)
	}
	sum, cells := whole.Keys, int64(0)
	for _, f := range whole.Families {
		sum.add(f.Size)
		cells += f.Cells
	}
	if sum != whole.Total || rows != whole.Total || whole.Total.Plain != tab.Bytes() || cells != tab.CellCount() || whole.Rows != int64(tab.Len()) {
		t.Errorf("families and keys %+v, rows %+v, total %+v, table %d", sum, rows, whole.Total, tab.Bytes())
	}
	if got := tab.Clone().MeasureSizes(); fmt.Sprint(got) != fmt.Sprint(whole) {
		t.Errorf("the snapshot measures %+v", got)
	}
}

// checkSamples compares samples with the rows: the samples must ascend, each offset must
// be the number of bytes before the sample's key, and no part may be much larger than the
// others.
func checkSamples(t testing.TB, tab *Table) {
	t.Helper()
	samples := tab.SampleRowKeys()
	last := samples[len(samples)-1]
	if last.Key != "" || last.Offset != tab.Bytes() {
		t.Errorf("the last sample is %+v, the table has %d bytes", last, tab.Bytes())
	}
	offset, largest, i := int64(0), int64(0), 0
	for r := range tab.Scan(ScanQuery{}, nil) {
		for samples[i].Key != "" && samples[i].Key <= r.Key() {
			if samples[i].Offset != offset {
				t.Errorf("sample %+v: %d bytes come before", samples[i], offset)
			}
			i++
		}
		offset += r.Bytes()
		largest = max(largest, r.Bytes())
	}
	for i := 1; i < len(samples)-1; i++ {
		if samples[i].Key <= samples[i-1].Key {
			t.Errorf("sample %q after %q", samples[i].Key, samples[i-1].Key)
		}
	}
	most := max(tab.Bytes()/sampleParts, samplePart) + largest
	before := int64(0)
	for _, s := range samples {
		if s.Offset-before > most {
			t.Errorf("%d bytes before %q, more than %d", s.Offset-before, s.Key, most)
		}
		before = s.Offset
		if s.Key != "" && !slices.Contains(tab.splits, s.Key) {
			if _, ok := tab.Get(s.Key); !ok {
				t.Errorf("sample %q is neither row nor border", s.Key)
			}
		}
	}
	for _, b := range tab.splits {
		if !slices.ContainsFunc(samples, func(s RowKeySample) bool { return s.Key == b }) {
			t.Errorf("no sample for the border %q", b)
		}
	}
}

func TestSampleRowKeys(t *testing.T) {
	tab := newTable(t, "f")
	if got := tab.SampleRowKeys(); !slices.Equal(got, []RowKeySample{{"", 0}}) {
		t.Errorf("of an empty table %+v", got)
	}
	for n := range 2000 {
		mustMutate(t, tab, fmt.Sprintf("row%04d", n), SetCell{"f", "q", 0, strings.Repeat("v", n%200)})
	}
	checkSamples(t, tab)
	if n := len(tab.SampleRowKeys()); n < sampleParts/2 || n > sampleParts+1 {
		t.Errorf("%d samples", n)
	}
	tab.SetSplitKeys([]base.RowKey{"a", "row0999x", "row1000", "z"})
	checkSamples(t, tab)
}
