package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/files"
	"tabletop/app/find"
	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/palette"
	"tabletop/app/sandboxes"
	"tabletop/app/schema"
	"tabletop/app/tour"
	"tabletop/app/ui"
	"tabletop/engine/base"
)

// dialog draws the dialog over the page, nil if there is none.
func (p *drawing) dialog() app.UI {
	if p.st.Dialog == page.DialogNone || !p.live {
		return nil
	}
	if p.st.Dialog == page.DialogOpenedLink && p.st.Embed && p.st.Share.OpenedLink.CreateError() == nil {
		return nil // an embedded page opens the link without asking
	}
	if p.st.Dialog == page.DialogPalette {
		return ui.KeyedElement("palette", palette.Draw(p.kit(), p.entriesNow))
	}
	if p.st.Dialog == page.DialogOpenedLink || p.st.Dialog == page.DialogShare {
		return p.share().Draw()
	}
	if p.st.Dialog == page.DialogRecord {
		return p.record().Draw()
	}
	return &modal{Menu: p.st.Dialog, ID: p.st.DialogID, Looks: p.dialogLooks(), get: p.get, to: p.to}
}

// dialogLooks returns the part of the state that the open dialog is drawn from, nil for a
// dialog that never changes.
func (p *drawing) dialogLooks() any {
	switch w := &p.st.Work; p.st.Dialog {
	case page.DialogRecipe:
		return w.Recipe
	case page.DialogQuestion:
		return w.Questions.FormState
	case page.DialogNewTable:
		return w.Schema
	case page.DialogInferTemplate:
		return p.st.Find
	case page.DialogExport, page.DialogPaste, page.DialogValues:
		return p.st.Files.Changes
	}
	return nil
}

// modal is a dialog that keeps the focus inside until it is closed.
type modal struct {
	app.Compo
	Menu  page.Dialog
	ID    string
	Looks any // see dialogLooks; a change draws the dialog again
	get   func() model.State
	to    *ui.MsgSender

	refused bool // the typed word did not confirm the deletion
}

// OnMount opens the dialog by showModal, which makes the rest of the page inert, and moves the
// focus to its first field.
func (m *modal) OnMount(ctx app.Context) {
	_ = guard.Try(func() { ctx.JSSrc().Call("showModal") })
	if m.Menu == page.DialogQuestion {
		if field := app.Window().GetElementByID(m.ID); field.Truthy() {
			field.Call("focus")
		}
	}
	if m.Menu == page.DialogRename {
		field := app.Window().GetElementByID(page.ElementRename)
		field.Set("value", m.title())
		field.Call("focus")
		field.Call("select")
	}
}

// title returns the title of the workspace that the dialog is about.
func (m *modal) title() string {
	st := m.get()
	if st.WorkspaceList != nil {
		for _, s := range st.WorkspaceList.Sandboxes {
			if s.ID == m.ID {
				return s.Title
			}
		}
	}
	for _, c := range st.Catalog {
		if c.Slug == m.ID {
			return c.Title
		}
	}
	return st.Work.Title
}

// Render draws the dialog of the menu.
func (m *modal) Render() app.UI {
	st := m.get()
	p := &drawing{st: &st, get: m.get, to: m.to, live: true}
	// Each dialog sets its title, its body and the button beside Cancel.
	title, class := "", "ask"
	var body, act app.UI
	switch m.Menu {
	case page.DialogReset:
		title = p.t("reset-title")
		body = app.P().Text(p.t("reset-text"))
		if st.Lesson == nil {
			body = app.P().Text(p.t("reset-sandbox-text"))
		}
		act = p.button(p.t("reset-do"), model.ResetWorkspacePressed{}).Class("danger")
	case page.DialogDelete:
		title = p.t("delete-title", m.title())
		body = app.P().Text(p.t("delete-text"))
		act = p.button(p.t("delete-do"), sandboxes.DeletePressed{ID: m.ID}).Class("danger")
	case page.DialogDrop:
		name, family, _ := strings.Cut(m.ID, " ")
		title = p.t("drop-title", name, family)
		body = app.P().Text(p.t("drop-text", name, family))
		act = p.button(p.t("drop-do"), schema.DropConfirmed{Table: name, Family: base.Family(family)}).Class("danger")
	case page.DialogRestartLesson:
		title = p.t("begin-title", m.title())
		body = app.P().Text(p.t("begin-text"))
		act = p.button(p.t("begin-again"), sandboxes.DeletePressed{ID: m.ID}).Class("danger")
	case page.DialogDeleteAll:
		title = p.t("clear-title")
		body = m.clearing(p)
		act = app.Button().Type("button").Class("danger").Text(p.t("clear-do")).OnClick(m.clear)
	case page.DialogRename:
		title = p.t("rename-title")
		body = app.Div().Body(app.Input().Type("text").ID(page.ElementRename).Attr("aria-label", p.t("rename-label")).
			MaxLength(80).AutoComplete(false).OnKeyDown(m.renameKey))
		act = app.Button().Type("button").Class("primary").Text(p.t("rename-do")).OnClick(m.rename)
	case page.DialogExport, page.DialogPaste, page.DialogValues:
		d := p.files().Dialog(m.Menu, m.ID, m.title())
		title, class, body, act = d.Title, d.Class, d.Body, d.Action
	case page.DialogRecipe:
		d := p.recipe().Dialog()
		title, class, body, act = d.Title, d.Class, d.Body, d.Action
	case page.DialogQuestion:
		d := p.questions().Dialog()
		title, class, body, act = d.Title, d.Class, d.Body, d.Action
	case page.DialogNewTable:
		d := p.schema().Dialog()
		title, class, body, act = d.Title, d.Class, d.Body, d.Action
	case page.DialogKeyHelp:
		title, class, body = p.t("keys-title"), "ask wide", palette.DrawKeyHelp(p.kit())
		if st.Route.Screen == page.ScreenSandbox && !st.Embed && p.shown().Template != "" {
			act = p.button(p.t("tour-take"), tour.TourStarted{})
		}
	case page.DialogInferTemplate:
		d := find.NewView(p.kit(), st.Find).Dialog()
		title, class, body, act = d.Title, d.Class, d.Body, d.Action
	default:
		panic("view: a menu without a dialog")
	}
	return app.Dialog().ID(page.ElementDialog).Class(class).Attr("aria-labelledby", "dialog-title").
		On("cancel", m.cancel).Body(
		app.H2().ID("dialog-title").Text(title),
		body,
		app.Div().Class("row").Body(p.button(p.t("cancel"), page.CloseDialog{}), act),
	)
}

// clearing draws the field for the word that confirms that everything is deleted.
func (m *modal) clearing(p *drawing) app.UI {
	wrong := ""
	if m.refused {
		wrong = p.t("clear-wrong", p.t("clear-word"))
	}
	sandboxes, begun := 0, 0
	if s := p.st.WorkspaceList; s != nil {
		sandboxes, begun = len(s.Sandboxes), len(s.Lessons)
	}
	return app.Div().Body(
		app.P().Text(p.t("clear-text", strconv.Itoa(sandboxes), strconv.Itoa(begun))),
		app.P().Body(p.work(p.t("export-all"), files.ExportAllPressed{})),
		app.Label().For(page.ElementClear).Text(p.t("clear-label", p.t("clear-word"))),
		app.Input().Type("text").ID(page.ElementClear).Attr("autocapitalize", "off").Attr("spellcheck", "false").
			AutoComplete(false).Attr("aria-describedby", "clear-wrong").OnKeyDown(m.clearKey),
		app.P().ID("clear-wrong").Class("field-error").Role("alert").Text(wrong),
	)
}

// clear deletes everything if the right word was typed.
func (m *modal) clear(app.Context, app.Event) {
	field := app.Window().GetElementByID(page.ElementClear)
	if strings.EqualFold(strings.TrimSpace(field.Get("value").String()), i18n.PageText(m.get().Lang, "clear-word")) {
		m.to.Send(sandboxes.DeleteAllPressed{})
		return
	}
	m.refused = true
	m.Update()
	field.Call("focus")
}

// clearKey handles Enter in the field for the word that confirms.
func (m *modal) clearKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() {
		e.PreventDefault()
		m.clear(ctx, e)
	}
}

// cancel closes the dialog on Escape. Only the button Cancel deletes a sandbox made for it.
func (m *modal) cancel(_ app.Context, e app.Event) {
	e.PreventDefault()
	if m.Menu == page.DialogInferTemplate {
		m.to.Send(find.SandboxKept{})
	}
	m.to.Send(page.CloseDialog{})
}

func (m *modal) rename(app.Context, app.Event) {
	title := app.Window().GetElementByID(page.ElementRename).Get("value").String()
	m.to.Send(sandboxes.RenameSubmitted{ID: m.ID, Title: title})
}

// renameKey handles Enter in the field for a new title.
func (m *modal) renameKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() {
		e.PreventDefault()
		m.rename(ctx, e)
	}
}
