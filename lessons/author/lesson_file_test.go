package author

import (
	_ "embed"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

// packed returns a lesson of the site as one file.
func packed(t testing.TB, slug string) []byte {
	t.Helper()
	dir, err := fs.Sub(content.Files, slug)
	if err != nil {
		t.Fatal(err)
	}
	track, _ := TrackOf(content.Files, slug, "en")
	text, err := Pack(dir, slug, track)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestFileRoundTrip checks that every lesson can be packed into a file from which the same lesson
// is compiled.
func TestFileRoundTrip(t *testing.T) {
	for _, l := range course(t) {
		text := packed(t, l.Slug)
		a, _, err := unpack(text)
		if err != nil {
			t.Fatal(err)
		}
		files := members{}
		for _, f := range a.Files {
			files[f.Name] = f.Data
			was, err := fs.ReadFile(content.Files, l.Slug+"/"+f.Name)
			if err != nil || string(was) != string(f.Data) {
				t.Errorf("%s: %s comes back as another: %v", l.Slug, f.Name, err)
			}
		}
		s := newFolder(files, ".")
		if got := s.lesson(l.Slug, "en", l.Track); !reflect.DeepEqual(got, l) || len(s.found) > 0 {
			t.Errorf("%s: read from its file it is another: %v", l.Slug, s.found)
		}
	}
}

// small is the smallest possible lesson.
//
//go:embed testdata/small.txtar
var small string

func TestCheckFile(t *testing.T) {
	for name, text := range map[string]string{
		"as it is": small, "with the ends of lines of Windows": "\ufeff" + strings.ReplaceAll(small, "\n", "\r\n"),
	} {
		v := CheckFile([]byte(text), "en")
		if len(v.Problems) > 0 || v.Lesson == nil || v.Lesson.Slug != "small" || v.Lesson.Track != "Mine" || v.Attempts != 1 {
			t.Fatalf("%s: %+v", name, v)
		}
		if again, err := lessons.DecodeFileReport(lessons.EncodeFileReport(v)); err != nil || !reflect.DeepEqual(again, v) {
			t.Errorf("%s: read back as %+v, %v", name, again, err)
		}
	}
}

// staircase returns a list that is nested to a given depth.
func staircase(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i) + "- Deeper.\n")
	}
	return b.String()
}

// TestNesting checks that nesting never returns less than the depth to which Markdown nests a line.
func TestNesting(t *testing.T) {
	for line, want := range map[string]int{
		"": 0, "text > text": 0, "> text": 1, ">>> - 1. * text": 6, "    - text": 3, "\t1) text": 3, "1990 was": 0, "-5": 0, "12345. text": 1, "      ": 0, ">  >": 2, "-": 1,
	} {
		if got := nesting([]byte(line)); got != want {
			t.Errorf("%q: %d, want %d", line, got, want)
		}
	}
	p := readText([]byte("# title: A\n\n"+strings.Repeat("> ", maxNesting)+"As deep as may be.\n\n"+strings.Repeat("*a* ", maxMarks/2)+"\n"), "en.md", nil)
	if len(p.errs) > 0 || strings.Count(p.blocks["title"].html, "<blockquote>") != maxNesting {
		t.Error(p.errs)
	}
}

// TestCheckFileSaysLines checks that all mistakes of a file are found at once, each with its line.
func TestCheckFileSaysLines(t *testing.T) {
	tests := []struct {
		name string
		swap []string // old, new
		want []string // "line: words of the message", in order
	}{
		{"nothing in it", []string{small, ""}, []string{"1: mistake-no-slug", "1: mistake-missing: lesson.json", "1: mistake-missing: solutions.json"}},
		{"no name", []string{"lesson: small", "lessen: small"}, []string{"1: mistake-no-slug"}},
		{"a name that is none", []string{"lesson: small", "lesson: My lesson"}, []string{"1: mistake-slug: My lesson"}},
		{"a file twice", []string{"[]\n", "[]\n-- facts.json --\n[]\n"}, []string{"47: mistake-twice: facts.json"}},
		{"a folder", []string{"-- facts.json --", "-- x/facts.json --"}, []string{"1: mistake-untried: facts.json", "45: mistake-folder: x/facts.json"}},
		{"JSON cut off", []string{`"hints": 3}`, `"hints": `}, []string{"13: mistake-json: invalid character ']'"}},
		{"three mistakes", []string{
			`"minutes": 5`, `"minuets": 5`, `"keys": ["a"]`, `"keys": "a"`, `"hints": 3`, `"hints": "three"`,
		}, []string{
			"5: minutes: mistake-no-minutes", "6: mistake-member: minuets, minutes, minutes, path, quiz, teaches", "11: mistake-value: text, list", "12: mistake-value: text, whole",
		}},
		{"two unknown names", []string{`"open": ["there"]`, `"open": ["hare"]`, `"one": [{"type"`, `"two": [{"type"`},
			[]string{"42: mistake-no-solution", "42: mistake-unknown: two, step, , one", "44: mistake-unknown: hare, goal, , there"}},
		{"a block without text", []string{"## goal there: The table has the row a\n", ""}, []string{"20: mistake-no-text: step one/goal there, ## goal there"}},
		{"nothing passes", []string{`{"one": [{"type": "set t a F:Q=1"}]}`, `{"one": [{"type": "set t c F:Q=1"}]}`}, []string{"42: mistake-solution-fails: there"}},
		{"it passes by itself", []string{`families=F"`, `families=F\nset t a F:Q=1"`}, []string{"11: mistake-passes: there"}},
		{"a wrong attempt that is right", []string{"set t b", "set t a"}, []string{"44: mistake-wrong-passes: there"}},
		{"a figure that is not so", []string{"has one step.", "has 77 steps.", "[]\n", `[{"says": "77 steps", "step": "one", "is": {"stored": {"table": "t", "rows": {"is": 77}}}}]` + "\n"},
			[]string{"46: mistake-false: 77 steps, rows-stored 0"}},
		{"a figure that nothing proves", []string{"has one step.", "has 77 steps."}, []string{"17: mistake-unproved: 77, It has 77 steps."}},
		{"a piece of a figure", []string{"has one step.", "has 77 steps, not 177.", `"keys": ["a"]`, `"keys": ["a177"]`, `{"one": [{"type": "set t a `, `{"one": [{"type": "set t a177 `},
			[]string{"17: mistake-unproved: 77, It"}},
		{"quotations in quotations", []string{"It has one step.", "It has one step.\n\n" + strings.Repeat(">", 20_000) + " Deep."}, []string{"19: mistake-text-nested: 100"}},
		{"lists in lists", []string{"It has one step.", "It has one step.\n\n" + staircase(1_500)}, []string{"119: mistake-text-nested: 100"}},
		{"lists in a line", []string{"It has one step.", "It has one step.\n\n" + strings.Repeat("- ", 2_000) + "Deep."}, []string{"19: mistake-text-nested: 100"}},
		{"links without an end", []string{"It has one step.", "It has one step.\n\n" + strings.Repeat("[a](b ", 30_000)}, []string{"19: mistake-text-crowded: 60000, 2000"}},
		{"links in many lines", []string{"It has one step.", "It has one step.\n\n" + strings.Repeat("[a](b\n", 30_000)}, []string{"19: mistake-text-crowded: 60000, 2000"}},
	}
	for _, tt := range tests {
		text := strings.NewReplacer(tt.swap...).Replace(small)
		v := CheckFile([]byte(text), "en")
		var got []string
		for _, p := range v.Problems {
			got = append(got, fmt.Sprintf("%d: %s: %v", p.Line, p.At, p.What))
		}
		at := 0
		for _, want := range tt.want {
			line, words, _ := strings.Cut(want, ": ")
			i := slices.IndexFunc(got[at:], func(g string) bool {
				return strings.HasPrefix(g, line+": ") && strings.Contains(strings.TrimPrefix(g, line+": : "), words)
			})
			if i < 0 {
				t.Errorf("%s: no %q in\n%s", tt.name, want, strings.Join(got, "\n"))
				break
			}
			at += i + 1
		}
		if bad := v.Problems.HasErrors(); bad == (v.Lesson != nil) {
			t.Errorf("%s: bad %v, and a lesson %v", tt.name, bad, v.Lesson != nil)
		}
		for _, p := range v.Problems {
			if all := strings.Split(text, "\n"); p.Line < 1 || p.Line > len(all) || !strings.HasPrefix(all[p.Line-1], strings.TrimSuffix(p.Text, "…")) {
				t.Errorf("%s: line %d is %q", tt.name, p.Line, p.Text)
			}
		}
	}
}

// FuzzFile checks that no file makes the parser fail, and that unusable files are refused.
func FuzzFile(f *testing.F) {
	f.Add(small)
	f.Add(strings.Replace(small, `"hints"`, `"notes": [{"id": "n", "when": {"goal": "there"}}], "hints"`, 1))
	f.Add(string(packed(f, anyLesson)))
	f.Fuzz(func(t *testing.T, text string) {
		a, first, err := unpack([]byte(text))
		if err != nil {
			return
		}
		dir := members{}
		for i, m := range a.Files {
			if dir[m.Name] = m.Data; first[i] < 1 || first[i] > 2+strings.Count(text, "\n") {
				t.Errorf("%s begins in line %d", m.Name, first[i])
			}
		}
		s := newFolder(dir, ".")
		l := s.lesson("s", "en", "")
		if l != nil {
			s.attempts(l, "wrong.json")
			s.facts(l)
		}
		for _, p := range s.found {
			if n := 1 + strings.Count(string(dir[p.File]), "\n"); p.Line < 1 || p.Line > n || p.What == nil {
				t.Errorf("%v: %s has %d lines", p, p.File, n)
			}
		}
	})
}

// FuzzOpenFile does with a file what happens when a reader opens it: it is checked and verified,
// and a lesson in it is encoded, decoded and begun.
func FuzzOpenFile(f *testing.F) {
	f.Add(small)
	f.Add(strings.Replace(small, `"hints"`, `"notes": [{"id": "n", "when": {"goal": "there"}}], "hints"`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		v := CheckFile([]byte(text), "en")
		if v.Lesson == nil {
			if !v.Problems.HasErrors() {
				t.Fatal("no lesson, and nothing wrong with it")
			}
			return
		}
		l, err := lessons.DecodeFromFile(lessons.Encode(v.Lesson))
		if err != nil {
			return // refused with a code, before it begins
		}
		s := engine.New(engine.Options{Now: func() base.Micros { return 1_000_000 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
		run := lessons.NewPlayer(l, s, lessons.Progress{})
		for _, r := range l.OpeningRequests() {
			s.Do(r)
		}
		run.Outcome()
	})
}
