package page

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/lessons"
)

// Announcement is what a screen reader is told.
type Announcement struct {
	N      uint64 // another one each time, also when the same is said again
	Parts  []AnnouncementPart
	Before []AnnouncementPart // what was said the time before, which may not have been heard yet
}

// Then returns what is told when that is told next. What has words of the moment is not
// kept: it would be told again whenever those change.
func (s Announcement) Then(parts []AnnouncementPart) Announcement {
	before := slices.DeleteFunc(slices.Clone(s.Parts), func(p AnnouncementPart) bool { return p.Of != nil })
	return Announcement{N: s.N + 1, Parts: parts, Before: before}
}

// AnnouncementPart is a part of it: the page's own text for Code, or a note of the engine,
// or what was refused, or plain text.
type AnnouncementPart struct {
	Code string
	Args []string
	Note *engine.Line
	Err  *base.Error
	Line int // of Err in a script of several lines, else 0
	Text string
	Of   any // what a part of the page has words of its own for
}

// Tell tells a screen reader one thing more of this message.
func (t *Update) Tell(s AnnouncementPart) { t.Sayings = append(t.Sayings, s) }

// TellCode says one of the page's own texts.
func (t *Update) TellCode(code string, args ...string) {
	t.Tell(AnnouncementPart{Code: code, Args: args})
}

// Digits writes a number as the arguments of the page's texts have it.
func Digits(n int64) string { return strconv.FormatInt(n, 10) }

// How many times a second something can be asked or written, where it is at all.
const (
	LeastRate = 0.001
	MostRate  = 1_000_000
)

// ParseRate reads how many times a second something is asked or written: 0, or a number from
// [LeastRate] to [MostRate] with a point before its decimals. ok is false for what is no such
// number.
func ParseRate(text string) (rate float64, ok bool) {
	text = strings.TrimSpace(text)
	rate, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.") != "" || rate != 0 && rate < LeastRate || rate > MostRate {
		return 0, false
	}
	return rate, true
}

// Command is a command as the page runs it for the reader.
type Command struct {
	Dialect engine.Dialect
	Text    string
	Unsaid  *base.Error // why it is not in the console's dialect
}

// Say writes a command in the console's dialect, or in cbt where that dialect lacks
// it. The error is of what neither can say.
func (w *Workspace) Say(c console.Command) (Command, error) {
	text, err := dialects.Of(engine.CBT).Print(c)
	if err != nil {
		return Command{}, err
	}
	return w.SayText(text), nil
}

// SayText is [Work.Say] of a text in cbt.
func (w *Workspace) SayText(text string) Command {
	if w.Dialect == engine.CBT {
		return Command{Text: text}
	}
	turned, why := dialect.Whole(text, engine.CBT, w.Dialect)
	if turned == "" {
		return Command{Text: text, Unsaid: why}
	}
	return Command{Dialect: w.Dialect, Text: turned}
}

// RunCommand runs a command as if it were typed and returns the call's number.
func (t *Update) RunCommand(c Command) uint64 { return t.AskCommand(c, nil) }

// AskCommand is [Turn.RunCommand] of what [Turn.Ask] asks.
func (t *Update) AskCommand(c Command, then func(host.Answer) Msg) uint64 {
	seq := t.Ask(host.Execute{Request: engine.Console{Dialect: c.Dialect, Text: c.Text}}, "running-console", then)
	t.Log(seq, c.Text).Unsaid = c.Unsaid
	return seq
}

// InDialect returns a lesson's action with what it types said in a dialect, or as it
// is and why that cannot be said there. What a lesson says in another dialect than cbt is
// said in that: the reads of the HBase shell hide what cbt's show.
func InDialect(a lessons.Action, d engine.Dialect) (lessons.Action, *base.Error) {
	r, ok := host.Typed(host.DoAction{Action: a})
	if !ok || r.Dialect == d || r.Dialect != engine.CBT {
		return a, nil
	}
	turned, why := dialect.Whole(r.Text, r.Dialect, d)
	if turned == "" {
		return a, why
	}
	if ask, asked := a.(lessons.Ask); asked {
		typed := ask.Request.(engine.Console)
		typed.Dialect, typed.Text = d, turned
		return lessons.Ask{Request: typed}, nil
	}
	return lessons.TypeCommand{Text: turned, Dialect: d}, nil
}
