//go:build !js

package i18n

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"tabletop/engine/base"
)

func TestParseFile(t *testing.T) {
	got, err := ParseSentences("# A part.\n\na = one\n  < uno\nb = \"two\" = {1=2?x|y}\n  and\\\n\tmore\n  < due\n  < e\r\nc =\n  < tre\nd = \\ {1}\nsay-e = : \\\nf.g =\n  six\n")
	want := []SentenceEntry{
		{"a", "one", "uno", 3}, {"b", `"two" = {1=2?x|y} andmore`, "due e", 5}, {"c", "", "tre", 10}, {"d", " {1}", "", 12}, {"say-e", ": ", "", 13}, {"f.g", "six", "", 14},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v\n got %v\nwant %v", err, got, want)
	}
	for text, want := range map[string]string{
		"a = b\na b\n": "2: write a code, =, and the sentence", "x y = z": "1: write a code", " = z": "1: nothing comes before", "=z": "1: write a code",
		"a = b\n\na = c\n": "3: there is a sentence for a already", "# c\n  more": "2: nothing comes before",
	} {
		if _, err := ParseSentences(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestReadLanguages(t *testing.T) {
	folder := func(text string) fs.FS { return fstest.MapFS{"text/languages.txt": {Data: []byte(text)}} }
	got, err := ReadLanguages(folder("# c\nen whole English\npt-BR begun Português do Brasil\n"))
	if want := []Language{{"en", "English", true}, {"pt-BR", "Português do Brasil", false}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: %v", err, got)
	}
	for text, want := range map[string]string{
		"it whole Italiano": "English comes first", "en begun English": "English comes first", "en English": "languages.txt:1: write tag", "en whole English\nit done Italiano": "languages.txt:2:",
	} {
		if _, err := ReadLanguages(folder(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestUsed tests that each of the page's texts is used: its code, or a prefix of the code, is
// in a program.
func TestUsed(t *testing.T) {
	whole, begun := map[string]bool{}, map[string]bool{}
	for _, dir := range []string{"app", "wasm", "web/site", "engine", "lessons"} {
		err := filepath.WalkDir(filepath.Join("..", "..", filepath.FromSlash(dir)), func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			var s scanner.Scanner
			s.Init(token.NewFileSet().AddFile(path, -1, len(source)), source, nil, 0)
			for _, kind, text := s.Scan(); kind != token.EOF; _, kind, text = s.Scan() {
				if kind != token.STRING {
					continue
				}
				text, _ = strconv.Unquote(text)
				whole[text] = true
				if strings.HasSuffix(text, "-") || strings.HasSuffix(text, ".") {
					begun[text] = true
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	parts := map[base.Code]bool{}
	for _, text := range page[fallback] {
		nodes, _ := parseTemplate(text)
		lookups(nodes, page[fallback], parts)
	}
	for code := range page[fallback] {
		used := whole[string(code)] || parts[code]
		for i, r := range code {
			used = used || (r == '-' || r == '.') && (begun[string(code[:i+1])] || whole[string(code[:i])])
		}
		if !used {
			t.Errorf("nothing says %s", code)
		}
	}
}

// TestRead tests that every template of the page's texts can be parsed.
func TestRead(t *testing.T) {
	for name, s := range map[string]sentences{"page": page, "engine": spoken, "author": authors} {
		for lang, table := range s {
			for code, text := range table {
				if _, err := parseTemplate(text); err != nil {
					t.Errorf("%s, %s: %s: %v: %s", lang, name, code, err, text)
				}
			}
		}
	}
}

func TestPlural(t *testing.T) {
	const text = "{1#} {1@one?riga|{1@other?righe|?}}"
	for _, c := range []struct{ lang, n, want string }{{"it", "1", "1 riga"}, {"it", "0", "0 righe"}, {"it", "2000", "2.000 righe"}, {"zh-Hant", "1", "1 righe"}, {"it", "x", "x ?"}} {
		s := sentences{c.lang: {"a": text}}
		if got := s.say(c.lang, "a", []string{c.n}); got != strings.ReplaceAll(c.want, ".", page.part(c.lang, "number-thousands")) {
			t.Errorf("%s of %s: %s", c.n, c.lang, got)
		}
	}
}

// TestPack tests that a packed language has its sentences, and the English one with a mark if
// it lacks one.
func TestPack(t *testing.T) {
	was := []sentences{spoken, page, authors}
	defer func() { spoken, page, authors = was[0], was[1], was[2] }()
	reset := func() { spoken, page, authors = sentences{}, sentences{}, sentences{} }
	reset()
	spoken.put("en", "a", "one {1}")
	page.put("en", "a", "two")
	page.put("en", "b", "three")
	page.put("it", "a", "due")
	authors.put("en", "c", "four")
	offered := []Language{{"en", "English", true}, {"it", "Italiano", true}}
	packed, author, english := PackLanguage("it", offered, false), PackLanguage("it", offered, true), PackLanguage("en", offered, false)
	reset()
	if got := LoadLanguage("it", packed); !slices.Equal(got, offered) {
		t.Errorf("offered are %v", got)
	}
	LoadLanguage("it", author)
	for _, c := range [][2]string{
		{PageText("it", "a"), "due"}, {PageText("it", "b"), "three [en]"}, {EngineSentence("it", "a", "1"), "one 1 [en]"},
		{authors.say("it", "c", nil), "four [en]"}, {PageText("en", "a"), "due"},
	} {
		if c[0] != c[1] {
			t.Errorf("it says %q, not %q", c[0], c[1])
		}
	}
	if LoadLanguage("en", english); PageText("en", "a") != "two" || PageText("it", "a") != "due" || !HasPageText("b") || HasPageText("c") {
		t.Error("a second language is not what it is packed from")
	}
}
