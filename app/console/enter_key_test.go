package console

import (
	"strings"
	"testing"

	"tabletop/engine"
)

func TestEnter(t *testing.T) {
	for text, want := range map[string]entering{
		"":                        enterNothing,
		" \n ":                    enterNothing,
		"count orders":            enterRun,
		"  frobnicate":            enterRun, // the engine refuses it
		"set orders k O:q='a":     enterLine,
		"count orders \\":         enterLine,
		"ls\nset orders k O:q='a": enterRun, // a script is always complete
		strings.Repeat("x", engine.MaxConsoleText):         enterRun,
		strings.Repeat("x", engine.MaxConsoleText+1) + " ": enterKept,
	} {
		if got := enter(text, engine.CBT); got != want {
			t.Errorf("Enter on %.40q is %d, not %d", text, got, want)
		}
	}
}
