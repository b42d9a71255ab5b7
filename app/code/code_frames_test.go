package code

import (
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/console/client"
)

// TestAnswer checks that the code is written in every language, with what its client lacks.
func TestAnswer(t *testing.T) {
	say := func(language string, lack client.Unsupported) string { return language + " lacks " + lack.Kind }
	frame, err := HandleRequest(EncodeRequest("read t reversed=true", engine.CBT, nil), say, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := DecodePrograms(frame)
	if err != nil || len(all) != 5 {
		t.Fatal(all, err)
	}
	for _, w := range all {
		lacks := w.Language == "Python" || w.Language == "Node.js"
		if (len(w.Lacks) == 1) != lacks || w.Text == "" {
			t.Errorf("%+v", w)
		}
	}
	if want := "Python lacks backwards"; all[2].Lacks[0] != want {
		t.Errorf("%q, want %q", all[2].Lacks, want)
	}
	if !strings.Contains(all[1].Text, `Query.create("t").reversed(true)`) {
		t.Error(all[1].Text)
	}
	if _, err := HandleRequest([]byte("ls"), say, nil); err == nil {
		t.Error("no frame is answered")
	}
}

// TestCommands checks that there is no code for help, nor for a text of which a part is
// refused.
func TestCommands(t *testing.T) {
	for text, want := range map[string]int{"": 0, "help": 0, "count t": 1, "help\ncount t\ncount u": 2, "count t\ncount\ncount u": 0} {
		if got := CommandsWithCode(text, engine.CBT); len(got) != want {
			t.Errorf("%q: %d commands, want %d", text, len(got), want)
		}
	}
	if got := CommandsWithCode("count 't'", engine.HBase); len(got) != 1 {
		t.Errorf("HBase: %v", got)
	}
}
