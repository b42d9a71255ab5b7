package console

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
)

// Entering says what Enter does with a console's text.
type Entering uint8

const (
	EnterNothing Entering = iota // it is blank
	EnterLine                    // it is not complete: another line begins
	EnterRun                     // it is run, and the console is empty
	EnterKept                    // it is too long: it is refused and stays
)

// Enter returns what Enter does with a text of a dialect.
func Enter(text string, d engine.Dialect) Entering {
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		return EnterNothing
	case len(trimmed) > engine.MaxInput:
		return EnterKept
	case !strings.Contains(trimmed, "\n"):
		if _, err := dialects.Of(d).Parse(trimmed); incomplete(err) {
			return EnterLine
		}
	}
	return EnterRun
}

func incomplete(err error) bool {
	e, ok := err.(*base.Error)
	return ok && e.Incomplete
}

func (m Entered) apply(u *update) {
	text := m.Text
	enter := Enter(text, u.Work.Dialect)
	switch enter {
	case EnterNothing:
		return
	case EnterLine:
		u.Work.Input = text + "\n"
		u.Do(page.SetText{ID: page.ElementConsole, Text: u.Work.Input})
		return
	}
	trimmed := strings.TrimSpace(text)
	input := trimmed
	if len(input) > page.MaxRemembered {
		input = strings.ToValidUTF8(input[:page.MaxRemembered], "") + "…"
	}
	if enter == EnterKept {
		// It would be refused; it stays where it is, so that nothing is lost.
		err := base.RefuseAt(engine.MaxInput, len(trimmed), base.CodeInputTooLong, strconv.Itoa(len(trimmed)), strconv.Itoa(engine.MaxInput))
		e := u.Log(u.Number(), input)
		e.Done, e.Err, e.Dialect, e.Tokens = true, err, u.Work.Dialect, nil
		return
	}
	if strings.TrimSpace(u.Work.Input) == trimmed { // it may have been typed before the page was ready
		u.Work.Input = ""
		u.Do(page.SetText{ID: page.ElementConsole})
	}
	u.Pass(page.ConsoleRan{})
	running := "running-console"
	if len(dialects.Of(u.Work.Dialect).Split(trimmed)) > 1 {
		running = "running-script"
	}
	why := unsaid(u.Work, trimmed)
	u.Run(u.request(trimmed), input, running)
	u.Work.Log[len(u.Work.Log)-1].Unsaid = why
}

// request returns the console's request for a text, with the picked files if a
// command of it may name one.
func (u *update) request(text string) engine.Console {
	r := engine.Console{Dialect: u.Work.Dialect, Text: text}
	if len(u.Files) > 0 && dialect.Any(r, namesFile) {
		r.Files = u.Files
	}
	return r
}

func namesFile(c console.Command) bool { return console.Describe(c).Files }

// recalled returns a text of the history in the console's dialect, or as it was
// where it cannot be said there.
func recalled(w *page.Workspace, r host.HistoryEntry) string {
	if r.Dialect != w.Dialect {
		if turned, _ := dialect.Whole(r.Text, r.Dialect, w.Dialect); turned != "" {
			return turned
		}
	}
	return r.Text
}

// unsaid returns why a text that the console's dialect refuses, and that was run in
// another one, cannot be said in it.
func unsaid(w *page.Workspace, text string) *base.Error {
	if dialect.Translate(text, w.Dialect, w.Dialect) != nil {
		return nil
	}
	for _, other := range dialects.Others(w.Dialect) {
		if slices.Contains(w.History, host.HistoryEntry{Dialect: other.ID, Text: text}) {
			_, why := dialect.Whole(text, other.ID, w.Dialect)
			return why
		}
	}
	return nil
}
