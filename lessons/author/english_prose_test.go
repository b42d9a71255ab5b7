package author

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// habits are phrases that must not be used in lessons and on the page, and notations of README.md
// that are easily missed, each with what to write instead.
var habits = []struct {
	found  *regexp.Regexp
	better string
}{
	{regexp.MustCompile(`(?i)\bbehind\b`), "after, beyond or below"},
	{regexp.MustCompile(`(?i)\bstands?\b`), "is, comes or lies"},
	{regexp.MustCompile(`(?i)\bof (?:now|before)\b`), "present, or that before"},
	{regexp.MustCompile(`(?i)\bin the place of\b`), "in place of, or instead of"},
	{regexp.MustCompile(`(?i)\bmend\b`), "repair or correct"},
	{regexp.MustCompile(`(?i)\bper cent\b`), "15%, or what percentage"},
	{regexp.MustCompile(`[0-9}] %`), "15%, without a blank"},
	{regexp.MustCompile(`(?i)\bper (?:second|minute|hour|day)\b|[0-9a-z}]/s\b`), "a second, a minute"},
	{regexp.MustCompile(`\b[KMGT]iB\b|\bkB\b|[0-9}](?:KB|MB|GB|TB)\b`), "10 MB, of 1,024 KB"},
	{regexp.MustCompile(`\b[0-9]+ (?:thousand|million|billion) ?bytes\b`), "KB, MB or GB, or digits"},
	{regexp.MustCompile(`max(?:age|versions)=\S+ (?:\|\||&&)`), "maxage=30d or maxversions=1"},
}

// fine matches phrases in which the words of a habit are right.
var fine = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`the (?:program|planner|page) behind`, `is behind (?:one|a cell)`, `behind (?:this cell|them is one table)`,
	`(?:waits?|queues?) behind`, `\bleft (?:.{1,30} )?behind`, `\ba little behind`,
	`\bstands? for\b`, `\bstand in\.`, `\bwhere things stand\b`,
}, `|`))

// TestEnglish checks that neither the lessons' texts nor the page's have any of the habits.
func TestEnglish(t *testing.T) {
	for text, habit := range map[string]string{
		"The transform goes behind the field.":              "behind",
		"The planner behind the questions.":                 "",
		"A zero stands in front.":                           "stands",
		"A # stands for a blank, and they stand for it.":    "",
		"How many per cent of it?":                          "per cent",
		"A load of {1} %, and of 15 % of it.":               "} %",
		"20,000 writes/s.":                                  "s/s",
		"20,000 writes a second, 15% of 10 MB.":             "",
		"A page of 10 MiB.":                                 "MiB",
		"A page of 10MB.":                                   "0MB",
		"Keep maxage=1d || maxversions=2.":                  "maxage=1d ||",
		"Whatever else it has to do waits behind that one.": "",
	} {
		if got, _ := habitIn(text); got != habit {
			t.Errorf("in %q: %q, want %q", text, got, habit)
		}
	}
	for _, l := range course(t) {
		for _, s := range allSaid(l) {
			for _, text := range s.texts {
				if habit, better := habitIn(text); habit != "" {
					t.Errorf("%s, %s: %q in %q: write %s", l.Slug, s.at, habit, text, better)
				}
			}
		}
	}
	files, err := filepath.Glob("../../app/i18n/text/en/*.txt")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files of sentences: %v", len(files), err)
	}
	for _, f := range files {
		pageEnglish(t, f)
	}
}

// pageEnglish looks for habits in a file of the page's sentences.
func pageEnglish(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, said, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, " ") {
			line = said
		}
		if habit, better := habitIn(line); habit != "" {
			t.Errorf("%s:%d: %q in %q: write %s", file, i+1, habit, line, better)
		}
	}
}

// habitIn returns the first habit in a text and what to write instead.
func habitIn(text string) (found, better string) {
	text = fine.ReplaceAllString(text, "")
	for _, h := range habits {
		if found := h.found.FindString(text); found != "" {
			return found, h.better
		}
	}
	return "", ""
}
