package author

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/lessons"
)

// TestMistakeWordsHaveSentences checks that each word by which a mistake names a request or an action has
// its sentence, and that every action has a word.
func TestMistakeWordsHaveSentences(t *testing.T) {
	f, err := os.Open("../../app/i18n/text/en/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	said := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, _, _ := strings.Cut(lines.Text(), " = ")
		said[key] = true
	}
	for _, of := range []any{engine.AdvanceClock{}, engine.CollectGarbage{}, engine.LoadRecords{}, engine.MeasureDesigns{}, engine.Rekey{}, engine.SimulateLoad{}, engine.Undo{}, engine.SetWorkload{}} {
		if word := mistakeWord(of); word == "other" || !said["refused."+word] {
			t.Errorf("%T is called %q", of, word)
		}
	}
	for _, of := range []lessons.Action{lessons.AddTable{}, lessons.Grade{}, lessons.Grow{}, lessons.Template{}, lessons.Simulate{}, lessons.SimulateOn{}} {
		if word := mistakeWord(of); word == "other" || !said["impossible."+word] {
			t.Errorf("%T is called %q", of, word)
		}
	}
}
