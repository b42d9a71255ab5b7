// Package home is the example table on the first page. It has a few games under a row key whose
// fields the reader can move, and shows how many rows one question scans under that key. It
// needs no worker: keys and ranges are computed by the engine's packages rowkey and plan.
package home

import (
	"slices"
	"strings"

	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// fields are the fields of a game.
var fields = []string{"game", "player", "date"}

// games are the records, with values in the order of fields.
var games = [][]string{
	{"LoL", "Corrie", "20150301"}, {"LoL", "Jo", "20150302"}, {"LoL", "Sam", "20150302"}, {"LoL", "Corrie", "20150303"},
	{"Starcraft", "Eriko", "20150303"}, {"LoL", "Jo", "20150304"}, {"LoL", "Corrie", "20150402"}, {"Starcraft", "Corrie", "20150305"},
}

// question asks for Corrie's LoL games in March.
var question = plan.Query{ID: "corrie", Where: []plan.Cond{
	{Field: "game", Value: "LoL"}, {Field: "player", Value: "Corrie"}, {Field: "date", Op: plan.HasPrefix, Value: "201503"},
}}

// State is the order of the fields in the key; nil is the initial order.
type State struct{ Order []string }

// order returns the fields in the order of the key.
func (s *State) order() []string {
	if s.Order == nil {
		return []string{"game", "date", "player"}
	}
	return s.Order
}

// Msg is a message of this part.
type Msg interface{ apply(*page.Update, *State) }

// moved moves a field to an index in the key, or as near to it as possible.
type moved struct {
	Field string
	To    int
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(t, s) }

// apply moves a field, and tells screen readers what the question costs under the new key.
func (m moved) apply(t *page.Update, s *State) {
	order := slices.Clone(s.order())
	at := slices.Index(order, m.Field)
	if at < 0 {
		return
	}
	to := max(0, min(m.To, len(order)-1))
	s.Order = slices.Insert(slices.Delete(order, at, at+1), to, m.Field)
	if to != at {
		of := s.measured()
		t.AnnounceSentence("home-said", strings.Join(s.Order, ", "), page.FormatInt(of.scanned), page.FormatInt(of.wanted))
	}
}

// measured is the table under a key, and what the question costs there.
type measured struct {
	template        *rowkey.Template
	text            string // of the template
	rows            []row  // in the order of games
	scanned, wanted int64  // number of rows
}

// row is a game under the key.
type row struct {
	key             base.RowKey
	at              int  // index of the row in key order
	scanned, wanted bool // whether the question scans the row, and returns it
}

// measured computes the keys, and which of them lie in the ranges that the question scans.
func (s *State) measured() measured {
	out := measured{text: "{" + strings.Join(s.order(), "}#{") + "}"}
	template, err := rowkey.Parse(out.text)
	if err != nil {
		panic("home: the key's template does not parse")
	}
	out.template = template
	walked := plan.PlanQuery(template, nil, question, plan.KnownData{}).Ranges
	var keys []base.RowKey
	for _, g := range games {
		key, err := template.Encode(func(f string) string { return g[slices.Index(fields, f)] })
		if err != nil {
			panic("home: a key cannot be made")
		}
		r := row{key: key, wanted: g[0] == "LoL" && g[1] == "Corrie" && strings.HasPrefix(g[2], "201503")}
		r.scanned = slices.ContainsFunc(walked, func(of base.Range) bool { return of.Contains(key) })
		if r.scanned {
			out.scanned++
		}
		if r.wanted {
			out.wanted++
		}
		out.rows, keys = append(out.rows, r), append(keys, key)
	}
	slices.Sort(keys)
	for i := range out.rows {
		out.rows[i].at = slices.Index(keys, out.rows[i].key)
	}
	return out
}
