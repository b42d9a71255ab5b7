package author

import (
	"strings"
	"testing"

	"tabletop/lessons"
)

const (
	mostWordsFirst = 90    // of a lesson, before its first task
	mostWords      = 17000 // of the steps of all lessons
)

// TestWords counts the words of each lesson's steps, and those before the first task.
func TestWords(t *testing.T) {
	sum := 0
	for _, l := range course(t) {
		all, first := 0, len(strings.Fields(lessons.PlainText(l.Steps[0].Body)))
		for _, s := range l.Steps {
			all += len(strings.Fields(lessons.PlainText(s.Body)))
		}
		sum += all
		t.Logf("%-17s %5d words, %3d before the first thing to do", l.Slug, all, first)
		if first > mostWordsFirst {
			t.Errorf("%s says %d words before there is something to do", l.Slug, first)
		}
	}
	t.Logf("%d words in all lessons", sum)
	if sum > mostWords {
		t.Errorf("the lessons say %d words in their steps, %d at most", sum, mostWords)
	}
}
