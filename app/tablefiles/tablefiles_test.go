package tablefiles

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/storage"
	"tabletop/web/test/pagetest"
)

var jobs = engine.TableInfo{Name: "jobs", Rows: 3, Families: []engine.FamilyInfo{{Name: "J"}}}

type play struct {
	*pagetest.Page
	s State
}

func (p *play) on(m Msg) *play {
	p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	return p
}

// after has the part look at the page, and reports whether it asks for the files.
func (p *play) after() bool {
	p.Turn(func(t *page.Update) { AfterMessage(t, &p.s) })
	return len(p.Effects) > 0
}

// answer brings the description of the files.
func (p *play) answer(d *engine.StorageDescribed) {
	clear(p.State.Calls)
	p.on(described{host.Answer{Reply: &engine.Reply{Answer: d}}})
}

// TestAsksAfterEachAct checks that a folded panel asks for nothing, and an unfolded one once after
// each change, each read and each choice of a table.
func TestAsksAfterEachAct(t *testing.T) {
	p := &play{Page: pagetest.New(t, jobs)}
	p.Work.Dialect = engine.HBase
	if p.after() {
		t.Error("a folded panel asks")
	}
	if !p.on(toggled{}).after() {
		t.Fatal("an unfolded panel does not ask")
	}
	p.Asks(engine.DescribeStorage{Table: "jobs"})
	p.Work.Version++
	if p.after() {
		t.Error("it asks twice at once")
	}
	p.answer(&engine.StorageDescribed{Table: "jobs"})
	if !p.after() {
		t.Error("it does not ask after a change")
	}
	p.answer(&engine.StorageDescribed{Table: "jobs", Followed: true})
	if p.after() {
		t.Error("it asks without a reason")
	}
	p.Work.LastRead = &engine.ReadReport{Table: "jobs"}
	if !p.after() {
		t.Error("it does not ask after a read")
	}
	p.answer(&engine.StorageDescribed{Table: "jobs", Followed: true})
	p.s.OnWorkerRestarted()
	if !p.after() {
		t.Error("it does not ask a new worker")
	}
	p.answer(&engine.StorageDescribed{Table: "jobs", Followed: true})
	p.Work.Dialect = engine.CBT
	p.Work.Version++
	if !p.after() {
		t.Error("a table that the shell has written to has no files in cbt")
	}
	p.answer(&engine.StorageDescribed{Table: "jobs"})
	p.Work.Version++
	if p.after() {
		t.Error("a table of cbt has files")
	}
}

func TestButtonsRunTheShell(t *testing.T) {
	p := (&play{Page: pagetest.New(t, jobs)}).on(rewritePressed{"jobs", console.MajorCompact})
	p.Asks(engine.RunConsole{Dialect: engine.HBase, Text: "major_compact 'jobs'"})
}

// TestDrawing checks where the bars are, and what is said of a read.
func TestDrawing(t *testing.T) {
	p := &play{Page: pagetest.New(t, jobs)}
	p.Work.Dialect, p.s.Open = engine.HBase, true
	p.s.Stored = &engine.StorageDescribed{
		Table: "jobs", Followed: true, LastRead: &storage.ReadCost{Memtables: 1, Files: 1, SkippedByBloom: 1, Puts: 5, Markers: 1, Returned: 2},
		Last: &engine.FilesRewritten{How: console.MajorCompact, Work: storage.Work{Removed: storage.Removed{Hidden: 3, Markers: 1}}},
		Uses: []storage.UsedFile{{Number: 2}, {Number: 1, Use: storage.FileSkippedByBloom}},
		Layout: storage.Layout{
			Memtables: []storage.MemoryInfo{{Families: []base.Family{"J"}, First: "b", Last: "b", Rows: 1, Puts: 1}},
			Files:     []storage.FileInfo{{Number: 2, First: "a", Last: "b", Rows: 2, Puts: 2, Markers: 1}, {Number: 1, First: "a", Last: "d", Rows: 3, Puts: 3}},
			Written:   storage.Written{Logged: 100, Flushed: 150, Compacted: 50},
		},
	}
	html := app.HTMLString(NewView(&ui.Kit{Lang: "en", EngineIdle: true}, &p.State, &p.Work, p.s).DrawInOutline())
	for _, want := range []string{
		"top:33%;height:33%", "top:0%;height:66%", "top:0%;height:100%", "1 tombstone<", "skipped: bloom filter", "The last major compaction left out 3 puts and 1 tombstone.",
		"looked into 1 file and skipped 1. It scanned 6 entries, cells and tombstones, to return 2: read amplification 3", "write amplification 2",
		`id="table-files-major_compact"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	p.Work.Dialect, p.s.Stored = engine.CBT, nil
	if html = app.HTMLString(NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s).DrawInOutline()); strings.Contains(html, "files") {
		t.Errorf("cbt shows files: %s", html)
	}
}

// TestEmptyMemstores checks that empty memstores are drawn only where there are few.
func TestEmptyMemstores(t *testing.T) {
	for _, families := range []int{mostEmpty, mostEmpty + 1} {
		p := &play{Page: pagetest.New(t, jobs)}
		p.Work.Dialect, p.s.Open = engine.HBase, true
		p.s.Stored = &engine.StorageDescribed{Table: "jobs"}
		for i := range families {
			p.s.Stored.Memtables = append(p.s.Stored.Memtables, storage.MemoryInfo{Families: []base.Family{base.Family('A' + rune(i))}})
		}
		p.s.Stored.Memtables[0].First, p.s.Stored.Memtables[0].Last, p.s.Stored.Memtables[0].Rows = "a", "a", 1
		html := app.HTMLString(NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s).DrawInOutline())
		want := 1
		if families == mostEmpty {
			want = families
		}
		if got := strings.Count(html, "Memstore ·"); got != want {
			t.Errorf("of %d memstores, one of them not empty, %d are drawn, want %d", families, got, want)
		}
	}
}
