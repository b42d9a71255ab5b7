package shell

import (
	"slices"
	"time"

	"tabletop/app/host"
	"tabletop/app/model"
	"tabletop/app/openlesson"
	"tabletop/app/page"
	"tabletop/app/questions"
	"tabletop/app/share"
	"tabletop/lessons"
)

// breath is how long the browser has to lay out and paint one part of the page before the next
// part is drawn.
const breath = 20 * time.Millisecond

// Doer sends calls to the host. What comes of them returns as [model.Came].
type Doer interface {
	// Do sends a call. It does not block.
	Do(host.SentCall)
}

// Browser carries out the effects that need the browser. Its methods are called on the
// goroutine of the shell, do not block, and call their callbacks on that goroutine. For effects
// see package page.
type Browser interface {
	// Draw draws the shell's state. It may do so later, and once for several calls.
	Draw()
	// AfterDraw calls f after the present state was drawn.
	AfterDraw(f func())
	// Later calls f after wait. With a wait of 0 it calls f in the browser's next turn.
	Later(wait time.Duration, f func())
	// Fetch fetches a lesson. It calls back with nil if the lesson cannot be fetched.
	Fetch(slug, lang string, then func(*lessons.Lesson))
	// FetchLanguage fetches the texts of a language and loads its sentences before it calls back.
	// It calls back without a catalog if the language cannot be fetched.
	FetchLanguage(e page.FetchLanguage, then func(model.LanguageCame))
	// SetLanguage sets the language of the document and of what else surrounds the page.
	SetLanguage(t page.Language)
	// CheckLesson checks a lesson's file and calls back with the result.
	CheckLesson(text []byte, then func(openlesson.Checked))
	// WriteCode writes commands as code and calls back with the result.
	WriteCode(e page.WriteCode, then func(page.CodeCame))
	// StopCheck stops the check under way, which then does not call back.
	StopCheck()
	// Go changes the address to a route.
	Go(r page.Route)
	// SetText sets the text of a field.
	SetText(element, text string)
	// MarkFault marks an error in the text of a field.
	MarkFault(m page.MarkError)
	// Suggest shows the completions that have come for the console.
	Suggest()
	// Copy copies a text, which an element holds, to the clipboard, and tells then whether it
	// succeeded.
	Copy(element, text string, then func(done bool))
	// ForgetLink removes the text of an opened link from the address.
	ForgetLink()
	// Focus moves the focus to an element.
	Focus(element string)
	// ScrollTo scrolls an element into view.
	ScrollTo(element string)
	// ScrollRows scrolls the grid to the row with an offset.
	ScrollRows(offset int)
	// Gather keeps a piece of the next download.
	Gather(p host.FilePiece)
	// Download gives the reader a file, after the pieces that were gathered for it.
	Download(f host.File)
	// SetTitle sets the window's title to the sentence of an i18n code.
	SetTitle(code string, args []string)
	// SetAddress puts a place into the address. With push the browser's history keeps the
	// previous address.
	SetAddress(p page.Place, push bool)
	// Name tells the recovery screen which workspace is open.
	Name(workspace string)
	// Remember stores a text for the next visit, if the browser allows it.
	Remember(name, text string)
	// MarkReady marks the document as ready.
	MarkReady()
	// ApplyUpdate loads the newer version of the site. With ask the reader has to agree.
	ApplyUpdate(ask bool)
	// Storage tells how much room the browser lends. With promise it asks the browser to keep
	// what is stored; with sure it does so even if the browser then asks the reader.
	Storage(promise, sure bool, then func(model.Storage))
}

// Shell runs a page. All methods are called on one goroutine.
type Shell struct {
	state   model.State
	doer    Doer
	browser Browser
}

// New returns a shell with an initial state.
func New(st model.State, d Doer, b Browser) *Shell {
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
	case page.SendNextTurn, page.GatherPiece:
		return true
	}
	return false
}

// carryOut carries out an effect. Effects on elements wait until the state was drawn, so that
// the elements exist.
func (s *Shell) carryOut(e page.Effect) {
	// What comes of an effect returns as a message.
	b := s.browser
	switch e := e.(type) {
	case page.Send:
		s.doer.Do(e.Sent)
	case page.FetchLesson:
		b.Fetch(e.Slug, s.state.Lang, func(l *lessons.Lesson) { s.Send(model.Fetched{Slug: e.Slug, Lesson: l}) })
	case page.FetchLanguage:
		b.FetchLanguage(e, func(m model.LanguageCame) { s.Send(m) })
	case page.SetLanguage:
		b.SetLanguage(e.Language)
	case openlesson.Check:
		b.CheckLesson(e.Text, func(m openlesson.Checked) { s.Send(m) })
	case page.WriteCode:
		b.WriteCode(e, func(m page.CodeCame) { s.Send(m) })
	case openlesson.StopCheck:
		b.StopCheck()
	case page.Navigate:
		b.Go(e.Route)
	case page.SetText:
		b.AfterDraw(func() { b.SetText(e.ID, e.Text) })
	case page.MarkError:
		b.AfterDraw(func() { b.MarkFault(e) })
	case share.Copy:
		b.Copy(e.ID, e.Text, func(done bool) { s.Send(share.CopyEnded{Done: done}) })
	case page.CopyCode:
		b.Copy(e.Of, e.Text, func(done bool) { s.Send(page.CodeCopied{Of: e.Of, Done: done}) })
	case questions.Copy:
		b.Copy(e.ID, e.Text, func(done bool) { s.Send(questions.CopyEnded{Query: e.Query, Done: done}) })
	case share.Forget:
		b.ForgetLink()
	case page.CompletionsCame:
		b.Suggest()
	case page.Focus:
		b.AfterDraw(func() { b.Focus(e.ID) })
	case page.ScrollTo:
		b.AfterDraw(func() { b.ScrollTo(e.ID) })
	case page.ScrollRows:
		b.AfterDraw(func() { b.ScrollRows(e.Offset) })
	case page.SendLater:
		b.Later(e.Wait, func() { s.Send(e.Msg) })
	case page.SendAfterDraw:
		b.AfterDraw(func() { b.Later(breath, func() { s.Send(e.Msg) }) })
	case page.SendNextTurn:
		b.Later(0, func() { s.Send(e.Msg) })
	case page.GatherPiece:
		b.Gather(e.FilePiece)
	case page.Download:
		b.Download(e.File)
	case page.Title:
		b.SetTitle(e.Code, e.Args)
	case page.Address:
		b.SetAddress(e.Place, e.Push)
	case page.NameWorkspace:
		b.Name(e.ID)
	case page.Remember:
		b.Remember(e.Name, e.Text)
	case page.MarkReady:
		b.AfterDraw(b.MarkReady)
	case page.AskStorage:
		b.Storage(e.Promise, e.Sure, func(st model.Storage) { s.Send(model.StorageCame{Storage: st}) })
	case page.ApplyUpdate:
		b.ApplyUpdate(e.Ask)
	default:
		panic("shell: an effect that nothing carries out")
	}
}
