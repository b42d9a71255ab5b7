package rowkey

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func TestTransforms(t *testing.T) {
	tests := []struct {
		template string
		values   []string
		want     base.RowKey
	}{
		{"{id|zero:10}", []string{"987654"}, "0000987654"},
		{"{id|zero:1}", []string{"0"}, "0"},
		{"{id|zero:19}", []string{"9223372036854775807"}, "9223372036854775807"},
		{"{exchange|pad:6}#{symbol|pad:5}#{ms|zero:13}", []string{"NYSE", "IBM", "1426535612156"}, "NYSE  #IBM  #1426535612156"},
		{"{a|pad:3:.}{b}", []string{"", "x"}, "...x"},
		{"{a|padleft:3}{b|padleft:4:*}", []string{"x", "y"}, "  x***y"},
		{"{id|reverse}", []string{"10203"}, "30201"},
		{"{id|zero:6|reverse}", []string{"10203"}, "302010"},
		{"{host|domain}/{path}", []string{"drive.google.com", "a.b/c"}, "com.google.drive/a.b/c"},
		{"{host|domain}", []string{"a..b."}, ".b..a"},
		{"{m}#{t|newest}", []string{"machine_4223421", "1425330757685"}, "machine_4223421#9223370611524018122"},
		{"{t|newest}", []string{"9223372036854775807"}, "0000000000000000000"},
		{"B#{u}#{t|date}", []string{"Corrie", "1425213901001"}, "B#Corrie#20150301124501001"},
		{"{t|date:s}", []string{"1425213901"}, "20150301124501"},
		{"{t|date}", []string{"253402300799999"}, "99991231235959999"},
		{"{t|month}{t|day}{t|hour}{t|zero:13}", []string{"1425213901001"}, "2015032015030120150301121425213901001"},
		{"{t|day:s}{t}", []string{"0"}, "197001010"},
		{"{t|millis}", []string{"20150301124501001"}, "1425213901001"},
		{"{t|seconds}", []string{"20010909014640"}, "1000000000"},
		{"{t|millis|newest}", []string{"20150301124501001"}, "9223370611640874806"},
		{"{t|millis:isoZ}", []string{"2015-03-01T12:45:01Z"}, "1425213901000"},
		{"{t|millis:isoZ|newest}", []string{"2015-03-01T12:45:01Z"}, "9223370611640874807"},
		{"{t|millis:iso3Z}", []string{"1999-12-31T23:59:59.999Z"}, "0946684799999"},
		{"{t|millis:iso+01:00|hour}#{t}", []string{"2015-03-01T00:45:01+01:00"}, "2015022823#2015-03-01T00:45:01+01:00"},
		{"{t|millis:iso1-03:30}", []string{"2015-03-01T09:15:01.5-03:30"}, "1425213901500"},
		{"{t|millis:iso}", []string{"2015-03-01T12:45:01"}, "1425213901000"},
		{"{t|millis:sql2}", []string{"2015-03-01 12:45:01.25"}, "1425213901250"},
		{"{t|millis:day|newest}", []string{"2015-03-01"}, "9223370611686775807"},
		{"{t|millis:8}", []string{"20150301"}, "1425168000000"},
		{"{t|millis:10|newest}", []string{"1425213901"}, "9223370611640874807"},
		{"{t|millis:14}", []string{"20150301124501"}, "1425213901000"},
		{"{t|millis:17}", []string{"19991231235959999"}, "0946684799999"},
		{"{t|seconds:sql}", []string{"2015-03-01 12:45:01"}, "1425213901"},
		{"{t|millis|day}#{t}", []string{"20150301124501001"}, "20150301#20150301124501001"},
		{"{d|first:8}{x}#{d}", []string{"20150301124501001", "x"}, "20150301x#20150301124501001"},
		{"BATTERY#{t|salt:3}#{t}", []string{"20150301124501003"}, "BATTERY#2#20150301124501003"},
		{"{t|salt:256}{t}", []string{"4"}, "1374"},
		{"{u|hash:4}#{u}", []string{"abc"}, "44bc#abc"},
		{"{d|first:6|salt:2}#{d}", []string{"2015030x"}, "1#2015030x"},
	}
	for _, tt := range tests {
		tm := mustParse(t, tt.template)
		got, err := tm.Encode(lookup(tm, tt.values))
		if err != nil || got != tt.want {
			t.Errorf("%s: Encode(%q) = %q, %v; want %q", tt.template, tt.values, got, err, tt.want)
			continue
		}
		if back, ok := tm.Decode(got); !ok || !slices.Equal(back, tt.values) {
			t.Errorf("%s: Decode(%q) = %q, %v; want %q", tt.template, got, back, ok, tt.values)
		}
		checkSegments(t, tm, got)
	}
}

func TestTransformsRefuse(t *testing.T) {
	tests := []struct{ template, value, takes string }{
		{"{a|zero:3}", "1000", "short"}, {"{a|zero:3}", "01", "number"}, {"{a|zero:3}", "", "number"}, {"{a|zero:3}", "-1", "number"},
		{"{a|newest}", "9223372036854775808", "number"}, {"{a|newest}", "1.5", "number"},
		{"{a|pad:3}", "abcd", "short"}, {"{a|pad:3}", "a ", "text"}, {"{a|pad:3}", "\x1f", "text"}, {"{a|padleft:3:0}", "01", "text"},
		{"{a|date}", "253402300800000", "time"}, {"{a|day:s}", "253402300800", "time"}, {"{a|hour}", "today", "number"},
		{"{a|millis}", "20150230000000000", "date"}, {"{a|millis}", "20150301", "date"}, {"{a|millis}", "20000101000000000", "date"},
		{"{a|seconds}", "2015030112450x", "date"}, {"{a|seconds}", "20150301240000", "date"}, {"{a|seconds}", "99991231235959", "date"},
		{"{a|first:3}", "ab", "long"},
		{"{a|millis:isoZ}", "2015-03-01T12:45:01", "form"}, {"{a|millis:isoZ}", "2015-03-01T12:45:01.0Z", "form"}, {"{a|millis:isoZ}", "2015-03-01T12:45:01+00:00", "form"},
		{"{a|millis:iso3Z}", "2015-03-01T12:45:01.25Z", "form"}, {"{a|millis:iso}", "2015-3-01T12:45:01", "sorting"}, {"{a|millis:iso}", "2015-02-29T12:45:01", "form"},
		{"{a|millis:day}", "1969-12-31", "form"}, {"{a|millis}", "31/12/2023", "sorting"}, {"{a|newest}", "3 Jul 2024", "sorting"}, {"{a|zero:4}", "31/12/2023", "number"}, {"{a|millis:day}", "2286-11-21", "form"}, {"{a|millis:10}", "0425213901", "form"}, {"{a|seconds:iso3Z}", "2015-03-01T12:45:01.250Z", "form"},
	}
	for _, tt := range tests {
		tm := mustParse(t, tt.template)
		_, err := tm.Encode(lookup(tm, []string{tt.value}))
		var e *base.Error
		if !errors.As(err, &e) || e.Code != base.CodeFieldTransform || e.Args[1] != tt.value || e.Args[3] != tt.takes {
			t.Errorf("%s: Encode(%q) = %v, want %s", tt.template, tt.value, err, tt.takes)
		}
	}
	tm := mustParse(t, "{a|reverse}ab{b}")
	_, err := tm.Encode(lookup(tm, []string{"ba", "x"}))
	var e *base.Error
	if !errors.As(err, &e) || e.Code != base.CodeFieldAmbiguous {
		t.Errorf("a reversed value that holds its separator: %v", err)
	}
}

func TestParseTransforms(t *testing.T) {
	tests := []struct {
		text     string
		code     base.Code
		args     string
		pos, end int
	}{
		{"x{a|zer:3}", base.CodeTransformUnknown, "zer:3|zero", 4, 9},
		{"{a|zero:3|}", base.CodeTransformUnknown, "|", 10, 10},
		{"{a|}", base.CodeTemplateSyntax, "{a|}", 0, 4},
		{"{|zero:3}", base.CodeTemplateSyntax, "{|zero:3}", 0, 9},
		{"{a|zero}", base.CodeTransformArgs, "zero|zero", 3, 7},
		{"{a|zero:20}", base.CodeTransformArgs, "zero:20|zero", 3, 10},
		{"{a|zero:03}", base.CodeTransformArgs, "zero:03|zero", 3, 10},
		{"{a|zero:3:x}", base.CodeTransformArgs, "zero:3:x|zero", 3, 11},
		{"{a|pad:3: }", base.CodeTransformArgs, "pad:3: |pad", 3, 10},
		{"{a|pad:3:é}", base.CodeTransformArgs, "pad:3:é|pad", 3, 11},
		{"{a|reverse:}", base.CodeTransformArgs, "reverse:|reverse", 3, 11},
		{"{a|day:ms}", base.CodeTransformArgs, "day:ms|day", 3, 9},
		{"{a|salt:1}", base.CodeTransformArgs, "salt:1|salt", 3, 9},
		{"{a|hash:9}", base.CodeTransformArgs, "hash:9|hash", 3, 9},
		{"{a|reverse|zero:3}", base.CodeTransformPlace, "zero|number", 11, 17},
		{"{a|reverse|domain}", base.CodeTransformPlace, "domain|first", 11, 17},
		{"{a|day|millis}", base.CodeTransformPlace, "millis|first", 7, 13},
		{"{a|reverse|salt:3}", base.CodeTransformPlace, "salt|hash", 11, 17},
		{"{a|salt:3|reverse}", base.CodeTransformPlace, "salt|last", 10, 17},
		{"{a|zero:3|pad:5}", base.CodeTransformPlace, "pad|padded", 10, 15},
		{"{a|zero:3|first:3}", base.CodeTransformPlace, "first|short", 10, 17},
		{"{a|reverse|reverse}", base.CodeTransformPlace, "reverse|twice", 11, 18},
		{"{a|domain|reverse|pad:9|first:3|hash:2}", base.CodeTransformPlace, "hash|many", 32, 38},
		{"{a|day}#{a|day}", base.CodeTemplateTwice, "a|day", 8, 15},
		{"{a|reverse}{b}", base.CodeTemplateAdjacent, "a|reverse|b", 0, 14},
	}
	for _, tt := range tests {
		_, err := Parse(tt.text)
		var e *base.Error
		if !errors.As(err, &e) || e.Code != tt.code || strings.Join(e.Args, "|") != tt.args || e.Pos != tt.pos || e.End != tt.end {
			t.Errorf("Parse(%q) = %+v, want %+v", tt.text, e, tt)
		}
	}
	for _, text := range chains {
		tm := mustParse(t, "{a|"+text+"}")
		var again []string
		for _, f := range tm.Steps()[0].Transforms() {
			again = append(again, f.String())
		}
		if got := strings.Join(again, "|"); got != text || tm.Parts()[0].Transforms != text || tm.String() != "{a|"+text+"}" {
			t.Errorf("%s is written %s", text, got)
		}
	}
	var e *base.Error
	if _, err := Parse("{a|zero:1"); !errors.As(err, &e) || !e.Incomplete {
		t.Errorf("an unfinished field: %v", err)
	}
	// A transform that takes numbers of a range of its own states the range.
	for _, k := range known {
		if k.min == 0 != (k.args == noArgs || k.args == unit || k.args == inForm) {
			t.Errorf("%s takes %d to %d", k.name, k.min, k.max)
		}
		if !slices.ContainsFunc(chains, func(c string) bool { return strings.HasPrefix(c, k.name) }) {
			t.Errorf("%s is not tried", k.name)
		}
	}
}

// TestHash compares hashes with the sums of the reference implementation.
func TestHash(t *testing.T) {
	long := "Nobody inspects the spammish repetition"
	for s, want := range map[string]uint64{
		"": 0xEF46DB3751D8E999, "a": 0xD24EC4F1A98C6E5B, "abc": 0x44BC2CF5AD770999, long: 0xFBCEA83C8A378BF1,
	} {
		if got := xxHash64(s); got != want {
			t.Errorf("xxHash64(%q) = %x, want %x", s, got, want)
		}
	}
	if sameHash1 == sameHash2 || (xxHash64(sameHash1)^xxHash64(sameHash2))>>(64-4*MaxHash) != 0 {
		t.Error("the two values have different hashes")
	}
}

// TestHashEven checks that salts and hashes of consecutive numbers are evenly distributed.
func TestHashEven(t *testing.T) {
	tm := mustParse(t, "{t|salt:16}{t|hash:1}")
	got := map[string]int{}
	for i := range 16_000 {
		key, err := tm.AppendKey(nil, []string{strconv.Itoa(1425213901001 + i)})
		if err != nil {
			t.Fatal(err)
		}
		got[string(key[:2])]++
		got[string(key[2:])]++
	}
	for at, n := range got {
		if n < 850 || n > 1150 {
			t.Errorf("%s has %d of 16,000", at, n)
		}
	}
}

// chains are lists of transforms that a field may have.
var chains = []string{
	"zero:1", "zero:4", "zero:19", "pad:4", "pad:20", "pad:3:.", "padleft:4", "padleft:20:0", "reverse", "domain", "newest", "date", "date:s",
	"hour", "hour:s", "day", "day:s", "month", "month:s", "millis", "seconds", "first:1", "first:8", "hash:1", "hash:8", "salt:2", "salt:200",
	"zero:10|reverse", "zero:10|first:4", "millis|newest", "millis|day", "millis:isoZ", "millis:sql3|newest", "millis:day", "millis:10|day", "seconds:iso-07:00", "seconds|hour:s", "domain|pad:20", "reverse|first:2", "day|salt:7",
	"first:3|hash:2", "newest|reverse", "domain|reverse", "pad:8|first:2|reverse", "date|first:4", "domain|reverse|pad:9|first:3", "first:1|reverse",
}

// randomTemplate puts random chains next to each other.
func randomTemplate(t testing.TB, rng *rand.Rand) *Template {
	for {
		var text strings.Builder
		text.WriteString([]string{"", "B#"}[rng.IntN(2)])
		n := 1 + rng.IntN(4)
		for i := range n {
			via := ""
			if rng.IntN(5) > 1 {
				via = "|" + chains[rng.IntN(len(chains))]
			}
			text.WriteString("{" + string("abc"[rng.IntN(3)]) + via + "}")
			if i < n-1 || rng.IntN(4) == 0 {
				text.WriteString([]string{"", "#", "\x00", "::", "\x00\x00", "\x001"}[rng.IntN(6)])
			}
		}
		tm, err := Parse(text.String())
		if err == nil {
			return tm
		}
		var e *base.Error
		if !errors.As(err, &e) || e.Code != base.CodeTemplateAdjacent && e.Code != base.CodeTemplateTwice {
			t.Fatal(err)
		}
	}
}

// crossing are templates in which the parts of one field lie in several places, with other
// fields between them.
var crossing = []string{
	"{a|hour}::{c|month:s}::{a}\x001{c|domain|reverse|pad:9|first:3}", "{b|hour:s}{c|day|salt:7}\x00\x00{c}\x00{c|pad:8|first:2|reverse}",
}

// TestClaims checks what templates claim of their keys. The example of a claim that fails
// must show the failure, and no record may refute a claim that holds.
func TestClaims(t *testing.T) {
	tried := map[Reason]int{}
	examples := 0
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tm := randomTemplate(t, rng)
		if int(seed) < len(crossing) {
			tm = mustParse(t, crossing[seed])
		}
		decodable, ordered := tm.DecodableClaim(), tm.OrderedClaim()
		tried[decodable.Reason]++
		tried[ordered.Reason]++
		for _, c := range []TemplateClaim{decodable, ordered} {
			if c.Example != nil && c.Reason != Refuses {
				examples++
				for i, values := range c.Example.Values {
					key, err := tm.AppendKey(nil, values)
					if err != nil || string(key) != string(c.Example.Keys[i]) {
						t.Fatalf("%q: %+v: %q has the key %q, %v", tm, c, values, key, err)
					}
				}
			}
		}
		if e := decodable.Example; !decodable.Holds {
			several := len(tm.of(slices.Index(tm.fields, decodable.Field))) > 1
			switch {
			case decodable.Reason == Impossible || e == nil && several:
			case e == nil:
				t.Fatalf("%q: %+v without an example", tm, decodable)
			case e.Keys[0] != e.Keys[1] || slices.Equal(e.Values[0], e.Values[1]):
				t.Fatalf("%q: %+v does not show it: %q", tm, decodable, *e)
			}
		} else if e != nil {
			_, err0 := tm.AppendKey(nil, e.Values[0])
			_, err1 := tm.AppendKey(nil, e.Values[1])
			if err0 == nil && err1 == nil || e.Keys[0] != e.Keys[1] || slices.Equal(e.Values[0], e.Values[1]) {
				t.Fatalf("%q: %+v shows no refusal: %q", tm, decodable, *e)
			}
		}
		if e := ordered.Example; !ordered.Holds && ordered.Reason != Impossible {
			if e == nil && len(tm.of(slices.Index(tm.fields, ordered.Field))) == 1 {
				t.Fatalf("%q: %+v without an example", tm, ordered)
			}
			order := tm.compare
			if at := slices.Index(tm.fields, ordered.Field); ordered.Reason == Unpadded {
				order = func(a, b []string) int { return compare(a[at], b[at], true) }
			}
			if e != nil && (order(e.Values[0], e.Values[1]) >= 0 || e.Keys[0] <= e.Keys[1]) {
				t.Fatalf("%q: %+v does not show it: %q", tm, ordered, *e)
			}
		}
		// Check the claims with records of all kinds.
		var pools [][]put
		for i := range tm.fields {
			pools = append(pools, tm.put(tm.of(i)))
			if len(pools[i]) == 0 {
				if decodable.Reason != Impossible || ordered.Reason != Impossible {
					t.Fatalf("%q: %+v, %+v: no value fits", tm, decodable, ordered)
				}
				pools = nil
				break
			}
		}
		if pools == nil {
			continue
		}
		var before []string
		var beforeKey string
		owner := map[string][]string{}
		for range 120 {
			values := make([]string, len(pools))
			for i, p := range pools {
				values[i] = p[rng.IntN(len(p))].value
				if before != nil && rng.IntN(2) == 0 {
					values[i] = before[i]
				}
			}
			raw, err := tm.AppendKey(nil, values)
			if err != nil {
				if e := err.(*base.Error); e.Code != base.CodeEmptyKey {
					t.Fatalf("%q: %q: %v", tm, values, err)
				}
				continue
			}
			key := string(raw)
			back, ok := tm.Decode(base.RowKey(key))
			if ok != decodable.Holds || ok && !slices.Equal(back, values) {
				t.Fatalf("%q: %q is read as %q, %v from %q", tm, values, back, ok, key)
			}
			if other := owner[key]; decodable.Holds && other != nil && !slices.Equal(other, values) {
				t.Fatalf("%q: %q and %q share %q", tm, values, other, key)
			}
			owner[key] = values
			if before != nil && ordered.Holds {
				if o := tm.compare(before, values); o < 0 && beforeKey > key || o > 0 && beforeKey < key {
					t.Fatalf("%q: %q has %q, %q has %q", tm, before, beforeKey, values, key)
				}
			}
			before, beforeKey = values, key
			checkSegments(t, tm, base.RowKey(key))
		}
	}
	t.Logf("%v, %d examples", tried, examples)
	for _, r := range []Reason{Apart, Refuses, Lossy, InOrder, Newest, Scrambled, ByLength, Separator, Unpadded, Shortened, Impossible} {
		if tried[r] < 20 {
			t.Errorf("%s was the reason %d times", r, tried[r])
		}
	}
}

// compare compares records field by field.
func (t *Template) compare(a, b []string) int {
	for i := range a {
		if o := compare(a[i], b[i], t.number(i)); o != 0 {
			return o
		}
	}
	return 0
}

// TestNumber checks that a text is a decimal number only in the form in which numbers are
// written.
func TestNumber(t *testing.T) {
	for _, s := range []string{"", "0", "00", "1", "01", "9223372036854775807", "9223372036854775808", "9999999999999999999", "10000000000000000000", "+1", "1 ", "x"} {
		n, err := strconv.ParseInt(s, 10, 64)
		want := err == nil && strconv.FormatInt(n, 10) == s
		if got, ok := ParseNumber(s); ok != want || ok && got != n {
			t.Errorf("Number(%q) = %d, %v", s, got, ok)
		}
	}
}

// TestFillOfAnyByte checks that only the fill is taken off a padded value, also where neither
// is UTF-8.
func TestFillOfAnyByte(t *testing.T) {
	for _, text := range []string{"{s|pad:4:\xff}", "{s|padleft:4:\xff}"} {
		tm, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range []string{"a\x80", "\x80a"} {
			key, err := tm.AppendKey(nil, []string{value})
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := tm.Decode(base.RowKey(key)); !ok || got[0] != value {
				t.Errorf("%q: %q gives back %q, not %q", text, key, got, value)
			}
		}
	}
}
