package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
)

// said draws the announcement for screen readers. Three places take turns: the present text,
// the previous one, which may not have been heard yet, and an empty place. So a text that is
// told twice appears in another place and is heard again.
func (p *drawing) said() app.UI {
	said := p.st.Announcement
	var places [3]app.UI
	for i, parts := range [...][]page.AnnouncementPart{said.Parts, nil, said.Previous} {
		places[(said.Number+uint64(i))%3] = app.Div().Role("status").Text(p.sayings(parts))
	}
	return app.Div().Class("unseen said-aloud").Body(places[:]...)
}

// sayings returns the text of an announcement.
func (p *drawing) sayings(parts []page.AnnouncementPart) string {
	var texts []string
	for _, s := range parts {
		texts = append(texts, p.saying(s))
	}
	return strings.Join(texts, " ")
}

// saying returns the text of one part of an announcement.
func (p *drawing) saying(s page.AnnouncementPart) string {
	switch {
	case s.Code != "":
		return p.t(s.Code, s.Args...)
	case s.Note != nil:
		return i18n.EngineSentence(p.st.Lang, s.Note.Code, s.Note.Args...)
	case s.Err != nil && s.Line > 0:
		return p.t("line-error", p.n(int64(s.Line)), i18n.ErrorSentenceInDialect(p.st.Lang, p.dialect(), s.Err))
	case s.Err != nil:
		return i18n.ErrorSentenceInDialect(p.st.Lang, p.dialect(), s.Err)
	}
	if s.Value != nil {
		return p.load().AnnouncementText(s.Value)
	}
	return i18n.MakePrintable(s.Text)
}
