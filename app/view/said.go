package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
)

// said tells a screen reader what came of what was done. It speaks in two places
// by turns, so that the same is heard when it is said again.
func (p *drawing) said() app.UI {
	text, turn := p.saidText(), p.st.Said.N%2 == 0
	place := func(speaks bool) app.UI {
		if !speaks {
			return app.Div().Role("status").Text("")
		}
		return app.Div().Role("status").Text(text)
	}
	return app.Div().Class("unseen said-aloud").Body(place(turn), place(!turn))
}

func (p *drawing) saidText() string {
	var parts []string
	for _, s := range p.st.Said.Parts {
		parts = append(parts, p.saying(s))
	}
	return strings.Join(parts, " ")
}

func (p *drawing) saying(s page.Saying) string {
	switch {
	case s.Code != "":
		return p.t(s.Code, s.Args...)
	case s.Note != nil:
		return i18n.Sentence(p.st.Lang, s.Note.Code, s.Note.Args...)
	case s.Err != nil && s.Line > 0:
		return p.t("line-error", p.n(int64(s.Line)), i18n.ErrorIn(p.st.Lang, p.language().Name, s.Err))
	case s.Err != nil:
		return i18n.ErrorIn(p.st.Lang, p.language().Name, s.Err)
	}
	if s.Of != nil {
		return p.load().Words(s.Of)
	}
	return i18n.Plain(s.Text)
}
