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

// breath is how long the browser has to lay out and paint a part of the page before
// the next one is drawn.
const breath = 20 * time.Millisecond

// Doer takes calls to the host. What comes of them returns as [model.Came].
type Doer interface {
	Do(host.SentCall)
}

// Browser does what only the page's surroundings can.
type Browser interface {
	// Draw shows the shell's state; it may do so later, and once for many calls.
	Draw()
	// AfterDraw calls f when the state of now is shown.
	AfterDraw(f func())
	// Later calls f after a while, on the goroutine that sends messages; after none, in
	// the browser's next turn.
	Later(wait time.Duration, f func())
	// Fetch gets a lesson and calls back with nil if it cannot be had, on the
	// goroutine that sends messages.
	Fetch(slug, lang string, then func(*lessons.Lesson))
	// FetchTongue gets a language in the same way: the sentences are there when it calls
	// back. What it calls back with has no catalog if the language cannot be had.
	FetchTongue(e page.FetchLanguage, then func(model.TongueCame))
	// SetTongue says to what surrounds the page which language it is in.
	SetTongue(t page.Language)
	// CheckLesson checks a lesson's file and calls back with what came of it, on the
	// goroutine that sends messages; StopCheck keeps it from that.
	CheckLesson(text []byte, then func(openlesson.Checked))
	// WriteCode has code written, in the same way.
	WriteCode(e page.WriteCode, then func(page.CodeCame))
	StopCheck()
	Go(r page.Route)
	SetText(element, text string)
	MarkFault(m page.MarkError)
	Suggest()
	// Copy puts a text, which an element holds, onto the clipboard, and tells then
	// whether it is there.
	Copy(element, text string, then func(done bool))
	// ForgetLink takes a link out of the address.
	ForgetLink()
	Focus(element string)
	ScrollTo(element string)
	ScrollRows(offset int)
	// Gather keeps a piece of the file that is downloaded next.
	Gather(p host.FilePiece)
	Download(f host.File)
	SetTitle(code string, args []string)
	// SetAddress says in the address what is shown, as a place of its own if push is set.
	SetAddress(p page.Place, push bool)
	Name(workspace string)
	// Remember keeps a text for the next visit, if the browser lets it.
	Remember(name, text string)
	MarkReady()
	// ApplyUpdate takes the newer version, if the reader agrees where ask is set.
	ApplyUpdate(ask bool)
	// Storage tells what the browser says of the room that it lends, having asked it
	// to keep what is stored if promise is set. It calls back on the goroutine that
	// sends messages.
	Storage(promise, sure bool, then func(model.Storage))
}

// Shell runs a page. All its methods are called on one goroutine.
type Shell struct {
	state   model.State
	doer    Doer
	browser Browser
}

// New returns a shell that shows a state.
func New(st model.State, d Doer, b Browser) *Shell {
	return &Shell{state: st, doer: d, browser: b}
}

// State is what is shown.
func (s *Shell) State() model.State { return s.state }

// Send takes a message: it updates the state, has it drawn and starts what the
// update asks for.
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

// goesOn reports whether an effect is of a step of what is shown later.
func goesOn(e page.Effect) bool {
	switch e.(type) {
	case page.SendNextTurn, page.GatherPiece:
		return true
	}
	return false
}

func (s *Shell) carryOut(e page.Effect) {
	b := s.browser
	switch e := e.(type) {
	case page.Send:
		s.doer.Do(e.Sent)
	case page.FetchLesson:
		b.Fetch(e.Slug, s.state.Lang, func(l *lessons.Lesson) { s.Send(model.Fetched{Slug: e.Slug, Lesson: l}) })
	case page.FetchLanguage:
		b.FetchTongue(e, func(m model.TongueCame) { s.Send(m) })
	case page.SetLanguage:
		b.SetTongue(e.Tongue)
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
