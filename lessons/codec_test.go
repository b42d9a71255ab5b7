package lessons

import (
	"bytes"
	"encoding/base64"
	"errors"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

// An example of every member of the closed sets.
var (
	someActions = []Action{
		RunRequest{engine.LoadRecords{Table: "t", Template: "{a}", Columns: []plan.FieldColumn{{Field: "b", Family: "F", Qualifier: "B"}}, Data: someData()}},
		RunRequest{engine.SetWorkload{Queries: []plan.Query{{ID: "q"}}}},
		TypeCommand{Text: "count t"},
		Template{Table: "t", Text: "{a}#{b}"},
		AddTable{"{b}"},
		Answer{"lost", "Jo"},
		Grow{1_000_000},
		Simulate{},
		SimulateOn{6},
		Grade{},
		Next{},
	}
	someChecks = []Check{
		HasRows{"t", []string{"a", "b\x00\xff"}},
		QuestionAnswered{"lost"},
		ExactReadByReader{"t", "q"},
		RowFetched{"t", "a", []string{"f:q"}},
		LatestReads{"t", []string{"a"}, true, plan.Prefix, Exactly(1), Bound{true, 2, 3}, Exactly(4), Exactly(5), Exactly(6), 7, Exactly(8), Exactly(9)},
		CellHolds{"t", "r", "F:B", "v", Exactly(2), Exactly(3)},
		RowsStored{"t", "p", Exactly(1), Exactly(2), Exactly(3), Exactly(4)},
		FamilySchema{"t", "F", "maxversions=1", "intsum", true, Exactly(3)},
		CommandRefused{base.CodeNoFamily},
		QueryCost{"q", plan.Range, Exactly(1), 2, Exactly(3), Exactly(4)},
		SimulatedHeat{"t", Bound{true, 0, 150}, "even"},
		SimulatedOnNodes{"t", Bound{true, 0, 5000}, Bound{true, 3, 3}},
		NoFindings{"t", []string{"time-first"}},
		SplitAtCreation{"t", Exactly(3), Bound{true, 0, 50}},
		WrittenTogether{"t", "r", []string{"f:a", "f:b"}, []string{"1", "2"}},
		CellTime{"t", "r", "f:a", "v", 5000},
		ColumnSums{"t", []string{"f:a", "f:b"}, []int64{1, -2}, []int64{3, 4}, true, Bound{true, 3, 4}},
		FilesStored{"t", Exactly(1), Exactly(2), Bound{true, 3, 4}, Exactly(5), Exactly(6)},
		GCRules{"t", []string{"f"}, []string{"maxversions=1"}},
		DesignGraded{someData(), []Rate{{"q", 5}}, 6, 7, 8},
		FailsCriterion{CriterionSkew, "q"},
		KeepsFields{"t"},
		ExactReads{[]string{"q", "r"}},
		MeasuredAtSizes{[]int64{10, 1000}, true},
	}
)

func someData() dataset.Spec {
	return dataset.Spec{
		Fields:  []string{"a", "b"},
		Records: [][]string{{"1", "2"}},
		Recipe: &dataset.Recipe{Count: 5, Seed: 1 << 63, Unique: []string{"a"}, Gens: []dataset.Generator{
			{Field: "a", Kind: dataset.Days, From: "20150101", To: "20151231"},
			{Field: "b", Kind: dataset.Choice, Values: []string{"2", "3"}, Weights: []int64{1, 2}},
		}},
	}
}

// laterChecks are the examples of checks that the fixtures do not have, since they are older.
var laterChecks = []Check{
	MonthlyBill{"t", []BilledWrites{{"w", []string{"1", "20260101000000"}, someTimes(), 3, 4, 5}}, []BilledRead{{[]string{"w"}, 6, true}}, 3, 4, 5, 6, 7, 8, 9},
	FaultsFound{6, 8, 10},
	WorkedQueue{"t", someTimes(), []string{"1", "20260101000000"}, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
	FirstAmiss{"g", QueueLost},
}

// someTimes returns data with a time.
func someTimes() dataset.Spec {
	return dataset.Spec{Fields: []string{"a", "at"}, Records: [][]string{{"2", "20260101120000"}}, Time: "at"}
}

func someLesson() *Lesson {
	l := &Lesson{
		Slug: "s", Lang: "en", Track: "T", Title: "Title", Summary: "Summary",
		Source: "a page", Minutes: 5, Teaches: []string{"x"}, Needs: []string{"y"}, Added: "u",
		Fields:  []Field{{"a", "an a"}, {"b", "a b"}},
		Data:    []Data{{"five", someData(), []plan.FieldColumn{{Field: "b", Family: "F", Qualifier: "B"}}}},
		Queries: []Query{{plan.Query{ID: "q", Where: []plan.Cond{{Field: "a", Op: plan.Between, Value: "1", To: "2"}}}, "which?"}},
		Table:   "t", Growth: Growth{"five", "{a}"},
		References: []Reference{{"r", "two tables", true, []engine.TableDesign{{Table: "t", Template: "{a}"}}}},
		Start:      []engine.Request{engine.Refresh{}},
		Steps: []Step{{
			ID: "one", Title: "One", Body: "<div></div>",
			Panels: []Panel{PanelDesigner, PanelGrowth},
			Enter:  []engine.Request{engine.SetWorkload{}}, Drop: []string{"u"}, Fresh: true,
			Traffic: &Traffic{engine.SimulateLoad{Table: "t", Nodes: 3, Minutes: 4, Writes: 5, Reads: []engine.QueryRate{{Query: "q", Rate: 6}}, Seed: 1}, "{b}", true},
			Asks: []Question{{
				ID: "lost", Text: "who?", Choices: []Choice{{"Jo", "Jo's"}, {"Sam", "Sam's"}}, Right: "Jo",
				Kind: PutInOrder, Run: "read t", Truth: AnswerSource{OfValue, "t", "r", "F:B", "g", "q", 1000},
				Wrong: []WrongAnswer{{"Sam", "no"}}, Else: "nor this",
				Guess: true, After: "g", Holds: true, Because: "lost", Sizes: []int64{1000, 100_000},
			}},
			Hints: []string{"h"}, Solved: "so",
			Notes: []Note{{"n", NoteCondition{"g", QuestionAnswered{"lost"}, CommandRefused{base.CodeNoTable}, "t", "a", true, 2, "q", true, "scan", "b"}, "note"}},
		}, {ID: "two", Debrief: true}},
		Solution: [][]Action{someActions, nil},
	}
	for _, a := range someActions {
		l.Steps[0].Actions = append(l.Steps[0].Actions, OfferedAction{"o", "offer", a, ""})
	}
	for _, c := range someChecks {
		l.Steps[0].Goals = append(l.Steps[0].Goals, Goal{"g", "goal", c})
	}
	return l
}

func someProgress() Progress {
	return Progress{
		Step: 1, Passed: []string{"g"}, Answers: []Answer{{"lost", "Jo"}}, Hints: []int{3, 0}, Revealed: []int{1},
		Figures:         []engine.DesignMeasurement{{Template: "{a}", Query: "q", Records: 5, Rows: 4, Bytes: 9, Access: plan.Scan, Scanned: 4, Returned: 2, Wanted: 3, Micros: 17}},
		Measured:        []Measurement{{"g", []Reading{{"seeks", true, false, 3, Exactly(1), "", ""}}, []Reading{{"cell", true, true, 0, Bound{}, "v", "v"}}}},
		Done:            true,
		Best:            []GradedResult{{1, 2, 3, 4, []string{"{a}"}}},
		MeasuredAnswers: []Answer{{"lost", "Sam"}}, Tries: []int{2, 0},
		LastGrading: []Reading{{"answers", true, true, 3, Exactly(3), "", ""}}, StepStartState: 7,
	}
}

func TestCodec(t *testing.T) {
	want := someLesson()
	want.Path, want.Steps[1].Table, want.Steps[0].Actions[0].After = true, "u", "g" // since the fixtures were made
	for _, c := range laterChecks {
		want.Steps[0].Goals = append(want.Steps[0].Goals, Goal{"later", "goal", c})
	}
	if got, err := Decode(Encode(want)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Decode: %v\n%+v\nwant\n%+v", err, got, want)
	}
	p := someProgress()
	if got, err := decodeProgress(encodeProgress(p)); err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("decodeProgress: %v\n%+v\nwant\n%+v", err, got, p)
	}
	if got, err := decodeProgress(encodeProgress(Progress{})); err != nil || !reflect.DeepEqual(got, Progress{}) {
		t.Errorf("decodeProgress of none: %v, %+v", err, got)
	}
}

var update = flag.Bool("update", false, "write the fixtures of the version of now anew")

// TestFixtures decodes a lesson and a progress that were written when this version of the format
// was made. Lessons that readers have opened from files are stored in this form, so they must
// remain readable.
func TestFixtures(t *testing.T) {
	for name, want := range map[string]any{"lesson-1": someLesson(), "progress-1": new(someProgress())} {
		name = "testdata/" + name + ".frame.txt"
		frame := wire.Encode(want, FrameSets)
		if *update {
			if err := os.WriteFile(name, []byte(base64.StdEncoding.EncodeToString(frame)+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		got := reflect.New(reflect.TypeOf(want).Elem()).Interface()
		if err := wire.Decode(stored, got, FrameSets); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n%+v\nwant\n%+v", name, err, got, want)
		}
		if !bytes.Equal(frame, stored) {
			t.Errorf("%s is written otherwise", name)
		}
		if names := wire.UntaggedStructNames(want, storedSets); len(names) > 0 {
			t.Errorf("%s: %q say no tags", name, names)
		}
	}
}

// storedSets are the sets of types that stored frames may hold. A lesson makes no other requests of
// the engine than these.
var storedSets = wire.JoinClosedSets(FrameSets, wire.ClosedSetOf[engine.Request](
	engine.RunConsole{}, engine.PrintMore{}, engine.LoadRecords{}, engine.Rekey{}, engine.SetWorkload{}, engine.MeasureDesigns{}, engine.Refresh{}, engine.Undo{}, engine.Redo{}, engine.GoToState{},
	engine.SaveCheckpoint{}, engine.DeleteCheckpoint{}, engine.RestoreCheckpoint{}, engine.FindGarbage{}, engine.CollectGarbage{}, engine.MeasureSizes{}, engine.AdvanceClock{}, engine.SimulateLoad{}, engine.ForgetHistory{},
))

// encodeProgress returns a progress as it is stored in a note.
func encodeProgress(p Progress) []byte { return wire.Encode(&p, nil) }

func decodeProgress(frame []byte) (p Progress, err error) {
	err = wire.Decode(frame, &p, nil)
	return p, err
}

// TestExamplesAreComplete checks that there is an example of every member, so that a new member
// needs one.
func TestExamplesAreComplete(t *testing.T) {
	for _, k := range FrameSets[reflect.TypeFor[Action]()] {
		if !slices.ContainsFunc(someActions, func(a Action) bool { return reflect.TypeOf(a) == k }) {
			t.Errorf("no example of action %v", k)
		}
	}
	for _, k := range FrameSets[reflect.TypeFor[Check]()] {
		if n := len(slices.DeleteFunc(slices.Concat(someChecks, laterChecks), func(c Check) bool { return reflect.TypeOf(c) != k })); n != 1 {
			t.Errorf("%d examples of check %v", n, k)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	frame := Encode(someLesson())
	for _, bad := range [][]byte{nil, {99}, frame[:len(frame)-2], append(bytes.Clone(frame), 0), frame[:40]} {
		l, err := Decode(bad)
		var e *base.Error
		if !errors.As(err, &e) || e.Code != base.CodeBadFrame || l != nil {
			t.Errorf("Decode of %d bytes = %v, %v; want bad-frame", len(bad), l, err)
		}
	}
}

// FuzzDecode checks that a lesson that can be decoded can also be followed: its encoding is stable,
// and a player neither panics nor passes a step that does not exist.
func FuzzDecode(f *testing.F) {
	f.Add(Encode(someLesson()), encodeProgress(someProgress()))
	f.Add(Encode(&Lesson{}), encodeProgress(Progress{Step: -1, Hints: []int{-4}, Revealed: []int{9}}))
	f.Fuzz(func(t *testing.T, frame, note []byte) {
		p, err := decodeProgress(note)
		if err == nil && !bytes.Equal(encodeProgress(must(decodeProgress(encodeProgress(p)))), encodeProgress(p)) {
			t.Error("progress changes when it is written and read again")
		}
		l, err := Decode(frame)
		if err != nil {
			return
		}
		if again := must(Decode(Encode(l))); !reflect.DeepEqual(again, l) {
			t.Errorf("read again as\n%+v\nwas\n%+v", again, l)
		}
		r := NewPlayer(l, engine.New(engine.Options{Now: func() base.Micros { return 0 }}), p)
		for _, s := range l.Steps {
			for _, q := range s.Asks {
				r.JudgeAnswer(Answer{q.ID, q.Right})
			}
		}
		for i := range 3 {
			r.JudgeReply(RequestOrigin{}, engine.Refresh{}, engine.Reply{})
			r.NextStep()
			r.NoteHintShown(i)
			r.NoteSolutionShown(i)
		}
		if n := r.Progress().Step; n != 0 && n >= len(l.Steps) {
			t.Errorf("at step %d of %d", n, len(l.Steps))
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestPlain(t *testing.T) {
	for html, want := range map[string]string{
		"<div><p>a <code class=\"key\"><span class=\"k1\">LoL</span>#</code> &lt;b&gt; &amp;lt;</p></div>": "a LoL# <b> &lt;",
		"":         "",
		"<p":       "",
		"no mark":  "no mark",
		"a <b":     "a",
		"&quot;x'": `"x'`,
	} {
		if got := PlainText(html); got != want {
			t.Errorf("Plain(%q) = %q, want %q", html, got, want)
		}
	}
}

// TestSharedData checks that data that several steps share are in a frame only once.
func TestSharedData(t *testing.T) {
	once, twice := someLesson(), someLesson()
	twice.Data = append(twice.Data, twice.Data...)
	long := slices.Repeat([][]string{{"a record", "of which there are many"}}, 1000)
	for _, l := range []*Lesson{once, twice} {
		for i := range l.Data {
			l.Data[i].Spec.Records = long
		}
	}
	if one, two := len(Encode(once)), len(Encode(twice)); two > one+200 {
		t.Errorf("%d bytes, twice %d", one, two)
	}
}
