package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/engine/table"
)

// metrics draws what the last read cost.
func (p *page) metrics() app.UI {
	var now, before *table.Stats
	if r := p.st.Work.Read; r != nil {
		now = &r.Stats
		if b := p.st.Work.Before; b != nil && b.Table == r.Table {
			before = &b.Stats
		}
	}
	items := []app.UI{}
	for _, m := range []struct {
		id    string
		of    func(*table.Stats) int64
		bytes bool
	}{
		{id: "rows-scanned", of: func(s *table.Stats) int64 { return s.RowsScanned }},
		{id: "rows-returned", of: func(s *table.Stats) int64 { return s.RowsReturned }},
		{id: "cells-scanned", of: func(s *table.Stats) int64 { return s.CellsScanned }},
		{id: "bytes-scanned", of: func(s *table.Stats) int64 { return s.BytesScanned }, bytes: true},
		{id: "seeks", of: func(s *table.Stats) int64 { return s.Seeks }},
		{id: "tablets", of: func(s *table.Stats) int64 { return s.Tablets }},
	} {
		write := p.n
		if m.bytes {
			write = func(v int64) string { return i18n.Bytes(p.st.Lang, v) }
		}
		value := app.B().Class("none").DataSet("metric", m.id).DataSet("value", "0").Text("–")
		class, small := "", ""
		if now != nil {
			v := m.of(now)
			value = app.B().DataSet("metric", m.id).DataSet("value", strconv.FormatInt(v, 10)).Text(write(v))
			if before != nil && m.of(before) != v {
				small = p.t("was", write(m.of(before)))
			}
			if m.id == "rows-scanned" {
				class = "exact"
				if waste := v - now.RowsReturned; waste > 0 {
					class, small = "waste", p.t("wasted", p.n(waste))
				}
			}
		}
		items = append(items, app.Div().Class(class).Body(
			app.Dt().Text(p.t("metric-"+m.id)),
			app.Dd().Body(value, app.Small().Text(small)),
		))
	}
	return app.Dl().Class("metrics panel").Attr("aria-label", p.t("metrics")).Body(items...)
}
