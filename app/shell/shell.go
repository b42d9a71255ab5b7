package shell

import (
	"slices"
	"time"

	"tabletop/app/host"
	"tabletop/app/lesson"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/questions"
	"tabletop/app/recordpage"
	"tabletop/app/share"
	"tabletop/lessons"
)

// breath is how long the browser has to lay out and paint one part of the page before the next
// part is drawn.
const breath = 20 * time.Millisecond

// CallSender sends calls to the host. What comes of them returns as [model.HostEvent].
type CallSender interface {
	// SendCall sends a call. It does not block.
	SendCall(host.SentCall)
}

// Browser carries out the effects that need the browser. Its methods are called on the
// goroutine of the shell, do not block, and call their callbacks on that goroutine. For effects
// see package page.
type Browser interface {
	// Draw draws the shell's state. It may do so later, and once for several calls.
	Draw()
	// CallAfterDraw calls f after the present state was drawn.
	CallAfterDraw(f func())
	// CallLater calls f after wait. With a wait of 0 it calls f in the browser's next turn.
	CallLater(wait time.Duration, f func())
	// FetchLesson fetches a lesson. It calls back with nil if the lesson cannot be fetched.
	FetchLesson(slug, lang string, then func(*lessons.Lesson))
	// FetchLanguage fetches the texts of a language and loads its sentences before it calls back.
	// It calls back without a catalog if the language cannot be fetched.
	FetchLanguage(e page.FetchLanguage, then func(model.LanguageFetched))
	// SetDocumentLanguage sets the language of the document and of what else surrounds the page.
	SetDocumentLanguage(t page.Language)
	// AskSecondProgram has the second program do a job and calls back with each of its answers. A job under way
	// is stopped first.
	AskSecondProgram(e page.AskSecondProgram, then func(page.SecondProgramAnswer))
	// StopSecondProgram stops a job under way, which then does not call back.
	StopSecondProgram()
	// PrintFrame prints the document in a frame.
	PrintFrame(element string)
	// Navigate changes the address to a route.
	Navigate(r page.Route)
	// SetFieldText sets the text of a field.
	SetFieldText(element, text string)
	// MarkErrorInField marks an error in the text of a field.
	MarkErrorInField(m page.MarkErrorInField)
	// ShowCompletions shows the completions that have come for the console.
	ShowCompletions()
	// CopyToClipboard copies a text, which an element holds, to the clipboard, and tells then whether it
	// succeeded.
	CopyToClipboard(element, text string, then func(done bool))
	// RemoveLinkFromAddress removes the text of an opened link from the address.
	RemoveLinkFromAddress()
	// FocusElement moves the focus to an element.
	FocusElement(element string)
	// ScrollToElement scrolls an element into view.
	ScrollToElement(element string)
	// ScrollGridToRow scrolls the grid to the row with an offset, if the window is still there, and
	// calls then.
	ScrollGridToRow(offset int, then func())
	// GatherDownloadPiece keeps a piece of the next download.
	GatherDownloadPiece(p host.FilePiece)
	// DownloadFile gives the reader a file, after the pieces that were gathered for it.
	DownloadFile(f host.ExportedFile)
	// SetWindowTitle sets the window's title to the sentence of an i18n code.
	SetWindowTitle(code string, args []string)
	// SetAddress puts a place into the address. With push the browser's history keeps the
	// previous address.
	SetAddress(p page.PlaceOnPage, push bool)
	// SetRecoveryWorkspace tells the recovery screen which workspace is open.
	SetRecoveryWorkspace(workspace string)
	// StoreTextLocally stores a text for the next visit, if the browser allows it.
	StoreTextLocally(name, text string)
	// MarkReady marks the document as ready.
	MarkReady()
	// ApplySiteUpdate loads the newer version of the site. With ask the reader has to agree.
	ApplySiteUpdate(ask bool)
	// AskStorageQuota tells how much room the browser lends. With promise it asks the browser to keep
	// what is stored; with sure it does so even if the browser then asks the reader.
	AskStorageQuota(promise, sure bool, then func(model.BrowserStorage))
}

// Shell runs a page. All methods are called on one goroutine.
type Shell struct {
	state   model.State
	doer    CallSender
	browser Browser
}

// New returns a shell with an initial state.
func New(st model.State, d CallSender, b Browser) *Shell {
	return &Shell{state: st, doer: d, browser: b}
}

// State returns the present state, which must not be changed.
func (s *Shell) State() model.State { return s.state }

// Send handles a message: it updates the state, has it drawn, and carries out the effects.
func (s *Shell) Send(m page.Msg) {
	st, effects := model.Update(s.state, m)
	s.state = st
	if !slices.ContainsFunc(effects, goesOn) {
		s.browser.Draw()
	}
	for _, e := range effects {
		s.carryOut(e)
	}
}

// goesOn reports whether an effect says that the present state need not be drawn, because
// another message follows at once.
func goesOn(e page.Effect) bool {
	switch e.(type) {
	case page.SendMsgNextTurn, page.GatherDownloadPiece:
		return true
	}
	return false
}

// fetchRules fetches lessons one after the other, and sends them once all have come. Those that cannot
// be fetched are left out.
func (s *Shell) fetchRules(left []string, got []*lessons.Lesson) {
	if len(left) == 0 {
		s.Send(lesson.RulesFetched{Lessons: got})
		return
	}
	s.browser.FetchLesson(left[0], s.state.Lang, func(l *lessons.Lesson) {
		if l != nil {
			got = append(got, l)
		}
		s.fetchRules(left[1:], got)
	})
}

// carryOut carries out an effect. Effects on elements wait until the state was drawn, so that
// the elements exist.
func (s *Shell) carryOut(e page.Effect) {
	// What comes of an effect returns as a message.
	b := s.browser
	switch e := e.(type) {
	case page.SendCall:
		s.doer.SendCall(e.Sent)
	case page.FetchLesson:
		b.FetchLesson(e.Slug, s.state.Lang, func(l *lessons.Lesson) { s.Send(model.LessonFetched{Slug: e.Slug, Lesson: l}) })
	case lesson.FetchRules:
		s.fetchRules(e.Slugs, nil)
	case page.FetchLanguage:
		b.FetchLanguage(e, func(m model.LanguageFetched) { s.Send(m) })
	case page.ChangeLanguageOfDocument:
		b.SetDocumentLanguage(e.Language)
	case page.AskSecondProgram:
		b.AskSecondProgram(e, func(a page.SecondProgramAnswer) { s.Send(e.Then(a)) })
	case recordpage.PrintFrame:
		b.PrintFrame(e.ID)
	case page.StopSecondProgram:
		b.StopSecondProgram()
	case page.Navigate:
		b.Navigate(e.Route)
	case page.SetFieldText:
		b.CallAfterDraw(func() { b.SetFieldText(e.ID, e.Text) })
	case page.MarkErrorInField:
		b.CallAfterDraw(func() { b.MarkErrorInField(e) })
	case share.CopyShareLink:
		b.CopyToClipboard(e.ID, e.Text, func(done bool) { s.Send(share.CopyEnded{Done: done}) })
	case page.CopyToClipboard:
		b.CopyToClipboard(e.Of, e.Text, func(done bool) { s.Send(page.CodeCopyEnded{Of: e.Of, Done: done}) })
	case questions.CopyQuestionRead:
		b.CopyToClipboard(e.ID, e.Text, func(done bool) { s.Send(questions.CopyEnded{Query: e.Query, Done: done}) })
	case share.RemoveLinkFromAddress:
		b.RemoveLinkFromAddress()
	case page.ShowCompletions:
		b.ShowCompletions()
	case page.FocusElement:
		b.CallAfterDraw(func() { b.FocusElement(e.ID) })
	case page.ScrollToElement:
		b.CallAfterDraw(func() { b.ScrollToElement(e.ID) })
	case page.ScrollGridToRow:
		b.CallAfterDraw(func() { b.ScrollGridToRow(e.Offset, func() { s.Send(page.GridScrolled{}) }) })
	case page.SendMsgLater:
		b.CallLater(e.Wait, func() { s.Send(e.Msg) })
	case page.SendMsgAfterDraw:
		b.CallAfterDraw(func() { b.CallLater(breath, func() { s.Send(e.Msg) }) })
	case page.SendMsgNextTurn:
		b.CallLater(0, func() { s.Send(e.Msg) })
	case page.GatherDownloadPiece:
		b.GatherDownloadPiece(e.FilePiece)
	case page.DownloadFile:
		b.DownloadFile(e.File)
	case page.SetWindowTitle:
		b.SetWindowTitle(e.Code, e.Args)
	case page.SetPlaceInAddress:
		b.SetAddress(e.Place, e.Push)
	case page.SetRecoveryWorkspace:
		b.SetRecoveryWorkspace(e.ID)
	case page.StoreTextLocally:
		b.StoreTextLocally(e.Name, e.Text)
	case page.MarkReady:
		b.CallAfterDraw(b.MarkReady)
	case page.AskBrowserStorage:
		b.AskStorageQuota(e.Persist, e.MayPrompt, func(st model.BrowserStorage) { s.Send(model.StorageQuotaReceived{Storage: st}) })
	case page.ApplySiteUpdate:
		b.ApplySiteUpdate(e.Ask)
	default:
		panic("shell: an effect that nothing carries out")
	}
}
