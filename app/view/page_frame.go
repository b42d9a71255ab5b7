package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/files"
	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/openlesson"
	"tabletop/app/page"
	"tabletop/app/sandboxes"
	"tabletop/app/tour"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// root draws the whole page.
func (p *drawing) root() app.UI {
	class := "page"
	if p.onWorkbench() {
		class = "page full"
	}
	head := p.header
	if p.st.Embed {
		head = p.embedHead
	}
	return app.Div().Class(class).Body(
		app.A().Class("skip").Href("#"+page.ElementMain).Text(p.t("skip")),
		head(),
		app.Div().Class("notices").Body(p.updateNotice(), p.notice()),
		app.Div().Body(tour.Draw(p.kit(), p.st.Tour)),
		p.screen(),
		app.Div().Class("feet").Body(p.footer()),
		p.said(),
		app.Div().Class("over").Body(p.dialog()),
	)
}

// onWorkbench reports whether the page is a workbench, which fills the window.
func (p *drawing) onWorkbench() bool {
	return p.st.OpenError == nil && (p.st.Route.Screen == page.ScreenLesson || p.st.Route.Screen == page.ScreenSandbox)
}

// screen draws the main part of the page for the route.
func (p *drawing) screen() app.UI {
	ui.YieldToBrowser()
	if why := p.st.OpenError; why != nil {
		name, text := "stopped", p.t("stopped-text")
		if why.Code != base.CodeCancelled {
			name, text = "unopened", i18n.ErrorSentence(p.st.Lang, why)
		}
		return ui.KeyedElement("stopped", p.nothing(p.t(name+"-title"), text, p.button(p.t(name+"-do"), page.OpenRoute{}).Class("primary")))
	}
	switch p.st.Route.Screen {
	case page.ScreenHome:
		return ui.KeyedElement("home", p.home())
	case page.ScreenLesson:
		if p.onPath() {
			return ui.KeyedElement("lesson-"+p.st.Route.ID, p.stop())
		}
		return ui.KeyedElement("lesson-"+p.st.Route.ID, p.workbench(p.piece((*drawing).lessonTask, takeLesson)))
	case page.ScreenSandboxes:
		if p.st.Embed && p.st.Dialog == page.DialogOpenedLink {
			return ui.KeyedElement("arriving", p.arriving())
		}
		return ui.KeyedElement("sandboxes", p.sandboxes())
	case page.ScreenSandbox:
		return ui.KeyedElement("sandbox-"+p.st.Route.ID, p.sandbox())
	case page.ScreenReference:
		return ui.KeyedElement("reference", p.reference())
	case page.ScreenOpenLesson:
		return ui.KeyedElement("open", openlesson.NewView(p.kit(), p.st.OpenLesson, p.st.Embed).Draw())
	case page.ScreenNotFound:
		return ui.KeyedElement("missing", p.missing())
	default:
		panic("view: a screen without a page")
	}
}

// mark is the site's logo: rows of a table, one of them found.
const mark = `<svg viewBox="0 0 18 18" aria-hidden="true" focusable="false">` +
	`<path d="M1 3h5M1 9h5M1 15h5" stroke="var(--k1)" stroke-width="2.6" stroke-linecap="round"/>` +
	`<path d="M10 3h4M10 15h4" stroke="var(--line)" stroke-width="2.6" stroke-linecap="round"/>` +
	`<path d="M10 9h7" stroke="var(--accent)" stroke-width="2.6" stroke-linecap="round"/></svg>`

// header draws the top of the page: the site's name, the navigation, and the state of the
// workspace.
func (p *drawing) header() app.UI {
	ui.YieldToBrowser()
	screen := p.st.Route.Screen
	item := func(key, path string, here, below bool) app.UI {
		a := app.A().Href(p.link(path)).Text(p.t(key))
		switch {
		case here:
			a = a.Attr("aria-current", "page")
		case below:
			a = a.Attr("aria-current", "location")
		}
		return a
	}
	return app.Header().Class("top").Body(
		app.A().Class("brand").Href(p.link("/")).Body(app.Raw(mark), app.Text(p.t("name"))),
		app.Nav().Attr("aria-label", p.t("nav")).Body(
			item("nav-lessons", "/", screen == page.ScreenHome, screen == page.ScreenLesson || screen == page.ScreenOpenLesson),
			item("nav-sandboxes", "/sandboxes/", screen == page.ScreenSandboxes, screen == page.ScreenSandbox),
			item("nav-reference", "/reference/", screen == page.ScreenReference, false),
		),
		app.Div().Class("state").Body(app.Div().Class("at-work").Body(p.atWork()), ui.YieldingPart(p.kit(), p.finder), p.languages(), p.savedMark()),
	)
}

// atWork draws the timeline's controls in the header of a workbench.
func (p *drawing) atWork() app.UI {
	if !p.onWorkbench() {
		return nil
	}
	return p.piece((*drawing).timeline, takeTimeline)
}

// finder draws the button that opens the palette.
func (p *drawing) finder() app.UI {
	b := p.resting(p.t("find"))
	if p.live {
		b = p.button(p.t("find"), page.OpenDialog{Dialog: page.DialogPalette})
	}
	return b.Class("quiet", "finder").Attr("aria-keyshortcuts", "Control+K")
}

// languages draws the choice of the language, if the site has several.
func (p *drawing) languages() app.UI {
	if len(p.st.Languages) < 2 {
		return nil
	}
	options := []app.UI{}
	for _, t := range p.st.Languages {
		options = append(options, app.Option().Value(t.Tag).Lang(t.Tag).Text(t.Name).Selected(t.Tag == p.st.Lang))
	}
	to := p.to
	return app.Select().Class("tongues").Attr("aria-label", p.t("tongue")).Disabled(!p.live).Body(options...).OnChange(func(ctx app.Context, _ app.Event) {
		to.Send(page.LanguagePicked{Tag: ctx.JSSrc().Get("value").String()})
	})
}

// savedMark draws whether the changes of the open workspace are stored. It is as wide as its usual
// text in every state, so that the controls beside it do not move.
func (p *drawing) savedMark() app.UI {
	if p.st.Work.ID == "" || !p.onWorkbench() {
		return nil
	}
	state, text := "saved", p.t("saved")
	switch p.st.Work.Saved {
	case host.SavePending:
		state, text = "saving", p.t("saving")
	case host.SaveFailed:
		state, text = "failed", p.t("save-failed")
	case host.SaveReadOnly:
		state, text = "readonly", p.t("read-only")
	}
	span := app.Span().Class("saved").DataSet("saved", state).DataSet("usual", p.t("saved")).Text(text)
	if p.st.Work.SaveErr != nil && state == "failed" {
		span = span.Attr("title", i18n.ErrorSentence(p.st.Lang, p.st.Work.SaveErr))
	}
	return span
}

// updateNotice draws the offer to load a newer version of the site.
func (p *drawing) updateNotice() app.UI {
	if !p.st.UpdateReady {
		return nil
	}
	return ui.KeyedElement("update", app.Div().Class("notice").Role("status").Body(
		app.P().Text(p.t("update-waits")),
		p.button(p.t("reload"), page.UpdateSite{}),
	))
}

// notice draws the page's notice with its button; an error is drawn as an alert.
func (p *drawing) notice() app.UI {
	n := p.st.Notice
	if n == nil {
		return nil
	}
	// The text is that of the error, of the notes, or of the code.
	text, class, role := "", "notice", "status"
	if n.Err != nil {
		text, class, role = i18n.ErrorSentence(p.st.Lang, n.Err), "notice wrong", "alert"
		if n.Line > 0 {
			text = p.t("line-error", p.n(int64(n.Line)), text)
		}
	} else if len(n.Notes) == 0 {
		text = i18n.PageText(p.st.Lang, n.Code, n.Args...)
	}
	for _, l := range n.Notes {
		if text = strings.TrimSpace(text + " " + i18n.EngineSentence(p.st.Lang, l.Code, l.Args...)); l.Code == base.NoteCollided {
			class, role = "notice wrong", "alert"
		}
	}
	// The button depends on the kind.
	var act app.UI
	close := "close"
	switch n.Kind {
	case page.NoticePersist:
		act, close = p.button(p.t("keep"), model.PersistStoragePressed{}), "not-now"
	case page.NoticeUndo:
		act = p.button(p.t("undo"), sandboxes.UndoDeletePressed{})
	case page.NoticeTakeOver:
		act = p.button(p.t("take-over"), model.TakeOverPressed{})
	case page.NoticeUnsaved:
		act = p.button(p.t("save-left"), model.ExportUnsavedPressed{})
	case page.NoticeExport:
		if p.st.Work.ID != "" {
			act = p.work(p.t("save-as-file"), files.ExportPressed{ID: p.st.Work.ID})
		}
	case page.NoticeDamaged:
		act = p.work(p.t("save-damaged"), model.ExportDamagedPressed{})
		class = "notice wrong"
	case page.NoticeRefusedChanges:
		class = "notice wrong"
	}
	return ui.KeyedElement("notice", app.Div().Class(class).Role(role).Body(
		app.P().Text(text),
		p.refusedChanges(n),
		app.Div().Class("row").Body(act, p.button(p.t(close), model.NoticeClosed{}).Class("quiet")),
	))
}

// refusedChanges draws the changes that could not be made again when the workspace was opened. If there
// were also unreadable changes, which the notice is about, it adds how many could not be made.
func (p *drawing) refusedChanges(n *page.Notice) app.UI {
	u, k := n.RefusedChanges, p.kit()
	if u.Count == 0 {
		return nil
	}
	var each []app.UI
	for _, m := range u.Named {
		what := app.Span()
		if m.Description.Kind == engine.LineInput {
			what = what.Class("mono")
		}
		each = append(each, app.Li().Body(what.Text(k.LineText(m.Description)), app.Text(" "), app.Span().Text(i18n.ErrorSentence(p.st.Lang, m.Reason))))
	}
	if more := u.Count - len(u.Named); more > 0 {
		each = append(each, app.Li().Text(k.CountText("notice-unmade-more", int64(more))))
	}
	also := ""
	if n.Kind == page.NoticeDamaged {
		also = k.CountText("notice-unmade", int64(u.Count))
	}
	return app.Div().Class("unmade").Body(app.P().Text(also), app.Ul().Body(each...))
}

// footer draws the end of a page that is not a workbench.
func (p *drawing) footer() app.UI {
	if p.onWorkbench() {
		return nil
	}
	return app.Footer().Class("foot").Body(app.P().Body(app.Text(p.t("foot")+" "), app.A().Href(p.st.Base+p.st.Folder+"/about/").OnClick(letBrowserFollow).Text(p.t("foot-about"))))
}

// letBrowserFollow keeps the click on a link from go-app, which would show the link's page itself: the About page is
// not part of the app.
func letBrowserFollow(_ app.Context, e app.Event) { e.Call("stopPropagation") }

// missing draws the page for an address that leads nowhere.
func (p *drawing) missing() app.UI {
	if p.st.Embed && p.st.Route.ID != "" {
		return p.missingEmbedded()
	}
	return p.nothing(p.t("missing-title"), p.t("missing-text"), app.A().Class("button primary").Href(p.link("/")).Text(p.t("missing-do")))
}

// nothing draws a page that says why there is nothing to show, and what the reader can do.
func (p *drawing) nothing(title, text string, act app.UI) app.UI {
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).Body(
		app.H1().Text(title),
		app.P().Class("lead").Text(text),
		app.P().Body(act),
	)
}
