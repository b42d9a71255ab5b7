package engine

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// What a request prints at most. What passes the limit is printed whole; all after
// that is left out, and a note says how much.
const (
	MaxOutputLines = 10_000
	MaxOutput      = 2 << 20 // bytes
)

// put adds to the output as long as there is room.
func (t *Task) put(l Line) {
	lines, bytes := 1, len(l.Text)
	if l.Kind == LineText {
		lines = strings.Count(strings.TrimSuffix(l.Text, "\n"), "\n") + 1
	}
	for _, a := range l.Args {
		bytes += len(a)
	}
	if t.lines >= MaxOutputLines || t.bytes >= MaxOutput {
		t.omitted += lines
		return
	}
	t.lines += lines
	t.bytes += bytes
	t.reply.Output = append(t.reply.Output, l)
}

// output returns what was printed, and behind it how much was left out.
func (t *Task) output() []Line {
	out := t.reply.Output
	if t.omitted == 0 {
		return out
	}
	args := []string{strconv.Itoa(t.omitted), strconv.Itoa(MaxOutputLines), strconv.Itoa(MaxOutput)}
	return append(out[:len(out):len(out)], Line{Kind: LineNote, Code: base.NoteLeftOut, Args: args})
}
