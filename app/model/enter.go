package model

import (
	"strconv"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
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
		if _, err := dialect.Of(d).Parse(trimmed); incomplete(err) {
			return EnterLine
		}
	}
	return EnterRun
}

func (u *update) entered(text string) {
	enter := Enter(text, u.Work.Dialect)
	switch enter {
	case EnterNothing:
		return
	case EnterLine:
		u.Work.Input = text + "\n"
		u.do(SetText{ID: ElementConsole, Text: u.Work.Input})
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
		u.logged(u.next(), input)
		e := &u.Work.Log[len(u.Work.Log)-1]
		e.Done, e.Err, e.Dialect, e.Tokens = true, err, u.Work.Dialect, nil
		return
	}
	u.Work.Input = ""
	u.Work.Scan.Ran()
	u.do(SetText{ID: ElementConsole, Text: ""})
	running := "running-console"
	if len(dialect.Of(u.Work.Dialect).Split(trimmed)) > 1 {
		running = "running-script"
	}
	unsaid := u.Work.unsaid(trimmed)
	u.run(u.request(trimmed), input, running)
	u.Work.Log[len(u.Work.Log)-1].Unsaid = unsaid
}
