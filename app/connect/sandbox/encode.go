package sandbox

import (
	"fmt"
	"strings"

	"tabletop/app/host/archive"
	"tabletop/app/host/export"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// Saved is what a sandbox is to hold.
type Saved struct {
	Key, Title string // Key is the caller's own
	Tables     []*table.Table
}

// entryBytes is about how long an entry of a journal is.
const entryBytes = 256 << 10

// Encode returns a file of sandboxes, as made at a time: one that the page opens at once,
// or several in a file of everything. What such a file cannot hold it names in lost. It
// refuses (bad-file) what is too large for one.
func Encode(list []Saved, now base.Micros) (file []byte, lost []string, err error) {
	w := archive.NewWriter(len(list) != 1)
	left := map[string]int64{}
	for _, s := range list {
		w.Space(archive.Space{Title: s.Title, Created: int64(now), Changed: int64(now)})
		e := entries{add: w.Entry, at: now}
		tables := make([]export.Table, len(s.Tables))
		for i, t := range s.Tables {
			tables[i] = export.Table{Table: t}
		}
		for _, l := range export.CBT(tables, e.line) {
			left[l.What] += l.Count
		}
		e.flush()
	}
	for _, l := range []struct{ what, says string }{
		{"equals", "%d cells with a = in their qualifier"}, {"sketch", "%d cells that count different values"}, {"long", "%d cells with values over 128 KiB"},
	} {
		if n := left[l.what]; n > 0 {
			lost = append(lost, fmt.Sprintf(l.says, n))
		}
	}
	file, err = w.Finish()
	return file, lost, err
}

// entries puts the lines of a script into entries of a journal, all in one step of the
// timeline: the first is of one line, and all others join it.
type entries struct {
	add   func([]byte)
	at    base.Micros
	text  strings.Builder
	later bool
}

func (e *entries) line(text string) bool {
	e.text.WriteString(text)
	if !e.later || e.text.Len() > entryBytes {
		e.flush()
	}
	return true
}

func (e *entries) flush() {
	if e.text.Len() == 0 {
		return
	}
	c := engine.Change{At: e.at, Request: engine.Console{Text: e.text.String(), Joined: e.later}}
	e.add(wire.EncodeChange(c))
	e.text.Reset()
	e.later = true
}
