package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/link"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

func options() engine.Options {
	now := base.Micros(1_700_000_000_123_000)
	return engine.Options{Now: func() base.Micros { now += 17_000; return now }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}}
}

var games = engine.LoadRecords{
	Table: "games", Template: "{game}#{player}#{n}",
	Columns: []plan.FieldColumn{{Field: "player", Family: "f", Qualifier: "who"}},
	Data: dataset.Spec{
		Fields:  []string{"game", "player", "n"},
		Records: [][]string{{"Go", "Ann", "12"}, {"\xff\x00", "", "é"}},
		Recipe: &dataset.Recipe{Count: 300, Seed: 7, Unique: []string{"game", "player", "n"}, Gens: []dataset.Generator{
			{Field: "game", Values: []string{"LoL", "Go"}, Weights: []int64{2, 1}},
			{Field: "player", Kind: dataset.Names, PerValue: 9, Min: 3},
			{Field: "n", Kind: dataset.Decimals, From: "0", To: "400000", Step: "1"},
		}},
	},
}

var asked = engine.SetWorkload{Queries: []plan.Query{
	{ID: "one", Where: []plan.Cond{{Field: "game", Value: "Go"}, {Field: "n", Op: plan.Between, Value: "1", To: "2"}}}, {ID: "all"},
}}

// history has requests of every kind that a journal contains, and some that leave no
// change in it.
var history = []engine.Request{
	engine.RunConsole{Text: "createtable t families=f:maxversions=2,n:never:intsum splits=k,p"},
	engine.RunConsole{Text: "set t k1 f:q=1\nset t k2 f:q=2 f:$'\\xff\\x00'=x\naddtocell t k1 n:c=5"},
	engine.RunConsole{Dialect: engine.HBase, Text: "create 'h', 'F'\nput 'h', 'r', 'F:q', 'v'"},
	games, asked,
	engine.SaveCheckpoint{Name: "before"},
	engine.Rekey{Table: "games", Template: "{player}#{game}#{n}"},
	engine.AdvanceClock{By: 3600 * 1e6},
	engine.RunConsole{Text: "import t x.csv column-family=f", Files: []engine.PickedFile{{Name: "x.csv", Text: ",q\nk9,z\n"}}},
	engine.RunConsole{Text: "set t k1 f:q=3\nset t k1 f:q=4"},
	engine.CollectGarbage{Table: "t"},
	engine.Undo{}, engine.Undo{}, engine.Redo{},
	engine.SaveCheckpoint{Name: "gone"}, engine.DeleteCheckpoint{Name: "gone"},
	engine.RestoreCheckpoint{Name: "before"},
	engine.RunConsole{Text: "deleterow t k2"},
	engine.GoToState{State: 2},
	engine.Redo{}, engine.Redo{},
}

// made returns a session after the requests, and its journal.
func made(t testing.TB, requests []engine.Request) (*engine.Session, []engine.Change) {
	t.Helper()
	s := engine.New(options())
	var journal []engine.Change
	for _, r := range requests {
		reply := s.Do(r)
		if reply.Err != nil {
			t.Fatalf("%+v: %v", r, reply.Err)
		}
		journal = append(journal, reply.Changes...)
	}
	return s, journal
}

func replayed(changes []engine.Change) *engine.Session {
	s := engine.New(options())
	for _, c := range changes {
		task := s.Replay(c)
		for !task.Step(1 << 20) {
		}
	}
	return s
}

// dump returns all states of a session as text.
func dump(s *engine.Session) string {
	var b strings.Builder
	im := s.Image()
	fmt.Fprintf(&b, "version %d last %d cut %v now %d of %d names %+v verdicts %+v\n", im.Version, im.HighestState, im.Truncated, im.Now, im.Timeline, im.Checkpoints, im.Verdicts)
	for i, st := range im.States {
		fmt.Fprintf(&b, "state %d: %+v %v %+v %+v\n", i, st.Step, st.Ahead, st.Workload, st.Verdicts)
		for _, t := range st.Tables {
			fmt.Fprintf(&b, " %s born %d disabled %v splits %q families %+v\n", t.Table.Name(), t.Born, t.Disabled, t.Table.SplitKeys(), t.Table.Families())
			if d := t.Design; d != nil {
				fmt.Fprintf(&b, "  design %s %+v %+v %+v\n", d.Template, d.Columns, d.Data.Fields, *d.Data.Recipe)
			}
			for r := range t.Table.Scan(table.ScanQuery{}, nil) {
				fmt.Fprintf(&b, "  %q %q\n", r.Key(), fmt.Sprint(slices.Collect(r.Cells())))
			}
		}
	}
	return b.String()
}

func TestSandboxComesBackWhole(t *testing.T) {
	s, journal := made(t, history)
	c := link.Content{Title: "Mine <b> é", Changes: journal, Settings: "x"}
	text, err := link.Encode(c)
	if err != nil {
		t.Fatal(err)
	}
	if bad := strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"); bad != "" {
		t.Errorf("%q cannot stand in an address", bad)
	}
	back, err := link.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, c) {
		t.Errorf("%+v\nwant %+v", back, c)
	}
	if got, want := dump(replayed(back.Changes)), dump(s); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if len(s.Image().States) < 10 {
		t.Errorf("only %d states were compared", len(s.Image().States))
	}
}

func TestExperimentOfASession(t *testing.T) {
	s, _ := made(t, history[:9])
	s.Do(engine.RunConsole{Text: "set games zzz f:who=me"})
	c, ok := link.ExperimentFromSession("Keys", s)
	if !ok {
		t.Fatal("none")
	}
	text, err := link.Encode(c)
	if err != nil {
		t.Fatal(err)
	}
	c, err = link.Decode(text)
	if err != nil || c.Kind != link.Experiment || c.Title != "Keys" || len(c.Changes) != 2 {
		t.Fatalf("%+v %v", c, err)
	}
	again := replayed(c.Changes)
	template, data, ok := again.Design("games")
	if !ok || template != "{player}#{game}#{n}" || !reflect.DeepEqual(data, games.Data) {
		t.Errorf("%s %+v", template, data)
	}
	mine, _ := s.Table("games")
	theirs, _ := again.Table("games")
	if theirs.Len() != mine.Len()-1 {
		t.Errorf("%d rows of %d", theirs.Len(), mine.Len())
	}
	if len(again.Tables()) != 1 {
		t.Errorf("%+v", again.Tables())
	}
	fresh, _ := made(t, []engine.Request{asked, games, history[6]})
	if !reflect.DeepEqual(again.Verdicts(), fresh.Verdicts()) || len(again.Verdicts()) != 2 {
		t.Errorf("%+v\nwant %+v", again.Verdicts(), fresh.Verdicts())
	}
	if _, ok := link.ExperimentFromSession("", engine.New(options())); ok {
		t.Error("an experiment without a table")
	}
}

// packed returns the text of a link with an arbitrary frame.
func packed(version byte, frame []byte) string {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	w.Write(frame)
	w.Close()
	return summed(version, out.Bytes())
}

func summed(version byte, body []byte) string {
	sum := crc32.ChecksumIEEE(append([]byte{version}, body...))
	return base64.RawURLEncoding.EncodeToString(append(binary.BigEndian.AppendUint32([]byte{version}, sum), body...))
}

// framed is the content of a frame, with the same tags as the package's own type.
type (
	framed struct {
		Kind    uint8    `wire:"1"`
		Title   string   `wire:"2"`
		Changes []change `wire:"3"`
	}
	change struct {
		At      base.Micros    `wire:"1"`
		Request engine.Request `wire:"2"`
	}
)

func (f framed) packed() string { return packed(link.Version, wire.Encode(&f, wire.EngineSets)) }

// raw returns the frame of a content that continues with arbitrary bytes.
func raw(bytes ...byte) []byte { return append(wire.Encode(&framed{}, nil)[:1], bytes...) }

// holding returns the text of a link with any changes, valid or not.
func holding(changes ...engine.Change) string {
	f := framed{Title: "t"}
	for _, ch := range changes {
		f.Changes = append(f.Changes, change(ch))
	}
	return f.packed()
}

func load(count int64) engine.Change {
	l := games
	l.Data.Recipe = &dataset.Recipe{Count: count}
	return engine.Change{Request: l}
}

// wide returns a load of 300,000 records.
func wide(g dataset.Generator, columns int) engine.Change {
	l := games
	l.Columns = slices.Repeat([]plan.FieldColumn{{Field: "game", Family: "f"}}, columns)
	l.Data.Recipe = &dataset.Recipe{Count: 300_000, Gens: []dataset.Generator{g}}
	return engine.Change{Request: l}
}

// hostile returns texts that must be refused.
func hostile() map[string]struct {
	text string
	code base.Code
} {
	type refused = struct {
		text string
		code base.Code
	}
	whole, err := link.Encode(link.Content{Title: "x", Changes: []engine.Change{{At: 5, Request: games}}})
	if err != nil {
		panic(err)
	}
	given := engine.Change{Request: engine.LoadRecords{
		Columns: slices.Repeat([]plan.FieldColumn{{Field: "a"}}, 20_000),
		Data:    dataset.Spec{Fields: []string{"a"}, Records: [][]string{{strings.Repeat("x", 100_000)}}},
	}}
	// the headers of the changes, of one change, and of its request
	const changesAre, oneChange, requestIs = 3<<3 | 3, 1<<3 | 2, 2<<3 | 4
	return map[string]refused{
		"nothing":           {"", base.CodeLinkDamaged},
		"no base64":         {"<script>", base.CodeLinkDamaged},
		"cut short":         {whole[:len(whole)-3], base.CodeLinkDamaged},
		"changed":           {whole[:20] + string(whole[20]^3) + whole[21:], base.CodeLinkDamaged},
		"later":             {packed(2, []byte("anything")), base.CodeLinkNewer},
		"version 0":         {packed(0, []byte("anything")), base.CodeLinkOld},
		"no deflate":        {summed(1, []byte("\xff\xff\xff")), base.CodeLinkDamaged},
		"bytes behind":      {summed(1, append([]byte("\x03\x00"), "more"...)), base.CodeLinkDamaged},
		"long":              {strings.Repeat("A", link.MaxText+1), base.CodeLinkTooLong},
		"bomb":              {packed(1, make([]byte, 40<<20)), base.CodeLinkTooLarge},
		"no frame":          {packed(1, nil), base.CodeLinkForeign},
		"wrong frame":       {packed(1, []byte{9}), base.CodeLinkOld},
		"unknown kind":      {framed{Kind: 2}.packed(), base.CodeLinkForeign},
		"bytes left over":   {packed(1, append(wire.Encode(&framed{}, nil), 0)), base.CodeLinkForeign},
		"a list too long":   {packed(1, raw(changesAre, 0xff, 0xff, 0xff, 0xff, 0x7f)), base.CodeLinkForeign},
		"an unknown tag":    {packed(1, raw(changesAre, oneChange, requestIs, 0xc2, 0x0c, 0, 0, 0)), base.CodeLinkForeign},
		"no tag":            {framed{Changes: []change{{At: 1}}}.packed(), base.CodeLinkForeign},
		"a title too long":  {framed{Title: strings.Repeat("x", 301)}.packed(), base.CodeLinkForeign},
		"a title of bytes":  {framed{Title: "\xff"}.packed(), base.CodeLinkForeign},
		"a state's number":  {holding(engine.Change{Request: engine.GoToState{State: 77}}), base.CodeLinkForeign},
		"a question":        {holding(engine.Change{Request: engine.Refresh{}}), base.CodeLinkForeign},
		"a measurement":     {holding(engine.Change{Request: engine.MeasureDesigns{Templates: []string{"{a}"}, Keep: "x"}}), base.CodeLinkForeign},
		"before all time":   {holding(engine.Change{At: -1, Request: engine.Undo{}}), base.CodeLinkForeign},
		"after all time":    {holding(engine.Change{At: 1 << 53, Request: engine.Undo{}}), base.CodeLinkForeign},
		"around the clock":  {holding(engine.Change{At: 1, Request: engine.Undo{}}, engine.Change{At: -1 << 63, Request: engine.Undo{}}), base.CodeLinkForeign},
		"many records":      {holding(load(link.MaxRecords), load(1)), base.CodeLinkTooLarge},
		"too many records":  {holding(load(1<<63 - 1)), base.CodeLinkTooLarge},
		"long values":       {holding(wide(dataset.Generator{Field: "game", Values: []string{strings.Repeat("x", 5000)}}, 1)), base.CodeLinkTooLarge},
		"many columns":      {holding(wide(dataset.Generator{Field: "game", Values: []string{"x"}}, 2000)), base.CodeLinkTooLarge},
		"given at length":   {holding(given), base.CodeLinkTooLarge},
		"an old experiment": {packed(1, []byte{1, 1, 0, 1, 0, 8}), base.CodeLinkOld},
	}
}

func TestHostileTextsAreRefused(t *testing.T) {
	if _, err := link.Decode(holding(wide(dataset.Generator{Field: "game", Values: []string{"x"}}, 20))); err != nil {
		t.Errorf("a load within the bounds: %v", err)
	}
	for name, h := range hostile() {
		c, err := link.Decode(h.text)
		e, ok := err.(*base.Error)
		if !ok || e.Code != h.code || len(c.Changes) > 0 {
			t.Errorf("%s: %v, want %s", name, err, h.code)
		}
	}
}

func TestTooLargeIsNotWritten(t *testing.T) {
	r := rand.NewChaCha8([32]byte{1})
	noise := make([]byte, 60_000)
	r.Read(noise)
	for name, ch := range map[string]engine.Change{
		"a frame":  {Request: engine.RunConsole{Text: strings.Repeat("x", link.MaxInflated)}},
		"a text":   {Request: engine.RunConsole{Text: string(noise)}},
		"a recipe": load(link.MaxRecords + 1),
	} {
		_, err := link.Encode(link.Content{Changes: []engine.Change{ch}})
		if e, ok := err.(*base.Error); !ok || e.Code != base.CodeLinkTooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := link.Encode(link.Content{Changes: []engine.Change{{Request: engine.Refresh{}}}}); err == nil {
		t.Error("a question was written")
	}
}

func TestTitleIsCut(t *testing.T) {
	for title, want := range map[string]string{
		strings.Repeat("é", 200):       strings.Repeat("é", 150),
		"x" + strings.Repeat("é", 200): "x" + strings.Repeat("é", 149),
		"bytes \xff":                   "",
	} {
		text, err := link.Encode(link.Content{Title: title})
		if err != nil {
			t.Fatal(err)
		}
		if c, err := link.Decode(text); err != nil || c.Title != want {
			t.Errorf("%q %v", c.Title, err)
		}
	}
}

// allocated returns the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestAllocationIsBounded reads the links that need the most memory for their length.
func TestAllocationIsBounded(t *testing.T) {
	spread := func(n int, of engine.Request) string {
		return framed{Changes: slices.Repeat([]change{{Request: of}}, n)}.packed()
	}
	const n = link.MaxInflated - 100
	for name, text := range map[string]string{
		"changes":    spread(n, nil),
		"undone":     spread(n/4, engine.Undo{}),
		"filled":     spread(n/4, engine.RestoreRows{}),
		"records":    spread(1, engine.LoadRecords{Data: dataset.Spec{Records: make([][]string, n)}}),
		"values":     spread(1, engine.LoadRecords{Data: dataset.Spec{Records: [][]string{make([]string, n)}}}),
		"generators": spread(1, engine.LoadRecords{Data: dataset.Spec{Recipe: &dataset.Recipe{Gens: make([]dataset.Generator, n)}}}),
	} {
		var err error
		if got := allocated(func() { _, err = link.Decode(text) }); got > link.MaxAllocated {
			t.Errorf("%s: %d bytes allocated, %v", name, got, err)
		} else if e, ok := err.(*base.Error); got < link.MaxInflated*5 && !(ok && slices.Equal(e.Args, []string{"room"})) {
			t.Errorf("%s took only %d bytes: %v", name, got, err)
		} else {
			t.Logf("%s: %d times the frame", name, got/link.MaxInflated)
		}
	}
}

func FuzzDecode(f *testing.F) {
	_, journal := made(f, history)
	text, err := link.Encode(link.Content{Title: "seed", Changes: journal})
	if err != nil {
		f.Fatal(err)
	}
	add := func(text string) {
		if data, err := base64.RawURLEncoding.DecodeString(text); err == nil && len(data) > 5 && len(data) < 1<<12 {
			if frame := new(bytes.Buffer); func() bool {
				_, err := frame.ReadFrom(flate.NewReader(bytes.NewReader(data[5:])))
				return err == nil && frame.Len() < 1<<14
			}() {
				f.Add(frame.Bytes(), false)
			}
			f.Add(data[5:], true)
		}
	}
	add(text)
	for _, h := range hostile() {
		add(h.text)
	}
	f.Fuzz(func(t *testing.T, data []byte, deflated bool) {
		text := ""
		if deflated {
			text = summed(link.Version, data)
		} else {
			text = packed(link.Version, data)
		}
		var c link.Content
		var err error
		if got := allocated(func() { c, err = link.Decode(text) }); got > link.MaxAllocated {
			t.Fatalf("%d bytes allocated", got)
		}
		if err != nil {
			if _, coded := err.(*base.Error); !coded {
				t.Fatal(err)
			}
			return
		}
		again, err := link.Encode(c)
		if err != nil {
			return // the text was compressed better than ours
		}
		if back, err := link.Decode(again); err != nil || !reflect.DeepEqual(back, c) {
			t.Fatalf("%+v\nis again %+v, %v", c, back, err)
		}
	})
}
