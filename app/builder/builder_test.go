package builder

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/engine/hbase/hfilter"
	"tabletop/web/test/pagetest"
)

// play is the page of a sandbox with the scan builder.
type play struct {
	*pagetest.Page
	st State
}

// open returns a page with the scan builder open and a text in the console.
func open(t *testing.T, d engine.Dialect, text string) *play {
	t.Helper()
	p := &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Families: []engine.FamilyInfo{{Name: "GAME"}, {Name: "a.b"}}})}
	p.Work.Dialect = d
	return p.on(FormToggled{}).types(text)
}

func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) { Update(t, &p.st, m) })
		p.st.AfterMessage(&p.Work)
	}
	return p
}

// types puts a text into the console.
func (p *play) types(text string) *play {
	p.Work.Input = text
	p.st.AfterMessage(&p.Work)
	return p
}

func (p *play) scan() scan { return scanOf(&p.Work, &p.st) }

// reads returns the commands that read rows from a dialect's transcript.
func transcript(t *testing.T, d engine.Dialect) (lines []string) {
	t.Helper()
	l := dialects.ByID(d)
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

// fields returns all fields that the form shows.
func fields(s scan) (all []field) {
	for _, part := range []part{partTable, partWhat, partRow, partPrefix, partStart, partEnd, partRegex, partExpr, partLimit, partVersions,
		partReversed, partKeysOnly, partCount, partStats, partRaw, partFrom, partTo} {
		if s.has(part) {
			all = append(all, field{Part: part})
		}
	}
	for i := range s.Columns {
		all = append(all, field{Part: partFamily, At: i}, field{Part: partQualifier, At: i})
	}
	var walk func(f hfilter.Filter, path string)
	walk = func(f hfilter.Filter, path string) {
		children := within(f)
		if len(children) > 0 {
			all = append(all, field{Part: partJoin, Path: path})
		} else {
			_, args := hfilter.NameAndArgs(f)
			for i, a := range args {
				all = append(all, field{Part: partArgument, Path: path, At: i})
				if a.Kind == hfilter.ArgComparator && a.Text != "" {
					all = append(all, field{Part: partComparator, Path: path, At: i})
				}
			}
		}
		for i, c := range children {
			walk(c, pathOf(path, i))
		}
	}
	if s.Filter != nil {
		walk(s.Filter, "")
	}
	return all
}

var inDialects = []engine.Dialect{engine.CBT, engine.HBase}

// TestFieldsSayTheText checks for each field of each read that setting it to the value that
// it shows leaves the read unchanged.
func TestFieldsSayTheText(t *testing.T) {
	for _, d := range inDialects {
		l := dialects.ByID(d)
		for _, text := range transcript(t, d) {
			want, err := l.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if r, _ := readingOf(want, d); r.Table == "" || r.One && r.Row == "" {
				continue // such a command parses, and is refused when it runs
			}
			p := open(t, d, text)
			s := p.scan()
			if !s.Read {
				t.Errorf("%s: it is not shown", text)
				continue
			}
			for _, f := range fields(s) {
				p.on(set{f, s.value(f)})
				if err := p.scan().refused(f); err != nil {
					if err.Code == base.CodeRangeReversed {
						continue
					}
					t.Errorf("%s: %+v as %q is refused: %v", text, f, s.value(f), err)
				}
				if got, err := l.Parse(p.Work.Input); err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %+v as %q makes it %s (%v)", text, f, s.value(f), p.Work.Input, err)
				}
			}
		}
	}
}

// TestEditsLoseNothing checks that random edits of random reads change the edited property
// and no other, and that the text then has the value of the field.
func TestEditsLoseNothing(t *testing.T) {
	// The properties of a read that a field may change.
	rows := []string{"One", "Row", "Prefix", "Start", "End"}
	about := map[part][]string{
		partTable: {"Table"}, partWhat: append([]string{"Regex", "Count", "Reversed"}, rows...),
		partRow: append([]string{"Regex", "Count", "Reversed"}, rows...), partPrefix: rows, partStart: rows, partEnd: rows,
		partRegex: {"Regex", "One", "Row"}, partExpr: {"Expr"}, partLimit: {"Count"}, partVersions: {"CellsPerColumn"}, partReversed: {"Reversed"},
		partKeysOnly: {"KeysOnly"}, partCount: {"Counts"}, partStats: {"Stats"}, partRaw: {"Raw"}, partFrom: {"Times"}, partTo: {"Times"},
		partFamily: {"Columns"}, partQualifier: {"Columns"}, partColumn: {"Columns"},
		partJoin: {"Filter"}, partArgument: {"Filter"}, partComparator: {"Filter"}, partFilter: {"Filter"},
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
	values := map[part][]string{
		partTable: {"games", "other table"}, partWhat: whats, partFamily: {"GAME", `a\.b`, ""}, partJoin: {"and", "or", "skip", "while"},
		partComparator: hfilter.ComparatorNames(), partLimit: {"", "0", "7", "x", "-1"}, partVersions: {"", "1", "3", "1.5"},
		partExpr: {"", "latest(1)", " chain(row(/a b/), mask(\"\\xff\"))", "pass(", "sample(2)"},
		partFrom: {"", "1000", "9", "soon"}, partTo: {"", "2000", "5"},
	}
	texts := []string{"", "a", "b c", ` \x20`, `\\`, `\x00\xff`, `\d`, "é", "it's", `"`, "x,y:z", "=", "3", "true", "<", "#"}
	flags := []string{"true", "false"}
	said, refused := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		pick := func(of []string) string { return of[r.IntN(len(of))] }
		d := inDialects[seed%2]
		l := dialects.ByID(d)
		from := transcript(t, d)
		p := open(t, d, pick(from))
		for range 120 {
			if r.IntN(12) == 0 {
				p.types(pick(from))
			}
			p.st.left = nil // otherwise refused values are tried again
			before := p.scan()
			if !before.Read {
				t.Fatalf("seed %d: %q is not shown", seed, p.Work.Input)
			}
			all := fields(before)
			f := all[r.IntN(len(all))]
			var m Msg
			value := ""
			switch n := r.IntN(10); {
			case n == 0:
				f, m = field{Part: partColumn}, columnAdded{}
			case n == 1:
				f, m = field{Part: partColumn}, columnDropped{r.IntN(2)}
			case n <= 3 && d == engine.HBase:
				path := f.Path
				name, _, _ := strings.Cut(pick(hfilter.FilterSignatures()), "(")
				f = field{Part: partFilter, Path: path}
				m = filterAdded{path, name, pick([]string{"", "and", "or"})}
				if before.Filter != nil && r.IntN(2) == 0 {
					do := filterDo(pick([]string{"up", "down", "remove", "skip", "while", "more", "fewer"}))
					m = filterPressed{path, do}
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
				m = set{f, value}
			}
			was := p.Work.Input
			p.on(m)
			after := p.scan()
			if err := after.refused(f); err != nil {
				refused++
				if p.Work.Input != was {
					t.Fatalf("seed %d: %q was refused (%v) and changed the text to %q", seed, value, err, p.Work.Input)
				}
				continue
			}
			said++
			cmd, err := l.Parse(p.Work.Input)
			if err != nil {
				t.Fatalf("seed %d: %+v made %q of %q: %v", seed, m, p.Work.Input, was, err)
			}
			now, ok := readingOf(cmd, d)
			if !ok || !after.Read {
				t.Fatalf("seed %d: %+v made %q of %q", seed, m, p.Work.Input, was)
			}
			if again, err := l.Print(cmd); err != nil || again != p.Work.Input && was != p.Work.Input && !strings.Contains(was, "#") {
				t.Fatalf("seed %d: %q is printed as %q (%v)", seed, p.Work.Input, again, err)
			}
			old, new := parts(before.read), parts(now)
			for part := range old {
				if !slices.Contains(about[f.Part], part) && !reflect.DeepEqual(old[part], new[part]) {
					t.Fatalf("seed %d: %+v of %q made %q: %s is %v", seed, m, was, p.Work.Input, part, new[part])
				}
			}
			if set, ok := m.(set); ok && after.value(f) != set.Text && !(f.typed() || f.Part == partJoin || f.Part == partWhat) {
				t.Fatalf("seed %d: %+v of %q shows %q", seed, m, was, after.value(f))
			}
			if f.typed() && f.Part != partExpr && f.Part != partLimit && f.Part != partVersions {
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
	p := open(t, engine.CBT, "").on(NewReadPressed{})
	p.Has(page.SetFieldText{ID: page.ElementConsole, Text: "read games"})
	p.on(set{field{Part: partWhat}, whatPrefix})
	s := p.scan()
	if p.Work.Input != "read games" || s.value(field{Part: partWhat}) != whatPrefix || !s.has(partPrefix) {
		t.Fatalf("a prefix that is not there yet: %q, %q", p.Work.Input, s.value(field{Part: partWhat}))
	}
	p.on(set{field{Part: partPrefix}, "LoL#"}, set{field{Part: partLimit}, "x"})
	if err := p.scan().refused(field{Part: partLimit}); err == nil || err.Code != base.CodeBadArg || p.Work.Input != "read games prefix=LoL#" {
		t.Fatalf("%v, %q", err, p.Work.Input)
	}
	if got := p.scan().value(field{Part: partLimit}); got != "x" {
		t.Errorf("what is typed is gone: %q", got)
	}
	p.on(RunPressed{}).Has(page.FocusElement{ID: field{Part: partLimit}.element()})
	p.on(set{field{Part: partLimit}, "05"}, set{field{Part: partReversed}, "true"}, columnAdded{}, set{field{Part: partQualifier}, "KDA|WIN"})
	want := "read games prefix=LoL# columns='GAME:KDA|WIN' count=5 reversed=true"
	if p.Work.Input != want {
		t.Fatalf("%q", p.Work.Input)
	}
	if got := p.scan().value(field{Part: partLimit}); got != "5" {
		t.Errorf("the limit is shown as %q", got)
	}
	if p.on(columnAdded{}, columnDropped{0}); p.Work.Input != `read games prefix=LoL# columns='a\.b:' count=5 reversed=true` {
		t.Errorf("%q", p.Work.Input)
	}
	p.on(RunPressed{}).Passes(page.RunConsoleText{})
	p.Has(page.FocusElement{ID: elementRun})
	p.on(LastReadRecalled{}).Passes(page.RecallCommand{By: -1})
	p.on(FilterDialectPressed{}).Passes(page.SwitchDialect{Dialect: engine.HBase})
	p.Has(page.FocusElement{ID: elementAddFilter})
}

// TestExpression checks the field for cbt's filter.
func TestExpression(t *testing.T) {
	f := field{Part: partExpr}
	p := open(t, engine.CBT, "read games filter='value(/a b/)' count=2")
	if got := p.scan().value(f); got != "value(/a b/)" {
		t.Errorf("it is shown as %q", got)
	}
	if p.on(set{f, "chain(sample(0.5), label(x))"}); p.Work.Input != "read games filter='chain(sample(0.5), label(x))' count=2" {
		t.Errorf("%q", p.Work.Input)
	}
	was := p.Work.Input
	p.on(set{f, "chain(sample(0.5), label(X))"})
	if err := p.scan().refused(f); err == nil || err.Code != base.CodeFilterLabel || p.Work.Input != was || p.scan().value(f) != "chain(sample(0.5), label(X))" {
		t.Errorf("%v, %q", err, p.Work.Input)
	}
	if p.on(set{f, ""}); p.Work.Input != "read games count=2" {
		t.Errorf("%q", p.Work.Input)
	}
	if s := open(t, engine.HBase, "scan 'games'").scan(); s.has(partExpr) {
		t.Error("the HBase shell has the field too")
	}
}

// TestPrefixBecomesRange checks that another way to choose rows takes over the key.
func TestPrefixBecomesRange(t *testing.T) {
	p := open(t, engine.CBT, "read games prefix=LoL regex=.*5")
	for _, c := range []struct{ what, want string }{
		{whatRange, "read games start=LoL end=LoM regex=.\\*5"},
		{whatOne, "lookup games LoL"},
		{whatPrefix, "read games prefix=LoL"},
		{whatAll, "read games"},
	} {
		p.on(set{field{Part: partWhat}, c.what})
		if got := strings.ReplaceAll(p.Work.Input, "'.*5'", ".\\*5"); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	p = open(t, engine.HBase, "scan 'games'").on(set{field{Part: partReversed}, "true"}, set{field{Part: partWhat}, whatRange},
		set{field{Part: partStart}, "LoL#9"}, set{field{Part: partEnd}, "LoL#2"})
	if got := p.Work.Input; got != "scan 'games', {STARTROW => 'LoL#9', STOPROW => 'LoL#2', REVERSED => true}" {
		t.Errorf("%q", got)
	}
}

// TestRefusedIsTriedAgain checks that a refused value is taken as soon as it is possible.
func TestRefusedIsTriedAgain(t *testing.T) {
	p := open(t, engine.CBT, "read games start=a end=b").on(set{field{Part: partStart}, "c"})
	if err := p.scan().refused(field{Part: partStart}); err == nil || err.Code != base.CodeRangeReversed {
		t.Fatalf("%v", err)
	}
	p.on(left{field{Part: partStart}}, set{field{Part: partEnd}, "d"})
	if p.Work.Input != "read games start=c end=d" || p.scan().refused(field{Part: partStart}) != nil {
		t.Errorf("%q, %v", p.Work.Input, p.scan().refused(field{Part: partStart}))
	}
	p.on(set{field{Part: partLimit}, "x"}).types("read games count=3")
	if s := p.scan(); s.refused(field{Part: partLimit}) != nil || s.value(field{Part: partLimit}) != "3" {
		t.Errorf("typing another text left %q", s.value(field{Part: partLimit}))
	}
	p.on(set{field{Part: partLimit}, "04"})
	if got := p.scan().value(field{Part: partLimit}); got != "04" {
		t.Errorf("while it is typed it is %q", got)
	}
	if got := p.on(left{field{Part: partLimit}}).scan().value(field{Part: partLimit}); got != "4" {
		t.Errorf("then it is %q", got)
	}
}

func TestWhatADialectLacks(t *testing.T) {
	for _, c := range []struct {
		d     engine.Dialect
		text  string
		field field
		value string
	}{
		{engine.HBase, "scan 'games'", field{Part: partKeysOnly}, "true"},
		{engine.HBase, "scan 'games'", field{Part: partRegex}, ".*"},
		{engine.HBase, "scan 'games', {STARTROW => 'a', STOPROW => 'c'}", field{Part: partReversed}, "true"},
		{engine.HBase, "scan 'games', {COLUMN => 'GAME'}", field{Part: partFamily}, ""},
		{engine.HBase, "scan 'games', {VERSIONS => 3}", field{Part: partCount}, "true"},
		{engine.HBase, "scan 'games', {FORMATTER => 'toString'}", field{Part: partCount}, "true"},
		{engine.HBase, "get 'games', 'k', 'GAME:a:toInt'", field{Part: partQualifier}, "a:b"},
		{engine.HBase, "count 'games', {INTERVAL => 3}", field{Part: partCount}, "false"},
		{engine.CBT, "read games format-file=a.yml", field{Part: partCount}, "true"},
		{engine.CBT, "read games columns=GAME:a", field{Part: partQualifier}, "a,b"},
		{engine.CBT, "read games filter=pass()", field{Part: partCount}, "true"},
		{engine.CBT, "count games", field{Part: partRow}, "a"},
	} {
		p := open(t, c.d, c.text).on(set{c.field, c.value})
		if err := p.scan().refused(c.field); err == nil || err.Code != base.CodeInexpressible || p.Work.Input != c.text {
			t.Errorf("%s: %+v as %q: %v, %q", c.text, c.field, c.value, err, p.Work.Input)
		}
	}
	s := open(t, engine.CBT, "read games format-file=a.yml").scan()
	if !reflect.DeepEqual(s.Other, []string{"format-file=a.yml"}) {
		t.Errorf("%q", s.Other)
	}
	s = open(t, engine.HBase, "scan 'games', {COLUMN => 'GAME:a:toInt', FORMATTER => 'toString'}").scan()
	if !reflect.DeepEqual(s.Other, []string{"FORMATTER => 'toString'", "toInt"}) {
		t.Errorf("%q", s.Other)
	}
	p := open(t, engine.HBase, "count 'games', {STARTROW => 'a', COLUMN => 'GAME:a:toInt'}").on(set{field{Part: partQualifier}, ""}, set{field{Part: partLimit}, "3"})
	if want := "count 'games', {STARTROW => 'a', LIMIT => 3, COLUMN => 'GAME'}"; p.Work.Input != want {
		t.Errorf("%s, want %s", p.Work.Input, want)
	}
}

func TestWhatIsNoRead(t *testing.T) {
	for _, text := range []string{"", " ", "ls", "read", "read games\nread games", "set games k f:q=v", "read games prefx=a", "read games regex=" + strings.Repeat("x", page.MaxLoggedText)} {
		p := open(t, engine.CBT, text)
		s := p.scan()
		if s.Read || s.Here != "games" || s.Blank != (strings.TrimSpace(text) == "") {
			t.Errorf("%q: %+v", text, s)
		}
		p.on(set{field{Part: partPrefix}, "a"}, columnAdded{}, filterAdded{Name: "PageFilter"})
		if p.Work.Input != text {
			t.Errorf("%q became %q", text, p.Work.Input)
		}
		if p.on(NewReadPressed{}); p.Work.Input != "read games" {
			t.Errorf("%q: begun with %q", text, p.Work.Input)
		}
	}
	p := open(t, engine.CBT, "read games # all of them").on(set{field{Part: partLimit}, "3"})
	if p.Work.Input != "read games count=3 # all of them" {
		t.Errorf("the comment is lost: %q", p.Work.Input)
	}
	if p.on(FormToggled{}); !reflect.DeepEqual(p.scan(), scan{}) {
		t.Errorf("closed it shows %+v", p.scan())
	}
	p.Work.Tables = nil
	if p.on(FormToggled{}).types("").on(NewReadPressed{}); p.Work.Input != "" {
		t.Errorf("without a table it begins %q", p.Work.Input)
	}
}

func TestBuildingFilters(t *testing.T) {
	p := open(t, engine.HBase, "scan 'games'")
	arg := func(path string, at int) field { return field{Part: partArgument, Path: path, At: at} }
	for i, c := range []struct {
		m    Msg
		want string
	}{
		{filterAdded{Name: "PrefixFilter"}, "PrefixFilter('')"},
		{set{arg("", 0), `it's\x00`}, "PrefixFilter('it''s\x00')"},
		{filterAdded{Name: "ValueFilter"}, "PrefixFilter('it''s\x00') AND ValueFilter(=, 'binary:')"},
		{set{arg("2", 1), "Sam"}, "PrefixFilter('it''s\x00') AND ValueFilter(=, 'binary:Sam')"},
		{set{field{Part: partComparator, Path: "2", At: 1}, "regexstring"}, "PrefixFilter('it''s\x00') AND ValueFilter(=, 'regexstring:Sam')"},
		{filterPressed{"2", doUp}, "ValueFilter(=, 'regexstring:Sam') AND PrefixFilter('it''s\x00')"},
		{filterPressed{"2", doDown}, "ValueFilter(=, 'regexstring:Sam') AND PrefixFilter('it''s\x00')"},
		{filterAdded{"1", "PageFilter", "or"}, "(ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) AND PrefixFilter('it''s\x00')"},
		{filterPressed{"1.1", doSkip}, "(SKIP ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) AND PrefixFilter('it''s\x00')"},
		{set{field{Part: partJoin, Path: "1.1"}, "while"}, "(WHILE ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) AND PrefixFilter('it''s\x00')"},
		{set{field{Part: partJoin, Path: ""}, "or"}, "(WHILE ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) OR PrefixFilter('it''s\x00')"},
		{filterPressed{"1.1", doUnwrap}, "(ValueFilter(=, 'regexstring:Sam') OR PageFilter(1)) OR PrefixFilter('it''s\x00')"},
		{filterPressed{"1.1", doRemove}, "PageFilter(1) OR PrefixFilter('it''s\x00')"},
		{filterPressed{"2", doRemove}, "PageFilter(1)"},
		{filterPressed{"", doRemove}, ""},
		{filterAdded{Name: "TimestampsFilter"}, "TimestampsFilter(1)"},
		{filterPressed{"", doMore}, "TimestampsFilter(1, 1)"},
		{set{arg("", 1), " 77 "}, "TimestampsFilter(1, 77)"},
		{filterPressed{"", doFewer}, "TimestampsFilter(1)"},
		{filterPressed{"", doFewer}, "TimestampsFilter(1)"},
		{filterAdded{Name: "DependentColumnFilter"}, "TimestampsFilter(1) AND DependentColumnFilter('GAME', '', false, =, 'binary:')"},
		{set{arg("2", 3), ""}, "TimestampsFilter(1) AND DependentColumnFilter('GAME', '')"},
		{set{arg("2", 3), ">"}, "TimestampsFilter(1) AND DependentColumnFilter('GAME', '', false, >, 'binary:')"},
	} {
		p.on(c.m)
		cmd, err := dialects.ByID(engine.HBase).Parse(p.Work.Input)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if got := cmd.(console.Read).Filter; got != c.want {
			t.Fatalf("%d, %+v: %q, want %q", i, c.m, got, c.want)
		}
	}
	if p.on(set{arg("1", 0), "soon"}); p.scan().refused(arg("1", 0)) == nil || p.scan().value(arg("1", 0)) != "soon" {
		t.Error("a time that is none was taken")
	}
	if p.on(filterPressed{"2", doUp}); p.scan().refused(arg("1", 0)) != nil {
		t.Error("what was refused moved to another filter")
	}
	p.Has(page.FocusElement{ID: filterElement("1", doUp)})
	p.on(filterAdded{"2", "KeyOnlyFilter", "or"}).Has(page.FocusElement{ID: filterElement("2.2", doRemove)})
	for range hfilter.MaxDepth + 2 {
		p.on(filterPressed{"1", doSkip})
	}
	if err := p.scan().refused(field{Part: partFilter, Path: "1"}); err == nil || err.Code != base.CodeFilterTooDeep {
		t.Errorf("nested without end: %v", err)
	}
}

func TestEscapes(t *testing.T) {
	for _, s := range []string{"", "a b", " a ", `\`, "\x00\xff", "é", "\u200fx", "\n", "\xe2\x80", `\x41`} {
		if back, err := fieldBytes(escaped(s)); err != nil || back != s {
			t.Errorf("%q: %q, %v", s, back, err)
		}
		if e := escapedPattern(s); base.EscapeIllegible(e) != e || e != strings.TrimSpace(e) {
			t.Errorf("%q is shown as %q", s, e)
		}
	}
	for _, s := range []string{`\`, `\q`, `\x`, `\x4`, `\xzz`, `a\`} {
		if _, err := fieldBytes(s); err == nil || err.Code != base.CodeBadEscape {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestWhatFiltersTell(t *testing.T) {
	p := open(t, engine.HBase, "scan 'games'")
	p.on(filterAdded{Name: "ValueFilter"}).Tells(page.AnnouncementPart{Code: "said-filter", Args: []string{"ValueFilter"}})
	p.on(filterAdded{Path: "", Name: "KeyOnlyFilter", Join: "and"}).Tells(page.AnnouncementPart{Code: "said-filter", Args: []string{"KeyOnlyFilter"}})
	p.on(filterPressed{Path: "2", Do: doRemove}).Tells(page.AnnouncementPart{Code: "said-filter-gone"})
}

// The form is about the input of the console, and not about output above it. Earlier it said
// that the console was empty when a command had printed something.
func TestBlankPromptBelowOutput(t *testing.T) {
	p := open(t, engine.CBT, "")
	if s := p.scan(); !s.Blank || s.Read {
		t.Fatalf("%+v", s)
	}
	if text := i18n.PageText("en", "builder-blank"); !strings.Contains(text, "at the prompt") || strings.Contains(text, "console is empty") {
		t.Errorf("it says %q", text)
	}
	if s := p.types("ls").scan(); s.Blank {
		t.Errorf("with text at the prompt: %+v", s)
	}
}

// TestFieldOf checks that fieldOf is the inverse of element.
func TestFieldOf(t *testing.T) {
	for _, f := range []field{
		{Part: partWhat}, {Part: partKeysOnly}, {Part: partFamily, At: 2}, {Part: partQualifier},
		{Part: partJoin, Path: "1"}, {Part: partArgument, Path: "2.13", At: 1}, {Part: partComparator, At: 3},
	} {
		if got := fieldOf(f.element()); got != f {
			t.Errorf("%s: %+v", f.element(), got)
		}
	}
}
