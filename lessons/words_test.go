//go:build !js

package lessons

import (
	"strings"
	"testing"
)

// mostWordsFirst is how many words a lesson says at most before there is something to do.
const mostWordsFirst = 90

// The words of each lesson's steps, and those before the first thing to do, are counted.
func TestWords(t *testing.T) {
	sum := 0
	for _, l := range course(t) {
		all, first := 0, len(strings.Fields(Plain(l.Steps[0].Body)))
		for _, s := range l.Steps {
			all += len(strings.Fields(Plain(s.Body)))
		}
		sum += all
		t.Logf("%-17s %5d words, %3d before the first thing to do", l.Slug, all, first)
		if first > mostWordsFirst {
			t.Errorf("%s says %d words before there is something to do", l.Slug, first)
		}
	}
	t.Logf("%d words in all", sum)
}
