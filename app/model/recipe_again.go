package model

import (
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/dataset"
)

// RecipeAgain opens the form with the recipe that a table was made of. From is the
// element that has asked for it.
type RecipeAgain struct{ Table, From string }

// AgainElement returns the id of a button that opens the recipe of a table; several
// places have one.
func AgainElement(place, table string) string { return "recipe-again-" + place + "-" + table }

// askAgain asks for the recipe of a table.
func (u *update) askAgain(m RecipeAgain) {
	if u.Work.Table(m.Table).Recipe && page.Askable(&u.State.State, &u.Work.Work) {
		u.Menu = MenuNone
		u.Work.Making.from = m.From
		u.Work.Making.again = u.send(host.Execute{Request: engine.Recipe{Table: m.Table}}, "")
	}
}

// recipeCame takes the recipe of a table and reports whether the answer was about one.
func (u *update) recipeCame(w page.Pending, a host.Answer) bool {
	run, _ := w.Call.(host.Execute)
	if _, ok := run.Request.(engine.Recipe); !ok {
		return false
	}
	m := &u.Work.Making
	if a.Seq != m.again {
		return true
	}
	m.again = 0
	err := a.Err
	if a.Reply != nil {
		err = a.Reply.Err
	}
	switch {
	case err != nil:
		u.refused(w, err)
	case u.Menu != MenuNone || !page.Askable(&u.State.State, &u.Work.Work):
	default:
		f, ok := recipeOf(engine.As[*engine.Remade](a.Reply.Answer).Load)
		if !ok {
			u.Notice = &Notice{Code: "notice-recipe", Args: []string{f.Table}}
			break
		}
		f.from = m.from
		m.Form = f
		u.openRecipe()
	}
	return true
}

// recipeOf returns the form that makes a table as it was made, and whether the form
// says all of it.
func recipeOf(l engine.Load) (f *Recipe, all bool) {
	r := *l.Data.Recipe
	r.Unique = slices.Clone(r.Unique)
	slices.SortFunc(r.Unique, func(a, b string) int {
		return slices.Index(l.Data.Fields, a) - slices.Index(l.Data.Fields, b)
	})
	l.Data.Recipe = &r
	f = &Recipe{
		Table: l.Table, Template: l.Template, Count: strconv.FormatInt(r.Count, 10), Seed: strconv.FormatUint(r.Seed, 10),
		Again: l.Table, given: l.Data.Records, of: l.Data.Fields,
	}
	for _, g := range r.Gens {
		field := RecipeField{Name: g.Field, Kind: g.Kind, Family: "cf", Qualifier: g.Field, Unique: slices.Contains(r.Unique, g.Field)}
		for _, part := range RecipeSettings(g.Kind) {
			field.Texts[part] = settingOf(g, part)
		}
		for _, c := range l.Columns {
			if c.Field == g.Field {
				field.Kept, field.Family, field.Qualifier = true, string(c.Family), string(c.Qualifier)
			}
		}
		f.Fields = append(f.Fields, field)
	}
	made := f.load()
	l.Columns = slices.Clone(l.Columns)
	sort.SliceStable(l.Columns, func(a, b int) bool {
		return slices.Index(l.Data.Fields, l.Columns[a].Field) < slices.Index(l.Data.Fields, l.Columns[b].Field)
	})
	return f, reflect.DeepEqual(made, l)
}

// settingOf returns how the form shows a setting: what [RecipeField.gen] reads.
func settingOf(g dataset.Gen, part RecipePart) string {
	digits := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	switch part {
	case RecipeValues:
		return listText(g.Values)
	case RecipeText:
		return strings.Join(g.Values, "")
	case RecipeWeights:
		var texts []string
		for _, w := range g.Weights {
			texts = append(texts, strconv.FormatInt(w, 10))
		}
		return strings.Join(texts, ", ")
	case RecipePerValue:
		return digits(g.PerValue)
	case RecipeMin:
		return digits(g.Min)
	case RecipeFrom:
		return g.From
	case RecipeTo:
		return g.To
	case RecipeStep:
		return g.Step
	default:
		panic("model: a setting that no field has")
	}
}

// listText writes a list that [listed] splits.
func listText(values []string) string {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = v; strings.Contains(v, ",") || strings.HasPrefix(v, `"`) || strings.TrimSpace(v) != v {
			texts[i] = `"` + strings.ReplaceAll(v, `"`, `""`) + `"`
		}
	}
	return strings.Join(texts, ", ")
}
