package infer

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/engine/rowkey"
)

// TestKey checks that the key that is proposed for a file is unique for each line and has
// few fields.
func TestKey(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	table := func(n int, row func(i int) []string) (out [][]string) {
		for i := range n {
			out = append(out, row(i))
		}
		return out
	}
	began := time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, fields string
		records      [][]string
		want         string
	}{
		{"readings", "device,site,ts,metric,value,note", table(5000, func(i int) []string {
			return []string{fmt.Sprint("d", i%20), fmt.Sprint("s", i%5), strconv.Itoa(1719830400000 + i/20*60_000), "volt", fmt.Sprintf("%.2f", 3+r.Float64()), ""}
		}), "{device}#{ts}"},
		{"several metrics", "device,ts,metric,value", table(4000, func(i int) []string {
			return []string{fmt.Sprint("d", i/4%10), began.Add(time.Duration(i/40) * time.Minute).Format(time.RFC3339), []string{"t", "h", "p", "v"}[i%4], strconv.Itoa(r.IntN(1 << 30))}
		}), "{device}#{metric}#{ts}"},
		{"an order number", "order,user,total", table(300, func(i int) []string { return []string{fmt.Sprint("o", i), fmt.Sprint("u", i%9), "5.10"} }), "{order}"},
		{"a UUID in the middle", "kind,event,user", table(300, func(i int) []string { return []string{"a", uuidOf(r), fmt.Sprint("u", i%9)} }), "{event}"},
		{"time first", "time,user", table(300, func(i int) []string {
			return []string{began.Add(time.Duration(i/3) * time.Hour).Format(time.DateTime), fmt.Sprint("u", i%3)}
		}), "{user}#{time}"},
		{"a separator in values", "path,time", table(300, func(i int) []string {
			return []string{"a#b|" + strconv.Itoa(i%7), strconv.Itoa(1719830400 + i/7)}
		}), "{path}/{time}"},
		{"none", "a,b", table(10, func(i int) []string { return []string{"x", "y"} }), "{a}"},
		{"blanks", "a,b", table(10, func(i int) []string { return []string{strings.Repeat("x", i), fmt.Sprint("b", i)} }), "{b}"},
		{"all blank", "a,b", table(2, func(i int) []string { return []string{"", ""} }), "{a}"},
		{"the first one blank", "c1,b", table(9, func(i int) []string { return []string{"", []string{"x", ""}[i/8]} }), "{b}"},
		{"lines that repeat others", "id,kind", table(12, func(i int) []string { return []string{fmt.Sprint("o", i%9), "a"} }), "{id}"},
		{"no lines", "a", nil, "{a}"},
		{"a time that one has not", "site,at,volts", table(300, func(i int) []string {
			return []string{fmt.Sprint("s", i/60), []string{began.Add(time.Duration(i) * time.Minute).Format(time.RFC3339), ""}[i/299], "3.5"}
		}), "{site}#{at}"},
		{"measurements alone tell them apart", "site,volts", table(300, func(i int) []string { return []string{"s", fmt.Sprintf("%d.5", i)} }), "{site}#{volts}"},
		{"corrections of a measurement", "volts,site,at", table(300, func(i int) []string {
			at := began.Add(time.Duration(i%290/2) * time.Minute).Format(time.RFC3339)
			return []string{fmt.Sprintf("%d,5", i), fmt.Sprint("s", i%2), at}
		}), "{site}#{at}#{volts}"},
		{"whole numbers and times alone tell them apart", "kind,site,at,humidity", table(300, func(i int) []string {
			return []string{"a", fmt.Sprint("s", i%4/2), began.Add(time.Duration(i/4) * time.Minute).Format(time.RFC3339), strconv.Itoa(i % 4)}
		}), "{site}#{humidity}#{at}"},
		{"amounts with marks between thousands", "customer,day,volts", table(300, func(i int) []string {
			return []string{fmt.Sprint("c", i/2%50), began.AddDate(0, 0, i/100).Format(time.DateOnly), fmt.Sprintf("%d.%03d,50", 1+i/100, i%100)}
		}), "{customer}#{day}#{volts}"},
		{"measurements in all columns", "a,volts", table(40, func(i int) []string { return []string{fmt.Sprintf("%d.5", i/2), fmt.Sprintf("%d.5", i%2)} }), "{a}#{volts}"},
		{"measurements that repeat", "site,volts", table(300, func(i int) []string { return []string{fmt.Sprint("s", i/2), []string{"1.5", "1.5", "2.5"}[min(2, i)]} }), "{site}"},
	} {
		fields := strings.Split(c.fields, ",")
		got, measure := SuggestTemplate(fields, c.records)
		tpl, err := rowkey.Parse(got)
		if err != nil || got != c.want {
			t.Errorf("%s: %s, want %s: %v", c.name, got, c.want, err)
			continue
		}
		if want := strings.HasSuffix(c.want, "#{volts}"); (measure == "volts") != want || !want && measure != "" {
			t.Errorf("%s: the measurement is %q", c.name, measure)
		}
		met := map[string]bool{}
		for _, rec := range c.records {
			key, err := tpl.Encode(func(f string) string { return rec[indexOf(fields, f)] })
			if c.want != "{a}" && !strings.Contains(c.name, "blank") && !strings.Contains(c.name, "repeat") && (err != nil || met[string(key)]) {
				t.Fatalf("%s: %s makes %q again: %v", c.name, got, key, err)
			}
			met[string(key)] = true
		}
	}
}

func indexOf(list []string, s string) int {
	for i := range list {
		if list[i] == s {
			return i
		}
	}
	return -1
}

// TestAlike checks whether two texts have the same form. The values of a column do; the
// column's name and its values do not.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"7d44a2a0-8d9c-4c8e-9d5f-0f3f3c2b1a00", "00000000-8d9c-4c8e-9d5f-0f3f3c2b1a00", true},
		{"site3#dev-0042#1719830400000", "site12#dev-7#1719830400001", true},
		{"key", "site12#dev-7#1719830400001", false},
		{"uuid", "7d44a2a0-8d9c-4c8e-9d5f-0f3f3c2b1a00", false},
		{"ann", "bob", false},
		{"17", "4", true},
		{"2024-07-01", "2024-07-01T00:00:00Z", true},
	} {
		if got := SameForm(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
