package files

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/engine/rewrite"
)

// unsorted draws a remark for each column whose bytes do not sort as its values do, with two
// values as an example, and buttons that rewrite the column. It waits until the records that the
// remarks count are read.
func (v *View) unsorted(m *Mapping) (out []app.UI) {
	if m.reading() && (!m.long() || m.Records < keysCompared) {
		return nil
	}
	for _, u := range m.unsorted() {
		out = append(out, app.Div().Class("remark").Body(v.unsortedColumn(&m.Columns[u.At], u)...))
	}
	return out
}

// unsortedColumn draws the remark for one column.
func (v *View) unsortedColumn(c *column, u unsorted) []app.UI {
	text := v.unsortedText(c, u)
	if u.Short {
		text += " " + v.T("map-century")
	}
	if u.CommaCount > 0 && c.Rule == "" {
		text += " " + v.T("map-commas", strconv.Itoa(u.CommaCount), strconv.Itoa(u.Commas.Line), strconv.Itoa(u.Plain), strconv.Itoa(u.Empty))
	}
	if u.Others > 0 {
		text += " " + v.T("map-others", strconv.Itoa(u.Others), strconv.Itoa(u.Other.Line), i18n.MakeShortPrintable(u.Other.Value))
	}
	buttons := []app.UI{}
	for _, rule := range u.Rules {
		if c.Rule == "" {
			buttons = append(buttons, v.Button(v.rewriting(rule, u), rewritten{u.At, rule}).Class("quiet"))
		}
	}
	if c.Rule != "" {
		buttons = append(buttons, v.Button(v.T("map-rewrite-not", c.Head), rewritten{u.At, ""}).Class("quiet"))
	}
	return []app.UI{app.P().Text(text), app.P().Body(buttons...)}
}

// unsortedText returns the first sentence of the remark: what is wrong with the column, or
// how it is rewritten.
func (v *View) unsortedText(c *column, u unsorted) string {
	first, second := u.Conflicting[0], u.Conflicting[1]
	like := i18n.MakeShortPrintable(u.Like)
	switch {
	case c.Rule != "":
		made, _ := c.Rule.Apply(u.Like)
		return v.T("map-rewritten", c.Head, like, made)
	case len(u.Rules) == 0 && u.Dates:
		return v.T("map-dates-wrong", c.Head, first.Value, strconv.Itoa(first.Line), second.Value, strconv.Itoa(second.Line))
	case len(u.Rules) == 0:
		return v.T("map-numbers-wrong", c.Head, first.Value, strconv.Itoa(first.Line), second.Value, strconv.Itoa(second.Line))
	case len(u.Rules) > 1 && u.Dates:
		return v.T("map-dates-either", c.Head, like)
	case len(u.Rules) > 1:
		return v.T("map-numbers-either", c.Head, like)
	case u.Pair[0] != "":
		return v.T("map-dates", c.Head, u.Pair[0], u.Pair[1])
	case u.Dates:
		return v.T("map-dates-unread", c.Head, like)
	}
	return v.T("map-numbers", c.Head, like)
}

// rewriting returns the text of the button that rewrites by a rule. If several rules are
// possible, it says how the rule reads the values.
func (v *View) rewriting(rule rewrite.ValueRule, u unsorted) string {
	made, _ := rule.Apply(u.Like)
	key := "map-rewrite"
	if dates, dayFirst := rule.ReadsDates(); len(u.Rules) > 1 {
		switch {
		case dates && dayFirst:
			key = "map-rewrite-dmy"
		case dates:
			key = "map-rewrite-mdy"
		case rule == rewrite.CommaThousands:
			key = "map-rewrite-parted"
		default:
			key = "map-rewrite-comma"
		}
	}
	return v.T(key, i18n.MakeShortPrintable(u.Like), made)
}
