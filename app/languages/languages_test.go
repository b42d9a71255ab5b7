//go:build !js

package languages

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tabletop/app/i18n"
)

// TestLanguages checks that no language has wrong texts, and that nothing is missing or
// older in a complete one.
func TestLanguages(t *testing.T) {
	all, err := i18n.ReadLanguages(i18n.TextFiles)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all[1:] {
		t.Run(l.Tag, func(t *testing.T) {
			found, err := CheckLanguage(os.DirFS("../.."), l.Tag)
			if err != nil {
				t.Fatal(err)
			}
			count := map[FindingKind]int{}
			for _, f := range found {
				count[f.Kind]++
				if l.Complete || f.Kind == Wrong {
					t.Error(f)
				}
			}
			t.Logf("%d missing, %d older", count[Missing], count[Outdated])
		})
	}
}

// repository returns a repository with one file of sentences and one lesson, in English and
// Italian.
func repository(english, own, lesson, eigen string, more ...string) fstest.MapFS {
	files := fstest.MapFS{}
	put := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(text)} }
	put("app/i18n/text/en/a.txt", english)
	put("app/i18n/text/it/a.txt", own)
	put("app/i18n/text/it/numbers.txt", "number-thousands = .\n  < ,\nnumber-point = ,\n  < .\nnumber-units = mila 1000, milione 1000000, milioni 1000000\n  < thousand 1000\n")
	put("app/i18n/text/en/numbers.txt", "number-thousands = ,\nnumber-point = .\nnumber-units = thousand 1000\n")
	put("lessons/content/tracks.json", `[{"id": "t", "lessons": ["l"]}]`)
	put("lessons/content/tracks.en.md", "# track t: Tables\n")
	put("lessons/content/tracks.it.md", "# track t: Tabelle\n")
	put("lessons/content/l/en.md", lesson)
	if eigen != "" {
		put("lessons/content/l/it.md", eigen)
	}
	for i := 0; i < len(more); i += 2 {
		put(more[i], more[i+1])
	}
	stamped, err := UpdateStamps(files, "it")
	if err != nil {
		panic(err)
	}
	if files["lessons/stamps/it.txt"] == nil {
		put("lessons/stamps/it.txt", string(stamped))
	}
	return files
}

// lines returns findings as lines, without the folders of their files.
func lines(found []Finding) (all []string) {
	for _, f := range found {
		f.File = f.File[strings.LastIndexByte(f.File, '/')+1:]
		all = append(all, f.String())
	}
	return all
}

func TestSentences(t *testing.T) {
	const lesson = "# title: One\n"
	glossary := []string{"app/i18n/text/it/glossary.txt", "row key = chiave di riga, chiavi di riga\n  ! chiave riga, row key\nHBase shell = HBase shell\n"}
	for _, c := range []struct {
		english, own string
		want         string // "" for no finding
	}{
		{"a = {1} rows", "a = {1} righe\n  < {1} rows", ""},
		{"a = {1#} {1=1?row|rows}", "a = {1#} {1@one?riga|righe}\n  < {1#} {1=1?row|rows}", ""},
		{"a = Rows", "b = Righe\n  < Rows", "a.txt: a: missing: Rows|a.txt:1: b: wrong: English has no sentence of this code in this file"},
		{"a = Rows", "a =\n  < Rows", "a.txt:1: a: missing: Rows"},
		{"a = Rows", "a = Righe", "a.txt:1: a: wrong: the English sentence is missing below it: < Rows"},
		{"a = Rows", "a = Righe\n  < Row", `a.txt:1: a: older: it says "Row"; the English is "Rows" now`},
		{"a = {1} rows", "a = righe\n  < {1} rows", "a.txt:1: a: wrong: it does not show {1}, which English does"},
		{"a = {1#} rows", "a = {1} righe\n  < {1#} rows", "a.txt:1: a: wrong: it does not show {1#}, which English does|a.txt:1: a: wrong: it shows {1}, which English does not"},
		{"a = {1} rows", "a = {1} {2?x|}righe\n  < {1} rows", "a.txt:1: a: wrong: it depends on {2}, which English does not know"},
		{"a = {1} rows", "a = {1 righe\n  < {1} rows", "a.txt:1: a: wrong: a { or } is missing or one too many, or a place is not written as in English"},
		{"a = All rows", "a = All rows\n  < All rows", "a.txt:1: a: wrong: it is the English sentence"},
		{"a = The HBase shell", "a = The HBase shell\n  < The HBase shell", ""},
		{"a = Menu", "a = Menu\n  < Menu", ""},
		{"a = Up to 1,000 rows of 1.5 MB", "a = Fino a 1.000 righe di 1,5 MB\n  < Up to 1,000 rows of 1.5 MB", ""},
		{"a = Up to 1,000 rows", "a = Fino a 1.0000 righe\n  < Up to 1,000 rows", "a.txt:1: a: wrong: the English text has the figure 1000|a.txt:1: a: wrong: the figure 0000 is not in the English text"},
		{"a = 100 thousand rows", "a = 100 mila righe\n  < 100 thousand rows", ""},
		{"a = A row key", "a = Una row key\n  < A row key", `a.txt:1: a: wrong: the glossary has "chiave di riga, chiavi di riga" for row key, not "row key"`},
	} {
		found, err := CheckLanguage(repository(c.english, c.own, lesson, "# title: Uno\n", glossary...), "it")
		if got := strings.Join(lines(found), "|"); err != nil || got != c.want {
			t.Errorf("%s / %s: %v\n got %s\nwant %s", c.english, c.own, err, got, c.want)
		}
	}
}

func TestLessons(t *testing.T) {
	const english = "# title: A map\n\n# step put: One row\n\nWrite `set t r f:q=1` into 1,000 rows, in 12 tables.\n\n## hint 1\n\nDo it.\n"
	const own = "# title: Una mappa\n\n# step put: Una riga\n\nScrivi `set t r f:q=1` in 1.000 righe, in dodici tabelle.\n\n## hint 1\n\nFallo.\n"
	for _, c := range []struct{ was, now, want string }{
		{"", "", ""},
		{"Una mappa", "A map is it", ""},
		{"set t r f:q=1", "set t r f:q=2", "it.md:3: step put: wrong: it lacks `set t r f:q=1`, which is in the English|it.md:3: step put: wrong: `set t r f:q=2` is not in the English"},
		{"1.000", "10.000", "it.md:3: step put: wrong: the English text has the figure 1000|it.md:3: step put: wrong: the figure 10000 is not in the English text"},
		{"## hint 1\n\nFallo.\n", "", `it.md: step put/hint 1: missing: "Do it."`},
		{"## hint 1", "## hint 2", `it.md: step put/hint 1: missing: "Do it."|it.md:7: step put/hint 2: wrong: English has no such block`},
		{"Fallo.", "Do it.", "it.md:7: step put/hint 1: wrong: it is the English text"},
	} {
		found, err := CheckLanguage(repository("a = x", "a = y\n  < x", english, strings.Replace(own, c.was, c.now, 1)), "it")
		if got := strings.Join(lines(found), "|"); err != nil || got != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.now, err, got, c.want)
		}
	}
	files := repository("a = x", "a = y\n  < x", english, own)
	files["lessons/content/l/en.md"].Data = []byte(strings.Replace(english, "Do it.", "Do it now.", 1))
	found, err := CheckLanguage(files, "it")
	if got := strings.Join(lines(found), "|"); err != nil || got != "it.md:7: step put/hint 1: older: the English has changed since" {
		t.Errorf("%v: %s", err, got)
	}
	if found, _ = CheckLanguage(repository("a = x", "a = y\n  < x", english, ""), "it"); len(found) != 1 || found[0].String() != "lessons/content/l/it.md: missing: the file, with 3 blocks" {
		t.Errorf("without a file: %v", found)
	}
	found, _ = CheckLanguage(repository("a = x", "a = y\n  < x", english, own, "lessons/stamps/it.txt", ""), "it")
	if len(found) != 4 || found[0].Kind != Outdated {
		t.Errorf("without stamps: %v", lines(found))
	}
}

// TestStamp checks that only the named lessons are stamped, and that the other stamps stay.
func TestStamp(t *testing.T) {
	files := repository("a = x", "a = y\n  < x", "# title: One\n", "# title: Uno\n", "lessons/stamps/it.txt", "12345678 tracks: track t\n")
	got, err := UpdateStamps(files, "it", "l")
	if err != nil || !strings.Contains(string(got), "12345678 tracks: track t\n") || !strings.Contains(string(got), " l: title\n") {
		t.Errorf("%v: %s", err, got)
	}
	if _, err := UpdateStamps(files, "it", "m"); err == nil {
		t.Error("a lesson that is not there is stamped")
	}
}

func TestFigures(t *testing.T) {
	en := notation{",", ".", map[string]float64{"million": 1e6}}
	it := notation{".", ",", map[string]float64{"milioni": 1e6}}
	zh := notation{",", ".", map[string]float64{"萬": 1e4}}
	for _, c := range []struct {
		n    notation
		text string
		want []string
	}{
		{en, "1,000,000 rows, 1.5 MB, 9 of 12, 13 tables in 2026 at 12:53:32", []string{"1.5", "1000000", "12:53:32", "13", "2026"}},
		{en, "2 million", []string{"2000000"}}, {it, "2 milioni, 1.000, 0,5 e 3.141,59", []string{"0.5", "1000", "2000000", "3141.59"}},
		{zh, "10 萬筆,1,234 列", []string{"100000", "1234"}}, {en, "key 007, 15%", []string{"007", "15"}},
		{en, "from 13, 14, 15", []string{"13", "14", "15"}}, {it, "13,14", []string{"13.14"}}, {en, "10-20", []string{"20"}},
	} {
		slices.Sort(c.want)
		if got := c.n.figures(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestData checks that prices and readings are written as the tables show them, and sizes
// are not.
func TestData(t *testing.T) {
	for _, c := range []struct{ english, own, wantEnglish, wantOwn string }{
		{"It closed at 558.40, not 559.40.", "Ha chiuso a 558.40, non 559.40.", "It closed at , not .", "Ha chiuso a , non ."},
		{"It reads 35.2 KB, 2.5% of it.", "Legge 35.2 KB, il 2.5%.", "It reads 35.2 KB, 2.5% of it.", "Legge 35.2 KB, il 2.5%."},
		{"6.5 hours", "6,5 ore", "6.5 hours", "6,5 ore"},
		{"at 12:53:32.156", "alle 12:53:32.156", "at 12:53:32.156", "alle 12:53:32.156"},
	} {
		if english, own := withoutData(c.english, c.own); english != c.wantEnglish || own != c.wantOwn {
			t.Errorf("%q and %q: %q and %q", c.english, c.own, english, own)
		}
	}
}

func TestSays(t *testing.T) {
	for _, c := range []struct {
		text, term string
		want       bool
	}{
		{"La row key è qui", "row key", true}, {"Row key", "row key", true}, {"arrow keys", "row key", false}, {"row keys", "row key", false},
		{"這是列鍵。", "列鍵", true}, {"è", "é", false},
	} {
		if got := says(c.text, c.term); got != c.want {
			t.Errorf("%s in %s: %v", c.term, c.text, got)
		}
	}
	c := checker{terms: []term{{english: "row", own: []string{"資料列"}, not: []string{"列"}}}}
	c.compareTerms(1, "a", "一個資料列")
	if len(c.found) > 0 {
		t.Error(c.found)
	}
	if c.compareTerms(1, "a", "一列"); len(c.found) != 1 {
		t.Error("a term that must not be said is not found")
	}
}

// TestBegin checks that files of a new language have the order of the English ones, and that
// they keep what is written when they are begun again.
func TestBegin(t *testing.T) {
	const english = "# A part.\n\na = one\n\n# More.\nb = \\ two\nc = three\n"
	files := repository(english, "", "# title: One\n", "", glossaryFile("en"), "row key = row key\n")
	delete(files, "app/i18n/text/it/a.txt")
	got, err := BeginTranslationFiles(files, "it")
	if want := "# A part.\n\na =\n  < one\n\n# More.\nb =\n  < \\ two\nc =\n  < three\n"; err != nil || string(got["app/i18n/text/it/a.txt"]) != want {
		t.Errorf("%v: %s", err, got["app/i18n/text/it/a.txt"])
	}
	if !strings.HasSuffix(string(got[glossaryFile("it")]), "\nrow key =\n") {
		t.Errorf("the glossary is %s", got[glossaryFile("it")])
	}
	const half = "# A part.\n# Mine.\nb = \\ due\n  < \\ two of before\nx = ics\n  < ex\n"
	again, err := BeginTranslationFiles(repository(english, half, "# title: One\n", ""), "it")
	want := "# A part.\n\na =\n  < one\n\n# More.\n# Mine.\nb = \\ due\n  < \\ two of before\nc =\n  < three\nx = ics\n  < ex\n"
	if string(again["app/i18n/text/it/a.txt"]) != want || err != nil {
		t.Errorf("%v: %s", err, again["app/i18n/text/it/a.txt"])
	}
	// Begun for English, the files are unchanged.
	for _, f := range []string{"refusals", "page", "heat", "lesson"} {
		name := sentenceFile(source, f)
		all, err := BeginTranslationFiles(os.DirFS("../.."), source)
		data, _ := fs.ReadFile(os.DirFS("../.."), name)
		if err != nil || string(all[name]) != string(data) {
			t.Errorf("%s: %v: begun again it is another", name, err)
		}
	}
}
