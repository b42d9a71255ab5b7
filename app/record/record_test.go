package record

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"tabletop/app/record/frames"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/sizing"
	"tabletop/engine/wire"
	"tabletop/web/test/sandboxtest"
)

// sandbox returns a session with a table of readings that was tried under two keys, two questions, and
// the load on it; and the session as a file.
func sandbox(t *testing.T) (*engine.Session, *engine.SimulateLoad, []byte) {
	t.Helper()
	records := make([][]string, 3000)
	for i := range records {
		records[i] = []string{fmt.Sprintf("meter-%02d", i%40), fmt.Sprintf("2026-03-%02d", 1+i/40%28), fmt.Sprint(i / 40), "x"}
	}
	s, file := sandboxtest.File(t, "Readings",
		engine.RunConsole{Text: "createtable readings families=R:maxversions=1"},
		engine.LoadRecords{Table: "readings", Template: "{day}#{meter}#{n}", Columns: []plan.FieldColumn{{Field: "value", Family: "R", Qualifier: "v"}}, Data: dataset.Spec{Fields: []string{"meter", "day", "n", "value"}, Records: records}},
		engine.SetWorkload{Queries: []plan.Query{
			{ID: "a meter", Where: []plan.Cond{{Field: "meter", Op: plan.Equal, Value: "meter-07"}}},
			{ID: "q2", Where: []plan.Cond{{Field: "day", Op: plan.Equal, Value: "2026-03-05"}}},
			{ID: "newest", Where: []plan.Cond{{Field: "meter", Op: plan.Equal, Value: "meter-07"}}, Latest: plan.Latest{Field: "day", N: 3}},
		}},
		engine.Rekey{Table: "readings", Template: "{meter}#{day}#{n}"})
	load := &engine.SimulateLoad{Nodes: 4, Minutes: 20, Writes: 5000, Reads: []engine.QueryRate{{Query: "a meter", Rate: 200}, {Query: "q2", Rate: 1}}, Seed: 1}
	return s, load, file
}

func TestRecord(t *testing.T) {
	s, load, _ := sandbox(t)
	f, err := Measure(s, frames.Measurement{Load: load, Known: []frames.KnownDesign{
		{Number: 4, Tables: []engine.TableDesign{{Table: "readings", Template: "{meter}#{day}#{n}"}}}, {Number: 1, Tables: []engine.TableDesign{{Table: "readings", Template: "{day}#{meter}#{n}"}}},
		{Number: 6, Tables: []engine.TableDesign{{Table: "readings", Template: "{meter}#{n}"}}},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := Write("en", f, frames.Settings{Title: "Meter | readings", Multiple: 1000, Notes: []frames.ReaderNote{{On: frames.NoteOnQuestion, Name: "q2", Text: "asked by *billing*"}, {On: frames.NoteOnTable, Name: "readings", Text: "a\nb"}}, Assumed: "One cluster."})
	if file := os.Getenv("RECORD"); file != "" {
		_ = os.WriteFile(file, []byte(d.HTML()), 0o644)
	}
	html := d.HTML()
	for _, want := range []string{
		"<h1>Meter | readings</h1>", "3 questions, 1 table.", "Narrows “a meter”, question 3.",
		// 3,000 records of 40 meters are 75 rows of each; a day is in rows of all meters.
		"75 for 75", "full scan", "Chosen.", "Scans 145 rows for question 3, against 3. Better: Scans 120 rows for question 2, against 3,000.", "Puts the latest rows of question 3 at one end.", "Cannot answer", "asked by *billing*", "a<br>b", "One cluster.", "<svg ", "Nodes and money", "us-central1, Enterprise, SSD",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	files := d.Markdown()
	if len(files) != 2 || files[0].Name != "record.md" || !strings.HasPrefix(files[1].Text, "<svg ") || !strings.Contains(files[0].Text, "]("+files[1].Name+")") {
		t.Fatalf("%d files", len(files))
	}
	for _, want := range []string{"# Meter \\| readings\n", "| `{meter}` | Narrows “a meter”, question 3.", "> **Records with day “2026-03-05”** asked by \\*billing\\*", "## Table readings"} {
		if !strings.Contains(files[0].Text, want) {
			t.Errorf("no %q in %s", want, files[0].Text)
		}
	}
	// The designs keep their letters, also one that the session has to measure anew.
	if n := len(f.Attempts); n != 3 || f.Attempts[0].Number != 1 || f.Attempts[1].Number != 4 || !f.Attempts[1].Current || f.Attempts[2].Number != 6 {
		t.Errorf("%d designs: %+v", n, f.Attempts)
	}
	own := Write("en", f, frames.Settings{Title: "x", Prices: frames.Prices{Prices: sizing.Prices{NodeHour: 2.5}, Clusters: 3}}).HTML()
	if !strings.Contains(own, "By your prices: 2.5 for a node an hour, 0.17 for a GB") || !strings.Contains(own, ", in 3 clusters") {
		t.Error(own)
	}
	for _, lang := range []string{"it", "zh-Hant"} {
		if other := Write(lang, f, frames.Settings{Title: "x"}); strings.Contains(other.HTML(), "⟦") {
			t.Errorf("%s lacks a sentence", lang)
		}
	}
}

// TestWorker tests that a record of a file is that of the session, and that its words can be written
// anew from the figures that came with it.
func TestWorker(t *testing.T) {
	_, load, file := sandbox(t)
	now := func() base.Micros { return 1_700_000_000_000_000 }
	ask := func(a frames.Ask) (w frames.Written) {
		frame, err := HandleAsk(wire.Encode(&a, nil), now)
		if err == nil {
			err = wire.Decode(frame, &w, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	first := ask(frames.Ask{File: file, Measurement: frames.Measurement{Load: load}, Settings: frames.Settings{Title: "Readings"}, Language: "en"})
	if first.Refused != nil || !strings.Contains(first.Page, "<h1>Readings</h1>") {
		t.Fatalf("%v", first.Refused)
	}
	again := ask(frames.Ask{Figures: first.Figures, Settings: frames.Settings{Title: "Misure"}, Language: "en"})
	if want := strings.ReplaceAll(first.Page, "Readings", "Misure"); again.Page != want {
		t.Errorf("written again it is\n%s\nnot\n%s", again.Page, want)
	}
	z, err := zip.NewReader(bytes.NewReader(first.Zip), int64(len(first.Zip)))
	if err != nil || len(z.File) != 2 || z.File[0].Name != "record.md" {
		t.Errorf("the archive: %v", err)
	}
	if w := ask(frames.Ask{File: file[:len(file)-1], Language: "en"}); w.Refused == nil || w.Refused.Code != base.CodeBadFile {
		t.Errorf("a cut file is refused with %v", w.Refused)
	}
}

// TestCancelled tests that a measurement ends when it is told to.
func TestCancelled(t *testing.T) {
	s, load, _ := sandbox(t)
	if _, err := Measure(s, frames.Measurement{Load: load}, func(int, int) bool { return false }); err == nil || err.(*base.Error).Code != base.CodeCancelled {
		t.Errorf("a measurement that is cancelled comes to %v", err)
	}
}
