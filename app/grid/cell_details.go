package grid

import (
	"strconv"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// inspect opens the panel and asks for the details of the cell under the cursor, unless they
// are there in the present version. Only one such call is under way at a time; its answer
// calls inspect again.
func (u *update) inspect() {
	g, p := u.State, u.Work.Page
	if g.Details == nil {
		g.Details = &CellDetails{}
	}
	if p.Total == 0 {
		g.Details = nil
		return
	}
	want := engine.ReadVersions{Table: p.Table, Row: g.Cursor.Key, Family: g.Cursor.Column.Family, Qualifier: g.Cursor.Column.Qualifier, State: p.State}
	if g.Cursor.Key == "" || u.readingVersions() || g.Details.Cells != nil && g.Details.Cells.ReadVersions == want && g.Details.version == u.Work.Version {
		return
	}
	u.readVersions(want)
}

// readingVersions reports whether a call for details is under way.
func (u *update) readingVersions() bool {
	for _, w := range u.Calls {
		if run, ok := w.Call.(host.ExecuteRequest); ok {
			if p, readVersions := run.Request.(engine.ReadVersions); readVersions && !p.Whole && p.Row != "" {
				return true
			}
		}
	}
	return false
}

// OnReply handles the reply to any call: it notes the cell that was written, and asks for
// the details again if the session has changed.
func OnReply(t *page.Update, s *State, seq uint64, r *engine.Reply) {
	u := &update{t, s}
	if w := r.WrittenCell; w != nil {
		s.written = written{seq, w.Table, w.Row, Column{w.Family, w.Qualifier}}
	}
	if engine.AnswerAs[*engine.VersionsRead](r.Answer) == nil && s.Details != nil {
		u.inspect()
	}
}

// apply takes the details, or the whole value of a cell to be edited. If the cursor has
// moved in the meantime, or the session has changed, it asks again.
func (m detailsCame) apply(u *update) {
	u.ShowIfRefused(m.Answer)
	if m.Reply == nil || m.Reply.Version < u.Work.Version {
		return
	}
	p := host.EngineAnswerAs[*engine.VersionsRead](m.Answer)
	if p != nil && p.Whole {
		u.fetchedCell(p)
	}
	if u.Details == nil {
		return
	}
	if p != nil && !p.Whole {
		u.Details = &CellDetails{Cells: p, version: m.Reply.Version}
		u.details(p)
	}
	u.inspect()
}

// readVersions sends the call for details. The answer arrives as [detailsCame].
func (u *update) readVersions(of engine.ReadVersions) {
	u.SendCallThen(host.ExecuteRequest{Request: of}, "", func(a host.Answer) page.Msg { return detailsCame{a} })
}

// details tells a screen reader what the cell or row under the cursor holds, if the reader
// has asked for it.
func (u *update) details(p *engine.VersionsRead) {
	g := u.State
	if !g.tells || p.Row != g.Cursor.Key || (Column{p.Family, p.Qualifier}) != g.Cursor.Column {
		return
	}
	g.tells = false
	switch {
	case p.Family == "":
		u.AnnounceSentence("row-holds", page.FormatInt(p.Cells), page.FormatInt(p.Bytes), strconv.Itoa(len(p.Row)))
	case p.Cells == 0:
		u.AnnounceSentence("cell-none")
	default:
		u.AnnounceSentence("cell-holds", page.FormatInt(p.Cells), page.FormatInt(p.Bytes))
	}
}
