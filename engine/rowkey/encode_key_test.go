package rowkey

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// lookup returns a function with the values of the template's fields, for Encode.
func lookup(tm *Template, values []string) func(string) string {
	return func(field string) string { return values[slices.Index(tm.Fields(), field)] }
}

func TestEncode(t *testing.T) {
	tests := []struct {
		template string
		values   []string
		want     base.RowKey
	}{
		{"{game}#{player}#{date}", []string{"LoL", "Corrie", "20150301"}, "LoL#Corrie#20150301"},
		{"BATTERY#{user}#{time}", []string{"Corrie", "20150301124501001"}, "BATTERY#Corrie#20150301124501001"},
		{"{a}", []string{"x#y"}, "x#y"},
		{"{a}#{b}", []string{"", "x#y"}, "#x#y"},
		{"{a}#{b}", []string{"", ""}, "#"},
		{"{a}##{b}", []string{"x#y", "#z"}, "x#y###z"},
		{"{a}!", []string{"\x00\xff"}, "\x00\xff!"},
		{"counter", nil, "counter"},
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
	}
}

func TestEncodeRefuses(t *testing.T) {
	tests := []struct {
		template string
		values   []string
		code     base.Code
		args     string
	}{
		{"{a}#{b}", []string{"x#y", "z"}, base.CodeFieldAmbiguous, "a|x#y|#"},
		{"{a}#{b}!", []string{"x", "y!z"}, base.CodeFieldAmbiguous, "b|y!z|!"},
		{"{a}##{b}", []string{"x##", "z"}, base.CodeFieldAmbiguous, "a|x##|##"},
		{"{a}##{b}", []string{"x#", "z"}, base.CodeFieldAmbiguous, "a|x#|##"},
		{"{a}abab{b}", []string{"xab", "z"}, base.CodeFieldAmbiguous, "a|xab|abab"},
		{"{a}", []string{""}, base.CodeEmptyKey, ""},
		{"{a}", []string{strings.Repeat("x", 4097)}, base.CodeKeyTooLong, "4097|4096"},
	}
	for _, tt := range tests {
		tm := mustParse(t, tt.template)
		_, err := tm.Encode(lookup(tm, tt.values))
		var e *base.Error
		if !errors.As(err, &e) || e.Code != tt.code || strings.Join(e.Args, "|") != tt.args || e.Pos != -1 {
			t.Errorf("%s: Encode(%.20q) = %v, want %s: %s", tt.template, tt.values, err, tt.code, tt.args)
		}
		dst, err := tm.AppendKey([]byte("before"), tt.values)
		if string(dst) != "before" || err == nil {
			t.Errorf("%s: AppendKey(%.20q) = %q, %v; want the buffer as it was", tt.template, tt.values, dst, err)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct {
		template string
		key      base.RowKey
	}{
		{"{a}#{b}", ""},
		{"{a}#{b}", "x"},
		{"{a}#{b}!", "x#y"},
		{"{a}#{b}!", "x#y!z"},
		{"B#{a}", "C#x"},
		{"B#{a}", "B"},
		{"counter", "counters"},
		{"{a}", base.RowKey(strings.Repeat("x", 4097))},
	}
	for _, tt := range tests {
		if got, ok := mustParse(t, tt.template).Decode(tt.key); ok {
			t.Errorf("%s: Decode(%.20q) = %.20q, want a refusal", tt.template, tt.key, got)
		}
	}
}

func TestSeparable(t *testing.T) {
	// Compare with the definition, over all short words of two letters.
	var words []string
	for n := range 6 {
		for bits := range 1 << n {
			w := ""
			for i := range n {
				w += string("ab"[bits>>i&1])
			}
			words = append(words, w)
		}
	}
	for _, sep := range words {
		for _, v := range words {
			want := sep == "" || strings.Index(v+sep, sep) == len(v)
			if got := IsSeparable(v, sep); got != want {
				t.Errorf("Separable(%q, %q) = %v, want %v", v, sep, got, want)
			}
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add("{game}#{player}#{date}", "LoL", "Corrie", "20150301")
	f.Add("{a}##{b}", "x#", "y", "")
	f.Add("a{a}aba{b}b", "ab", "ba", "b")
	f.Add("{a|zero:3}{b|millis|newest}{c|pad:4}", "12", "20150301124501001", "x")
	f.Fuzz(func(t *testing.T, text, a, b, c string) {
		tm, err := Parse(text)
		if err != nil {
			return
		}
		values := make([]string, len(tm.Fields()))
		for i := range values {
			values[i] = []string{a, b, c}[i%3]
		}
		key, err := tm.Encode(lookup(tm, values))
		if err != nil {
			return
		}
		if back, ok := tm.Decode(key); tm.DecodableClaim().Holds && (!ok || !slices.Equal(back, values)) {
			t.Fatalf("%s: Encode(%q) = %q, Decode = %q, %v", text, values, key, back, ok)
		}
		checkSegments(t, tm, key)
		checkSegments(t, nil, key)
	})
}

// FuzzDecode checks that every key that decodes to a record is that record's key.
func FuzzDecode(f *testing.F) {
	f.Add("{game}#{player}#{date}", "LoL#Corrie#2015#0301")
	f.Add("{a}##{b}", "x###y")
	f.Add("{a}abab{b}", "ababab")
	f.Add("{a|zero:3}{b|day}{b|newest}", "012201503019223370611640874806")
	f.Fuzz(func(t *testing.T, text, key string) {
		tm, err := Parse(text)
		if err != nil {
			return
		}
		checkSegments(t, tm, base.RowKey(key))
		values, ok := tm.Decode(base.RowKey(key))
		if !ok {
			return
		}
		again, err := tm.AppendKey(nil, values)
		if err != nil || string(again) != key {
			t.Fatalf("%s: Decode(%q) = %q, which encodes to %q, %v", text, key, values, again, err)
		}
	})
}

func TestSegments(t *testing.T) {
	tests := []struct {
		template string // "" for none
		key      base.RowKey
		want     string
	}{
		{"{game}#{player}#{date}", "LoL#Corrie#20150301", "game=LoL =# player=Corrie =# date=20150301"},
		{"{game}#{player}#{date}", "LoL##2015#x", "game=LoL =# =# date=2015#x"},
		{"{game}#{player}#{date}", "LoL#Cor", "game=LoL =# player=Cor"},
		{"{game}#{player}#{date}", "LoL#", "game=LoL =#"},
		{"B#{user}!", "B#Jo!x", "=B# user=Jo =! =x"},
		{"B#{user}!", "C#Jo!x", "=C#Jo!x"},
		{"B#{user}!", "", ""},
		{"", "LoL#Corrie#20150301", "0=LoL =# 1=Corrie =# 2=20150301"},
		{"", "##a#", "=# =# 2=a =#"},
		{"", "", ""},
	}
	for _, tt := range tests {
		var tm *Template
		if tt.template != "" {
			tm = mustParse(t, tt.template)
		}
		var got []string
		for _, s := range tm.Segments(tt.key) {
			got = append(got, s.Field+"="+string(tt.key[s.Start:s.End]))
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("%s: Segments(%q) = %s, want %s", tt.template, tt.key, g, tt.want)
		}
		checkSegments(t, tm, tt.key)
	}
}

// checkSegments fails unless the segments cover the key without gap or overlap.
func checkSegments(t *testing.T, tm *Template, key base.RowKey) {
	t.Helper()
	at := 0
	for _, s := range tm.Segments(key) {
		if s.Start != at || s.End <= s.Start {
			t.Fatalf("%v: Segments(%q): [%d, %d) after %d", tm, key, s.Start, s.End, at)
		}
		at = s.End
	}
	if at != len(key) {
		t.Fatalf("%v: Segments(%q) end at %d", tm, key, at)
	}
}

func BenchmarkEncode(b *testing.B) {
	tm := mustParse(b, "{game}#{player}#{date}")
	value := func(field string) string {
		switch field {
		case "game":
			return "LoL"
		case "player":
			return "Corrie"
		}
		return "20150301"
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tm.Encode(value); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendKey(b *testing.B) {
	tm := mustParse(b, "{game}#{player}#{date}")
	values := []string{"LoL", "Corrie", "20150301"}
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if dst, err = tm.AppendKey(dst[:0], values); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRoundTrip encodes random records of awkward bytes. Each key that Encode does not
// refuse must decode to its record.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func(n int) string {
		w := make([]byte, rng.IntN(n))
		for i := range w {
			w[i] = "#:a\x00\xff"[rng.IntN(5)]
		}
		return string(w)
	}
	kept := 0
	for range 20_000 {
		text := word(3)
		n := 1 + rng.IntN(4)
		values := make([]string, n)
		for i := range n {
			text += fmt.Sprintf("{f%d}#%s", i, word(3))
			values[i] = word(5)
		}
		tm := mustParse(t, text)
		key, err := tm.Encode(lookup(tm, values))
		if err != nil {
			continue
		}
		kept++
		if back, ok := tm.Decode(key); !ok || !slices.Equal(back, values) {
			t.Fatalf("%q: Encode(%q) = %q, Decode = %q, %v", text, values, key, back, ok)
		}
	}
	if kept < 1000 {
		t.Errorf("only %d of the records could be encoded", kept)
	}
}
