package page

import (
	"strconv"

	"tabletop/app/code"
	"tabletop/engine"
)

// Code is what commands are in a program: for which of them it is shown, and in which
// language, which the browser remembers.
type Code struct {
	Of     string // what it is shown for, see [CodePressed]; "" for nothing
	In     int    // number of the language
	All    []code.Written
	Failed string // i18n code of why there is none, "" where it is there or on its way
	Copied string // what is on the clipboard, by what it is shown for; "" for nothing of this
}

// RememberedCode is the name under which the browser keeps the language.
const RememberedCode = "code"

// Codes of why no code could be written.
const (
	CodeEnded    = "code-failed"   // the program that does ended
	CodeUnloaded = "code-unloaded" // it did not load
	CodeNewer    = "code-newer"    // nor can it: the site has a newer version
)

// CodeMsg is a message about code.
type CodeMsg interface{ code(*Update) }

type (
	// CodePressed shows the code of commands, or no longer. Of is the name of the commands
	// on the page, and of an element that holds the code.
	CodePressed struct {
		Of, Text string
		Dialect  engine.Dialect
	}
	// CodeCame brings it, or why not.
	CodeCame struct {
		Of     string
		All    []code.Written
		Failed string // one of the codes above where All is nil
	}
	// CodePicked shows it in another language.
	CodePicked struct{ In int }
	// CodeCopyPressed copies what is shown, or a command for a terminal. Of is the name of
	// an element that holds the text.
	CodeCopyPressed struct{ Of, Text string }
	// CodeCopied tells whether the browser let it.
	CodeCopied struct {
		Of   string
		Done bool
	}
)

type (
	// WriteCode is the effect of [CodePressed]; it answers with [CodeCame].
	WriteCode struct {
		Of, Text string
		Dialect  engine.Dialect
	}
	// CopyCode is the effect of [CodeCopyPressed]; it answers with [CodeCopied].
	CopyCode struct{ Of, Text string }
)

func (WriteCode) Effect() {}
func (CopyCode) Effect()  {}

// ElementCode returns the id of the element that shows the code of something.
func ElementCode(of string) string { return "shown-" + of }

// UpdateCode handles a message about code.
func UpdateCode(t *Update, m CodeMsg) { m.code(t) }

func (m CodePressed) code(t *Update) {
	shown := t.Code.Of
	if t.Code = (Code{In: t.Code.In}); shown != m.Of {
		t.Code.Of = m.Of
		t.Do(WriteCode(m))
	}
}

func (m CodeCame) code(t *Update) {
	if m.Of != t.Code.Of {
		return
	}
	t.Code.All, t.Code.Failed = m.All, m.Failed
	if t.Code.In >= len(m.All) {
		t.Code.In = 0
	}
	if m.Failed != "" {
		t.TellCode(m.Failed)
	} else {
		t.TellCode("code-shown", m.All[t.Code.In].Language)
		t.Do(ScrollTo{ID: ElementCode(m.Of)})
	}
}

func (m CodePicked) code(t *Update) {
	t.Code.In, t.Code.Copied = m.In, ""
	t.Do(Remember{Name: RememberedCode, Text: strconv.Itoa(m.In)})
}

func (m CodeCopyPressed) code(t *Update) { t.Do(CopyCode(m)) }

func (m CodeCopied) code(t *Update) {
	if t.Code.Copied = ""; m.Done {
		t.Code.Copied = m.Of
		t.TellCode("code-copied")
	}
}

// ParseCode returns the language that was kept, the first without one.
func ParseCode(kept string) int {
	n, err := strconv.Atoi(kept)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
