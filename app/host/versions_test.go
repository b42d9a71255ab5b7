package host

import (
	"encoding/base64"
	"reflect"
	"testing"

	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/lessons"
)

// TestNotesOfBefore reads notes as they were written before records could lack fields: a
// lesson's with all that progress has, and a sandbox's. They say what they said, and are
// written as they were.
func TestNotesOfBefore(t *testing.T) {
	for stored, was := range map[string]struct {
		kind Kind
		note note
	}{
		"AYKAgICAIAQBB3dyaXR0ZW4BAXECMTIDAgAEAQIBA3thfQFxCgAABHNjYW4IAAAAAQFnAAAAAAEBCHNjYW4gJ3QnAQFxAjExAgAG": {KindLesson, note{
			progress: lessons.Progress{
				Step: 2, Passed: []string{"written"}, Answers: []lessons.Answer{{Question: "q", Value: "12"}}, Hints: []int{1, 0, 2}, Revealed: []int{1},
				Figures:  []engine.Figure{{Template: "{a}", Query: "q", Records: 5, Access: plan.Scan, Scanned: 4}},
				Measured: []lessons.Measurement{{Goal: "g"}}, Found: []lessons.Answer{{Question: "q", Value: "11"}}, Tries: []int{0, 3},
			},
			history: []HistoryEntry{{engine.HBase, "scan 't'"}},
		}},
		"AYOAgICAIAAAAAAAAAAAAAEABnJlYWQgdASQTvYB": {KindSandbox, note{
			history: []HistoryEntry{{engine.CBT, "read t"}}, contents: contents{known: true, tables: 2, rows: 5000, snapshotBytes: 123},
		}},
	} {
		frame, err := base64.StdEncoding.DecodeString(stored)
		if err != nil {
			t.Fatal(err)
		}
		n, err := decodeNote(was.kind, frame)
		if err != nil || !reflect.DeepEqual(n, was.note) {
			t.Errorf("%s is read as\n %+v\nwas  %+v, %v", stored, n, was.note, err)
		}
		if again := base64.StdEncoding.EncodeToString(encodeNote(was.note)); again != stored {
			t.Errorf("%s is written %s", stored, again)
		}
	}
}
