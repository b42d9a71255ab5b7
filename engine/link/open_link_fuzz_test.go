package link_test

import (
	"testing"

	"tabletop/engine"
	"tabletop/engine/link"
)

// FuzzOpen opens any link that Decode accepts in steps, none of which may do much work.
// The test measures work by allocated bytes, which do not depend on the machine.
func FuzzOpen(f *testing.F) {
	_, journal := made(f, history)
	text, err := link.Encode(link.Content{Title: "seed", Changes: journal})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text[:0], []byte("createtable t families=a,b\nset t r a:q=1\ndeletefamily t a"))
	f.Add(text, []byte("create 'h', 'F'\nalter 'h', NAME => 'F', METHOD => 'delete'"))
	const most = 64 << 20
	f.Fuzz(func(t *testing.T, text string, script []byte) {
		content, err := link.Decode(text)
		if err != nil {
			content = link.Content{}
		}
		for _, d := range []engine.Dialect{engine.CBT, engine.HBase} {
			content.Changes = append(content.Changes, engine.Change{Request: engine.RunConsole{Dialect: d, Text: string(script)}})
		}
		again, err := link.Encode(content)
		if err != nil {
			return
		}
		if content, err = link.Decode(again); err != nil {
			t.Fatal(err)
		}
		s := engine.New(options())
		left := 200 // the test stops after 200 steps and does not wait for large loads
		for _, c := range content.Changes {
			var task *engine.Task
			if got := allocated(func() { task = s.Replay(c) }); got > most {
				t.Fatalf("%d MB to begin %T", got>>20, c.Request)
			}
			for done := false; !done; left-- {
				if left == 0 {
					return
				}
				if got := allocated(func() { done = task.Step(1000) }); got > most {
					t.Fatalf("%d MB in a step of %T", got>>20, c.Request)
				}
			}
		}
		if got := allocated(func() { s.Tables(); s.Timeline(); s.TableStrip(s.Page(engine.RowWindow{Count: 50})) }); got > most {
			t.Fatalf("%d MB to tell of it", got>>20)
		}
	})
}
