package fit

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/dataset"
)

// fitted returns a recipe for data.
func fitted(t testing.TB, data dataset.Spec, seed uint64) dataset.Spec {
	t.Helper()
	like, err := NewRecipe(data, seed, spendNothing)
	if err != nil {
		t.Fatal(err)
	}
	return like
}

// texts returns all texts of a recipe but names of fields, and steps, which are usual ones.
func texts(like dataset.Spec) (out []string) {
	for _, g := range like.Recipe.Gens {
		out = append(out, g.Values...)
		out = append(out, g.From, g.To)
	}
	return out
}

// secrets returns the parts of values that a recipe must not hold: those of four characters and more
// between separators, and whole values, that not all values of the field have.
func secrets(data dataset.Spec) map[string]bool {
	out := map[string]bool{}
	for i := range data.Fields {
		values := map[string]bool{}
		for _, rec := range data.Records {
			values[rec[i]] = true
		}
		count := map[string]int{}
		for v := range values {
			parts := map[string]bool{v: true}
			for _, part := range strings.FieldsFunc(v, func(r rune) bool { return r < 0x80 && classOf(byte(r)) == separator }) {
				parts[part] = true
			}
			for part := range parts {
				count[part]++
			}
		}
		for part, n := range count {
			if len(part) >= 4 && (n < len(values) || n < leastShared) {
				out[part] = true
			}
		}
	}
	return out
}

// checkSecrets checks that a recipe holds no part of a value. Of parts with letters it must not
// hold anything, even within words. Parts of digits must not be numbers of the recipe: within a longer
// number they say nothing.
func checkSecrets(t *testing.T, data, like dataset.Spec) {
	t.Helper()
	secret := secrets(data)
	for _, text := range texts(like) {
		for from := range text {
			for to := from + 4; to <= len(text); to++ {
				part := text[from:to]
				within := from > 0 && isNumeric(text[from-1:from]) || to < len(text) && isNumeric(text[to:to+1])
				if secret[part] && !(isNumeric(part) && within) && strings.Trim(part, "0.") != "" { // zero is no secret
					t.Errorf("the recipe has %q in %q", part, text)
				}
			}
		}
	}
	for _, g := range like.Recipe.Gens {
		step, err := strconv.ParseInt(strings.TrimLeft(strings.Replace(g.Step, ".", "", 1), "0"), 10, 64)
		if g.Step != "" && (err != nil || !slices.Contains(timeSteps, step) && !slices.Contains(numberSteps, step)) {
			t.Errorf("%s has steps of %s", g.Field, g.Step)
		}
	}
}

// isNumeric reports whether a text has only digits and points.
func isNumeric(text string) bool { return strings.Trim(text, "0123456789.") == "" }

// TestNoValueOfTheData checks that recipes hold no part of a value.
func TestNoValueOfTheData(t *testing.T) {
	for _, w := range wartyTables() {
		t.Run(w.name, func(t *testing.T) {
			for seed := range uint64(5) {
				checkSecrets(t, w.data, fitted(t, w.data, seed))
			}
		})
	}
}

// lessonTables returns the tables of the lessons, by file.
func lessonTables(t *testing.T) map[string]dataset.Spec {
	files, err := filepath.Glob("../../lessons/content/*/*.csv")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	out := map[string]dataset.Spec{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimPrefix(file, "../../lessons/content/")] = dataset.Spec{Fields: records[0], Records: records[1:]}
	}
	return out
}

// TestLessonTables fits recipes to the tables of the lessons, which are small.
func TestLessonTables(t *testing.T) {
	asked, missed := 0, 0
	for name, data := range lessonTables(t) {
		t.Run(name, func(t *testing.T) {
			like := fitted(t, data, 3)
			if size := packedSize(t, like); size > 4000 {
				t.Errorf("%d bytes", size)
			}
			checkSecrets(t, data, like)
			var templates []string
			for i := range data.Fields {
				turned := append(slices.Clone(data.Fields[i:]), data.Fields[:i]...)
				templates = append(templates, "{"+strings.Join(turned, "}#{")+"}")
			}
			n, off := compareCosts(t, data, like, templates, questions(data, data.Fields, nil), 1)
			for _, m := range off {
				t.Logf("%s %s: %+v, fitted %+v", m.template, conditions(m.query), m.of, m.like)
			}
			asked, missed = asked+n, missed+len(off)
		})
	}
	if t.Logf("%d of %d questions are off", missed, asked); missed*100 > asked {
		t.Errorf("%d of %d questions are off", missed, asked)
	}
}

// TestGrow grows tables along their axes: the values of the axis become more, each with as many
// records as before, and other values get more records.
func TestGrow(t *testing.T) {
	for _, c := range []struct {
		table, axis string
		more        []string // fields with three times as many values, at least
		same        []string // fields with the same values
	}{
		{"events", "user", []string{"user", "time"}, []string{"kind", "page"}},
		{"events", "page", []string{"page"}, []string{"kind", "user"}},
		{"events", TimeAxis, []string{"time"}, []string{"user", "kind", "page"}},
		{"events", "", nil, []string{"user", "kind", "page"}},
		{"meters", "meter", []string{"meter"}, []string{"street", "city", "time"}},
		{"meters", "city", []string{"meter", "street", "city"}, []string{"time"}},
		{"meters", TimeAxis, []string{"time"}, []string{"meter", "street", "city"}},
		{"orders", "customer", []string{"customer", "order"}, []string{"sku", "category", "line"}},
		{"orders", "time", []string{"order"}, []string{"customer", "sku", "category", "line"}},
		{"metrics", "host", []string{"host"}, []string{"region", "metric", "ts"}},
		{"metrics", "ts", []string{"ts"}, []string{"host", "region", "metric"}},
		{"parcels", "parcel", []string{"parcel"}, []string{"place", "state", "day"}},
		{"quotes", "symbol", []string{"symbol"}, []string{"exchange", "day"}},
	} {
		all := wartyTables()
		data := all[slices.IndexFunc(all, func(w warty) bool { return w.name == c.table })].data
		like := fitted(t, data, 7)
		grown, err := Grow(like, c.axis, 3)
		if err != nil {
			t.Errorf("%s along %s: %v", c.table, c.axis, err)
			continue
		}
		if grown.Len() != 3*like.Len() || like.Len() != data.Len() {
			t.Errorf("%s along %s: %d records", c.table, c.axis, grown.Len())
		}
		for i, fields := range [][]string{c.same, c.more} {
			times := []float64{1, 3}[i]
			for _, f := range fields {
				a, b := ranked(like, f), ranked(grown, f)
				if n := float64(len(b.values)) / float64(len(a.values)); n < times*0.97 || n > times*1.03 {
					t.Errorf("%s along %s: %d values of %s became %d", c.table, c.axis, len(a.values), f, len(b.values))
				}
				first, grew := a.counts[a.ranked[0]], b.counts[b.ranked[0]]
				if each := 3 / times; float64(grew) < 0.85*each*float64(first) || float64(grew) > 1.15*each*float64(first)+1 {
					t.Errorf("%s along %s: %d records of the first %s became %d", c.table, c.axis, first, f, grew)
				}
			}
		}
		for _, f := range []float64{0.25, 1} {
			if small, err := Grow(like, c.axis, f); err != nil || small.Len() != int64(math.Round(f*float64(like.Len()))) {
				t.Errorf("%s along %s by %g: %d records, %v", c.table, c.axis, f, small.Len(), err)
			}
		}
	}
}

// TestGrowRefuses tests what cannot grow.
func TestGrowRefuses(t *testing.T) {
	like := fitted(t, wartyTables()[0].data, 1)
	for _, c := range []struct {
		axis   string
		factor float64
	}{{"meter", 0}, {"meter", -1}, {"meter", 1e9}, {"meter", math.NaN()}, {"colour", 2}, {"time", 1e7}} {
		if _, err := Grow(like, c.axis, c.factor); err == nil {
			t.Errorf("%s grew by %g", c.axis, c.factor)
		}
	}
	if _, err := Grow(wartyTables()[0].data, "meter", 2); err == nil {
		t.Error("given records grew")
	}
}

// TestRecipeIsTheSame checks that the same data and seed give the same recipe, and another seed other words.
func TestRecipeIsTheSame(t *testing.T) {
	data := wartyTables()[1].data
	a, b, c := fitted(t, data, 1), fitted(t, data, 1), fitted(t, data, 2)
	if !reflect.DeepEqual(a, b) {
		t.Error("two recipes of the same data differ")
	}
	x, _ := a.Cursor().Next()
	y, _ := c.Cursor().Next()
	if slices.Equal(x, y) || !reflect.DeepEqual(a.Fields, data.Fields) {
		t.Errorf("%q, %q", x, y)
	}
	again, err := NewRecipe(a, 5, spendNothing) // generated data can be fitted too
	if err != nil || again.Len() != a.Len() {
		t.Error(again.Len(), err)
	}
}

// TestOddTables fits recipes to tables with little or nothing in them.
func TestOddTables(t *testing.T) {
	for name, data := range map[string]dataset.Spec{
		"one record":    {Fields: []string{"a", "b"}, Records: [][]string{{"x", "20240101"}}},
		"empty values":  {Fields: []string{"a"}, Records: [][]string{{""}, {""}}},
		"all absent":    {Fields: []string{"a", "b"}, Records: [][]string{{"", "x", "\x01"}, {"", "y", "\x01"}}},
		"separators":    {Fields: []string{"a"}, Records: [][]string{{"-"}, {"--"}, {"#"}, {" "}, {"{}"}}},
		"bytes":         {Fields: []string{"a"}, Records: [][]string{{"\x00\xff"}, {"\xfe"}, {"ü"}}},
		"long":          {Fields: []string{"a"}, Records: [][]string{{strings.Repeat("word ", 2000)}, {"short"}}},
		"great numbers": {Fields: []string{"a"}, Records: [][]string{{"99999999999999999"}, {"12345678901234567890123"}, {"1"}}},
		"minus":         {Fields: []string{"a"}, Records: [][]string{{"-5"}, {"-17"}, {"-3000"}}},
		"one value":     {Fields: []string{"a", "n"}, Records: [][]string{{"secret", "4711"}, {"secret", "4711"}, {"secret", "4711"}}},
		"letters":       {Fields: []string{"a"}, Records: [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}, {"f"}, {"g"}, {"h"}, {"i"}, {"j"}, {"k"}, {"l"}, {"m"}, {"n"}, {"o"}, {"p"}, {"q"}, {"r"}, {"s"}, {"t"}, {"u"}, {"v"}, {"w"}, {"x"}, {"y"}, {"z"}, {"aa"}}},
		"old times":     {Fields: []string{"t"}, Records: [][]string{{"1971-01-01"}, {"2150-12-31"}}},
	} {
		like := fitted(t, data, 1)
		if name != "old times" {
			checkSecrets(t, data, like)
		}
		cursor := like.Cursor()
		for range data.Records {
			if rec, ok := cursor.Next(); !ok || len(rec) < len(data.Fields) {
				t.Errorf("%s: %q", name, rec)
			}
		}
	}
	if _, err := NewRecipe(dataset.Spec{Fields: []string{"a"}}, 1, spendNothing); err == nil {
		t.Error("a recipe of no records")
	}
}

// TestWorkIsCounted checks that no call of spend is for more than 1,000 units of work, so that the work can be done
// in slices, and that all values are counted.
func TestWorkIsCounted(t *testing.T) {
	spent := int64(0)
	data := wartyTables()[1].data
	if _, err := NewRecipe(data, 1, func(n int64) {
		if spent += n; n < 1 || n > 1000 {
			t.Errorf("%d at once", n)
		}
	}); err != nil || spent < data.Len()*int64(len(data.Fields)) {
		t.Error(spent, err)
	}
}
