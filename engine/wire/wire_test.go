package wire

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/console/printed"
	"tabletop/engine/dataset"
	"tabletop/engine/infer"
	"tabletop/engine/plan"
	"tabletop/engine/rewrite"
	"tabletop/engine/table"
	"tabletop/engine/traffic"
)

var examples = []engine.Request{
	engine.Console{Dialect: engine.HBase, Text: "read t\nset t \x00\xff"},
	engine.PrintMore{},
	engine.Load{
		Table: "games", Template: "{game}#{date}",
		Columns: []plan.Column{{Field: "player", Family: "GAME", Qualifier: "PLAYER"}},
		Data: dataset.Spec{
			Fields: []string{"game", "date"}, Records: [][]string{{"LoL", "20150301"}, {"", "\xff"}},
			Recipe: &dataset.Recipe{Count: 1000, Seed: 1 << 63, Unique: []string{"game", "date"}, Gens: []dataset.Gen{
				{Field: "game", Kind: dataset.Choice, Values: []string{"LoL"}, Weights: []int64{3}},
				{Field: "date", Kind: dataset.Decimals, From: "0", To: "9", Step: "0.5", PerValue: 200, Min: -1},
				{Field: "at", Kind: dataset.Turns, Values: []string{"m{n}"}, From: "01", To: "40"},
			}},
		},
	},
	engine.Rekey{Table: "games", Template: "{game}"},
	engine.Workload{Queries: []plan.Query{{ID: "q", Where: []plan.Cond{{Field: "date", Op: plan.Between, Value: "a", To: "b"}, {Field: "n", Op: plan.Numbers, Value: "7"}}}}},
	engine.Workload{Queries: []plan.Query{
		{ID: "q", Where: []plan.Cond{{Field: "host", Op: plan.Under, Value: "google.com"}}, Latest: plan.Latest{Field: "n", N: 5}, Columns: []string{"a", ""}}, {Columns: []string{"b"}},
		{Latest: plan.Latest{Field: "n", N: 5}, Each: "host", Columns: []string{"a"}},
	}},
	engine.MeasureDesigns{Templates: []string{"{a}", "{b}"}, Keep: "games"},
	engine.Console{Dialect: engine.HBase, Text: "import t f", Files: []engine.File{{Name: "f", Text: ",a\n"}, {}}},
	engine.Console{Dialect: engine.HBase, Text: "put 't', 'r', 'f:q', 'v'", Joined: true},
	engine.Console{Text: "import t f", Files: []engine.File{{Name: "f", Text: ",a\n"}}, Joined: true},
	engine.Refresh{},
	engine.CompareDesigns{Figures: []engine.DesignMeasurement{{Template: "{a}", Query: "q", Records: 5, Access: plan.Scan, Scanned: 4}}},
	engine.CompareDesigns{Alone: true, Trials: []engine.Trial{
		{Name: "n", Tables: []engine.AttemptDesign{{Table: "t", Template: "{a}", Records: 2}}}, {Data: &dataset.Spec{Fields: []string{"a"}}},
	}},
	engine.LiveLoad{Table: "t"},
	engine.Sample{Load: engine.Load{Table: "t", Template: "{a}", Data: dataset.Spec{Fields: []string{"a"}, Time: "a"}}, Rows: 5},
	engine.FindRecipe{Table: "t"},
	engine.FindRemedies{Of: engine.Simulate{Table: "t"}, Pattern: "even", Hottest: 2},
	engine.InferTemplates{Table: "t"}, engine.EstimateRekey{Table: "t", Template: "{a}"},
	engine.DesignFromRows{Table: "t", Template: "{a}"},
	engine.DesignFromRows{Table: "t", Template: "{a}", Sparse: true},
	engine.RestoreRows{Of: engine.Load{Table: "t", Template: "{a}"}, Rows: []engine.RestoredRow{{Key: "\xff", Cells: []base.Cell{{Family: "f", Qualifier: "\x00", At: 1000, Value: "\n"}}}}},
	engine.Preview{Dialect: engine.HBase, Text: "read t", Rows: 1000, Micros: 12},
	engine.Trace{First: 100, Count: 50},
	engine.CompleteKeys{Table: "t", Prefix: "\xff#", Count: 20},
	engine.Undo{},
	engine.Redo{},
	engine.GoTo{State: 1 << 60},
	engine.Checkpoint{Name: "before"},
	engine.DropCheckpoint{Name: "before"},
	engine.ForgetHistory{},
	engine.Restore{Name: "before"},
	engine.Garbage{Table: "t"},
	engine.LoadPrinted{Table: "v", Form: printed.Get, Row: "k\xff", PackedText: engine.PackedText{Size: 70, Packed: "\x00\xff"}},
	engine.TextPiece{Packed: "\x00\xff"},
	engine.LoadValues{Of: engine.Load{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}, Time: "b"}}, Comma: ";", Heads: 2, Names: []string{"A", "\xff"}, PackedText: engine.PackedText{Size: 70, Packed: "\x00\xff"}},
	engine.LoadValues{Of: engine.Load{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}}, Names: []string{"A", "\xff"}, Sparse: true, PackedText: engine.PackedText{Size: 70, Packed: "\x00\xff"}},
	engine.LoadValues{Of: engine.Load{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}}, Comma: ",", Heads: 2, Stamped: true, PackedText: engine.PackedText{Size: 7, Packed: "\x00"}},
	engine.LoadValues{Of: engine.Load{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}}, Comma: ",", Sparse: true, Stamped: true, PackedText: engine.PackedText{Size: 7, Packed: "\x00"}},
	engine.Load{Table: "t", Template: "{a}", Data: dataset.Spec{Fields: []string{"a"}, Records: [][]string{{"1"}}}, Left: 7},
	engine.LoadValues{Of: engine.Load{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}, Left: 3}, Comma: ",", Sparse: true, Rules: []rewrite.Rule{"", "dmy-s"}, PackedText: engine.PackedText{Size: 7, Packed: "\x00"}},
	engine.Copy{Table: "t", As: "u"},
	engine.CollectGarbage{Table: "t"},
	engine.Sizes{Table: "t"},
	engine.AdvanceClock{By: 86_400_000_000},
	engine.Advise{},
	engine.PlanQuestion{Query: plan.Query{ID: "q", Where: []plan.Cond{{Field: "a", Value: "b"}}}, Table: "t", First: 2, Last: 5, Measure: true},
	engine.ReadVersions{Table: "t", Row: "k\xff", Family: "f", Qualifier: "q", State: 3},
	simulate1,
	engine.FindBusyKeys{Of: simulate1, Start: "a", End: "b\xff", From: 60, To: 120},
}

var simulate1 = engine.Simulate{
	Table: "t", Template: "{a}", Policy: cluster.ByLoad, Nodes: 3, Minutes: 60, Writes: 1000.5, Times: 100, Seed: 1 << 63,
	Reads: []engine.QueryRate{{Query: "q", Rate: 0.5, Newest: true}, {Rate: 2}},
	Shape: traffic.Shape{Kind: traffic.Periodic, Period: 600, Least: 0.25, At: 60, Times: 4},
}

// recorded returns the examples of requests that journals contain.
func recorded() (out []engine.Request) {
	for _, r := range examples {
		if engine.TraitsOf(r).Recorded {
			out = append(out, r)
		}
	}
	return out
}

func TestChangesRoundTrip(t *testing.T) {
	for _, r := range examples {
		want := engine.Change{At: 1_700_000_000_123_000, Request: r}
		got, err := DecodeChange(EncodeChange(want))
		if !engine.TraitsOf(r).Recorded {
			if err == nil {
				t.Errorf("%T is taken for a change", r)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
	}
	if _, err := DecodeChange(EncodeChange(engine.Change{At: 5})); err == nil {
		t.Error("a change without a request is taken")
	}
}

// TestStoredIsTagged checks that all types that are stored have tags for their fields. The
// stored types include requests that only look, because lessons contain them.
func TestStoredIsTagged(t *testing.T) {
	stored := SetOf[engine.Request](engine.PrintMore{}, engine.Rekey{}, engine.MeasureDesigns{}, engine.Refresh{}, engine.GoTo{}, engine.Garbage{}, engine.Sizes{}, engine.Simulate{})
	for request, members := range stored {
		for _, r := range recorded() {
			members = append(members, reflect.TypeOf(r))
		}
		stored[request] = members
	}
	if names := Untagged(new(engine.Change), Join(Engine, stored)); len(names) > 0 {
		t.Error(names)
	}
	for _, r := range []any{new(engine.Verdict), new(engine.TimelineStep), new(engine.Trial), new(engine.DesignMeasurement), new([]table.FamilyInfo)} {
		if names := Untagged(r, Engine); len(names) > 0 {
			t.Error(names)
		}
	}
}

func TestEveryCutFrameIsRefused(t *testing.T) {
	for _, r := range recorded() {
		frame := EncodeChange(engine.Change{At: 5000, Request: r})
		for n := range frame {
			if _, err := DecodeChange(frame[:n]); err == nil {
				t.Errorf("%T cut to %d of %d bytes was accepted", r, n, len(frame))
			}
		}
		if _, err := DecodeChange(append(frame, 0)); err == nil {
			t.Errorf("%T with a byte more was accepted", r)
		}
	}
	for _, first := range []byte{0, 1, mark - 1, mark + 1} { // frames of the first versions began with 1
		if _, err := DecodeChange([]byte{first, 0}); err == nil || err.(*base.Error).Args[0] != "version" {
			t.Errorf("a frame of version %d: %v", first, err)
		}
	}
}

var reply = engine.Reply{
	Err:     base.RefuseAt(3, 7, base.CodeBadCell, "x"),
	ErrLine: 2,
	More:    true,
	Version: 9,
	Focus:   "t",
	Output:  []engine.Line{{Kind: engine.LineText, Text: "a\n"}, {Kind: engine.LineNote, Code: base.NoteWrote, Args: []string{"t", "r", "1"}}},
	Read: &engine.Read{Table: "t", Access: plan.Range, Ranges: []base.Range{{Start: "a", End: "b"}}, Stats: table.Stats{Seeks: 1, RowsScanned: -2, Tablets: 8, WireBytes: 9, Trace: []table.Decision{
		{Key: "k\xff", CellsIn: 3, By: "2.1", ByName: "value"}, {Key: "l", Kept: true, CellsIn: 3, CellsOut: 2},
	}}},
	Verdicts: []engine.Verdict{{Query: "q", Table: "t", Access: plan.Scan, Newest: plan.ByMerge, Limit: 5, Ranges: 3, Reversed: true, Stale: true, InKey: []string{"a"}, Residual: []string{"b"}, Missing: []string{"c"}, Wanted: 4}},
	Tables: []engine.TableInfo{{Name: "t", Families: []engine.FamilyInfo{{Name: "f", GC: "<never>", Rule: "never", Type: "intsum"}}, Rows: 1, Cells: 2, Bytes: 3, Template: "{a}", Fields: []string{"a"}, Records: 4, Recipe: true, Sampled: 2,
		Warnings: []engine.Line{{Kind: engine.LineNote, Code: base.NoteManyFamilies, Args: []string{"t"}}}}},
	Timeline: &engine.Timeline{
		Steps: []engine.TimelineStep{{State: 2, At: 1000, What: engine.Line{Kind: engine.LineInput, Text: "set"}}},
		Now:   1, First: 1, Cut: true, Checkpoints: []engine.NamedState{{Name: "a", At: 2000, State: 2}}, Ahead: 5,
		Workload: []plan.Query{{ID: "q", Where: []plan.Cond{{Field: "a", Op: plan.HasPrefix, Value: "b"}}}},
	},
}

var answers = []engine.Answer{
	&engine.Previewed{Read: engine.Read{Table: "t", Stats: table.Stats{Seeks: 1}}, Cut: true},
	&engine.Traced{First: 100, Steps: []engine.TraceStep{{Decision: table.Decision{Key: "k", Kept: true, CellsIn: 3}, Offset: 7}}, End: true},
	engine.DesignMeasurements{{Template: "{a}", Query: "q", Records: 1, Rows: 2, Bytes: 3, Access: plan.Point, Scanned: 4, Returned: 5, Wanted: 6, Micros: 7}},
	&engine.VersionsRead{ReadVersions: engine.ReadVersions{Table: "t", Row: "r", Family: "f", Qualifier: "q", State: 4}, Cells: 2, Bytes: 3, Versions: []engine.Version{{At: 5000, Value: "v\x00", Size: 9}}},
	&engine.GarbageReport{
		Table: "t", At: 1000, Removed: true, Rows: 1, Vanished: 2, KeyBytes: 3,
		Families: []table.FamilyLoss{{Family: "f", Age: table.Loss{Cells: 1, Bytes: 2}, Versions: table.Loss{Cells: 3}, Both: table.Loss{Bytes: 4}}},
		First:    []table.Collected{{Row: "r\xff", Cell: base.Cell{Family: "f", Qualifier: "q", At: -1, Value: "v", Label: "l"}, Reason: table.ByAge | table.ByVersions}},
		Gone:     []base.RowKey{"r"},
	},
	&engine.KeyCompletions{
		Table: "t", Prefix: "b", More: true,
		Pieces:  []engine.KeyCompletion{{Start: "be#", Field: "country", Rows: 3}, {Start: "b\xff", Rows: 1, Whole: true}},
		Columns: []engine.ColumnName{{Family: "f", Qualifier: "q\x00"}},
	},
	&engine.Simulated{
		Of: simulate1, Version: 9, Live: true, Template: "{a}", Borders: []base.RowKey{"", "b\xff"}, Seconds: 60,
		Columns:   []engine.SimulatedColumn{{Tablets: 2, Ops: 3, Hottest: 4, Command: 7}},
		Cells:     [cluster.Metrics]cluster.Amounts{{1, 0, 0, 1}, {0, 0, 3, 0}, {4, 0, 5, 0}, {6, 0, 7, 0}, {8, 0, 9, 0}, {10, 0, 255, 255}},
		Peaks:     [cluster.Metrics]engine.Peak{{Cell: 1, Most: 256, Mean: 128}, {Cell: 1, Most: 3, Mean: 65535}},
		Use:       cluster.Amounts{5, 0, 255, 255},
		Diagnosis: cluster.Diagnosis{Pattern: cluster.HotRange, Share: 0.5, Start: "a", End: "b", At: 1, Times: 2, Period: 3},
		Hottest:   1.5, Asked: 1e9, Keys: 6, Bytes: 5, First: []cluster.Served{{Node: 1}, {Start: "b\xff"}}, Last: 2,
		Hot:    []engine.HotTablet{{Start: "a", End: "b", Node: 1, Share: 0.25, Load: 0.5, Rate: 100, Bytes: 7, Reason: cluster.Appends}},
		Nodes:  []cluster.NodeTotal{{Share: 1, Use: 0.5, Waits: 2}},
		Events: []cluster.Event{{At: 60, Kind: cluster.Moved, Key: "b", From: 1, To: 2}}, Dropped: 3,
	},
	&engine.BusyKeysFound{
		Of: engine.FindBusyKeys{Of: simulate1, From: 1}, Sources: []engine.LoadSource{{Writes: true, Times: 2}, {Query: "q", Times: 3, Scans: true}},
		Keys: []engine.BusyKey{{Key: "k\xff", Times: 2}}, Different: 9, Points: 12,
	},
	&engine.Advice{Version: 3, Rows: 2, Looked: 1, Report: advise.Report{
		Findings: []advise.Finding{{Rule: advise.BusyRow, Table: "t", Args: []string{"a", ""}, Example: "k\xff"}}, Checked: []advise.Rule{advise.BusyRow},
	}},
	&engine.Sampled{Rows: []engine.SampledRow{{Key: "a\xff", Record: []string{"a", ""}}, {}}},
	&engine.QuestionPlan{Query: plan.Query{Latest: plan.Latest{Field: "a", N: 3}}, Verdict: engine.Verdict{Table: "t"}, Reads: []engine.ReadText{{Text: "read t", Plain: "read t"}}},
	&engine.RekeyEstimated{Table: "t", First: -1},
	&engine.RekeyPreviewed{Page: engine.RowPage{Table: "t", Total: 9, Rows: []engine.PageRow{{Key: "k", Mark: engine.Scanned}}}},
	&engine.TableRecipe{Load: engine.Load{Table: "t", Template: "{a}", Columns: []plan.Column{{Field: "a"}}, Data: dataset.Spec{Fields: []string{"a"}, Recipe: &dataset.Recipe{Count: 5}, Time: "a"}}},
	&engine.TemplatesInferred{Table: "t", Version: 3, Rows: 9, Proposals: []*infer.Proposal{{
		Template: "{a}", Keys: 9, Fits: 8, Misfits: []base.RowKey{"\xff"}, Fields: []infer.Field{{Name: "a", Kind: "uuid", Example: "x"}},
	}}},
	&engine.RemediesFound{Version: 3, Cause: "time", Field: "day", Of: engine.FindRemedies{Of: engine.Simulate{Table: "t", Order: 2, Star: "a"}, Pattern: "hot-row", Hottest: 3},
		Remedies: []engine.Remedy{{Remedy: advise.Remedy{Kind: "later", Field: "day", Template: "{a}#{day}"}, Pattern: "even", Hottest: 1.5, Verdicts: []engine.Verdict{{Query: "q"}}}}, Verdicts: []engine.Verdict{{Query: "q", Table: "t"}}},
	&engine.DesignsCompared{Attempts: []engine.Attempt{{
		State: 7, Now: true, Named: "before", Designs: []engine.AttemptDesign{{Table: "t", Template: "{a}", Records: 5}}, Bytes: 9, Skew: 1.5,
		Verdicts: []engine.Verdict{{Query: "q", Table: "t", Wanted: 4}}, Lost: []int64{2}, Growth: []engine.Growth{{From: 10, Records: 100, Scanned: 3, Wanted: 2, Bytes: 1}},
	}}, Trials: []engine.Attempt{{Named: "a trial", Skew: 2}}},
	&engine.TableSizes{
		Table: "t", Version: 3, Rows: 1, Total: table.Size{Plain: 1, Packed: 2}, Keys: table.Size{Plain: 3, Packed: 4},
		Families: []table.FamilySize{{Family: "f", Cells: 5, Size: table.Size{Plain: 6, Packed: 7}}},
	},
}

var page = engine.RowPage{Table: "t", Offset: 3, First: 4, Total: 9, State: 7, Rows: []engine.PageRow{{Key: "k", Mark: engine.Returned, Cells: []engine.PageCell{{Family: "f", Qualifier: "q", At: 1000, Value: "v", Size: 1, Versions: 2}}}}}

// inFrame returns the frame of a value of type T.
func inFrame[T any](v T) []byte { return Encode(&v, Engine) }

func outOfFrame[T any](frame []byte) (v T, err error) {
	err = Decode(frame, &v, Engine)
	return v, err
}

func TestValuesRoundTrip(t *testing.T) {
	roundTrip(t, page)
	roundTrip(t, reply)
	for of, members := range Engine {
		if n := map[string]int{"Request": len(examples), "Answer": len(answers), "GCRule": len(rules)}[of.Name()]; n < len(members) {
			t.Errorf("%d of %d members of %v are tried", n, len(members), of)
		}
	}
	for _, a := range answers {
		r := reply
		r.Answer = a
		roundTrip(t, r)
	}
	for _, r := range examples {
		roundTrip(t, r)
	}
}

var rules = table.Union{table.MaxVersions(2), table.MaxAge(60), table.Intersection{table.MaxAge(1)}, table.Union{}}

func TestRulesRoundTrip(t *testing.T) {
	roundTrip(t, []table.FamilyInfo{{Name: "f", GC: rules[:3], Type: table.IntSum}, {Name: "g"}})
}

func roundTrip[T any](t *testing.T, v T) {
	t.Helper()
	frame := inFrame(v)
	if got, err := outOfFrame[T](frame); err != nil || !reflect.DeepEqual(got, v) {
		t.Errorf("%+v came back as %+v, %v", v, got, err)
	}
	for n := range frame {
		if _, err := outOfFrame[T](frame[:n]); err == nil {
			t.Errorf("%T cut to %d of %d bytes was accepted", v, n, len(frame))
		}
	}
}

func FuzzDecodeChange(f *testing.F) {
	for _, r := range recorded() {
		f.Add(EncodeChange(engine.Change{At: 5000, Request: r}))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		c, err := DecodeChange(frame)
		if err != nil {
			return
		}
		again, err := DecodeChange(EncodeChange(c))
		if err != nil || !reflect.DeepEqual(c, again) {
			t.Fatalf("%+v came back as %+v, %v", c, again, err)
		}
	})
}

// FuzzDecodeValue decodes arbitrary bytes. Decoding must end, and an accepted value must
// be the same after it is encoded and decoded again.
func FuzzDecodeValue(f *testing.F) {
	f.Add(inFrame(reply))
	for _, a := range answers {
		f.Add(inFrame(engine.Reply{Answer: a}))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		r, err := outOfFrame[engine.Reply](frame)
		if err != nil {
			return
		}
		again, err := outOfFrame[engine.Reply](inFrame(r))
		if err != nil || !bytes.Equal(inFrame(again), inFrame(r)) {
			t.Fatalf("%+v came back as %+v, %v", r, again, err)
		}
	})
}

// TestParts checks that long texts are parts of their own in a frame.
func TestParts(t *testing.T) {
	long := strings.Repeat("x", longText)
	for _, test := range []struct {
		texts []string
		parts int
	}{
		{nil, 1}, {[]string{"a", "b"}, 1}, {[]string{long[1:], "b"}, 1}, {[]string{long}, 3}, {[]string{"a", long, "b", long, long}, 7},
	} {
		type both struct {
			Text string
			Data []byte
		}
		all := []both{}
		for i, text := range test.texts {
			if i%2 == 0 {
				all = append(all, both{Text: text})
			} else {
				all = append(all, both{Data: []byte(text)})
			}
		}
		parts, want := Parts(&all, nil), Encode(&all, nil)
		if got := slices.Concat(parts...); !bytes.Equal(got, want) {
			t.Errorf("%d texts: %d bytes, want %d", len(test.texts), len(got), len(want))
		}
		if len(parts) != test.parts {
			t.Errorf("%d texts: %d parts, want %d", len(test.texts), len(parts), test.parts)
		}
	}
}

// TestAgain checks that a repeated record takes two bytes, and is the same after decoding.
func TestAgain(t *testing.T) {
	long := [][]string{{strings.Repeat("a", 500), "b"}, {"c", ""}}
	specs := []dataset.Spec{{Records: long}, {}, {Fields: []string{"x"}, Records: slices.Clone(long)}, {Records: [][]string{{"d"}}}, {}}
	frame := Encode(&specs, nil)
	if len(frame) > 560 {
		t.Errorf("%d bytes", len(frame))
	}
	var got []dataset.Spec
	if err := Decode(frame, &got, nil); err != nil || !reflect.DeepEqual(got, specs) {
		t.Errorf("%v: %+v", err, got)
	}
	// A list of one structure whose field 2 repeats a list before the first one.
	wrong := []byte{mark, byte(header(1, fields)), byte(header(2, again)), 0, 0}
	if err := Decode(wrong, &got, nil); err == nil || err.(*base.Error).Args[0] != "member" {
		t.Errorf("%v", err)
	}
}

// A newer structure has an additional field of each kind.
type (
	newer struct {
		First  int            `wire:"1"`
		Number uint16         `wire:"2"`
		Text   string         `wire:"3"`
		Lines  []string       `wire:"4"`
		Inner  *newer         `wire:"5"`
		Set    engine.Request `wire:"6"`
		Flags  [2]bool        `wire:"7"`
		Many   []newer        `wire:"8"`
		Half   float64        `wire:"9"`
		Table  [][]string     `wire:"10"`
		Same   [][]string     `wire:"11"`
		Last   string         `wire:"12"`
	}
	older struct {
		Last  string `wire:"12"`
		First int    `wire:"1"`
	}
)

// TestUnknownFieldsAreSkipped reads frames that a program with more fields wrote, and
// frames that a program with fewer fields wrote.
func TestUnknownFieldsAreSkipped(t *testing.T) {
	table := [][]string{{"a"}, nil}
	full := newer{
		-1, 65535, "t", []string{"", "b"}, &newer{Number: 3}, engine.Copy{Table: "t"}, [2]bool{false, true}, []newer{{}, {First: 2, Inner: &newer{}}}, 0.5, table, table, "end",
	}
	var got older
	if err := Decode(Encode(&full, Engine), &got, nil); err != nil || got != (older{"end", -1}) {
		t.Errorf("%+v, %v", got, err)
	}
	back := newer{Text: "left over"}
	if err := Decode(Encode(&got, nil), &back, Engine); err != nil || !reflect.DeepEqual(back, newer{First: -1, Last: "end"}) {
		t.Errorf("%+v, %v", back, err)
	}
	if err := Decode(Encode(&full, Engine), &back, Engine); err != nil || !reflect.DeepEqual(back, full) {
		t.Errorf("%+v, %v", back, err)
	}
}

// TestRefusals decodes frames that break one rule of the format each.
func TestRefusals(t *testing.T) {
	field := func(tag int, k kind, value ...byte) []byte { return append([]byte{byte(header(tag, k))}, value...) }
	deep := bytes.Repeat(field(5, member, byte(header(1, fields))), maxDepth)
	for name, c := range map[string]struct {
		frame []byte
		what  string
	}{
		"nothing":                    {nil, "empty"},
		"an unknown kind":            {field(1, kinds), "kind"},
		"a text for a number":        {field(1, text, 0, 0), "kind"},
		"a field twice":              {slices.Concat(field(1, number, 2), field(1, number, 2), []byte{0}), "field"},
		"fields out of order":        {slices.Concat(field(3, text, 0), field(2, number, 2), []byte{0}), "field"},
		"unknown ones out of order":  {slices.Concat(field(15, fields), field(3, text, 0), field(2, number, 2), []byte{0, 0}), "field"},
		"a number that is too large": {field(2, number, 0xff, 0xff, 0x7f, 0), "number"},
		"a number without an end":    {field(2, number, 0xff), "number"},
		"a text that is too long":    {field(3, text, 5, 'a'), "length"},
		"a list that is too long":    {field(4, list, byte(header(9, text))), "length"},
		"a list of another kind":     {field(4, list, byte(header(1, number)), 0, 0), "kind"},
		"an array that is longer":    {field(7, list, byte(header(3, number)), 0, 0, 0, 0), "length"},
		"no truth value":             {field(7, list, byte(header(2, number)), 2, 0, 0), "member"},
		"two pointers":               {field(5, member, byte(header(2, fields)), 0, 0), "member"},
		"an unknown request":         {field(6, member, 0xf0|byte(fields)|0x80, 0x7f, 0, 0), "member"},
		"a dialect that is none":     {field(6, member, byte(header(1, fields)), byte(header(1, number)), 2, 0, 0), "member"},
		"too deep":                   {deep, "depth"},
		"a byte more":                {[]byte{0, 0}, "bytes"},
	} {
		var v newer
		frame := c.frame
		if frame != nil {
			frame = append([]byte{mark}, frame...)
		}
		err := Decode(frame, &v, Engine)
		if e, ok := err.(*base.Error); !ok || e.Code != base.CodeBadFrame || e.Args[0] != c.what {
			t.Errorf("%s: %v, not %s", name, err, c.what)
		}
	}
}
