package recipe

import (
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

type (
	// again opens the form with the recipe of a table. from is the ID of the pressed button.
	again struct{ table, from string }
	// remade brings the recipe of a table.
	remade struct{ host.Answer }
)

// againElement returns the ID of the button that opens the recipe of a table. where
// distinguishes the places on the page that have one.
func againElement(where, table string) string { return "recipe-again-" + where + "-" + table }

// apply asks for the recipe of a table.
func (m again) apply(u *update) {
	if !u.Work.TableByName(m.table).Recipe || !u.able() {
		return
	}
	u.Dialog = page.DialogNone
	u.from = m.from
	u.DropSlot(slotAgain)
	u.SendCallInSlot(slotAgain, host.ExecuteRequest{Request: engine.FindRecipe{Table: m.table}}, "", func(a host.Answer) page.Msg { return remade{a} })
}

// apply opens the form with a table's recipe. A notice says if the form cannot express all of
// it.
func (m remade) apply(u *update) {
	switch err := page.AnswerError(m.Answer); {
	case err != nil:
		if err.Code != base.CodeCancelled {
			u.Notice = &page.Notice{Err: err}
		}
	case u.Dialog != page.DialogNone || !u.able():
	default:
		f, all := formOf(engine.AnswerAs[*engine.RecipeFound](m.Reply.Answer).LoadRecords)
		if !all {
			u.Notice = &page.Notice{Code: "notice-recipe", Args: []string{f.Table}}
			return
		}
		f.from = u.from
		u.form = f
		u.open()
	}
}

// formOf returns the form that makes a table again as l made it. all reports whether the form
// can express everything in l; if not, the form would make another table.
func formOf(l engine.LoadRecords) (f *Form, all bool) {
	// The order of the unique fields has no meaning, so it is made that of the fields.
	r := *l.Data.Recipe
	r.Unique = slices.Clone(r.Unique)
	slices.SortFunc(r.Unique, func(a, b string) int {
		return slices.Index(l.Data.Fields, a) - slices.Index(l.Data.Fields, b)
	})
	l.Data.Recipe = &r
	f = &Form{
		Table: l.Table, Template: l.Template, Count: strconv.FormatInt(r.Count, 10), Seed: strconv.FormatUint(r.Seed, 10),
		RemadeTable: l.Table, given: l.Data.Records, of: l.Data.Fields,
	}
	for _, g := range r.Gens {
		field := field{Name: g.Field, Texts: map[input]string{}, Kind: g.Kind, Family: "cf", Qualifier: g.Field, Unique: slices.Contains(r.Unique, g.Field), Time: g.Field == l.Data.Time}
		for _, in := range settingsOf(g.Kind) {
			field.Texts[in] = settingOf(g, in)
		}
		for _, c := range l.Columns {
			if c.Field == g.Field {
				field.Kept, field.Family, field.Qualifier = true, string(c.Family), string(c.Qualifier)
			}
		}
		f.Fields = append(f.Fields, field)
	}
	// The form lists columns in the order of the fields, so their order in l does not matter.
	made := f.load()
	l.Columns = slices.Clone(l.Columns)
	sort.SliceStable(l.Columns, func(a, b int) bool {
		return slices.Index(l.Data.Fields, l.Columns[a].Field) < slices.Index(l.Data.Fields, l.Columns[b].Field)
	})
	return f, reflect.DeepEqual(made, l)
}

// settingOf returns a generator's setting as text, in the format that [field.gen] reads.
func settingOf(g dataset.Generator, in input) string {
	digits := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	switch in {
	case inputValues:
		return listText(g.Values)
	case inputText:
		return strings.Join(g.Values, "")
	case inputWeights:
		var texts []string
		for _, w := range g.Weights {
			texts = append(texts, strconv.FormatInt(w, 10))
		}
		return strings.Join(texts, ", ")
	case inputPerValue:
		return digits(g.PerValue)
	case inputMin:
		return digits(g.Min)
	case inputFrom:
		return g.From
	case inputTo:
		return g.To
	case inputStep:
		return g.Step
	default:
		panic("recipe: a setting that no field has")
	}
}

// listText returns a list as text, in the format that [listed] reads.
func listText(values []string) string {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = v; strings.Contains(v, ",") || strings.HasPrefix(v, `"`) || strings.TrimSpace(v) != v {
			texts[i] = `"` + strings.ReplaceAll(v, `"`, `""`) + `"`
		}
	}
	return strings.Join(texts, ", ")
}
