package author

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

// given returns texts of a solution that a hint would give it away with: templates, commands, rules,
// and answers that are right or wrong.
func given(l *lessons.Lesson, actions []lessons.Action) (out []string) {
	rule := regexp.MustCompile(`max(?:age|versions)=\w+`)
	for _, a := range actions {
		switch a := a.(type) {
		case lessons.Template:
			out = append(out, a.Text)
		case lessons.AddTable:
			out = append(out, a.Text)
		case lessons.TypeCommand:
			out = append(append(out, a.Text), rule.FindAllString(a.Text, -1)...)
		case lessons.RunRequest:
			if run, ok := a.Request.(engine.RunConsole); ok {
				out = append(append(out, run.Text), rule.FindAllString(run.Text, -1)...)
			}
		case lessons.Answer:
			if q, _, ok := l.Question(a.Question); ok && !q.Guess && q.Kind == lessons.EnterNumber {
				out = append(out, q.Right)
			}
		}
	}
	return out
}

// TestChallengeHints checks, in every language, that the hints of challenges ask and do not give: none
// has a row key, a template, a rule, a command or a figure of its step's solution, and the last of
// a step's hints, after which nothing follows but the solution, is a question. On a sheet, where
// nothing is right or wrong, it may say so.
func TestChallengeHints(t *testing.T) {
	key := regexp.MustCompile(`\{\w+[|}:]`)
	for _, lang := range []string{"en", "it", "zh-Hant"} {
		tracks, err := loadTracks(content.Files, lang)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(tracks, func(tr track) bool { return tr.ID == "challenges" })
		for _, slug := range tracks[i].Lessons {
			l, err := Load(content.Files, slug, lang)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range l.Steps {
				for n, hint := range s.Hints {
					text := lessons.PlainText(hint)
					if found := key.FindString(text); found != "" {
						t.Errorf("%s %s/%s: hint %d has a template: %q", lang, slug, s.ID, n+1, text)
					}
					words := regexp.MustCompile(`[\p{L}\p{N},.=]+`).FindAllString(text, -1)
					for _, g := range given(l, l.Solution[i]) {
						if slices.Contains(words, g) || len(g) > 8 && strings.Contains(text, g) {
							t.Errorf("%s %s/%s: hint %d gives %q", lang, slug, s.ID, n+1, g)
						}
					}
					if sheet := slices.ContainsFunc(s.Asks, lessons.Question.IsOnDesignSheet); n == len(s.Hints)-1 && !sheet && !strings.ContainsAny(text, "?？") {
						t.Errorf("%s %s/%s: the last hint asks nothing: %q", lang, slug, s.ID, text)
					}
				}
			}
		}
	}
}
