package console

import (
	"strings"
	"testing"

	"tabletop/engine"
)

func TestEnter(t *testing.T) {
	for text, want := range map[string]Entering{
		"":                                   EnterNothing,
		" \n ":                               EnterNothing,
		"count orders":                       EnterRun,
		"  frobnicate":                       EnterRun, // the engine refuses it
		"set orders k O:q='a":                EnterLine,
		"count orders \\":                    EnterLine,
		"ls\nset orders k O:q='a":            EnterRun, // a script is always complete
		strings.Repeat("x", engine.MaxInput): EnterRun,
		strings.Repeat("x", engine.MaxInput+1) + " ": EnterKept,
	} {
		if got := Enter(text, engine.CBT); got != want {
			t.Errorf("Enter on %.40q is %d, not %d", text, got, want)
		}
	}
}
