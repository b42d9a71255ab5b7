// Package key is the part of the page in which the reader designs row keys. It shows the
// template of a table's keys as chips, one for each field, and as a text field; see the
// engine's package rowkey for templates and transforms.
//
// A template is edited as a [TemplateDraft]. Each change of it, by a key or a chip, goes through the
// same steps: the text is checked at once; when it has not changed for a moment ([TemplateDraftSettled]),
// the part asks for a preview, which are the rows that will be in sight, and then has the
// table rewritten. The new template is at first on trial ([TemplateTrial]): the reader keeps it
// (kept) or puts the previous one back (putBack). For a table of more than
// [engine.MaxTrialRecords] records an estimate takes the place of preview and rewriting until the
// template is kept.
//
// follow and [OnReply] keep drafts and trial in step with what happens to the tables
// elsewhere.
//
// A field is named "as it stands in its braces", with its transforms: in {player|hash:4}
// that is player|hash:4.
package key

import (
	"maps"
	"slices"
	"strings"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/lessons"
)

// settle is the time for which a draft must be unchanged before the table is rewritten.
const settle = 150 * time.Millisecond

// State is the templates that are being edited.
type State struct {
	Drafts    map[string]TemplateDraft // by table
	ChipMenu  ChipMenu                 // the chip whose menu is open
	Trial     TemplateTrial            // the template on trial, the zero Trial for none
	KeptTrial TemplateTrial            // a trial that was kept while its table was still being rewritten
	LostCells LostCells                // what was lost with the template that was kept last
	Learned   bool                     // the reader has kept or put back a template, and needs no explanation
}

// TemplateDraft is a row-key template that is being edited.
type TemplateDraft struct {
	Text    string
	Err     *base.Error // why Text is refused, nil if it is not
	Sent    string      // the text that the table was last rewritten or estimated with
	Current string      // if the engine refused Text, the template that the table has instead; otherwise ""
}

// Msg is a message to the key designer.
type Msg interface{ apply(*update) }

type (
	// TemplateTyped brings the text of a template field after a key.
	TemplateTyped struct{ Table, Text string }
	// TemplateDraftSettled is sent settle after a change of the draft. It has an effect only if the
	// draft is still Text.
	TemplateDraftSettled struct{ Table, Text string }
	// FieldMoved moves a field of a template by one place: By is -1 to the left, +1 to the right.
	FieldMoved struct {
		Table, Field string
		By           int
	}
	// placed moves a field of a template to place To, counted from 0.
	placed struct {
		Table, Field string
		To           int
	}
	// dropped removes a field from a template. The last field cannot be removed.
	dropped struct{ Table, Field string }
	// added adds a field at the end of a template.
	added struct{ Table, Field string }
	// opened opens the menu of a chip, or closes it if it is open.
	opened struct{ Table, Field string }
	// closed closes the menu of a chip.
	closed struct{ Table, Field string }
	// escaped closes the open menu of a table; if there is none, it puts the template back.
	escaped struct{ Table string }
	// kept keeps the template on trial.
	kept struct{ Table string }
	// putBack puts back the template from before the trial.
	putBack struct{ Table string }
	// entered keeps the template in the text field, without waiting for it to settle.
	entered struct{ Table string }
	// transformSet sets the transform number At, from 0, of the field whose menu is open. An
	// empty Text removes it; an At after the last adds one.
	transformSet struct {
		At   int
		Text string // as it is written in a template
	}
)

// update is the handling of one message: the shared part of the turn, and this part's state.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// SetTemplate gives a table another template, without waiting and without an estimate.
func SetTemplate(t *page.Update, s *State, table, template string) {
	u := &update{t, s}
	u.draft(table, template)
	u.settled(table, template, false)
}

func (m TemplateTyped) apply(u *update)        { u.typed(m.Table, m.Text) }
func (m TemplateDraftSettled) apply(u *update) { u.settled(m.Table, m.Text, u.estimates(m.Table)) }

func (m FieldMoved) apply(u *update) {
	u.redesign(m.Table, func(d shape) { d.move(m.Field, m.By) })
	u.stay(m.Table, m.Field)
}

func (m placed) apply(u *update) {
	u.redesign(m.Table, func(d shape) { d.place(m.Field, m.To) })
	u.stay(m.Table, m.Field)
}

// stay keeps the focus on a chip that has moved; otherwise the chip now at its place would
// have it. If the chip's menu is open, the focus stays in the menu.
func (u *update) stay(table, field string) {
	if u.ChipMenu.Table != table || u.ChipMenu.Field != field {
		u.DoEffect(page.FocusElement{ID: ChipElementID(table, field)})
	}
}

func (m dropped) apply(u *update) {
	u.redesign(m.Table, func(d shape) {
		at := d.at(m.Field)
		if d.drop(m.Field); at >= 0 {
			u.DoEffect(page.FocusElement{ID: ChipElementID(m.Table, d.Fields[min(at, len(d.Fields)-1)].Inside)})
		}
	})
}

func (m added) apply(u *update) {
	u.redesign(m.Table, func(d shape) { d.add(m.Field) })
	u.DoEffect(page.FocusElement{ID: ChipElementID(m.Table, m.Field)})
}

// setDraft sets the draft of a table. The map is copied, since drawings share it.
func (u *update) setDraft(table string, d TemplateDraft) {
	u.Drafts = maps.Clone(u.Drafts)
	if u.Drafts == nil {
		u.Drafts = map[string]TemplateDraft{}
	}
	u.Drafts[table] = d
}

// set gives a table another template and does not wait for it to settle.
func (u *update) set(table, text string) {
	u.draft(table, text)
	u.settled(table, text, u.estimates(table))
}

// draft puts a text into the template field and takes it as if it had been typed.
func (u *update) draft(table, text string) {
	u.DoEffect(page.SetFieldText{ID: page.TemplateElementID(table), Text: text})
	u.typed(table, text)
}

// ShowTemplateRefusal shows at the template why the call c was refused, and reports whether c was for a
// template. Otherwise the caller has to show the refusal.
func ShowTemplateRefusal(t *page.Update, s *State, c host.Call, err *base.Error) bool {
	template, table := designed(c)
	if table == "" {
		return false
	}
	u := &update{t, s}
	d, known := u.Drafts[table]
	switch {
	case !known:
		d.Text = template
	case err.Code != base.CodeGuessFirst && d.Text != template:
		return true // the draft has changed since, and the refusal is not about it
	}
	d.Err = pointed(err, template)
	u.setDraft(table, d)
	return true
}

// typed takes the text of a template field. It checks the text at once, and sends TemplateDraftSettled
// for a valid one.
func (u *update) typed(table, text string) {
	if !slices.ContainsFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == table }) {
		return
	}
	info := u.Work.TableByName(table)
	u.PassMessage(page.StopMeasuring{})
	d := u.Drafts[table]
	d.Text, d.Err, d.Current = text, nil, ""
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.CheckFields(info.Fields)
	}
	if err != nil {
		d.Err, _ = err.(*base.Error)
	} else {
		u.DoEffect(page.SendMsgLater{Wait: settle, Msg: TemplateDraftSettled{table, text}})
		if s := &u.ChipMenu; s.Table == table && !holds(t, s.Field) {
			*s = ChipMenu{}
		}
	}
	u.setDraft(table, d)
}

// settled rewrites the table with its draft, or estimates the result if estimated is true.
// It does nothing if the draft is not text any more, is invalid, or was sent already. Calls
// for an earlier draft are cancelled.
//
// While a lesson waits for a guess, the engine refuses the call. Then no preview is asked
// for, since its rows would show the answer.
func (u *update) settled(table, text string, estimated bool) {
	d, ok := u.Drafts[table]
	if !ok || d.Text != text || d.Err != nil || d.Sent == text {
		return
	}
	// Cancel what was asked for an earlier template of the table.
	for seq, c := range u.Calls {
		if _, t := designed(c.Call); t == table || rekeyPreviews(c.Call, table) {
			u.CancelCall(seq)
		}
	}
	before := d.Sent
	if d.Sent = text; u.Lesson != nil && u.Lesson.HasOpenGuess() {
		u.setDraft(table, d)
		u.rewrite(table, text, 0)
		return
	}
	trial := u.try(table, before)
	u.KeptTrial = TemplateTrial{}
	u.setDraft(table, d)
	if estimated {
		u.estimate(table, text)
		return
	}
	u.Trial.Estimated = false
	u.rekeyPreview(table, text)
	u.rewrite(table, text, trial)
}

// rewrite has the table rewritten with a template, as a step of the trial, 0 for none. In a
// lesson this is an action, which the lesson's goals judge.
func (u *update) rewrite(table, text string, trial uint64) {
	var call host.Call = host.ExecuteRequest{Request: engine.Rekey{Table: table, Template: text, Trial: trial}}
	if u.Lesson != nil {
		call = host.DoLessonAction{Action: lessons.Template{Table: table, Text: text, Trial: trial}}
	}
	u.SendCall(call, "running-load")
}

// redesign changes a table's template by its fields and separators.
func (u *update) redesign(table string, edit func(shape)) {
	t, ok := u.template(table)
	if !ok {
		return
	}
	s := shapeOf(t)
	edit(s)
	text := s.String()
	u.set(table, text)
}

// designed returns the template and the table of a call that rewrites a table, or estimates
// that. Both are "" for other calls.
func designed(c host.Call) (template, table string) {
	switch c := c.(type) {
	case host.ExecuteRequest:
		switch r := c.Request.(type) {
		case engine.Rekey:
			return r.Template, r.Table
		case engine.EstimateRekey:
			return r.Template, r.Table
		}
	case host.DoLessonAction:
		if t, ok := c.Action.(lessons.Template); ok {
			return t.Text, t.Table
		}
	}
	return "", ""
}

// follow updates the drafts after a change of the tables: a field that the reader is not
// editing shows the template of its table. It also ends a trial that is over.
func follow(t *page.Update, s *State) {
	u := &update{t, s}
	drafts := map[string]TemplateDraft{}
	for _, t := range u.Work.Tables {
		if t.Template == "" {
			continue
		}
		d, known := u.Drafts[t.Name]
		// The reader is editing a text that was not sent yet, or one that was refused.
		editing := known && (d.Text != d.Sent || d.Current != "" && d.Current == t.Template)
		if !editing && !u.rewriting(t.Name) && (!known || d.Text != t.Template) {
			d = TemplateDraft{Text: t.Template, Sent: t.Template}
			u.DoEffect(page.SetFieldText{ID: page.TemplateElementID(t.Name), Text: t.Template})
		}
		drafts[t.Name] = d
	}
	u.Drafts = drafts
	u.followTrial()
}

// OnReply handles the answer a to any call c. If c was for a template, a refused draft is
// kept for correction. If the tables may have changed, it calls follow.
func OnReply(t *page.Update, s *State, c host.Call, a host.Answer) {
	u := &update{t, s}
	template, table := designed(c)
	if table != "" {
		u.keepRefused(template, table, a)
		u.announceKept(template, table, a)
	}
	if table != "" || a.Reply != nil && a.Reply.Version >= u.Work.Version {
		follow(t, s)
	}
}

// keepRefused leaves a refused template in its field, so that the reader can correct it. The
// table keeps its own template, which is noted in the draft.
func (u *update) keepRefused(template, table string, a host.Answer) {
	d, known := u.Drafts[table]
	err := page.AnswerError(a)
	if !known || d.Text != template || err == nil || err.Code == base.CodeCancelled || err.Code == base.CodeGuessFirst {
		return
	}
	tables := u.Work.Tables
	if a.Reply != nil && len(a.Reply.Tables) > 0 {
		tables = a.Reply.Tables
	}
	d.Err, d.Current = pointed(err, template), page.TableByName(tables, table).Template
	u.setDraft(table, d)
	u.reopen(table, d)
}

// reopen keeps the menu of the open chip open when its template was refused: it is of the
// chip in the table's own template again, and shows the transform that was refused.
func (u *update) reopen(table string, d TemplateDraft) {
	s := &u.ChipMenu
	t, err := rowkey.Parse(d.Current)
	if s.Table != table || err != nil || holds(t, s.Field) {
		return
	}
	for _, f := range shapeOf(t).fields() {
		if name(f) != name(s.Field) {
			continue
		}
		was, refused := strings.Split(f, "|")[1:], strings.Split(s.Field, "|")[1:]
		at := 0
		for at < min(len(was), len(refused)) && was[at] == refused[at] {
			at++
		}
		text := ""
		if at < len(refused) {
			text = refused[at]
		}
		*s = ChipMenu{Table: table, Field: f, Err: d.Err, At: at, Text: text}
		return
	}
}

// pointed returns the refusal of a template with the place of the field that it names, if it
// has no place yet.
func pointed(err *base.Error, template string) *base.Error {
	t, bad := rowkey.Parse(template)
	if bad != nil || err.Pos < err.End || len(err.Args) == 0 || err.Code != base.CodeFieldTransform && err.Code != base.CodeFieldAmbiguous {
		return err
	}
	for _, p := range t.Parts() {
		if p.Field == err.Args[0] {
			return base.RefuseAt(p.Pos, p.End, err.Code, err.Args...)
		}
	}
	return err
}

// rewriting reports whether a call that rewrites or estimates the table is under way.
func (u *update) rewriting(table string) bool {
	for _, w := range u.Calls {
		if _, t := designed(w.Call); t == table {
			return true
		}
	}
	return false
}
