package page

import (
	"strconv"

	"tabletop/app/code"
	"tabletop/app/jobs"
	"tabletop/engine"
)

// CodeState is the state of the one place on the page that shows commands or a key as a program. The browser
// remembers the language.
type CodeState struct {
	Of       string         // name of the commands that it is shown for, see [CodeToggled]; "" for none
	In       int            // index in All of the language that is shown
	Programs []code.Program // the program in each language; nil until it has come
	Failed   string         // i18n code of why there is none; "" if there is one, or it is coming
	Copied   string         // name of the text that was copied to the clipboard last; "" for none
}

// CodeStorageKey is the name under which the browser keeps the chosen language.
const CodeStorageKey = "code"

// CodeMsg is a message about code. Parts send them, and the root passes them to [UpdateCode].
type CodeMsg interface{ code(*Update) }

type (
	// CodeToggled shows the code of commands, or of a row key instead of Text, or hides it if it is
	// shown. Of names the commands or the key on the page, and the element that holds the code (see
	// [CodeElementID]).
	CodeToggled struct {
		Of, Text string
		Dialect  engine.Dialect
		Key      *code.KeyDesign
	}
	// codeWritten brings the code of commands, or says why there is none.
	codeWritten struct {
		SecondProgramAnswer
		of string
	}
	// CodeLanguagePicked shows the code in another language, given by its index.
	CodeLanguagePicked struct{ In int }
	// CopyCodePressed copies the shown code, or a command for a terminal. Of names the element
	// that holds the text.
	CopyCodePressed struct{ Of, Text string }
	// CodeCopyEnded tells whether the browser has copied the text.
	CodeCopyEnded struct {
		Of   string
		Done bool
	}
)

// CopyToClipboard is the effect of [CopyCodePressed]. The shell answers with [CodeCopyEnded].
type CopyToClipboard struct{ Of, Text string }

func (CopyToClipboard) Effect() {}

// CodeElementID returns the ID of the element that shows the code of the named commands.
func CodeElementID(of string) string { return "shown-" + of }

// UpdateCode handles a message about code.
func UpdateCode(t *Update, m CodeMsg) { m.code(t) }

// code asks for the code, or hides the code that is shown. Code is shown for one
// thing at a time.
func (m CodeToggled) code(t *Update) {
	shown := t.Code.Of
	if t.Code = (CodeState{In: t.Code.In}); shown != m.Of {
		t.Code.Of = m.Of
		t.DoEffect(AskSecondProgram{Job: jobs.WriteCode, Frame: code.EncodeRequest(m.Text, m.Dialect, m.Key), Then: func(a SecondProgramAnswer) Msg { return codeWritten{a, m.Of} }})
	}
}

// code shows the code that has come, unless the reader has pressed another button meanwhile. It
// keeps the chosen language if the new code has it.
func (m codeWritten) code(t *Update) {
	if m.of != t.Code.Of {
		return
	}
	t.Code.Programs, t.Code.Failed = nil, m.Failed
	if m.Failed != "" {
		t.AnnounceSentence(m.Failed)
		return
	}
	all, err := code.DecodePrograms(m.Frame)
	if err != nil {
		panic(err) // both programs are of the same site
	}
	t.Code.Programs = all
	if t.Code.In >= len(all) {
		t.Code.In = 0
	}
	t.AnnounceSentence("code-shown", all[t.Code.In].Language)
	t.DoEffect(ScrollToElement{ID: CodeElementID(m.of)})
}

func (m CodeLanguagePicked) code(t *Update) {
	t.Code.In, t.Code.Copied = m.In, ""
	t.DoEffect(StoreTextLocally{Name: CodeStorageKey, Text: strconv.Itoa(m.In)})
}

func (m CopyCodePressed) code(t *Update) { t.DoEffect(CopyToClipboard(m)) }

// code notes which text is on the clipboard, and tells screen readers.
func (m CodeCopyEnded) code(t *Update) {
	if t.Code.Copied = ""; m.Done {
		t.Code.Copied = m.Of
		t.AnnounceSentence("code-copied")
	}
}

// ParseCodeLanguage returns the index of the remembered language; 0, the first, if kept has none.
func ParseCodeLanguage(kept string) int {
	n, err := strconv.Atoi(kept)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
