package fit

import (
	"fmt"
	"math/rand"
	"strconv"
	"testing"
	"time"

	"tabletop/engine/dataset"
)

// largeTable returns records of ten fields.
func largeTable(n int) dataset.Spec {
	w := world{rand.New(rand.NewSource(9))}
	data := dataset.Spec{Fields: []string{"id", "user", "city", "country", "time", "day", "kind", "amount", "note", "code"}}
	names, cities := w.words(50_000, 6, 12), w.words(3000, 4, 14)
	user := w.zipf(1, len(names))
	at := began
	for i := range n {
		at = at.Add(time.Duration(w.ExpFloat64()*900) * time.Millisecond)
		u := user()
		city := u % len(cities)
		rec := []string{
			strconv.Itoa(700_000 + i), names[u], cities[city], "C" + strconv.Itoa(city%60), at.Format("2006-01-02T15:04:05.000Z"), at.Format("20060102"),
			[]string{"read", "read", "read", "write", "drop"}[w.Intn(5)], fmt.Sprintf("%.2f", w.ExpFloat64()*80), names[w.Intn(len(names))] + " " + names[w.Intn(len(names))], fmt.Sprintf("%08x", w.Uint32()),
		}
		if w.Intn(9) == 0 {
			rec[7] = ""
		}
		data.Records = append(data.Records, dataset.OmitEmptyFields(rec))
	}
	return data
}

// TestLarge fits a recipe to as many records as a table may have in practice.
func TestLarge(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	data := largeTable(n)
	like := fitted(t, data, 1)
	if size := packedSize(t, like); size > 4000 {
		t.Errorf("%d bytes", size)
	}
	for _, f := range []string{"id", "user", "city", "country", "day", "kind"} {
		a, b := ranked(data, f), ranked(like, f)
		if x, y := int64(len(a.values)), int64(len(b.values)); !near(x, y, 0.03, 0) {
			t.Errorf("%d values of %s, fitted %d", x, f, y)
		}
		for k := 1; k <= min(len(a.ranked), len(b.ranked)); k *= 3 {
			if x, y := a.counts[a.ranked[k-1]], b.counts[b.ranked[k-1]]; !near(x, y, 0.1, 2) {
				t.Errorf("the value %d of %s has %d records, fitted %d", k, f, x, y)
			}
		}
	}
}

func BenchmarkNewRecipe(b *testing.B) {
	data := largeTable(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewRecipe(data, 1, spendNothing); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFittedRecords(b *testing.B) {
	like := fitted(b, largeTable(100_000), 1)
	b.ReportAllocs()
	for b.Loop() {
		for c := like.Cursor(); ; {
			if _, ok := c.Next(); !ok {
				break
			}
		}
	}
}
