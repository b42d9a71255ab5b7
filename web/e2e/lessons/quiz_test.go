//go:build e2e

package lessons

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"tabletop/engine/wire"
	"tabletop/lessons"
	"tabletop/lessons/quiz"
	"tabletop/web/e2e"
)

// TestQuiz is a reader who has done two lessons long ago. The first page offers a quiz of the one
// whose guesses were further off. Its three answers are stored: after a reload the other lesson is
// offered, and in another language as well.
func TestQuiz(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/")
	tab.Wait(".hero .primary")
	list := ""
	for slug, was := range map[string]string{"salting": "9", "lol-scores": "99"} {
		note := struct {
			Progress lessons.Progress `wire:"1"`
		}{lessons.Progress{Done: true, Answers: []lessons.Answer{{Question: "q", Value: "9"}}, MeasuredAnswers: []lessons.Answer{{Question: "q", Value: was}}}}
		list += fmt.Sprintf(`{id: %q, kind: "lesson", title: "", journal: [], deleted: 0, note: %q},`, slug, base64.StdEncoding.EncodeToString(wire.Encode(&note, nil)))
	}
	tab.Run(e2e.StoreWorkspaces + "([" + list + "]).then(() => true)")
	tab.Open("/")
	tab.WaitText(".quiz.due", "From “Put the question into the key”: three questions with new data, about two minutes. 1 more lesson waits.")
	tab.Shot("quiz-offer")
	tab.Axe()
	tab.PressButton("Answer them")
	for i, e := range quiz.Quiz([]quiz.Kind{quiz.RowsScanned, quiz.BestKey, quiz.RowsLeft}, nil, seedOf("lol-scores")) {
		tab.WaitText(".quiz .crumb", fmt.Sprintf("question %d of 3", i+1))
		said := e.Right
		if len(e.Choices) > 0 {
			tab.Run(fmt.Sprintf(`[...document.querySelectorAll(".quiz input")].find((e) => e.value === %q).click()`, said))
		} else {
			if i == 0 {
				said = "77"
			}
			tab.Type("textbox", "Your answer", said)
		}
		tab.PressButton("Check")
		if i == 0 {
			tab.WaitText(".quiz .wrong-answer", "It is "+e.Right+".")
			tab.Axe()
		} else {
			tab.WaitText(".quiz .right-answer", "That is right.")
		}
		tab.Shot(fmt.Sprintf("quiz-%d", i+1))
		tab.PressButton("Next")
	}
	tab.WaitText(".quiz", "2 of 3 are right.")
	tab.WaitText(".quiz", "The lesson’s questions come back after")
	tab.Shot("quiz-end")
	tab.PressButton("Close")
	tab.WaitText(".quiz.due", "From “")
	tab.Until(`document.activeElement.id === "main"`)
	_, rules := tab.Download(func() { tab.PressButton("Save its rules, to print") })
	for _, want := range []string{"<h3>Put the question into the key</h3>", "<strong>When it does not hold:</strong>", "<h2>Hotspots</h2>"} {
		if !strings.Contains(string(rules), want) {
			t.Errorf("the rules lack %q", want)
		}
	}
	tab.Open("/it/")
	tab.WaitText(".quiz.due", "Da “")
	tab.WaitText(".guesses-over-time", "Di quanto sbagli le stime")
	tab.Shot("quiz-chart")
	tab.PressButton("Non oggi")
	tab.Gone(".quiz")
}

// seedOf returns the seed of a lesson's quizzes, as package quizzes makes it.
func seedOf(slug string) uint64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(slug))
	return uint64(h.Sum32())
}
