package schema

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// tableSizes draws the bytes of a table, plain and compressed, if they were measured.
func (v *View) tableSizes(t engine.TableInfo) app.UI {
	s := v.measured(t.Name, v.Version)
	if s == nil || v.Past {
		return nil
	}
	row := func(name string, z table.Size) app.UI {
		return app.Tr().Body(
			app.Th().Scope("row").Text(name),
			ui.NumberCell(i18n.FormatBytes(v.Lang, z.Plain)),
			ui.NumberCell(i18n.FormatBytes(v.Lang, z.Packed)),
		)
	}
	rows := []app.UI{row(v.T("size-keys"), s.Keys)}
	for _, f := range s.Families {
		rows = append(rows, row(string(f.Family), f.Size))
	}
	rows = append(rows, row(v.T("size-all"), s.Total))
	return ui.KeyedElement("sizes", app.Table().Class("plain").Body(
		app.Caption().Text(v.T("size-caption")),
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(v.T("size-of")),
			app.Th().Scope("col").Class("num").Text(v.T("size-plain")),
			app.Th().Scope("col").Class("num").Text(v.T("size-packed")),
		)),
		app.TBody().Body(rows...),
	))
}

// garbage draws which garbage a table has, or which was removed.
func (v *View) garbage(t engine.TableInfo) app.UI {
	c := v.collected
	if c == nil || c.Table != t.Name || v.Past {
		return nil
	}
	key := "garbage-found"
	if c.Removed {
		key = "garbage-gone"
	}
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	if c.RemovedCellCount() == 0 {
		return ui.KeyedElement("garbage", app.P().Class("aside").Text(v.T("garbage-none")))
	}
	families := []app.UI{}
	for _, f := range c.Families {
		families = append(families, app.Li().Text(i18n.EngineSentence(v.Lang, base.NoteCollectedOf,
			string(f.Family), n(f.Age.Cells), n(f.Versions.Cells), n(f.Both.Cells))))
	}
	if len(c.FirstVanishedRows) > 0 {
		// Rows that have no cell left do not exist any more.
		keys := make([]string, len(c.FirstVanishedRows))
		for i, k := range c.FirstVanishedRows {
			keys[i] = i18n.MakePrintable(string(k))
		}
		text := v.T(key+"-rows", n(c.VanishedRows), strings.Join(keys, ", "))
		if int64(len(keys)) < c.VanishedRows {
			text += "…"
		}
		families = append(families, app.Li().Text(text))
	}
	var act app.UI
	if !c.Removed {
		act = v.change("collect", CompactPressed{Table: t.Name}).Class("primary").Attr("aria-label", v.T("collect-label", t.Name))
	}
	return ui.KeyedElement("garbage", app.Div().Class("aside").Body(
		app.P().Text(v.T(key, n(c.RemovedCellCount()), n(c.FreedBytes()))),
		app.Div().Class("row").Body(act),
		app.Ul().Body(families...),
		v.garbageCells(c),
	))
}

// garbageCells draws the first cells that are garbage, and the reason for each.
func (v *View) garbageCells(c *engine.GarbageReport) app.UI {
	rows := []app.UI{}
	for _, g := range c.FirstCells {
		why := "why-age"
		switch g.Reason {
		case table.ByVersions:
			why = "why-versions"
		case table.ByAge | table.ByVersions:
			why = "why-both"
		}
		rows = append(rows, app.Tr().Body(
			app.Td().Text(i18n.MakePrintable(string(g.Row))),
			app.Td().Text(i18n.MakePrintable(string(g.Cell.Family)+":"+string(g.Cell.Qualifier))),
			app.Td().Text(i18n.MakePrintable(g.Cell.Value)),
			app.Td().Text(v.T(why)),
		))
	}
	return app.Details().Body(
		app.Summary().Text(v.T("garbage-cells", strconv.Itoa(len(c.FirstCells)))),
		app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", v.T("garbage-cells", strconv.Itoa(len(c.FirstCells)))).Body(
			app.Table().Class("plain").Body(
				app.THead().Body(app.Tr().Body(
					app.Th().Scope("col").Text(v.T("row-key")),
					app.Th().Scope("col").Text(v.T("garbage-column")),
					app.Th().Scope("col").Text(v.T("garbage-value")),
					app.Th().Scope("col").Text(v.T("garbage-why")),
				)),
				app.TBody().Body(rows...),
			)),
	)
}
