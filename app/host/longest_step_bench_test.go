//go:build linux

package host

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/lessons"
	"tabletop/web/test/fixedwork"
)

// unusual is a time between two looks for messages above which a trial is repeated, since the
// cause may be the machine.
const unusual = 50 * time.Millisecond

// pacer is a page that sends calls to a host, and measures how long the host works between two
// looks for messages.
type pacer struct {
	t    testing.TB
	host *Host
	ids  int
	seq  uint64
	came chan Answer

	mu      sync.Mutex
	since   time.Duration // of the host's thread, when it last looked for messages
	begun   time.Time     // when the call began
	doing   string
	longest map[string]time.Duration // by what the host did
}

func newPacer(t testing.TB, s Store) *pacer {
	p := &pacer{t: t, came: make(chan Answer, 100), longest: map[string]time.Duration{}, doing: "start"}
	clock := time.Now()
	p.host = New(Options{
		Store: s, Locks: &tabLocks{newTabs()},
		Lesson: func(context.Context, string) (*lessons.Lesson, error) {
			return nil, base.Refuse(base.CodeNoLesson, "")
		},
		Now:       func() base.Micros { return base.Micros(time.Now().UnixMilli()) * 1000 },
		Monotonic: func() base.Micros { return base.Micros(time.Since(clock).Microseconds()) + 1 },
		NewID:     func() string { p.ids++; return fmt.Sprintf("sandbox%03d", p.ids) },
		Send: func(e Event) {
			EncodeEvent(e) // as on the way to a page
			if a, ok := e.(Answer); ok {
				p.looked(false)
				p.came <- a
			}
		},
		Yield: func() { p.looked(true) },
	})
	p.host.calmTime = 0
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		p.since = worked()
		p.host.Serve(ctx)
		close(done)
	}()
	t.Cleanup(func() { cancel(); p.host.rouse(); <-done })
	return p
}

// worked returns how long this thread has worked. It does not count the time of other threads
// on the machine.
func worked() time.Duration {
	var u syscall.Rusage
	const thread = 1
	_ = syscall.Getrusage(thread, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// looked is called when the host looks for messages, or has sent one.
func (p *pacer) looked(again bool) {
	now := worked()
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := now - p.since; d > p.longest[p.doing] {
		p.longest[p.doing] = d
	}
	if again {
		p.since = now
	}
}

// ask sends a call to the host and returns its answer.
func (p *pacer) ask(what string, c Call) Answer {
	p.t.Helper()
	p.seq++
	s, err := DecodeSentCall(whole(SentCall{Seq: p.seq, Window: engine.RowWindow{Count: 50, Margin: 100}, Call: c}))
	if err != nil {
		p.t.Fatal(what, err)
	}
	p.mu.Lock()
	p.doing, p.begun = what, time.Now()
	p.mu.Unlock()
	p.host.ReceiveCall(s)
	for {
		select {
		case a := <-p.came:
			if a.Seq == p.seq {
				p.told(what, a)
				return a
			}
		case <-time.After(5 * time.Minute):
			p.t.Fatal(what, "is not answered")
		}
	}
}

// told prints an answer, if a single trial is examined.
func (p *pacer) told(what string, a Answer) {
	if *only == "" {
		return
	}
	err := a.Err
	if err == nil && a.Reply != nil {
		err = a.Reply.Err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Printf("%8.1f of %8.1f ms: %s", float64(p.longest[what].Microseconds())/1000, float64(time.Since(p.begun).Microseconds())/1000, what)
	if err != nil {
		fmt.Printf(", refused: %.200v", err)
	}
	fmt.Println()
}

func (p *pacer) run(what string, r engine.Request) Answer { return p.ask(what, ExecuteRequest{r}) }

// open opens a new sandbox.
func (p *pacer) open() string {
	id := p.ask("create", CreateSandbox{Title: "Mine"}).SandboxID
	p.ask("open", OpenWorkspace{Kind: KindSandbox, ID: id})
	return id
}

// linkOf returns the text of a link with requests.
func linkOf(requests ...engine.Request) string {
	var changes []engine.Change
	for i, r := range requests {
		changes = append(changes, engine.Change{At: base.Micros(i+1) * 1000, Request: r})
	}
	text, _ := unchecked(changes)
	return text
}

// reads sends requests after which rows of the table are shown.
func (p *pacer) reads(of string) {
	for what, r := range map[string]engine.Request{
		"look":    engine.Refresh{},
		"count":   engine.RunConsole{Text: "count t"},
		"read":    engine.RunConsole{Text: "read t"},
		"more":    engine.PrintMore{},
		"pattern": engine.RunConsole{Text: `read t regex=.*[a-z0-9]+.*x.*`},
		"columns": engine.RunConsole{Text: `read t columns=` + numbered(500, "f:q%d", ",")},
		"preview": engine.PreviewRead{Text: `read t columns=` + numbered(500, "f:q%d", ","), Rows: 20_000, Micros: 8_000},
		"trace":   engine.TraceLastRead{First: 5_000, Count: 200},
		"keys":    engine.CompleteKeys{Table: "t", Count: 50},
		"peek":    engine.ReadVersions{Table: "t", Row: "wide", Family: "f", Qualifier: "q7"},
		"offset":  engine.ReadVersions{Table: "t", Offset: 200_000},
		"sizes":   engine.MeasureSizes{Table: "t"},
		"garbage": engine.FindGarbage{Table: "t"},
		"advise":  engine.Advise{},
		"live":    engine.MeasureLiveHeat{Table: "t"},
		"recipe":  engine.FindRecipe{Table: "t"},
		"hbase":   engine.RunConsole{Dialect: engine.HBase, Text: `scan 't', {FILTER => "PageFilter(250000) AND ValueFilter(=, 'substring:1')"}`},
		"hmore":   engine.PrintMore{},
		"hcount":  engine.RunConsole{Dialect: engine.HBase, Text: `count 't'`},
		"splits":  engine.RunConsole{Text: "samplerowkeys t"},
	} {
		p.run(of+": "+what, r)
		if what == "read" || what == "hbase" {
			for range 3 {
				p.run(of+": more after "+what, engine.PrintMore{})
			}
		}
	}
}

// wide returns commands that make a row of n columns.
func wide(columns int) string {
	lines := []string{"createtable t families=f,g"}
	for at := 0; at < columns; at += 5_000 {
		line := "set t wide"
		for i := at; i < min(at+5_000, columns); i++ {
			line += fmt.Sprintf(" f:q%d=v%d", i, i)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// large returns a table of many rows.
func large(rows int64) engine.LoadRecords {
	return engine.LoadRecords{Table: "t", Template: "{player}#{n}", Columns: []plan.FieldColumn{{Field: "n", Family: "f", Qualifier: "n"}, {Field: "player", Family: "g", Qualifier: "p"}},
		Data: dataset.Spec{Fields: []string{"player", "n"}, Recipe: &dataset.Recipe{Count: rows, Seed: 1, Gens: []dataset.Generator{
			{Field: "player", Kind: dataset.Names, PerValue: 9}, {Field: "n", Kind: dataset.Sequence, From: "1"},
		}}}}
}

// trials are the calls to be measured, each in a session of its own.
func trials() map[string]func(p *pacer, s *listStore) {
	createFromLink := func(text string) func(p *pacer, s *listStore) {
		return func(p *pacer, s *listStore) {
			a := p.ask("adopt", CreateFromLink{Text: text})
			if a.Err != nil {
				return
			}
			p.ask("open the link", OpenWorkspace{Kind: KindSandbox, ID: a.SandboxID})
			p.reads("of a link")
			p.run("undo", engine.Undo{})
			p.run("redo", engine.Redo{})
		}
	}
	script := func(text string) func(p *pacer, s *listStore) {
		return func(p *pacer, s *listStore) {
			id := p.open()
			p.run("script", engine.RunConsole{Text: text})
			p.reads("of a script")
			a := p.run("look", engine.Refresh{})
			first := uint64(1)
			if tl := p.run("undo", engine.Undo{}).Reply.Timeline; tl != nil {
				first = tl.First
			}
			p.run("redo", engine.Redo{})
			p.run("go back", engine.GoToState{State: first})
			p.run("go forward", engine.GoToState{State: a.Reply.Version})
			p.ask("share", ShareAsLink{Room: 64 << 10})
			p.ask("export", ExportWorkspace{ID: id})
			p.ask("export cbt", ExportWorkspace{ID: id, Format: FormatCBT})
			p.ask("list", ListWorkspaces{})
			other := p.ask("create", CreateSandbox{Title: "Other"}).SandboxID
			p.ask("open another", OpenWorkspace{Kind: KindSandbox, ID: other})
			p.ask("open again", OpenWorkspace{Kind: KindSandbox, ID: id})
		}
	}
	return map[string]func(p *pacer, s *listStore){
		"link families": createFromLink(linkOf(engine.RunConsole{Text: "createtable t families=" + numbered(22_000, "%d", ",")})),
		"link lines":    createFromLink(linkOf(slices.Repeat([]engine.Request{engine.RunConsole{Text: "createtable t families=f"}, engine.Undo{}}, 6_000)...)),
		"link loads": createFromLink(linkOf(func() (out []engine.Request) {
			for range 600 {
				out = append(out, large(5_000))
			}
			return out
		}()...)),
		"families":       script("createtable t families=f\n" + numbered(3_000, "createfamily t x%d", "\n")),
		"families once":  script("createtable t families=" + numbered(3_000, "x%d", ",")),
		"tables":         script("createtable t families=f\n" + numbered(999, "createtable t%d families=a,b,c,d,e,f,g,h", "\n")),
		"policies":       script("createtable t families=" + numbered(900, "x%d", ",") + "\n" + numbered(900, "setgcpolicy t x%d maxversions=3 or maxage=30d", "\n")),
		"wide row":       script(wide(100_000)),
		"long values":    script("createtable t families=f,g\n" + numbered(12, "set t r%d f:q="+strings.Repeat("x", 60_000), "\n")),
		"invisible":      script("createtable t families=f,g\nset t r f:q=" + strings.Repeat("\u200b", 19_000)),
		"many cells":     script("createtable t families=f,g\nset t r " + numbered(60_000, "f:q%d=", " ")),
		"nested filter":  script("createtable t families=f,g\nset t r f:q=1"),
		"short lines":    script("createtable t families=f,g\n" + strings.Repeat("\n", 900_000)),
		"many sets":      script("createtable t families=f,g\n" + numbered(30_000, "set t r%d f:q=1", "\n")),
		"one row's sets": script("createtable t families=f,g\n" + numbered(30_000, "set t r f:q=%d", "\n")),
		"deep": func(p *pacer, s *listStore) {
			p.open()
			p.run("table", engine.RunConsole{Text: "createtable t families=f,g\nset t r f:q=1"})
			for what, filter := range map[string]string{
				"parentheses": strings.Repeat("(", 20_000) + "PageFilter(1)" + strings.Repeat(")", 20_000),
				"skips":       strings.Repeat("SKIP ", 20_000) + "PageFilter(1)",
				"and":         strings.TrimSuffix(strings.Repeat("PrefixFilter('a') AND ", 20_000), " AND "),
				"or":          strings.TrimSuffix(strings.Repeat("ValueFilter(=, 'regexstring:a.*b.*c') OR ", 10_000), " OR "),
			} {
				text := `scan 't', {FILTER => "` + filter + `"}`
				p.run("deep "+what, engine.RunConsole{Dialect: engine.HBase, Text: text})
				p.run("deep preview "+what, engine.PreviewRead{Dialect: engine.HBase, Text: text, Rows: 20_000, Micros: 8_000})
			}
			for what, regex := range map[string]string{
				"bounded":    strings.Repeat("(a{1,30}){1,30}", 20),
				"alternated": numbered(3_000, "x%d.*", "|"),
			} {
				p.run("regex "+what, engine.RunConsole{Text: "read t regex=" + regex})
			}
		},
		"recipe": func(p *pacer, s *listStore) {
			p.open()
			l := engine.LoadRecords{Table: "t", Data: dataset.Spec{Recipe: &dataset.Recipe{Count: 500_000, Seed: 1}}}
			for i := range 2 {
				f := fmt.Sprintf("f%d", i)
				l.Data.Fields = append(l.Data.Fields, f)
				l.Data.Recipe.Gens = append(l.Data.Recipe.Gens, dataset.Generator{Field: f, Kind: dataset.Names, PerValue: 1})
				l.Columns = append(l.Columns, plan.FieldColumn{Field: f, Family: "f", Qualifier: base.Qualifier(f)})
			}
			l.Template = "{f0}#{f1}"
			p.run("huge recipe", l)
			l.Data.Recipe.Gens, l.Data.Fields, l.Columns = nil, nil, nil
			l.Data.Recipe.Count = 10
			for i := range 5_000 {
				f := fmt.Sprintf("f%d", i)
				l.Data.Fields = append(l.Data.Fields, f)
				l.Data.Recipe.Gens = append(l.Data.Recipe.Gens, dataset.Generator{Field: f, Kind: dataset.Choice, Values: []string{"a"}})
				l.Columns = append(l.Columns, plan.FieldColumn{Field: f, Family: base.Family(f), Qualifier: "q"})
			}
			p.run("wide recipe", l)
			p.run("look", engine.Refresh{})
		},
		"csv": func(p *pacer, s *listStore) {
			p.open()
			p.run("table", engine.RunConsole{Text: "createtable t families=f,g"})
			csv := "," + numbered(100_000, "q%d", ",") + "\nwide," + numbered(100_000, "%d", ",") + "\n"
			p.run("wide csv", engine.RunConsole{Text: "import t x.csv column-family=f", Files: []engine.PickedFile{{Name: "x.csv", Text: csv}}})
			p.reads("of a csv")
			csv = ",a,b\n" + numbered(200_000, "r%d,1,2", "\n") + "\n"
			p.run("long csv", engine.RunConsole{Text: "import t x.csv column-family=f", Files: []engine.PickedFile{{Name: "x.csv", Text: csv}}})
		},
		"large": func(p *pacer, s *listStore) {
			id := p.open()
			rows := int64(300_000)
			if testing.Short() { // then the trials are only run, not measured
				rows /= 10
			}
			p.run("load", large(rows))
			p.reads("of many rows")
			p.run("workload", engine.SetWorkload{Queries: []plan.Query{{ID: "a"}, {ID: "b", Where: []plan.Cond{{Field: "n", Value: "17"}}}}})
			p.run("rekey", engine.Rekey{Table: "t", Template: "{n}#{player}"})
			p.run("undo", engine.Undo{})
			p.run("redo", engine.Redo{})
			p.run("policy", engine.RunConsole{Text: "setgcpolicy t f maxage=1ms"})
			p.run("advance", engine.AdvanceClock{By: 3600 * 1e6})
			p.run("compact", engine.CollectGarbage{Table: "t"})
			p.run("delete family", engine.RunConsole{Text: "deletefamily t f"})
			p.run("undo", engine.Undo{})
			p.run("alter", engine.RunConsole{Dialect: engine.HBase, Text: "alter 't', {NAME => 'f', METHOD => 'delete'}"})
			p.run("undo", engine.Undo{})
			p.run("empty", engine.RunConsole{Text: "deleteallrows t"})
			p.run("undo", engine.Undo{})
			p.run("drop", engine.RunConsole{Text: "deletetable t"})
			p.run("undo", engine.Undo{})
			p.ask("weigh", MeasureExportSizes{ID: id})
			p.ask("export csv", ExportWorkspace{ID: id, Format: FormatCSV, Table: "t"})
			other := p.ask("create", CreateSandbox{Title: "Other"}).SandboxID
			p.ask("open another", OpenWorkspace{Kind: KindSandbox, ID: other})
			p.ask("open many rows again", OpenWorkspace{Kind: KindSandbox, ID: id})
		},
		"history": func(p *pacer, s *listStore) {
			p.open()
			p.run("load", large(100_000))
			first := uint64(0)
			for i := range 150 {
				tl := p.run("set", engine.RunConsole{Text: fmt.Sprintf("set t r%d f:q=1", i)}).Reply.Timeline
				if first = tl.First; i%10 == 0 {
					p.run("checkpoint", engine.SaveCheckpoint{Name: fmt.Sprint(i % 40)})
				}
			}
			last := p.run("look", engine.Refresh{}).Reply.Version
			p.run("go back", engine.GoToState{State: first})
			p.run("go forward", engine.GoToState{State: last})
			p.run("restore", engine.RestoreCheckpoint{Name: "10"})
		},
	}
}

// longest does all trials, each often enough that a long step is not an accident of the
// machine. It returns the longest steps, the longest first.
func longest(t testing.TB) (out []struct {
	what string
	took time.Duration
}) {
	for name, trial := range trials() {
		if !strings.Contains(name, *only) {
			continue
		}
		least := map[string]time.Duration{}
		for range 3 {
			s := newListStore()
			p := newPacer(t, s)
			trial(p, s)
			over := false
			p.mu.Lock() // the host has not ended: it still stores and looks for messages
			for what, d := range p.longest {
				if before, ok := least[what]; !ok || d < before {
					least[what] = d
				}
				over = over || least[what] > unusual
			}
			p.mu.Unlock()
			if !over || testing.Short() {
				break
			}
		}
		for what, d := range least {
			out = append(out, struct {
				what string
				took time.Duration
			}{name + ": " + what, d})
		}
	}
	slices.SortFunc(out, func(a, b struct {
		what string
		took time.Duration
	}) int {
		return cmp.Compare(b.took, a.took)
	})
	return out
}

var only = flag.String("trial", "", "the trials of the longest step whose names hold this")

func BenchmarkLongestStep(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	figures := fixedwork.Begin("longest-step", func() float64 {
		before := worked()
		fixedwork.MillisOfWork()
		return (worked() - before).Seconds() * 1000
	})
	all := longest(b)
	for _, s := range all[:min(len(all), 25)] {
		b.Logf("%v %s", s.took.Round(time.Millisecond/10), s.what)
	}
	figures.Add("longest-step", float64(all[0].took.Microseconds())/1000, "<2.2x")
	figures.End(os.Stdout)
}
