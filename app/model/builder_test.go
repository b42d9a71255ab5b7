package model

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/app/dialect"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/hbase/hfilter"
)

func field(part BuildPart) BuildField { return BuildField{Part: part} }

// builder is a sandbox with the scan builder open over a text.
func builder(t *testing.T, d engine.Dialect, text string) *play {
	t.Helper()
	p := sandbox(t)
	p.st.Work.Tables[0].Families = []engine.FamilyInfo{{Name: "GAME"}, {Name: "a.b"}}
	return p.on(DialectPicked{d}, BuilderToggled{}, ConsoleTyped{text})
}

// reads returns the reads of a dialect's transcript.
func transcript(t *testing.T, d engine.Dialect) (lines []string) {
	t.Helper()
	l := dialect.Of(d)
	data, err := os.ReadFile("../../engine/testdata/" + l.Name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		text, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		if cmd, err := l.Parse(text); err == nil && cmd != nil {
			if _, ok := readingOf(cmd, d); ok {
				lines = append(lines, text)
			}
		}
	}
	if len(lines) < 20 {
		t.Fatalf("only %d reads of %s", len(lines), l.Name)
	}
	return lines
}

// fields returns all fields that the builder shows.
func fields(s Scan) (all []BuildField) {
	for _, part := range []BuildPart{BuildTable, BuildWhat, BuildRow, BuildPrefix, BuildStart, BuildEnd, BuildRegex, BuildLimit, BuildVersions,
		BuildReversed, BuildKeysOnly, BuildCount, BuildStats, BuildRaw, BuildFrom, BuildTo} {
		if s.Has(part) {
			all = append(all, field(part))
		}
	}
	for i := range s.Columns {
		all = append(all, BuildField{Part: BuildFamily, At: i}, BuildField{Part: BuildQualifier, At: i})
	}
	var walk func(f hfilter.Filter, path string)
	walk = func(f hfilter.Filter, path string) {
		children := FilterChildren(f)
		if len(children) > 0 {
			all = append(all, BuildField{Part: BuildJoin, Path: path})
		} else {
			_, args := hfilter.Call(f)
			for i, a := range args {
				all = append(all, BuildField{Part: BuildArgument, Path: path, At: i})
				if a.Kind == hfilter.ArgComparator && a.Text != "" {
					all = append(all, BuildField{Part: BuildComparator, Path: path, At: i})
				}
			}
		}
		for i, c := range children {
			walk(c, FilterPath(path, i))
		}
	}
	if s.Filter != nil {
		walk(s.Filter, "")
	}
	return all
}

var dialects = []engine.Dialect{engine.CBT, engine.HBase}

// TestFieldsSayTheText: each field of each read, given the value that it shows,
// leaves the read as it is.
func TestFieldsSayTheText(t *testing.T) {
	for _, d := range dialects {
		l := dialect.Of(d)
		for _, text := range transcript(t, d) {
			want, err := l.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if r, _ := readingOf(want, d); r.Table == "" || r.One && r.Row == "" {
				continue // it is refused when it runs
			}
			p := builder(t, d, text)
			s := p.st.Scan()
			if !s.Read {
				t.Errorf("%s: it is not shown", text)
				continue
			}
			for _, f := range fields(s) {
				p.on(BuilderSet{f, s.Value(f)})
				if err := p.st.Scan().Refused(f); err != nil {
					if err.Code == base.CodeRangeReversed {
						continue
					}
					t.Errorf("%s: %+v as %q is refused: %v", text, f, s.Value(f), err)
				}
				if got, err := l.Parse(p.st.Work.Input); err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %+v as %q makes it %s (%v)", text, f, s.Value(f), p.st.Work.Input, err)
				}
			}
		}
	}
}

// TestEditsLoseNothing: random edits of random reads change what they are about
// and nothing else, and leave a text that says what the field does.
func TestEditsLoseNothing(t *testing.T) {
	// About which parts of a read a field is.
	rows := []string{"One", "Row", "Prefix", "Start", "End"}
	about := map[BuildPart][]string{
		BuildTable: {"Table"}, BuildWhat: append([]string{"Regex", "Count", "Reversed"}, rows...),
		BuildRow: append([]string{"Regex", "Count", "Reversed"}, rows...), BuildPrefix: rows, BuildStart: rows, BuildEnd: rows,
		BuildRegex: {"Regex", "One", "Row"}, BuildLimit: {"Count"}, BuildVersions: {"CellsPerColumn"}, BuildReversed: {"Reversed"},
		BuildKeysOnly: {"KeysOnly"}, BuildCount: {"Counts"}, BuildStats: {"Stats"}, BuildRaw: {"Raw"}, BuildFrom: {"Times"}, BuildTo: {"Times"},
		BuildFamily: {"Columns"}, BuildQualifier: {"Columns"}, BuildColumn: {"Columns"},
		BuildJoin: {"Filter"}, BuildArgument: {"Filter"}, BuildComparator: {"Filter"}, BuildFilter: {"Filter"},
	}
	parts := func(r reading) map[string]any {
		m := map[string]any{"One": r.One, "Row": r.Row, "Counts": r.Counts, "Interval": r.Interval}
		v := reflect.ValueOf(r.Read)
		for _, f := range reflect.VisibleFields(v.Type()) {
			if !f.Anonymous {
				m[f.Name] = v.FieldByIndex(f.Index).Interface()
			}
		}
		return m
	}
	values := map[BuildPart][]string{
		BuildTable: {"games", "other table"}, BuildWhat: Whats, BuildFamily: {"GAME", `a\.b`, ""}, BuildJoin: {"and", "or", "skip", "while"},
		BuildComparator: hfilter.Comparators(), BuildLimit: {"", "0", "7", "x", "-1"}, BuildVersions: {"", "1", "3", "1.5"},
		BuildFrom: {"", "1000", "9", "soon"}, BuildTo: {"", "2000", "5"},
	}
	texts := []string{"", "a", "b c", ` \x20`, `\\`, `\x00\xff`, `\d`, "é", "it's", `"`, "x,y:z", "=", "3", "true", "<", "#"}
	flags := []string{"true", "false"}
	said, refused := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		pick := func(of []string) string { return of[r.IntN(len(of))] }
		d := dialects[seed%2]
		l := dialect.Of(d)
		from := transcript(t, d)
		p := builder(t, d, pick(from))
		for range 120 {
			if r.IntN(12) == 0 {
				p.on(ConsoleTyped{pick(from)})
			}
			p.st.Work.Builder.left = nil // else what was refused is tried again
			before := p.st.Scan()
			if !before.Read {
				t.Fatalf("seed %d: %q is not shown", seed, p.st.Work.Input)
			}
			all := fields(before)
			f := all[r.IntN(len(all))]
			var m Msg
			value := ""
			switch n := r.IntN(10); {
			case n == 0:
				f, m = field(BuildColumn), ColumnAdded{}
			case n == 1:
				f, m = field(BuildColumn), ColumnDropped{r.IntN(2)}
			case n <= 3 && d == engine.HBase:
				path := f.Path
				name, _, _ := strings.Cut(pick(hfilter.Names()), "(")
				f = BuildField{Part: BuildFilter, Path: path}
				m = FilterAdded{path, name, pick([]string{"", "and", "or"})}
				if before.Filter != nil && r.IntN(2) == 0 {
					do := FilterDo(pick([]string{"up", "down", "remove", "skip", "while", "more", "fewer"}))
					m = FilterPressed{path, do}
				}
			default:
				of, ok := values[f.Part]
				switch {
				case !ok && f.typed():
					of = texts
				case !ok:
					of = flags
				}
				value = pick(of)
				m = BuilderSet{f, value}
			}
			was := p.st.Work.Input
			p.on(m)
			after := p.st.Scan()
			if err := after.Refused(f); err != nil {
				refused++
				if p.st.Work.Input != was {
					t.Fatalf("seed %d: %q was refused (%v) and changed the text to %q", seed, value, err, p.st.Work.Input)
				}
				continue
			}
			said++
			cmd, err := l.Parse(p.st.Work.Input)
			if err != nil {
				t.Fatalf("seed %d: %+v made %q of %q: %v", seed, m, p.st.Work.Input, was, err)
			}
			now, ok := readingOf(cmd, d)
			if !ok || !after.Read {
				t.Fatalf("seed %d: %+v made %q of %q", seed, m, p.st.Work.Input, was)
			}
			if again, err := l.Print(cmd); err != nil || again != p.st.Work.Input && was != p.st.Work.Input && !strings.Contains(was, "#") {
				t.Fatalf("seed %d: %q is printed as %q (%v)", seed, p.st.Work.Input, again, err)
			}
			old, new := parts(before.read), parts(now)
			for part := range old {
				if !slices.Contains(about[f.Part], part) && !reflect.DeepEqual(old[part], new[part]) {
					t.Fatalf("seed %d: %+v of %q made %q: %s is %v", seed, m, was, p.st.Work.Input, part, new[part])
				}
			}
			if set, ok := m.(BuilderSet); ok && after.Value(f) != set.Text && !(f.typed() || f.Part == BuildJoin || f.Part == BuildWhat) {
				t.Fatalf("seed %d: %+v of %q shows %q", seed, m, was, after.Value(f))
			}
			if f.typed() && f.Part != BuildLimit && f.Part != BuildVersions {
				back, err := fieldBytes(now.value(f, d))
				typed, err2 := fieldBytes(value)
				if err == nil && err2 == nil && back != typed {
					t.Fatalf("seed %d: %+v of %q says %q", seed, m, was, back)
				}
			}
		}
	}
	if said < 2000 || refused < 200 {
		t.Errorf("%d edits were taken, %d refused", said, refused)
	}
}

func TestBuildingARead(t *testing.T) {
	p := builder(t, engine.CBT, "").on(BuilderBegun{})
	p.has(SetText{ID: ElementConsole, Text: "read games"})
	p.on(BuilderSet{field(BuildWhat), WhatPrefix})
	s := p.st.Scan()
	if p.st.Work.Input != "read games" || s.Value(field(BuildWhat)) != WhatPrefix || !s.Has(BuildPrefix) {
		t.Fatalf("a prefix that is not there yet: %q, %q", p.st.Work.Input, s.Value(field(BuildWhat)))
	}
	p.on(BuilderSet{field(BuildPrefix), "LoL#"}, BuilderSet{field(BuildLimit), "x"})
	if err := p.st.Scan().Refused(field(BuildLimit)); err == nil || err.Code != base.CodeBadArg || p.st.Work.Input != "read games prefix=LoL#" {
		t.Fatalf("%v, %q", err, p.st.Work.Input)
	}
	if got := p.st.Scan().Value(field(BuildLimit)); got != "x" {
		t.Errorf("what is typed is gone: %q", got)
	}
	p.on(BuilderSet{field(BuildLimit), "05"}, BuilderSet{field(BuildReversed), "true"}, ColumnAdded{}, BuilderSet{BuildField{Part: BuildQualifier}, "KDA|WIN"})
	want := "read games prefix=LoL# columns='GAME:KDA|WIN' count=5 reversed=true"
	if p.st.Work.Input != want {
		t.Fatalf("%q", p.st.Work.Input)
	}
	if text, _ := p.question(); text != want {
		p.on(previewAnswer(p.st.Work.live.asked, 1))
		if text, _ = p.question(); text != want {
			t.Errorf("the preview is of %q", text)
		}
	}
	if got := p.st.Scan().Value(field(BuildLimit)); got != "5" {
		t.Errorf("the limit is shown as %q", got)
	}
	if p.on(ColumnAdded{}, ColumnDropped{0}); p.st.Work.Input != `read games prefix=LoL# columns='a\.b:' count=5 reversed=true` {
		t.Errorf("%q", p.st.Work.Input)
	}
	p.on(BuilderRun{})
	if p.st.Work.Input != "" || p.st.Work.History[0].Text != p.st.Work.Log[0].Input || !p.st.Scan().Blank {
		t.Errorf("it was not run: %+v", p.st.Work)
	}
	p.has(Focus{ID: ElementBuilderRun})
	if p.on(BuilderAgain{}); p.st.Work.Input != p.st.Work.History[0].Text || !p.st.Scan().Read {
		t.Errorf("again: %q", p.st.Work.Input)
	}
	p.on(ConsoleTyped{"read games prefix=a"}, BuilderTurned{}).has(Focus{ID: ElementAddFilter})
	if s := p.st.Scan(); !s.Has(BuildFilter) || s.Value(field(BuildPrefix)) != "a" {
		t.Errorf("in the HBase shell: %q", p.st.Work.Input)
	}
}

// TestPrefixBecomesRange: choosing rows in another way keeps the key.
func TestPrefixBecomesRange(t *testing.T) {
	p := builder(t, engine.CBT, "read games prefix=LoL regex=.*5")
	for _, c := range []struct{ what, want string }{
		{WhatRange, "read games start=LoL end=LoM regex=.\\*5"},
		{WhatOne, "lookup games LoL"},
		{WhatPrefix, "read games prefix=LoL"},
		{WhatAll, "read games"},
	} {
		p.on(BuilderSet{field(BuildWhat), c.what})
		if got := strings.ReplaceAll(p.st.Work.Input, "'.*5'", ".\\*5"); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	p = builder(t, engine.HBase, "scan 'games'").on(BuilderSet{field(BuildReversed), "true"}, BuilderSet{field(BuildWhat), WhatRange},
		BuilderSet{field(BuildStart), "LoL#9"}, BuilderSet{field(BuildEnd), "LoL#2"})
	if got := p.st.Work.Input; got != "scan 'games', {STARTROW => 'LoL#9', STOPROW => 'LoL#2', REVERSED => true}" {
		t.Errorf("%q", got)
	}
}

// TestRefusedIsTriedAgain: what could not be said is said once it can.
func TestRefusedIsTriedAgain(t *testing.T) {
	p := builder(t, engine.CBT, "read games start=a end=b").on(BuilderSet{field(BuildStart), "c"})
	if err := p.st.Scan().Refused(field(BuildStart)); err == nil || err.Code != base.CodeRangeReversed {
		t.Fatalf("%v", err)
	}
	p.on(BuilderLeft{field(BuildStart)}, BuilderSet{field(BuildEnd), "d"})
	if p.st.Work.Input != "read games start=c end=d" || p.st.Scan().Refused(field(BuildStart)) != nil {
		t.Errorf("%q, %v", p.st.Work.Input, p.st.Scan().Refused(field(BuildStart)))
	}
	p.on(BuilderSet{field(BuildLimit), "x"}, ConsoleTyped{"read games count=3"})
	if s := p.st.Scan(); s.Refused(field(BuildLimit)) != nil || s.Value(field(BuildLimit)) != "3" {
		t.Errorf("typing another text left %q", s.Value(field(BuildLimit)))
	}
	p.on(BuilderSet{field(BuildLimit), "04"})
	if got := p.st.Scan().Value(field(BuildLimit)); got != "04" {
		t.Errorf("while it is typed it is %q", got)
	}
	if got := p.on(BuilderLeft{field(BuildLimit)}).st.Scan().Value(field(BuildLimit)); got != "4" {
		t.Errorf("then it is %q", got)
	}
}

func TestWhatADialectLacks(t *testing.T) {
	for _, c := range []struct {
		d     engine.Dialect
		text  string
		field BuildField
		value string
	}{
		{engine.HBase, "scan 'games'", field(BuildKeysOnly), "true"},
		{engine.HBase, "scan 'games'", field(BuildRegex), ".*"},
		{engine.HBase, "scan 'games', {STARTROW => 'a', STOPROW => 'c'}", field(BuildReversed), "true"},
		{engine.HBase, "scan 'games', {COLUMN => 'GAME'}", BuildField{Part: BuildFamily}, ""},
		{engine.HBase, "scan 'games', {LIMIT => 3}", field(BuildCount), "true"},
		{engine.HBase, "count 'games', {INTERVAL => 3}", field(BuildCount), "false"},
		{engine.CBT, "read games format-file=a.yml", field(BuildCount), "true"},
		{engine.CBT, "read games columns=GAME:a", BuildField{Part: BuildQualifier}, "a,b"},
		{engine.CBT, "count games", field(BuildRow), "a"},
	} {
		p := builder(t, c.d, c.text).on(BuilderSet{c.field, c.value})
		if err := p.st.Scan().Refused(c.field); err == nil || err.Code != base.CodeUnsayable || p.st.Work.Input != c.text {
			t.Errorf("%s: %+v as %q: %v, %q", c.text, c.field, c.value, err, p.st.Work.Input)
		}
	}
	s := builder(t, engine.CBT, "read games format-file=a.yml").st.Scan()
	if !reflect.DeepEqual(s.Other, []string{"format-file=a.yml"}) {
		t.Errorf("%q", s.Other)
	}
}

func TestWhatIsNoRead(t *testing.T) {
	for _, text := range []string{"", " ", "ls", "read", "read games\nread games", "set games k f:q=v", "read games prefx=a", "read games regex=" + strings.Repeat("x", page.MaxRemembered)} {
		p := builder(t, engine.CBT, text)
		s := p.st.Scan()
		if s.Read || s.Here != "games" || s.Blank != (strings.TrimSpace(text) == "") {
			t.Errorf("%q: %+v", text, s)
		}
		p.on(BuilderSet{field(BuildPrefix), "a"}, ColumnAdded{}, FilterAdded{Name: "PageFilter"})
		if p.st.Work.Input != text {
			t.Errorf("%q became %q", text, p.st.Work.Input)
		}
		if p.on(BuilderBegun{}); p.st.Work.Input != "read games" {
			t.Errorf("%q: begun with %q", text, p.st.Work.Input)
		}
	}
	p := builder(t, engine.CBT, "read games # all of them").on(BuilderSet{field(BuildLimit), "3"})
	if p.st.Work.Input != "read games count=3 # all of them" {
		t.Errorf("the comment is lost: %q", p.st.Work.Input)
	}
	if p.on(BuilderToggled{}); !reflect.DeepEqual(p.st.Scan(), Scan{}) {
		t.Errorf("closed it shows %+v", p.st.Scan())
	}
	p.st.Work.Tables = nil
	if p.on(BuilderToggled{}, ConsoleTyped{""}, BuilderBegun{}); p.st.Work.Input != "" {
		t.Errorf("without a table it begins %q", p.st.Work.Input)
	}
}

func TestBuildingFilters(t *testing.T) {
	p := builder(t, engine.HBase, "scan 'games'")
	arg := func(path string, at int) BuildField { return BuildField{Part: BuildArgument, Path: path, At: at} }
	for i, c := range []struct {
		m    Msg
		want string
	}{
		{FilterAdded{Name: "PrefixFilter"}, "PrefixFilter('')"},
		{BuilderSet{arg("", 0), `it's\x00`}, "PrefixFilter('it''s\x00')"},
		{FilterAdded{Name: "ValueFilter"}, "PrefixFilter('it''s\x00') AND ValueFilter(=, 'binary:')"},
		{BuilderSet{arg("2", 1), "Sam"}, "PrefixFilter('it''s\x00') AND ValueFilter(=, 'binary:Sam')"},
		{BuilderSet{BuildField{Part: BuildComparator, Path: "2", At: 1}, "regexstring"}, "PrefixFilter('it''s\x00') AND ValueFilter(=, 'regexstring:Sam')"},
		{FilterPressed{"2", FilterUp}, "ValueFilter(=, 'regexstring:Sam') AND PrefixFilter('it''s\x00')"},
		{FilterPressed{"2", FilterDown}, "ValueFilter(=, 'regexstring:Sam') AND PrefixFilter('it''s\x00')"},
		{FilterAdded{"1", "PageFilter", "or"}, "(ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) AND PrefixFilter('it''s\x00')"},
		{FilterPressed{"1.1", FilterSkip}, "(SKIP ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) AND PrefixFilter('it''s\x00')"},
		{BuilderSet{BuildField{Part: BuildJoin, Path: "1.1"}, "while"}, "(WHILE ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) AND PrefixFilter('it''s\x00')"},
		{BuilderSet{BuildField{Part: BuildJoin, Path: ""}, "or"}, "(WHILE ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) OR PrefixFilter('it''s\x00')"},
		{FilterPressed{"1.1", FilterUnwrap}, "(ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) OR PrefixFilter('it''s\x00')"},
		{FilterPressed{"1.1", FilterRemove}, "PageFilter(1) OR PrefixFilter('it''s\x00')"},
		{FilterPressed{"2", FilterRemove}, "PageFilter(1)"},
		{FilterPressed{"", FilterRemove}, ""},
		{FilterAdded{Name: "TimestampsFilter"}, "TimestampsFilter(1)"},
		{FilterPressed{"", FilterMore}, "TimestampsFilter(1, 1)"},
		{BuilderSet{arg("", 1), " 77 "}, "TimestampsFilter(1, 77)"},
		{FilterPressed{"", FilterFewer}, "TimestampsFilter(1)"},
		{FilterPressed{"", FilterFewer}, "TimestampsFilter(1)"},
		{FilterAdded{Name: "DependentColumnFilter"}, "TimestampsFilter(1) AND DependentColumnFilter('GAME', '', false, =, 'binary:')"},
		{BuilderSet{arg("2", 3), ""}, "TimestampsFilter(1) AND DependentColumnFilter('GAME', '')"},
		{BuilderSet{arg("2", 3), ">"}, "TimestampsFilter(1) AND DependentColumnFilter('GAME', '', false, >, 'binary:')"},
	} {
		p.on(c.m)
		cmd, err := dialect.Of(engine.HBase).Parse(p.st.Work.Input)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if got := cmd.(console.Read).Filter; got != c.want {
			t.Fatalf("%d, %+v: %q, want %q", i, c.m, got, c.want)
		}
	}
	if p.on(BuilderSet{arg("1", 0), "soon"}); p.st.Scan().Refused(arg("1", 0)) == nil || p.st.Scan().Value(arg("1", 0)) != "soon" {
		t.Error("a time that is none was taken")
	}
	if p.on(FilterPressed{"2", FilterUp}); p.st.Scan().Refused(arg("1", 0)) != nil {
		t.Error("what was refused moved to another filter")
	}
	p.has(Focus{ID: FilterElement("1", FilterUp)})
	p.on(FilterAdded{"2", "KeyOnlyFilter", "or"}).has(Focus{ID: FilterElement("2.2", FilterRemove)})
	for range hfilter.MaxDepth + 2 {
		p.on(FilterPressed{"1", FilterSkip})
	}
	if err := p.st.Scan().Refused(BuildField{Part: BuildFilter, Path: "1"}); err == nil || err.Code != base.CodeFilterTooDeep {
		t.Errorf("nested without end: %v", err)
	}
}

func TestEscapes(t *testing.T) {
	for _, s := range []string{"", "a b", " a ", `\`, "\x00\xff", "é", "\u200fx", "\n", "\xe2\x80", `\x41`} {
		if back, err := fieldBytes(escaped(s)); err != nil || back != s {
			t.Errorf("%q: %q, %v", s, back, err)
		}
		if e := escapedPattern(s); !isLine(e) || e != strings.TrimSpace(e) {
			t.Errorf("%q is shown as %q", s, e)
		}
	}
	for _, s := range []string{`\`, `\q`, `\x`, `\x4`, `\xzz`, `a\`} {
		if _, err := fieldBytes(s); err == nil || err.Code != base.CodeBadEscape {
			t.Errorf("%q: %v", s, err)
		}
	}
}
