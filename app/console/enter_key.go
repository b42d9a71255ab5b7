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

// entering is the effect of the key Enter on a text.
type entering uint8

// The effects of Enter.
const (
	enterNothing entering = iota // nothing, the text is blank
	enterLine                    // a new line begins, the command is not complete
	enterRun                     // the text is run, and the console emptied
	enterKept                    // the text is refused and stays, it is too long
)

// enter returns what Enter does with a text in dialect d. A text of several lines is always
// complete: only a single line can ask for another one.
func enter(text string, d engine.Dialect) entering {
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		return enterNothing
	case len(trimmed) > engine.MaxConsoleText:
		return enterKept
	case !strings.Contains(trimmed, "\n"):
		if _, err := dialects.ByID(d).Parse(trimmed); incomplete(err) {
			return enterLine
		}
	}
	return enterRun
}

// incomplete reports whether a command was refused because its end is missing.
func incomplete(err error) bool {
	e, ok := err.(*base.Error)
	return ok && e.Incomplete
}

// apply does what enter says: it runs the text, adds a line to it, or refuses it in the
// log. The input that the log repeats is cut after [page.MaxLoggedText] bytes.
func (m EnterPressed) apply(u *update) {
	text := m.Text
	enter := enter(text, u.Work.Dialect)
	switch enter {
	case enterNothing:
		return
	case enterLine:
		u.Work.Input = text + "\n"
		u.DoEffect(page.SetFieldText{ID: page.ElementConsole, Text: u.Work.Input})
		return
	}
	trimmed := strings.TrimSpace(text)
	input := trimmed
	if len(input) > page.MaxLoggedText {
		input = strings.ToValidUTF8(input[:page.MaxLoggedText], "") + "…"
	}
	if enter == enterKept {
		// The engine would refuse the text. It stays in the console, so that the reader does not
		// lose it.
		err := base.RefuseAt(engine.MaxConsoleText, len(trimmed), base.CodeInputTooLong, strconv.Itoa(len(trimmed)), strconv.Itoa(engine.MaxConsoleText))
		e := u.AddLogEntry(u.NextCallNumber(), input)
		e.Done, e.Err, e.Dialect, e.Tokens = true, err, u.Work.Dialect, nil
		return
	}
	// A text entered before the page was ready is run now; the reader may have typed another
	// since.
	if strings.TrimSpace(u.Work.Input) == trimmed {
		u.Work.Input = ""
		u.DoEffect(page.SetFieldText{ID: page.ElementConsole})
	}
	u.PassMessage(page.ConsoleRan{})
	running := "running-console"
	if len(dialects.ByID(u.Work.Dialect).Split(trimmed)) > 1 {
		running = "running-script"
	}
	why := unsaid(u.Work, trimmed)
	u.RunRequest(u.request(trimmed), input, running)
	u.Work.Log[len(u.Work.Log)-1].DialectErr = why
}

// request returns the request that runs a text. It contains the picked files only if a
// command of the text can name one.
func (u *update) request(text string) engine.RunConsole {
	r := engine.RunConsole{Dialect: u.Work.Dialect, Text: text}
	if len(u.Files) > 0 && dialect.HasMatchingCommand(r, namesFile) {
		r.Files = u.Files
	}
	return r
}

// namesFile reports whether a command names a file.
func namesFile(c console.Command) bool { return console.DescriptorOf(c).Files }

// recalled returns a text of the history in the console's dialect, or unchanged if it cannot
// be translated.
func recalled(w *page.Workspace, r host.ConsoleHistoryEntry) string {
	if r.Dialect != w.Dialect {
		if turned, _ := dialect.TranslateText(r.Text, r.Dialect, w.Dialect); turned != "" {
			return turned
		}
	}
	return r.Text
}

// unsaid returns why a text cannot be translated, if the console's dialect does not parse it
// and it was run in another dialect before. Otherwise it returns nil.
func unsaid(w *page.Workspace, text string) *base.Error {
	if dialect.TranslateCommands(text, w.Dialect, w.Dialect) != nil {
		return nil
	}
	for _, other := range dialects.Others(w.Dialect) {
		if slices.Contains(w.History, host.ConsoleHistoryEntry{Dialect: other.ID, Text: text}) {
			_, why := dialect.TranslateText(text, other.ID, w.Dialect)
			return why
		}
	}
	return nil
}
