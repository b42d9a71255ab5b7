// Package wording says in words what several places of the page, and the design record, say alike: a
// question, how it is read, and what a simulated load came to.
package wording

import (
	"strconv"
	"strings"

	"tabletop/app/i18n"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/plan"
)

// QueryText returns the words for a question, made from its conditions.
func QueryText(lang string, q plan.Query) string {
	var all []string
	for _, c := range q.Where {
		all = append(all, i18n.PageText(lang, "words-"+strconv.Itoa(int(c.Op)), c.Field, c.Value, c.To))
	}
	text := i18n.PageText(lang, "words-all")
	if len(all) > 0 {
		text = i18n.PageText(lang, "words", i18n.FormatList(lang, all))
	}
	if q.Latest.N > 0 {
		text = i18n.PageText(lang, "words-more", text, i18n.PageText(lang, "cond-latest", strconv.FormatInt(q.Latest.N, 10), q.Latest.Field, q.Each))
	}
	if len(q.Columns) > 0 {
		text = i18n.PageText(lang, "words-more", text, i18n.PageText(lang, "cond-columns", i18n.FormatList(lang, q.Columns)))
	}
	return text
}

// IsQueryID reports whether a question's name looks like an ID.
func IsQueryID(name string) bool {
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// QuestionTitle returns the name that the reader gave a question, or else the question in words.
func QuestionTitle(lang string, q plan.Query) string {
	if IsQueryID(q.ID) {
		return QueryText(lang, q)
	}
	return q.ID
}

// AccessPath returns the name of a question's access path.
func AccessPath(lang string, q engine.Verdict) string {
	switch {
	case q.Table == "":
		return i18n.PageText(lang, "path-none")
	case len(q.Residual) > 0 && q.Access != plan.Scan:
		return i18n.PageText(lang, "path-filtered", i18n.PageText(lang, "path-"+string(q.Access)))
	case q.Access == plan.Scan && len(q.Residual) == 0:
		return i18n.PageText(lang, "path-all")
	}
	return i18n.PageText(lang, "path-"+string(q.Access))
}

// Diagnosis returns the texts about a simulated load: its pattern, the reason, and what the busiest
// node did.
func Diagnosis(lang string, m *engine.LoadSimulated) (name, because, node string) {
	d := m.Diagnosis
	percent := func(share float64) string { return i18n.FormatPercent(lang, share) }
	minutes := func(s int64) string { return i18n.FormatThreeDigits(lang, float64(s)/60) }
	nodes, pattern, why := float64(len(m.Nodes)), string(d.Pattern), string(d.Pattern)
	var args []string
	switch d.Pattern {
	case cluster.Even:
		if d.Share > 0 {
			why, args = string(cluster.HotRange), []string{percent(d.Share), KeyRange(lang, d.Start, d.End)}
		}
	case cluster.Periodic:
		args = []string{minutes(d.Period), i18n.FormatThreeDigits(lang, min(d.Times, 1e6))}
	case cluster.HotRange:
		args = []string{percent(d.Share), KeyRange(lang, d.Start, d.End)}
	case cluster.HotRow:
		args = []string{percent(d.Share), i18n.ElideMiddle(string(d.Start))}
	case cluster.Sequential:
		args = []string{percent(d.Share)}
	case cluster.SuddenRise:
		args = []string{minutes(d.At), i18n.FormatThreeDigits(lang, d.Times)}
	default:
		panic("wording: a pattern without a name")
	}
	switch {
	case !m.IsLopsided():
	case m.FinalTabletCount < len(m.Nodes):
		pattern, why, args = "lopsided", "lopsided-1", []string{strconv.Itoa(m.FinalTabletCount), strconv.Itoa(len(m.Nodes))}
	case d.Share > 0:
		pattern = why
	default:
		pattern, why = "lopsided", "lopsided-0"
	}
	return i18n.PageText(lang, "diagnosis-"+pattern), i18n.PageText(lang, "because-"+why, args...),
		i18n.PageText(lang, "because-node", strconv.Itoa(len(m.Nodes)), i18n.FormatThreeDigits(lang, 100*m.Hottest/nodes)+"%", i18n.FormatThreeDigits(lang, 100/nodes)+"%")
}

// KeyRange returns a range of keys as plain text.
func KeyRange(lang string, start, end base.RowKey) string {
	from, to := i18n.ElideMiddle(string(start)), i18n.ElideMiddle(string(end))
	if start == "" {
		return i18n.PageText(lang, "heat-range-first", to)
	}
	return i18n.PageText(lang, "heat-range", from, to)
}
