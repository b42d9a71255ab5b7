// Package recordpage is the part of the page for the design record of a sandbox. A dialog shows the
// record as it will be printed, with what the reader chooses beside it: a title, the size for which costs
// are projected, and notes. Package record measures and writes it, in the second program.
//
// The sandbox is exported once when the dialog opens, and measured. While the reader changes words, the
// record is written again from the same figures. What the reader has chosen is stored with the
// sandbox.
package recordpage

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"tabletop/app/figures"
	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/jobs"
	"tabletop/app/page"
	"tabletop/app/record/frames"
	"tabletop/app/wording"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/sizing"
	"tabletop/engine/wire"
)

// pause is how long the fields must stay unchanged before the record is written again.
const pause = 500 * time.Millisecond

// elementFrame is the ID of the frame that shows the record.
const elementFrame = "record-page"

// multiples are the sizes of data, as multiples of the present data, that the reader can choose from.
var multiples = []int64{10, 100, 1000, 10_000, 1_000_000}

// usualMultiple is the one that is chosen at first.
const usualMultiple = 1000

// State is what the dialog shows.
type State struct {
	Choices Choices
	Written *frames.Written // the record as it was written last; nil before
	Failed  string          // i18n code of why there is none; "" if there is one, or it is coming
	Refused *base.Error     // likewise, a refusal

	file    []byte // the exported sandbox, until it is measured
	letters []frames.KnownDesign
	round   int  // counts changes of the choices
	writing bool // the second program is at work
}

// Choices are what the reader chooses for the record. They are stored with the sandbox.
type Choices struct {
	Title    string // "" for the sandbox's own
	Multiple int64
	Assumed  string
	Notes    []frames.ReaderNote
	// Prices as typed; "" for the published ones.
	NodeHour, StoredGB, Clusters string
}

// The groups of stored choices, see [page.SavedTextEntry].Group.
const groupChoices = "record"

// groupsOfNotes are the groups of stored notes, by [frames.NoteSubject].
var groupsOfNotes = []string{frames.NoteOnTable: "note-table", frames.NoteOnQuestion: "note-question", frames.NoteOnDesign: "note-design"}

// allGroups are the groups of everything that this part stores.
func allGroups() []string { return append([]string{groupChoices}, groupsOfNotes...) }

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// fileCame brings the exported sandbox.
	fileCame struct{ host.Answer }
	// recordWritten brings the record, or says why there is none.
	recordWritten struct{ page.SecondProgramAnswer }
	// typed sets the field of the dialog with an ID.
	typed struct{ ID, Text string }
	// settled comes when the fields have not changed since the round.
	settled struct{ round int }
	// printed prints the record.
	printed struct{}
	// saved gives the reader the record as a file.
	saved struct{ markdown bool }
)

// PrintFrame is the effect that prints the document in the frame with an element ID.
type PrintFrame struct{ ID string }

func (PrintFrame) Effect() {}

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// OnDialogClosed forgets the record, and stops the second program if it is at work. The root calls it
// when a dialog closes.
func OnDialogClosed(t *page.Update, s *State) {
	if s.writing {
		t.DoEffect(page.StopSecondProgram{})
	}
	t.CancelSlot(page.SlotSandboxFile)
	*s = State{}
}

// Open opens the dialog with what was chosen before, and asks for the sandbox as a file. known are the
// designs that have letters on the page.
func Open(t *page.Update, s *State, known []frames.KnownDesign) {
	*s = State{Choices: restored(t.Work.Settings), letters: known}
	t.Dialog = page.DialogRecord
	t.FetchSandboxFile(func(a host.Answer) page.Msg { return fileCame{a} })
}

// apply has the sandbox measured.
func (m fileCame) apply(u *update) {
	if u.Dialog != page.DialogRecord {
		return
	}
	if m.Err != nil || m.File == nil {
		u.Refused = m.Err
		return
	}
	u.file = m.File.Data
	u.write()
}

// write has the record written: of the file, or of the figures that have come before.
func (u *update) write() {
	c := u.Choices
	if strings.TrimSpace(c.Title) == "" {
		c.Title = u.Work.Title
	}
	ask := frames.Ask{Language: u.Lang, Settings: frames.Settings{Title: c.Title, Multiple: c.Multiple, Notes: c.Notes, Assumed: c.Assumed, Prices: c.prices()}}
	switch {
	case u.file != nil:
		ask.File, ask.Measurement = u.file, frames.Measurement{Load: u.Work.Load, Known: u.letters}
	case u.Written != nil:
		ask.Figures = u.Written.Figures
	default:
		return
	}
	u.writing, u.Failed = true, ""
	u.DoEffect(page.AskSecondProgram{Job: jobs.WriteRecord, Frame: wire.Encode(&ask, nil), Then: func(a page.SecondProgramAnswer) page.Msg { return recordWritten{a} }})
}

// apply shows the record, or why there is none.
func (m recordWritten) apply(u *update) {
	if u.Dialog != page.DialogRecord || !u.writing {
		return
	}
	u.writing = false
	if u.Failed = m.Failed; m.Failed != "" {
		return
	}
	record := &frames.Written{}
	if err := wire.Decode(m.Frame, record, nil); err != nil {
		panic(err) // both programs are of the same site
	}
	if u.Refused = record.Refused; u.Refused == nil {
		first := u.Written == nil
		u.Written, u.file = record, nil
		if first {
			u.AnnounceSentence("designrecord-ready")
		}
	}
}

// apply changes a choice, stores it, and has the record written again a moment later.
func (m typed) apply(u *update) {
	if !form.SetFieldValue(fields(u.Lang, &u.Choices, u.Work, u.letters), m.ID, m.Text) {
		return
	}
	u.SaveSettings(u.Choices.entries(), allGroups()...)
	u.round++
	u.DoEffect(page.SendMsgLater{Wait: pause, Msg: settled{u.round}})
}

func (m settled) apply(u *update) {
	if m.round == u.round && u.Dialog == page.DialogRecord && u.file == nil {
		u.write()
	}
}

func (printed) apply(u *update) { u.DoEffect(PrintFrame{elementFrame}) }

func (m saved) apply(u *update) {
	if u.Written == nil {
		return
	}
	name := strings.TrimSuffix(host.ExportFileName(u.Work.Title), ".tabletop")
	if m.markdown {
		u.PassMessage(page.SaveFile{File: host.ExportedFile{Name: name + " record.zip", Data: u.Written.Zip}})
		return
	}
	u.PassMessage(page.SaveFile{File: host.ExportedFile{Name: name + " record.html", Data: []byte(u.Written.Page)}})
}

// restored returns the choices among the settings of a sandbox.
func restored(settings string) Choices {
	c := Choices{Multiple: usualMultiple}
	for _, e := range page.SettingsOfGroups(settings, allGroups()...) {
		switch e.Group {
		case groupChoices:
			c.set(e.Name, e.Text)
		default:
			for on, group := range groupsOfNotes {
				if e.Group == group {
					c.Notes = append(c.Notes, frames.ReaderNote{On: frames.NoteSubject(on), Name: e.Name, Text: e.Text})
				}
			}
		}
	}
	return c
}

// set sets a choice by its stored name.
func (c *Choices) set(name, text string) {
	switch name {
	case "title":
		c.Title = text
	case "multiple":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 1 && n <= frames.MaxMultiple {
			c.Multiple = n
		}
	case "assumed":
		c.Assumed = text
	case "node-hour":
		c.NodeHour = text
	case "stored-gb":
		c.StoredGB = text
	case "clusters":
		c.Clusters = text
	}
}

// entries returns what is stored of the choices.
func (c *Choices) entries() (all []page.SavedTextEntry) {
	keep := func(group, name, text string) {
		if text != "" {
			all = append(all, page.SavedTextEntry{Group: group, Name: name, Text: text})
		}
	}
	keep(groupChoices, "title", c.Title)
	if c.Multiple != usualMultiple {
		keep(groupChoices, "multiple", strconv.FormatInt(c.Multiple, 10))
	}
	keep(groupChoices, "assumed", c.Assumed)
	keep(groupChoices, "node-hour", c.NodeHour)
	keep(groupChoices, "stored-gb", c.StoredGB)
	keep(groupChoices, "clusters", c.Clusters)
	for on, group := range groupsOfNotes {
		for _, n := range c.Notes {
			if int(n.On) == on {
				keep(group, n.Name, n.Text)
			}
		}
	}
	return all
}

// maxPrice is the largest price, and maxClusters the most clusters of an instance.
const (
	maxPrice    = 1_000_000
	maxClusters = 8
)

// price returns a typed price; ok is false if it is refused. It is 0 for "".
func price(text string) (v float64, ok bool) {
	if text == "" {
		return 0, true
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	return v, err == nil && v > 0 && v <= maxPrice
}

// prices returns the prices as typed, without those that are refused.
func (c *Choices) prices() (p frames.Prices) {
	if v, ok := price(c.NodeHour); ok {
		p.NodeHour = v
	}
	if v, ok := price(c.StoredGB); ok {
		p.StoredGB = v
	}
	p.Clusters, _ = strconv.Atoi(c.Clusters)
	return p
}

// note returns the note on something, "" for none.
func (c *Choices) note(on frames.NoteSubject, name string) string {
	for _, n := range c.Notes {
		if n.On == on && n.Name == name {
			return n.Text
		}
	}
	return ""
}

// setNote sets the note on something.
func (c *Choices) setNote(on frames.NoteSubject, name, text string) {
	for i := range c.Notes {
		if n := &c.Notes[i]; n.On == on && n.Name == name {
			n.Text = text
			return
		}
	}
	c.Notes = append(c.Notes, frames.ReaderNote{On: on, Name: name, Text: text})
}

// maxNote is the most characters of a note.
const maxNote = 400

// fields returns the fields of the dialog, with questions in words of a language.
func fields(lang string, c *Choices, w *page.Workspace, known []frames.KnownDesign) []form.Field {
	var sizes []form.Option
	for _, n := range multiples {
		sizes = append(sizes, form.Option{Value: strconv.FormatInt(n, 10), Text: form.SentenceText("designrecord-times", strconv.FormatInt(n, 10))})
	}
	all := []form.Field{
		{ID: "record-title", Label: form.SentenceText("designrecord-title"), Value: c.Title, Example: form.PlainText(w.Title), Set: func(v string) { c.Title = v }},
		{ID: "record-size", Label: form.SentenceText("designrecord-size-of"), Kind: form.KindChoice, Options: sizes, Value: strconv.FormatInt(c.Multiple, 10), Set: func(v string) { c.set("multiple", v) }},
		{ID: "record-assumed", Label: form.SentenceText("designrecord-assume"), Value: c.Assumed, MaxLength: maxNote, Set: func(v string) { c.Assumed = v }},
	}
	money := func(id, code, value string, usual float64, set func(string)) {
		f := form.Field{ID: id, Label: form.SentenceText(code), Kind: form.KindNumber, Value: value, Example: form.PlainText(strconv.FormatFloat(usual, 'f', -1, 64)), Set: set}
		if _, ok := price(value); !ok {
			f.Refused = form.SentenceText("designrecord-bad-price", strconv.Itoa(maxPrice))
		}
		all = append(all, f)
	}
	usual := sizing.PriceLists[0]
	money("record-node-hour", "designrecord-node-hour", c.NodeHour, usual.NodeHour, func(v string) { c.NodeHour = v })
	money("record-stored-gb", "designrecord-stored-gb", c.StoredGB, usual.StoredGB, func(v string) { c.StoredGB = v })
	all = append(all, form.Field{
		ID: "record-clusters", Label: form.SentenceText("designrecord-clusters"), Kind: form.KindInteger, Value: cmp.Or(c.Clusters, "1"), Min: 1, Max: maxClusters,
		Set: func(v string) { c.Clusters = v },
	})
	note := func(on frames.NoteSubject, id, name, shown, code string) {
		all = append(all, form.Field{
			ID: id, Label: form.SentenceText(code, shown), Value: c.note(on, name), MaxLength: maxNote,
			Set: func(v string) { c.setNote(on, name, v) },
		})
	}
	for i, t := range w.Tables {
		note(frames.NoteOnTable, "record-table-"+strconv.Itoa(i), t.Name, t.Name, "designrecord-note-table")
	}
	for i, q := range w.Timeline.Workload {
		note(frames.NoteOnQuestion, "record-question-"+strconv.Itoa(i), q.ID, wording.QuestionTitle(lang, q), "designrecord-note-question")
	}
	for _, k := range known {
		letter := figures.DesignLetter(k.Number)
		note(frames.NoteOnDesign, "record-design-"+letter, letter, letter, "designrecord-note-design")
	}
	return all
}

// KnownDesigns returns the designs that have letters on the page, for [Open].
func KnownDesigns(attempts []engine.DesignAttempt) (out []frames.KnownDesign) {
	for _, a := range attempts {
		out = append(out, frames.KnownDesign{Number: a.Number, Tables: a.Designs})
	}
	return out
}
