package author

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

// billed is what a design of a lesson about a bill comes to.
type billed struct {
	design string
	lost   int64
	sum    int64
	medal  lessons.Medal
	text   string
}

// billOf measures the bill of a lesson after commands of the console.
func billOf(t testing.TB, l *lessons.Lesson, v lessons.MonthlyBill, step int, design string, commands ...string) billed {
	t.Helper()
	s := engine.New((&trial{now: 1_767_225_600_000_000}).options())
	for _, c := range commands {
		if rep := s.Do(engine.RunConsole{Text: c}); rep.Err != nil {
			t.Fatalf("%s: %v", c, rep.Err)
		}
	}
	of, _ := lessons.NewPlayer(l, s, lessons.Progress{}).Measure(v, step, nil, engine.Reply{})
	out := billed{design: design, text: spelled(of)}
	for _, r := range of {
		switch r.Measure {
		case "bill":
			out.sum = r.Have
		case "bill-lost":
			out.lost = r.Have
		case "medal":
			out.medal = lessons.Medal(r.Have)
		}
	}
	return out
}

// bill returns the check of a bill of a lesson, and the index of its step.
func bill(t testing.TB, slug string) (*lessons.Lesson, lessons.MonthlyBill, int) {
	t.Helper()
	l, err := Load(content.Files, slug, "en")
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range l.Steps {
		for _, g := range s.Goals {
			if v, ok := g.Check.(lessons.MonthlyBill); ok {
				return l, v, i
			}
		}
	}
	t.Fatalf("%s has no bill", slug)
	return nil, lessons.MonthlyBill{}, 0
}

// partitions returns all ways to put n columns into at most k families, as the family of each.
func partitions(n, k int) (out [][]int) {
	var put func(of []int, used int)
	put = func(of []int, used int) {
		if len(of) == n {
			out = append(out, slices.Clone(of))
			return
		}
		for f := range min(used+1, k) {
			put(append(of, f), max(used, f+1))
		}
	}
	put(nil, 0)
	return out
}

// TestBillOfShop tries every way to put the columns of storage-bill into families, each with the
// tightest rules that keep what is needed, with short names and with long ones. The par is that of
// the best of them and a little more, so that two ways reach it; one family alone earns nothing. Visits
// with a family of their own, the usual choice, do not reach it.
func TestBillOfShop(t *testing.T) {
	l, v, step := bill(t, "storage-bill")
	rules := []string{"maxversions=1", "maxversions=3", "maxage=30d", "(maxage=30d and maxversions=1)", "(maxage=30d and maxversions=3)"}
	var all []billed
	gold := map[string]bool{}
	for _, of := range partitions(len(v.Writes), int(v.Families)) {
		for _, long := range []bool{false, true} {
			names := []string{"a", "b", "c"}
			if long {
				names = []string{"list", "page", "report"}
			}
			var families, cells []string
			for f := range slices.Max(of) + 1 {
				i := slices.IndexFunc(rules, func(rule string) bool { return enough(v, of, f, rule) })
				families = append(families, "'"+names[f]+":"+rules[i]+"'")
			}
			for i, w := range v.Writes {
				qualifier := w.Name
				if !long {
					qualifier = string('a' + rune(i))
				}
				cells = append(cells, names[of[i]]+":"+qualifier+"="+w.Sample[len(w.Sample)-1])
			}
			b := billOf(t, l, v, step, fmt.Sprint(of, families), "createtable shop families="+strings.Join(families, ","), "set shop sku-1042 "+strings.Join(cells, " "))
			if b.lost > 0 {
				t.Errorf("%s loses:%s", b.design, b.text)
			}
			if b.medal == lessons.Gold {
				gold[fmt.Sprint(of)] = true
			}
			if len(families) == 1 && b.medal > lessons.NoMedal {
				t.Errorf("one family alone earns a medal:%s", b.text)
			}
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b billed) int { return cmp.Compare(a.sum, b.sum) })
	for _, b := range all[:12] {
		t.Logf("%s:%s", b.design, b.text)
	}
	if least := all[0].sum; v.Gold*100 < least*103 || v.Gold*100 > least*106 || len(gold) != 2 {
		t.Errorf("the best comes to %d, the par is %d, and %d ways reach it", least, v.Gold, len(gold))
	}
	for _, tt := range []struct {
		families, cells string
		medal           lessons.Medal
	}{
		{"S", "S:price=9.90 S:stock=14 S:photo=photo S:text=text S:visit=visit", lessons.NoMedal},
		{"S:maxversions=1", "S:price=9.90 S:stock=14 S:photo=photo S:text=text S:visit=visit", lessons.NoMedal},
		{"a:maxversions=3,b:maxversions=1,c:maxage=30d", "a:p=9.90 b:s=14 b:t=text c:f=photo c:v=visit", lessons.NoMedal},
		{"a:maxversions=3,b:maxversions=1,'c:(maxage=30d or maxversions=1)'", "a:p=9.90 b:s=14 b:t=text c:f=photo c:v=visit", lessons.NoMedal},
		{"a:maxversions=3,b:maxversions=1,c:maxage=30d", "a:p=9.90 a:s=14 a:t=text b:f=photo c:v=visit", lessons.Silver},
		{"a:maxversions=3,b:maxversions=1,c:maxage=30d", "a:p=9.90 a:s=14 b:f=photo b:t=text c:v=visit", lessons.Bronze},
		{"a:maxversions=3,b:maxversions=1,'c:(maxage=30d and maxversions=1)'", "a:p=9.90 a:s=14 b:f=photo c:t=text c:v=visit", lessons.Silver},
	} {
		b := billOf(t, l, v, step, tt.families, "createtable shop families="+tt.families, "set shop sku-1042 "+tt.cells)
		t.Logf("%s:%s", b.design, b.text)
		if b.medal != tt.medal {
			t.Errorf("%s: %s earns %d, want %d:%s", b.design, tt.cells, b.medal, tt.medal, b.text)
		}
	}
}

// enough reports whether a rule keeps what the columns of a family need.
func enough(v lessons.MonthlyBill, of []int, family int, rule string) bool {
	for i, w := range v.Writes {
		if of[i] != family {
			continue
		}
		aged, versions := strings.Contains(rule, "maxage"), strings.Contains(rule, "maxversions")
		kept := int64(1)
		if strings.Contains(rule, "maxversions=3") {
			kept = 3
		}
		if w.Days > 0 && !aged || w.Latest > 0 && (!versions || kept < w.Latest) {
			return false
		}
	}
	return true
}

// TestBillOfReadings tries designs of late-readings: the shapes of rows, whose time a cell has, and
// rules. Rows of an hour or of a minute reach the par; those of a reading, which repeat their keys, and
// those of a day, which are sent whole, do not. A design that loses a reading earns nothing.
func TestBillOfReadings(t *testing.T) {
	l, v, step := bill(t, "late-readings")
	const own = "@1789378200000000"
	shapes := []struct{ name, cell string }{
		{"a row for each device", "d-0417 R:v=21.5C48%3.01V"},
		{"a row for each device, columns by time", "d-0417 R:20260914093000=21.5C48%3.01V"},
		{"a row for each day", "d-0417#20260914 R:093000=21.5C48%3.01V"},
		{"a row for each hour", "d-0417#2026091409 R:093000=21.5C48%3.01V"},
		{"a row for each hour, columns by minute", "d-0417#2026091409 R:0930=21.5C48%3.01V"},
		{"a row for each hour, columns by minute and second", "d-0417#2026091409 R:3000=21.5C48%3.01V"},
		{"a row for each minute", "d-0417#202609140930 R:093000=21.5C48%3.01V"},
		{"a row for each minute, versions", "d-0417#202609140930 R:v=21.5C48%3.01V"},
		{"a row for each day, versions", "d-0417#20260914 R:v=21.5C48%3.01V"},
		{"a row for each reading", "d-0417#20260914093000 R:v=21.5C48%3.01V"},
		{"a row for each arrival", "d-0417#20260916120500 R:v=21.5C48%3.01V"},
		{"a row for each reading, time first", "20260914093000#d-0417 R:v=21.5C48%3.01V"},
		{"a column for each device", "20260914093000 R:d-0417=21.5C48%3.01V"},
	}
	rules := []string{"never", "maxversions=1", "maxage=7d", "(maxage=7d or maxversions=1)", "(maxage=7d and maxversions=1)", "maxage=41d", "maxage=45d"}
	var all []billed
	gold := map[string]bool{}
	for _, s := range shapes {
		for _, at := range []string{"", own} {
			for _, rule := range rules {
				b := billOf(t, l, v, step, fmt.Sprintf("%s%s, %s", s.name, at, rule), "createtable readings families='R:"+rule+"'", "set readings "+s.cell+at)
				if b.medal == lessons.Gold {
					gold[s.name] = true
				}
				if usual := at == "" && (s.name == "a row for each reading" || s.name == "a row for each day") && rule == "(maxage=7d or maxversions=1)"; usual && b.medal != lessons.Silver {
					t.Errorf("%s earns %d:%s", b.design, b.medal, b.text)
				}
				if b.lost > 0 && b.medal > lessons.NoMedal || rule == "never" && b.medal > lessons.NoMedal {
					t.Errorf("%s earns a medal:%s", b.design, b.text)
				}
				all = append(all, b)
			}
		}
	}
	slices.SortFunc(all, func(a, b billed) int { return cmp.Or(cmp.Compare(a.lost, b.lost), cmp.Compare(a.sum, b.sum)) })
	for _, b := range all[:12] {
		t.Logf("%s:%s", b.design, b.text)
	}
	if least := all[0].sum; v.Gold*100 < least*105 || v.Gold*100 > least*110 || !gold["a row for each hour"] || !gold["a row for each minute"] {
		t.Errorf("the best comes to %d, the par is %d, and these shapes reach it: %v", least, v.Gold, gold)
	}
}
