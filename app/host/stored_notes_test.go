package host

import (
	"encoding/base64"
	"reflect"
	"testing"

	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// TestStoredNotes decodes notes that were stored when this version of the format was made: a
// lesson's with all parts of its progress, and a sandbox's. Encoding them must give the same
// bytes.
func TestStoredNotes(t *testing.T) {
	if names := wire.UntaggedStructNames(new(note), nil); len(names) > 0 {
		t.Errorf("%q say no tags", names)
	}
	for stored, was := range map[string]struct {
		kind WorkspaceKind
		note note
	}{
		"QQoIBBMJB3dyaXR0ZW4bCgkBcRECMTIAIxgCAAQrCAIzCgkDe2F9EQFxGAoxBHNjYW44CAA7CgkBZwBTCgkBcRECMTEAWxAABgATCggBEQhzY2FuICd0JwAA": {KindLesson, note{
			Progress: lessons.Progress{
				Step: 2, Passed: []string{"written"}, Answers: []lessons.Answer{{Question: "q", Value: "12"}}, Hints: []int{1, 0, 2}, Revealed: []int{1},
				Figures:  []engine.DesignMeasurement{{Template: "{a}", Query: "q", Records: 5, Access: plan.Scan, Scanned: 4}},
				Measured: []lessons.Measurement{{Goal: "g"}}, MeasuredAnswers: []lessons.Answer{{Question: "q", Value: "11"}}, Tries: []int{0, 3},
			},
			History: []ConsoleHistoryEntry{{engine.HBase, "scan 't'"}},
		}},
		"QRMKEQZyZWFkIHQAGggBEAQYkE4g9gEAKQNzZXQA": {KindSandbox, note{
			History: []ConsoleHistoryEntry{{engine.CBT, "read t"}}, Settings: "set", Contents: contents{Known: true, Tables: 2, Rows: 5000, SnapshotBytes: 123},
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
