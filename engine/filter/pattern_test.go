package filter

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern  string
		yes, not []string
	}{
		{"", []string{""}, []string{"a"}},
		{"abc", []string{"abc"}, []string{"", "ab", "abcd", "xabc", "ABC"}},
		{"a|bc", []string{"a", "bc"}, []string{"ac", "abc", "b"}},
		{".*", []string{"", "x", "\x00\xff"}, []string{"\n", "a\nb"}},
		{`\C*`, []string{"", "a\nb", "\xff"}, nil},
		{`a\Cb`, []string{"a\nb", "a\xffb", "axb"}, []string{"ab", "axxb"}},
		{`\\C`, []string{`\C`}, []string{`\x`}},
		{`\Qa.b`, []string{"a.b"}, []string{"axb"}},
		{`\Qa.\Cb\E.`, []string{`a.\Cbx`}, []string{"a.xbx"}},
		{"(?s).*", []string{"a\nb"}, nil},
		{"(?i)LoL#.*", []string{"lol#1", "LOL#"}, []string{"lol"}},
		{"LoL#.*#2015.*", []string{"LoL#Corrie#20150301"}, []string{"LoL#Corrie#2016"}},
		{"[0-9]{3}", []string{"123"}, []string{"12", "1234", "12a"}},
		{"^a.*z$", []string{"az", "abz"}, []string{"a", "za", "abz\n"}},
		{"a^b", nil, []string{"ab"}},
		{"a$|b", []string{"a", "b"}, []string{"ab"}},
		{"$^", []string{""}, []string{"a"}},
		{"(a$)*^", []string{""}, []string{"a"}},
		{`\bfoo\b.*`, []string{"foo", "foo bar"}, []string{"foobar"}},
		{"(?m)a$\n^b", []string{"a\nb"}, []string{"ab"}},
		{"é", []string{"é"}, []string{"\xe9", "\xc3"}},
		{"[é]", []string{"\xc3", "\xa9"}, []string{"é", "\xe9"}},
		{"\xff\\xfe", []string{"\xff\xfe"}, []string{"ÿþ"}},
		{`\x{e9}`, []string{"\xe9"}, []string{"é"}},
		{`\x{100}`, nil, []string{"\u0100", "\x00"}},
		{"[^a]", []string{"b", "\xff", "\n"}, []string{"a", "", "\u00e9"}},
		{"(?i)\xe9", []string{"\xe9", "\xc9"}, []string{"e"}},
		{"(a|b)*abb(a|b){6}", []string{"abbababab", "babbbbbbbb"}, []string{"abb", "abaaaaaaa"}},
		// Patterns with a literal that every match contains; the matcher looks for it first.
		{".*ab.*", []string{"ab", "xabab"}, []string{"", "ba", "ab\n"}},
		{"x?ab.*cd", []string{"abcd", "xab--cd"}, []string{"xabc", "abcdx", "cd"}},
		{"a(bc)d*", []string{"abc", "abcd"}, []string{"ad", "bcd"}},
		{"(?i).*ab", []string{"AB", "xaB"}, []string{"b"}},
		{"(?:ab)?c.*", []string{"c", "abc"}, []string{"ab"}},
		{"a*bc*", []string{"b", "aabc"}, []string{"ac"}},
		// Patterns beyond the automaton's bounds.
		{"(a|b)*a(a|b){12}", []string{"bbabbbbbbbbbbbb"}, []string{"bbbbbbbbbbbbbbb", "abb"}},
		{`(?:\xff|b)*a(?:\xff|b){12}`, []string{"\xffa" + strings.Repeat("\xff", 12)}, []string{"a"}},
	} {
		m, wrong := newMatcher(tt.pattern)
		if m == nil {
			t.Errorf("%q: %s", tt.pattern, wrong)
			continue
		}
		for _, s := range tt.yes {
			if !m.match(s) {
				t.Errorf("%q does not match %q", tt.pattern, s)
			}
		}
		for _, s := range tt.not {
			if m.match(s) {
				t.Errorf("%q matches %q", tt.pattern, s)
			}
		}
	}
}

func TestMeans(t *testing.T) {
	for pattern, want := range map[string]string{
		"abc": "text", "": "text", `a\.b`: "text", "é": "text",
		"a.*": "automaton", "(?i)a": "automaton", "^a$": "automaton", `.*#20150301`: "automaton",
		`\ba`: "expression", "(a|b)*a(a|b){12}": "expression",
	} {
		m, wrong := newMatcher(pattern)
		if m == nil {
			t.Fatal(wrong)
		}
		got := "text"
		switch {
		case m.dfa != nil:
			got = "automaton"
		case m.re != nil:
			got = "expression"
		}
		if got != want {
			t.Errorf("%q is matched by %s, want %s", pattern, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	var all strings.Builder
	for c := range 256 {
		all.WriteByte(byte(c))
	}
	for _, s := range []string{"", "a.b*c", `\E\Q`, "é", all.String(), "{1}[x](?i)", "a|b"} {
		m, wrong := newMatcher(QuotePattern(s))
		if m == nil {
			t.Errorf("%q: %s", s, wrong)
			continue
		}
		if m.dfa != nil || m.re != nil || m.text != s {
			t.Errorf("Quote(%q) = %q matches %q", s, QuotePattern(s), m.text)
		}
	}
}

// FuzzMatch compares the automaton with package regexp.
func FuzzMatch(f *testing.F) {
	for _, p := range []string{"a", "a.*b", "(a|b)*a(a|b)", `\C*x`, "^a$|b", "$^", "[^\xff]+", `(?i)\xe9|k`, "a{2,4}?", "(?s).", `\w+\d`, "(a$)*"} {
		f.Add(p, "ab")
		f.Add(p, "\xe9\nK")
	}
	f.Fuzz(func(t *testing.T, pattern, s string) {
		if len(pattern) > 60 || len(s) > 200 {
			return
		}
		m, _ := newMatcher(pattern)
		if m == nil {
			return
		}
		tree, err := syntax.Parse(translate(pattern), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		re, err := slow(tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{s, "", pattern, s + s, strings.ToUpper(s)} {
			if got, want := m.match(s), re.MatchString(widen(s)); got != want {
				t.Errorf("%q on %q: %v, package regexp says %v", pattern, s, got, want)
			}
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	const text = "LoL#Corrie#20150301"
	for _, p := range []string{text, "LoL#Corrie#.*", ".*#20150301", `\bLoL.*`} {
		m, wrong := newMatcher(p)
		if m == nil {
			b.Fatal(wrong)
		}
		b.Run(fmt.Sprintf("%q", p), func(b *testing.B) {
			for b.Loop() {
				if !m.match(text) {
					b.Fatal("no match")
				}
			}
		})
	}
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			if m, wrong := newMatcher(".*#2015[0-9]{4}#(true|false)"); m == nil {
				b.Fatal(wrong)
			}
		}
	})
}
