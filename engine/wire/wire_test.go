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
	"tabletop/engine/console"
	"tabletop/engine/console/printed"
	"tabletop/engine/dataset"
	"tabletop/engine/infer"
	"tabletop/engine/plan"
	"tabletop/engine/rewrite"
	"tabletop/engine/storage"
	"tabletop/engine/table"
	"tabletop/engine/traffic"
)

var examples = []engine.Request{
	engine.RunConsole{Dialect: engine.HBase, Text: "read t\nset t \x00\xff"},
	engine.PrintMore{},
	engine.LoadRecords{
		Table: "games", Template: "{game}#{date}",
		Columns: []plan.FieldColumn{{Field: "player", Family: "GAME", Qualifier: "PLAYER"}},
		Data: dataset.Spec{
			Fields: []string{"game", "date"}, Records: [][]string{{"LoL", "20150301"}, {"", "\xff"}},
			Recipe: &dataset.Recipe{Count: 1000, Seed: 1 << 63, Unique: []string{"game", "date"}, Gens: []dataset.Generator{
				{Field: "game", Kind: dataset.Choice, Values: []string{"LoL"}, Weights: []int64{3}},
				{Field: "date", Kind: dataset.Decimals, From: "0", To: "9", Step: "0.5", PerValue: 200, Min: -1},
				{Field: "at", Kind: dataset.Turns, Values: []string{"m{n}"}, From: "01", To: "40"},
			}},
		},
	},
	engine.Rekey{Table: "games", Template: "{game}"},
	engine.SetWorkload{Queries: []plan.Query{{ID: "q", Where: []plan.Cond{{Field: "date", Op: plan.Between, Value: "a", To: "b"}, {Field: "n", Op: plan.Numbers, Value: "7"}}}}},
	engine.SetWorkload{Queries: []plan.Query{
		{ID: "q", Where: []plan.Cond{{Field: "host", Op: plan.Under, Value: "google.com"}}, Latest: plan.Latest{Field: "n", N: 5}, Columns: []string{"a", ""}}, {Columns: []string{"b"}},
		{Latest: plan.Latest{Field: "n", N: 5}, Each: "host", Columns: []string{"a"}},
	}},
	engine.MeasureDesigns{Templates: []string{"{a}", "{b}"}, Keep: "games"},
	engine.RunConsole{Dialect: engine.HBase, Text: "import t f", Files: []engine.PickedFile{{Name: "f", Text: ",a\n"}, {}}},
	engine.RunConsole{Dialect: engine.HBase, Text: "put 't', 'r', 'f:q', 'v'", JoinsPrevious: true},
	engine.RunConsole{Text: "import t f", Files: []engine.PickedFile{{Name: "f", Text: ",a\n"}}, JoinsPrevious: true},
	engine.Refresh{},
	engine.CompareDesigns{EarlierMeasurements: []engine.DesignMeasurement{{Template: "{a}", Query: "q", Records: 5, Access: plan.Scan, Scanned: 4}}},
	engine.CompareDesigns{OnlyProposed: true, Proposed: []engine.ProposedDesign{
		{Name: "n", Tables: []engine.TableDesign{{Table: "t", Template: "{a}", Records: 2}}}, {Data: &dataset.Spec{Fields: []string{"a"}}},
	}},
	engine.MeasureLiveHeat{Table: "t"},
	engine.PreviewLoad{Load: engine.LoadRecords{Table: "t", Template: "{a}", Data: dataset.Spec{Fields: []string{"a"}, Time: "a"}}, Rows: 5},
	engine.FindRecipe{Table: "t"},
	engine.FindRemedies{TableLoad: engine.SimulateLoad{Table: "t"}, Pattern: "even", Hottest: 2},
	engine.InferTemplates{Table: "t"}, engine.EstimateRekey{Table: "t", Template: "{a}"},
	engine.AdoptTemplate{Table: "t", Template: "{a}"},
	engine.AdoptTemplate{Table: "t", Template: "{a}", Sparse: true},
	engine.RestoreRows{Target: engine.LoadRecords{Table: "t", Template: "{a}"}, Rows: []engine.RowToRestore{{Key: "\xff", Cells: []base.Cell{{Family: "f", Qualifier: "\x00", At: 1000, Value: "\n"}}}}},
	engine.PreviewRead{Dialect: engine.HBase, Text: "read t", Rows: 1000, Micros: 12},
	engine.TraceLastRead{First: 100, Count: 50},
	engine.CompleteKeys{Table: "t", Prefix: "\xff#", Count: 20},
	engine.Undo{},
	engine.Redo{},
	engine.GoToState{State: 1 << 60},
	engine.SaveCheckpoint{Name: "before"},
	engine.DeleteCheckpoint{Name: "before"},
	engine.ForgetHistory{},
	engine.RestoreCheckpoint{Name: "before"},
	engine.FindGarbage{Table: "t"},
	engine.MakeTableFromPrintedOutput{Table: "v", Form: printed.Get, Row: "k\xff", PackedText: engine.PackedText{Size: 70, Packed: "\x00\xff"}},
	engine.AddTextPiece{Packed: "\x00\xff"},
	engine.LoadValuesText{Target: engine.LoadRecords{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}, Time: "b"}}, Separator: ";", HeaderRecords: 2, Names: []string{"A", "\xff"}, PackedText: engine.PackedText{Size: 70, Packed: "\x00\xff"}},
	engine.LoadValuesText{Target: engine.LoadRecords{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}}, Names: []string{"A", "\xff"}, Sparse: true, PackedText: engine.PackedText{Size: 70, Packed: "\x00\xff"}},
	engine.LoadValuesText{Target: engine.LoadRecords{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}}, Separator: ",", HeaderRecords: 2, ValueTimestamps: true, PackedText: engine.PackedText{Size: 7, Packed: "\x00"}},
	engine.LoadValuesText{Target: engine.LoadRecords{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}}, Separator: ",", Sparse: true, ValueTimestamps: true, PackedText: engine.PackedText{Size: 7, Packed: "\x00"}},
	engine.LoadRecords{Table: "t", Template: "{a}", Data: dataset.Spec{Fields: []string{"a"}, Records: [][]string{{"1"}}}, SkippedLines: 7},
	engine.LoadValuesText{Target: engine.LoadRecords{Table: "v", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}, SkippedLines: 3}, Separator: ",", Sparse: true, Rules: []rewrite.ValueRule{"", "dmy-s"}, PackedText: engine.PackedText{Size: 7, Packed: "\x00"}},
	engine.CopyTable{Table: "t", As: "u"},
	engine.CollectGarbage{Table: "t"},
	engine.MeasureSizes{Table: "t"},
	engine.AdvanceClock{By: 86_400_000_000},
	engine.Advise{},
	engine.MarkQuestion{Query: "q", WhenIdle: true},
	engine.PlanQuestion{Query: plan.Query{ID: "q", Where: []plan.Cond{{Field: "a", Value: "b"}}}, Table: "t", First: 2, Last: 5, Measure: true},
	engine.ReadVersions{Table: "t", Row: "k\xff", Family: "f", Qualifier: "q", State: 3},
	simulate1,
	engine.FindBusyKeys{Simulation: simulate1, Start: "a", End: "b\xff", From: 60, To: 120},
}

var simulate1 = engine.SimulateLoad{
	Table: "t", Template: "{a}", Policy: cluster.ByLoad, Nodes: 3, Minutes: 60, Writes: 1000.5, SizeFactor: 100, Seed: 1 << 63,
	Reads: []engine.QueryRate{{Query: "q", Rate: 0.5, Newest: true}, {Rate: 2}},
	Shape: traffic.RateShape{Kind: traffic.Periodic, Period: 600, Least: 0.25, At: 60, Times: 4},
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
	stored := ClosedSetOf[engine.Request](engine.PrintMore{}, engine.Rekey{}, engine.MeasureDesigns{}, engine.Refresh{}, engine.GoToState{}, engine.FindGarbage{}, engine.MeasureSizes{}, engine.SimulateLoad{})
	for request, members := range stored {
		for _, r := range recorded() {
			members = append(members, reflect.TypeOf(r))
		}
		stored[request] = members
	}
	if names := UntaggedStructNames(new(engine.Change), JoinClosedSets(EngineSets, stored)); len(names) > 0 {
		t.Error(names)
	}
	for _, r := range []any{new(engine.Verdict), new(engine.TimelineStep), new(engine.ProposedDesign), new(engine.DesignMeasurement), new([]table.FamilyInfo)} {
		if names := UntaggedStructNames(r, EngineSets); len(names) > 0 {
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
	Err:        base.RefuseAt(3, 7, base.CodeBadCell, "x"),
	ErrLine:    2,
	More:       true,
	Version:    9,
	FocusTable: "t",
	Output:     []engine.OutputLine{{Kind: engine.LineText, Text: "a\n"}, {Kind: engine.LineNote, Code: base.NoteWrote, Args: []string{"t", "r", "1"}}},
	Read: &engine.ReadReport{Table: "t", Access: plan.Range, Ranges: []base.Range{{Start: "a", End: "b"}}, Stats: table.ScanStats{Seeks: 1, RowsScanned: -2, Tablets: 8, WireBytes: 9, Trace: []table.FilterDecision{
		{Key: "k\xff", CellsIn: 3, DroppedBy: "2.1", DroppedByName: "value"}, {Key: "l", Kept: true, CellsIn: 3, CellsOut: 2},
	}}},
	Verdicts: []engine.Verdict{{Query: "q", Table: "t", Access: plan.Scan, LatestMethod: plan.ByMerge, Limit: 5, Ranges: 3, Reversed: true, Stale: true, InKey: []string{"a"}, Residual: []string{"b"}, Missing: []string{"c"}, Wanted: 4}},
	Tables: []engine.TableInfo{{Name: "t", Families: []engine.FamilyInfo{{Name: "f", GC: "<never>", Rule: "never", Type: "intsum"}}, Rows: 1, Cells: 2, Bytes: 3, Template: "{a}", Fields: []string{"a"}, Records: 4, Recipe: true, Sampled: 2,
		Warnings: []engine.OutputLine{{Kind: engine.LineNote, Code: base.NoteManyFamilies, Args: []string{"t"}}}}},
	Timeline: &engine.UndoTimeline{
		Steps: []engine.TimelineStep{{State: 2, At: 1000, Description: engine.OutputLine{Kind: engine.LineInput, Text: "set"}}},
		Now:   1, First: 1, Truncated: true, Checkpoints: []engine.Checkpoint{{Name: "a", At: 2000, State: 2}}, Ahead: 5,
		Workload: []plan.Query{{ID: "q", Where: []plan.Cond{{Field: "a", Op: plan.HasPrefix, Value: "b"}}}},
	},
}

var answers = []engine.Answer{
	&engine.ReadPreviewed{Read: engine.ReadReport{Table: "t", Stats: table.ScanStats{Seeks: 1}}, Truncated: true},
	&engine.ReadTraced{First: 100, Rows: []engine.TracedRow{{FilterDecision: table.FilterDecision{Key: "k", Kept: true, CellsIn: 3}, Offset: 7}}, End: true},
	engine.DesignMeasurements{{Template: "{a}", Query: "q", Records: 1, Rows: 2, Bytes: 3, Access: plan.Point, Scanned: 4, Returned: 5, Wanted: 6, Micros: 7}},
	&engine.VersionsRead{ReadVersions: engine.ReadVersions{Table: "t", Row: "r", Family: "f", Qualifier: "q", State: 4}, Cells: 2, Bytes: 3, Versions: []engine.CellVersion{{At: 5000, Value: "v\x00", Size: 9}}},
	&engine.GarbageReport{
		Table: "t", At: 1000, Removed: true, Rows: 1, VanishedRows: 2, KeyBytes: 3,
		Families:          []table.FamilyGarbage{{Family: "f", Age: table.GarbageTotals{Cells: 1, Bytes: 2}, Versions: table.GarbageTotals{Cells: 3}, Both: table.GarbageTotals{Bytes: 4}}},
		FirstCells:        []table.GarbageCell{{Row: "r\xff", Cell: base.Cell{Family: "f", Qualifier: "q", At: -1, Value: "v", Label: "l"}, Reason: table.ByAge | table.ByVersions}},
		FirstVanishedRows: []base.RowKey{"r"},
	},
	&engine.KeyCompletions{
		Table: "t", Prefix: "b", More: true,
		Pieces:  []engine.KeyCompletion{{Prefix: "be#", Field: "country", Rows: 3}, {Prefix: "b\xff", Rows: 1, IsKey: true}},
		Columns: []engine.ColumnName{{Family: "f", Qualifier: "q\x00"}},
	},
	&engine.LoadSimulated{
		Request: simulate1, Version: 9, Live: true, Template: "{a}", Borders: []base.RowKey{"", "b\xff"}, Seconds: 60,
		Columns:     []engine.HeatMapColumn{{Tablets: 2, Ops: 3, Hottest: 4, Command: 7}},
		Cells:       [cluster.MetricCount]cluster.PackedFloats{{1, 0, 0, 1}, {0, 0, 3, 0}, {4, 0, 5, 0}, {6, 0, 7, 0}, {8, 0, 9, 0}, {10, 0, 255, 255}},
		Peaks:       [cluster.MetricCount]engine.MetricPeak{{Cell: 1, Most: 256, Mean: 128}, {Cell: 1, Most: 3, Mean: 65535}},
		Utilization: cluster.PackedFloats{5, 0, 255, 255},
		Diagnosis:   cluster.Diagnosis{Pattern: cluster.HotRange, Share: 0.5, Start: "a", End: "b", At: 1, Times: 2, Period: 3},
		Hottest:     1.5, RequestedOps: 1e9, Keys: 6, Bytes: 5, InitialTablets: []cluster.Assignment{{Node: 1}, {Start: "b\xff"}}, FinalTabletCount: 2,
		Hot:    []engine.HotTablet{{Start: "a", End: "b", Node: 1, Share: 0.25, Load: 0.5, Rate: 100, Bytes: 7, Reason: cluster.Appends}},
		Nodes:  []cluster.NodeTotal{{Share: 1, Utilization: 0.5, QueuedSeconds: 2}},
		Events: []cluster.TabletEvent{{At: 60, Kind: cluster.Moved, Key: "b", From: 1, To: 2}}, UnlistedEvents: 3,
	},
	&engine.BusyKeysFound{
		Request: engine.FindBusyKeys{Simulation: simulate1, From: 1}, Sources: []engine.OperationSource{{Writes: true, Operations: 2}, {Query: "q", Operations: 3, Scans: true}},
		Keys: []engine.BusyKey{{Key: "k\xff", Operations: 2}}, Different: 9, Points: 12,
	},
	&engine.AdviceReport{Version: 3, Rows: 2, RowsExamined: 1, Report: advise.Report{
		Findings: []advise.Finding{{Rule: advise.BusyRow, Table: "t", Args: []string{"a", ""}, Example: "k\xff"}}, Checked: []advise.Rule{advise.BusyRow},
	}},
	&engine.LoadPreviewed{Rows: []engine.KeyedRecord{{Key: "a\xff", Record: []string{"a", ""}}, {}}},
	&engine.QuestionPlan{Query: plan.Query{Latest: plan.Latest{Field: "a", N: 3}}, Verdict: engine.Verdict{Table: "t"}, Reads: []engine.ReadCommand{{Text: "read t", TextWithoutFilter: "read t"}}},
	&engine.RekeyEstimated{Table: "t", First: -1},
	&engine.RekeyPreviewed{Page: engine.RowPage{Table: "t", Total: 9, Rows: []engine.PageRow{{Key: "k", Mark: engine.MarkScanned}}}},
	&engine.RecipeFound{LoadRecords: engine.LoadRecords{Table: "t", Template: "{a}", Columns: []plan.FieldColumn{{Field: "a"}}, Data: dataset.Spec{Fields: []string{"a"}, Recipe: &dataset.Recipe{Count: 5}, Time: "a"}}},
	&engine.TemplatesInferred{Table: "t", Version: 3, Rows: 9, Proposals: []*infer.Proposal{{
		Template: "{a}", Keys: 9, Fits: 8, Misfits: []base.RowKey{"\xff"}, Fields: []infer.Field{{Name: "a", Kind: "uuid", Example: "x"}},
	}}},
	&engine.StorageDescribed{Table: "t", Version: 3, Followed: true, Layout: storage.Layout{
		Log: storage.MemoryInfo{Rows: 1, Puts: 2, Markers: 1, Bytes: 9}, Memtables: []storage.MemoryInfo{{Families: []base.Family{"f"}}},
		Files: []storage.FileInfo{{Number: 2, First: "\xff", Oldest: 3, Newest: 4, Loaded: true}}, Written: storage.Written{Compacted: 7},
	}, Last: &engine.FilesRewritten{How: console.MajorCompact, At: 5, Work: storage.Work{Removed: storage.Removed{Hidden: 3}}}, LastRead: &storage.ReadCost{SkippedByBloom: 1}, Uses: []storage.UsedFile{{Number: 2, Use: storage.FileSkippedByBloom}}},
	&engine.RemediesFound{Version: 3, Cause: "time", Field: "day", Request: engine.FindRemedies{TableLoad: engine.SimulateLoad{Table: "t", Order: 2, SkewedField: "a"}, Pattern: "hot-row", Hottest: 3},
		Remedies: []engine.Remedy{{Remedy: advise.Remedy{Kind: "later", Field: "day", Template: "{a}#{day}"}, Pattern: "even", Hottest: 1.5, Verdicts: []engine.Verdict{{Query: "q"}}}}, Verdicts: []engine.Verdict{{Query: "q", Table: "t"}}},
	&engine.DesignsCompared{Attempts: []engine.DesignAttempt{{
		State: 7, Current: true, Name: "before", Designs: []engine.TableDesign{{Table: "t", Template: "{a}", Records: 5}}, Bytes: 9, Skew: 1.5,
		Verdicts: []engine.Verdict{{Query: "q", Table: "t", Wanted: 4}}, Lost: []int64{2}, Growth: []engine.GrowthCost{{From: 10, Records: 100, Scanned: 3, Wanted: 2, Bytes: 1}},
	}}, Proposed: []engine.DesignAttempt{{Name: "a trial", Skew: 2}}},
	&engine.SizesMeasured{
		Table: "t", Version: 3, Rows: 1, Total: table.Size{Plain: 1, Packed: 2}, Keys: table.Size{Plain: 3, Packed: 4},
		Families: []table.FamilySize{{Family: "f", Cells: 5, Size: table.Size{Plain: 6, Packed: 7}}},
	},
}

var page = engine.RowPage{Table: "t", Offset: 3, First: 4, Total: 9, State: 7, Rows: []engine.PageRow{{Key: "k", Mark: engine.MarkReturned, Cells: []engine.PageCell{{Family: "f", Qualifier: "q", At: 1000, Value: "v", Size: 1, Versions: 2}}}}}

// inFrame returns the frame of a value of type T.
func inFrame[T any](v T) []byte { return Encode(&v, EngineSets) }

func outOfFrame[T any](frame []byte) (v T, err error) {
	err = Decode(frame, &v, EngineSets)
	return v, err
}

func TestValuesRoundTrip(t *testing.T) {
	roundTrip(t, page)
	roundTrip(t, reply)
	for of, members := range EngineSets {
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
		parts, want := EncodeParts(&all, nil), Encode(&all, nil)
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
		-1, 65535, "t", []string{"", "b"}, &newer{Number: 3}, engine.CopyTable{Table: "t"}, [2]bool{false, true}, []newer{{}, {First: 2, Inner: &newer{}}}, 0.5, table, table, "end",
	}
	var got older
	if err := Decode(Encode(&full, EngineSets), &got, nil); err != nil || got != (older{"end", -1}) {
		t.Errorf("%+v, %v", got, err)
	}
	back := newer{Text: "left over"}
	if err := Decode(Encode(&got, nil), &back, EngineSets); err != nil || !reflect.DeepEqual(back, newer{First: -1, Last: "end"}) {
		t.Errorf("%+v, %v", back, err)
	}
	if err := Decode(Encode(&full, EngineSets), &back, EngineSets); err != nil || !reflect.DeepEqual(back, full) {
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
		err := Decode(frame, &v, EngineSets)
		if e, ok := err.(*base.Error); !ok || e.Code != base.CodeBadFrame || e.Args[0] != c.what {
			t.Errorf("%s: %v, not %s", name, err, c.what)
		}
	}
}
