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
	Number   uint64             // grows with each announcement, even if the text is equal
	Parts    []AnnouncementPart // what is told now
	Previous []AnnouncementPart // the previous announcement, which may not have been heard yet
}

// Next returns the next announcement, with parts. Parts with Value are not repeated in Previous:
// their words depend on the present state, and each change of it would tell them again.
func (s Announcement) Next(parts []AnnouncementPart) Announcement {
	before := slices.DeleteFunc(slices.Clone(s.Parts), func(p AnnouncementPart) bool { return p.Value != nil })
	return Announcement{Number: s.Number + 1, Parts: parts, Previous: before}
}

// AnnouncementPart is one sentence of an announcement. One of Code, Note, Err, Text and Of is
// set: a sentence of app/i18n, a note of the engine, a refusal, plain text, or a value that the
// view of some part has words for.
type AnnouncementPart struct {
	Code  string
	Args  []string // of Code
	Note  *engine.OutputLine
	Err   *base.Error
	Line  int // line of Err in a script of several lines, else 0
	Text  string
	Value any
}

// Announce adds a sentence to the announcement of this turn.
func (t *Update) Announce(s AnnouncementPart) { t.Announcements = append(t.Announcements, s) }

// AnnounceSentence adds the sentence of an i18n code to the announcement of this turn.
func (t *Update) AnnounceSentence(code string, args ...string) {
	t.Announce(AnnouncementPart{Code: code, Args: args})
}

// FormatInt returns a number in decimal, as arguments of sentences are written.
func FormatInt(n int64) string { return strconv.FormatInt(n, 10) }

// Bounds of a rate, in times a second; a rate may also be 0.
const (
	MinRate = 0.001
	MaxRate = 1_000_000
)

// ParseQueryRate reads a rate, in times a second: 0, or a decimal number from [MinRate] to
// [MaxRate].
func ParseQueryRate(text string) (rate float64, ok bool) {
	text = strings.TrimSpace(text)
	rate, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.") != "" || rate != 0 && rate < MinRate || rate > MaxRate {
		return 0, false
	}
	return rate, true
}

// ConsoleCommand is a command that the page runs for the reader.
type ConsoleCommand struct {
	Dialect    engine.Dialect
	Text       string
	DialectErr *base.Error // why it is not in the console's dialect; nil if it is
}

// FormatCommand writes a command in the console's dialect, or in cbt if that dialect cannot express it.
// The error says that cbt cannot either.
func (w *Workspace) FormatCommand(c console.Command) (ConsoleCommand, error) {
	text, err := dialects.ByID(engine.CBT).Print(c)
	if err != nil {
		return ConsoleCommand{}, err
	}
	return w.TranslateCommand(text), nil
}

// TranslateCommand is like [Workspace.FormatCommand] for a command that is written in cbt.
func (w *Workspace) TranslateCommand(text string) ConsoleCommand {
	if w.Dialect == engine.CBT {
		return ConsoleCommand{Text: text}
	}
	turned, why := dialect.TranslateText(text, engine.CBT, w.Dialect)
	if turned == "" {
		return ConsoleCommand{Text: text, DialectErr: why}
	}
	return ConsoleCommand{Dialect: w.Dialect, Text: turned}
}

// RunCommand runs a command as if it had been typed, and returns the call's number.
func (t *Update) RunCommand(c ConsoleCommand) uint64 { return t.RunCommandThen(c, nil) }

// RunCommandThen is like [Update.RunCommand], with a then as in [Update.SendCallThen].
func (t *Update) RunCommandThen(c ConsoleCommand, then func(host.Answer) Msg) uint64 {
	seq := t.SendCallThen(host.ExecuteRequest{Request: engine.RunConsole{Dialect: c.Dialect, Text: c.Text}}, "running-console", then)
	t.AddLogEntry(seq, c.Text).DialectErr = c.DialectErr
	return seq
}

// TranslateAction translates what an action of a lesson types into a dialect. If that cannot express
// it, the action is unchanged and the error says why. Only cbt is translated: a lesson that
// types in the HBase shell does so because its reads hide what reads of cbt show.
func TranslateAction(a lessons.Action, d engine.Dialect) (lessons.Action, *base.Error) {
	r, ok := host.ConsoleTextOfCall(host.DoLessonAction{Action: a})
	if !ok || r.Dialect == d || r.Dialect != engine.CBT {
		return a, nil
	}
	turned, why := dialect.TranslateText(r.Text, r.Dialect, d)
	if turned == "" {
		return a, why
	}
	if ask, asked := a.(lessons.RunRequest); asked {
		typed := ask.Request.(engine.RunConsole)
		typed.Dialect, typed.Text = d, turned
		return lessons.RunRequest{Request: typed}, nil
	}
	return lessons.TypeCommand{Text: turned, Dialect: d}, nil
}
