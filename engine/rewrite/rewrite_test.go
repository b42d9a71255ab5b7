package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// columnOf returns a column that has looked at values, in the lines from 2 on.
func columnOf(values ...string) *ColumnExaminer {
	c := &ColumnExaminer{}
	for i, v := range values {
		c.Add(i+2, v)
	}
	return c
}

// TestFound checks what a column recognizes in its values, and how each rule writes one of
// them.
func TestFound(t *testing.T) {
	for _, c := range []struct {
		what   string
		values []string
		rules  string // the rules, each with the text that it writes for the last value
		pair   string
	}{
		{"day first", []string{"31/12/2023", "01/02/2024"}, "dmy 2024-02-01", "31/12/2023 01/02/2024"},
		{"month first", []string{"12/31/2023", "01/02/2024"}, "mdy 2024-01-02", "12/31/2023 01/02/2024"},
		{"either", []string{"02/01/2024", "01/02/2024", "03/03/2024"}, "dmy 2024-03-03, mdy 2024-03-03", ""},
		{"with points", []string{"31.12.2023", "1.2.2024"}, "dmy 2024-02-01", "31.12.2023 1.2.2024"},
		{"with hyphens", []string{"31-12-2023", "01-02-2024"}, "dmy 2024-02-01", "31-12-2023 01-02-2024"},
		{"by name", []string{"3 Jul 2024", "15 Aug 2023"}, "dmy 2023-08-15", ""},
		{"by name, unsorted", []string{"3 Jul 2024", "15 Aug 2024"}, "dmy 2024-08-15", "3 Jul 2024 15 Aug 2024"},
		{"by a long name", []string{"July 3, 2024", "August 15, 2024"}, "dmy 2024-08-15", "July 3, 2024 August 15, 2024"},
		{"by name, with hyphens", []string{"03-Jul-24", "01-Aug-24"}, "dmy 2024-08-01", "03-Jul-24 01-Aug-24"},
		{"two digits, with the time", []string{"7/3/24 9:05", "12/31/23 23:59"}, "mdy-s 2023-12-31T23:59:00", ""},
		{"the last century", []string{"31/12/69", "31/12/68"}, "dmy 2068-12-31", "31/12/69 31/12/68"},
		{"am and pm", []string{"7/31/2024 9:05:07 AM", "7/31/2024 12:00:00 PM"}, "mdy-s 2024-07-31T12:00:00", "7/31/2024 9:05:07 AM 7/31/2024 12:00:00 PM"},
		{"thousandths", []string{"31/12/2023 10:00:00.5", "31/12/2023 10:00:00"}, "dmy-ms 2023-12-31T10:00:00.000", ""},
		{"of a mail", []string{"Wed, 3 Jul 2024 09:05:00 GMT", "Thu, 4 Jul 2024 09:05:00 +0200"}, "dmy-sZ 2024-07-04T07:05:00Z", "Wed, 3 Jul 2024 09:05:00 GMT Thu, 4 Jul 2024 09:05:00 +0200"},
		{"of a web server", []string{"10/Oct/2000:13:55:36 -0700"}, "dmy-sZ 2000-10-10T20:55:36Z", ""},
		{"the year first", []string{"2024/7/3", "2024/12/1"}, "dmy 2024-12-01", "2024/7/3 2024/12/1"},
		{"ISO without seconds", []string{"2024-07-03 09:05"}, "dmy-s 2024-07-03T09:05:00", ""},
		{"ISO with a zone of digits alone", []string{"2024-07-03T09:05:00+0200"}, "dmy-sZ 2024-07-03T07:05:00Z", ""},
		{"decimals", []string{"3,14", "-0,5", "12"}, "comma 12", ""},
		{"decimals and thousands", []string{"1.234,56", "3,5", "1.234"}, "marked 1234", ""},
		{"blanks between thousands", []string{"12", "1\u202f234,5"}, "marked 1234.5", ""},
		{"thousands", []string{"12", "3.5", "1,234.56"}, "parted 1234.56", ""},
		{"decimals or thousands", []string{"12", "1,234"}, "comma 1.234, parted 1234", ""},
		{"decimals, by another value", []string{"0,123", "1,234"}, "comma 1.234", ""},
	} {
		f, ok := columnOf(c.values...).Found()
		var got []string
		for _, r := range f.Rules {
			v, reads := r.Apply(c.values[len(c.values)-1])
			if !r.Valid() || !reads {
				t.Errorf("%s: %q is a rule %v, reads %v", c.what, r, r.Valid(), reads)
			}
			got = append(got, string(r)+" "+v)
		}
		if s := strings.Join(got, ", "); !ok || s != c.rules || strings.TrimSpace(strings.Join(f.Pair[:], " ")) != c.pair || f.Others != 0 || f.Conflicting[0].Line != 0 {
			t.Errorf("%s: %q, %+v", c.what, s, f)
		}
	}
}

// TestNotFound checks that values that sort already, or have no known form, get no rule.
func TestNotFound(t *testing.T) {
	for what, values := range map[string][]string{
		"nothing": nil, "empty": {"", ""}, "words": {"ann", "may", "sun"}, "days": {"2023-12-31", "2024-01-02"}, "times": {"2024-07-03T09:05:00Z", "2024-07-03 09:05:00"},
		"a zone": {"2024-07-03T09:05:00+02:00"}, "millis": {"1719830400000"}, "whole": {"1", "22"}, "decimals": {"3.14", "2.5"}, "thousands or decimals": {"1.234"},
		"versions": {"1.10.24", "2.3.4"}, "addresses": {"10.0.0.1", "192.168.1.1"}, "no such day": {"31/02/2024", "30/02/2024"}, "months alone": {"07/2024", "08/2024"},
		"fractions": {"1/2/3", "4/5/6"}, "telephones": {"12-34-5678", "555-12-3456"}, "points on a map": {"3,14,15", "2,71"}, "names": {"June 7", "May 2024"}, "hours": {"9:05", "10:30"},
		"text with a date": {"on 31/12/2023", "x"}, "half of them": {"31/12/2023", "x", "y", "z"},
	} {
		if f, ok := columnOf(values...).Found(); ok {
			t.Errorf("%s: %+v", what, f)
		}
	}
}

// TestMixed checks that values of another form are counted, with the first of them, and
// that two forms that contradict each other are named.
func TestMixed(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{"31/12/2023", "01/02/2024", "02/02/2024", "soon"}, "[dmy] 1 {5 soon} {0 } {0 }"},
		{[]string{"31/12/2023", "2024-02-01", "02/02/2024", "03/02/2024", ""}, "[dmy] 1 {3 2024-02-01} {0 } {0 }"},
		{[]string{"01/02/2024", "31/12/2023", "12/31/2023"}, "[] 0 {0 } {3 31/12/2023} {4 12/31/2023}"},
		{[]string{"3,14", "2,5", "3.5", "x,y", "7", "8", "9", "1"}, "[comma] 1 {5 x,y} {0 } {0 }"},
		{[]string{"3,14", "1,234.5"}, "[] 0 {0 } {2 3,14} {3 1,234.5}"},
	} {
		f, ok := columnOf(c.values...).Found()
		if got := fmt.Sprint(f.Rules, f.Others, f.Other, f.Conflicting[0], f.Conflicting[1]); !ok || got != c.want {
			t.Errorf("%q: %s, %v", c.values, got, ok)
		}
	}
}

// TestNumbersAreCounted checks the separate counts for a column of numbers with commas:
// the values with a comma, the values that need no change, and the empty values.
func TestNumbersAreCounted(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{"3.5", "", "17,5", "12", "2,25", "18.125", ""}, "{4 17,5} 2 3 2 0"},
		{[]string{"1.234", "1.234,5", "12"}, "{3 1.234,5} 1 1 0 0"}, // the first value has a point between thousands
		{[]string{"1,234.5", "3.5", "n/a", "7"}, "{2 1,234.5} 1 2 0 1"},
	} {
		f, _ := columnOf(c.values...).Found()
		if got := fmt.Sprint(f.Commas, f.CommaCount, f.Plain, f.Empty, f.Others); got != c.want {
			t.Errorf("%q: %s", c.values, got)
		}
	}
}

// TestFoundLate checks that the value that shows how numbers or days are written may come
// after many that do not show it.
func TestFoundLate(t *testing.T) {
	numbers := append(slices.Repeat([]string{"314"}, 1000), "2.461,54")
	if f, ok := columnOf(numbers...).Found(); !ok || !slices.Equal(f.Rules, []ValueRule{DotThousands}) || f.CommaCount != 1 || f.Plain != 1000 || f.Commas.Value != "2.461,54" {
		t.Errorf("%+v, %v", f, ok)
	}
	dates := append(slices.Repeat([]string{"soon"}, 300), slices.Repeat([]string{"31/12/2023"}, 1000)...)
	if f, ok := columnOf(dates...).Found(); !ok || !slices.Equal(f.Rules, []ValueRule{"dmy"}) || f.Others != 300 {
		t.Errorf("%+v, %v", f, ok)
	}
}

// TestRules checks that a rule rewrites no value that it cannot read, and no value whose
// time has other parts than the rule says.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule ValueRule
		v    string
	}{
		{"dmy", "31/12/2023 10:00"}, {"dmy-s", "31/12/2023 10:00:00.5"}, {"dmy-s", "31 Dec 2023 10:00 UTC"}, {"dmy-sZ", "31/12/2023 10:00"}, {"dmy", "12/31/2023"}, {"mdy", "31/12/2023"}, {"dmy", "x"},
		{DecimalComma, "3.14"}, {DecimalComma, "1.234,5"}, {DotThousands, "3.14"}, {CommaThousands, "3,14"}, {CommaThousands, "1.234,5"}, {"dmz", "x"},
	} {
		if got, ok := c.rule.Apply(c.v); ok || got != c.v {
			t.Errorf("%s makes %q of %q", c.rule, got, c.v)
		}
	}
	for _, r := range []ValueRule{"dm", "dmy-", "ydm", "comma ", "dmy-Z"} {
		if r.Valid() {
			t.Errorf("%q is a rule", r)
		}
	}
	if v, ok := ValueRule("").Apply("31/12/2023"); v != "31/12/2023" || !ok {
		t.Errorf("no rule makes %q, %v", v, ok)
	}
}

// TestUnsorted checks that two of the column's own values show that its days do not sort.
func TestUnsorted(t *testing.T) {
	if pair, ok := FindUnsortedDates([]string{"01/02/2024", "31/12/2023"}); !ok || pair != [2]string{"31/12/2023", "01/02/2024"} {
		t.Errorf("%q, %v", pair, ok)
	}
	if pair, ok := FindUnsortedDates([]string{"05/06/2023", "01/02/2024", "03/04/2024"}); !ok || pair != [2]string{"05/06/2023", "01/02/2024"} {
		t.Errorf("whichever is first: %q, %v", pair, ok)
	}
	for _, values := range [][]string{{"01/02/2024", "02/01/2024"}, {"2024/07/03", "2024/07/04"}, {"3,14", "2,5"}, nil} {
		if pair, ok := FindUnsortedDates(values); ok {
			t.Errorf("%q: %q", values, pair)
		}
	}
}

// FuzzRules checks that the texts that a column's rules write for its values sort like the
// times of the values, and that these texts are not rewritten again.
func FuzzRules(f *testing.F) {
	for _, s := range []string{"31/12/2023|01/02/2024", "7/3/24 9:05|12/31/23 23:59", "3 Jul 2024|July 3, 2024", "3,14|-1.234,5", "1,234|12", "Wed, 3 Jul 2024 09:05:00 GMT", "10/Oct/2000:13:55:36 -0700"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values := strings.Split(text, "|")
		found, ok := columnOf(values...).Found()
		for _, r := range found.Rules {
			if !ok || !r.Valid() {
				t.Fatalf("%q: %+v", values, found)
			}
			var out []string
			for _, v := range values {
				if w, reads := r.Apply(v); reads && w != v {
					out = append(out, w)
				}
			}
			if again, is := columnOf(out...).Found(); is && !slices.ContainsFunc(again.Rules, func(ValueRule) bool { return true }) {
				t.Fatalf("%q are written %q, which is %+v", values, out, again)
			} else if is && found.Dates {
				t.Fatalf("%q are written %q, which are rewritten again", values, out)
			}
			if is, _ := r.ReadsDates(); is {
				for _, w := range out {
					layouts := []string{time.DateOnly, "2006-01-02T15:04:05", time.RFC3339}
					if !slices.ContainsFunc(layouts, func(l string) bool { _, err := time.Parse(l, w); return err == nil }) {
						t.Fatalf("%q is written as %q", values, w)
					}
				}
			}
		}
	})
}
