package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Limits of a recipe that is made on the page.
const (
	MaxRecipeFields = 12
	MaxRecipeText   = 4000 // bytes of a list of values
	recipeRows      = 5    // shown of what it makes
)

// Making is how a new table of data is being made: of a recipe, or of a file.
type Making struct {
	Form    *Recipe // nil before it is first opened
	Turn    uint64  // changes with what is drawn of the form
	Shown   uint64  // changes with its first rows
	Sampled []engine.SampledRow
	Of      engine.Load // which Sampled are of

	round uint64 // of the last change that waits to settle
	asked uint64 // number of the call that asked for Sampled last
	sent  uint64 // of the call that loads
	again uint64 // number of the call that asks for a table's recipe, 0 for none
	from  string // the element that has asked for that
}

// Recipe is what the form for a table of generated data holds. It is replaced,
// never changed.
type Recipe struct {
	Table, Template string
	Count, Seed     string
	Fields          []RecipeField
	Faults          map[RecipePlace]RecipeFault
	Err             *base.Error // of what all of it makes
	Again           string      // the table that is made again, "" for a new one

	given [][]string // records to begin with, while the fields are these:
	of    []string
	from  string // the element that it was opened from, "" for the usual one
}

// Given returns how many records of the table are given, before those that are made.
func (f *Recipe) Given() int { return len(f.load().Data.Records) }

// RecipeField is a field of the records, as it is typed.
type RecipeField struct {
	Name      string
	Kind      dataset.Kind
	Texts     [recipeParts]string // of the parts that are settings
	Kept      bool                // in a column
	Family    string
	Qualifier string
	Unique    bool // with the others that are, in every record
}

// RecipePart is a field of the form.
type RecipePart uint8

const (
	RecipeTable RecipePart = iota
	RecipeTemplate
	RecipeCount
	RecipeSeed
	RecipeName
	RecipeKind
	RecipeValues
	RecipeText
	RecipeWeights
	RecipePerValue
	RecipeMin
	RecipeFrom
	RecipeTo
	RecipeStep
	RecipeFamily
	RecipeQualifier
	RecipeKept
	RecipeUnique

	recipeParts
)

// RecipePlace is a part, of the field with an index for what is of one.
type RecipePlace struct {
	Part RecipePart
	At   int
}

// Element returns the id of what a place is typed into.
func (p RecipePlace) Element() string {
	return "recipe-" + strconv.Itoa(int(p.Part)) + "-" + strconv.Itoa(p.At)
}

// RecipeFault is why a place is refused: an i18n code, or an error.
type RecipeFault struct {
	Code string
	Err  *base.Error
}

// RecipeSettings returns the settings that a kind of field has, as the form shows
// them.
func RecipeSettings(k dataset.Kind) []RecipePart {
	switch k {
	case dataset.Choice:
		return []RecipePart{RecipeValues, RecipeWeights}
	case dataset.Names:
		return []RecipePart{RecipePerValue, RecipeMin, RecipeValues}
	case dataset.Days:
		return []RecipePart{RecipeFrom, RecipeTo}
	case dataset.Decimals:
		return []RecipePart{RecipeFrom, RecipeTo, RecipeStep}
	case dataset.Ints:
		return []RecipePart{RecipeFrom, RecipeTo, RecipeText}
	case dataset.Zipf:
		return []RecipePart{RecipeStep, RecipeValues, RecipeFrom, RecipeTo}
	case dataset.Sequence:
		return []RecipePart{RecipeFrom, RecipePerValue, RecipeText, RecipeStep}
	case dataset.Arrival:
		return []RecipePart{RecipeFrom, RecipeTo, RecipeStep}
	case dataset.Turns:
		return []RecipePart{RecipeValues, RecipeFrom, RecipeTo}
	case dataset.Filler:
		return []RecipePart{RecipeFrom, RecipeTo}
	}
	panic("model: a kind without settings")
}

// CanBeUnique reports whether fields of a kind can be told to differ.
func CanBeUnique(k dataset.Kind) bool { return k <= dataset.Decimals }

// places are where the settings of a kind's fields stand.
func places(k dataset.Kind) map[dataset.Setting]RecipePart {
	out := map[dataset.Setting]RecipePart{
		dataset.SetValues: RecipeValues, dataset.SetWeights: RecipeWeights, dataset.SetPerValue: RecipePerValue, dataset.SetMin: RecipeMin,
		dataset.SetFrom: RecipeFrom, dataset.SetTo: RecipeTo, dataset.SetStep: RecipeStep,
	}
	if !slices.Contains(RecipeSettings(k), RecipeValues) {
		out[dataset.SetValues] = RecipeText
	}
	return out
}

// usualSettings is what the settings of a kind's fields begin as.
func usualSettings(k dataset.Kind) (texts [recipeParts]string) {
	switch k {
	case dataset.Choice:
		texts[RecipeValues] = "red, green, blue"
	case dataset.Names:
		texts[RecipePerValue], texts[RecipeMin] = "100", "10"
	case dataset.Days:
		texts[RecipeFrom], texts[RecipeTo] = "20260101", "20261231"
	case dataset.Decimals:
		texts[RecipeFrom], texts[RecipeTo], texts[RecipeStep] = "0", "10", "0.5"
	case dataset.Ints:
		texts[RecipeFrom], texts[RecipeTo] = "1", "1000"
	case dataset.Zipf:
		texts[RecipeStep], texts[RecipeValues], texts[RecipeFrom], texts[RecipeTo] = "1", "user{n}", "1", "1000"
	case dataset.Sequence:
		texts[RecipeFrom] = "1"
	case dataset.Arrival:
		texts[RecipeFrom], texts[RecipeStep] = "20260101000000", "1000"
	case dataset.Turns:
		texts[RecipeValues], texts[RecipeFrom], texts[RecipeTo] = "meter{n}", "001", "100"
	case dataset.Filler:
		texts[RecipeFrom], texts[RecipeTo] = "100", "1000"
	}
	return texts
}

// listed splits a list at its commas, but for those between quotation marks around a
// value, inside which two of them stand for one.
func listed(text string) []string {
	var out []string
	for more := true; more; {
		v, rest, ok := quoted(strings.TrimSpace(text))
		if ok {
			_, text, more = strings.Cut(rest, ",")
		} else {
			v, text, more = strings.Cut(text, ",")
			v = strings.TrimSpace(v)
		}
		if v != "" {
			out = append(out, v)
		}
	}
	return out
}

// quoted returns the value in quotation marks that a list begins with, and what stands
// behind it.
func quoted(text string) (v, rest string, ok bool) {
	text, open := strings.CutPrefix(text, `"`)
	for open {
		part, behind, ended := strings.Cut(text, `"`)
		if !ended {
			break
		}
		v += part
		if text, open = strings.CutPrefix(behind, `"`); open {
			v += `"`
			continue
		}
		rest = strings.TrimSpace(behind)
		return v, rest, rest == "" || rest[0] == ','
	}
	return "", "", false
}

// typedCount reads a whole number, "" as usual; what is none is -1.
func typedCount(text string, usual int64) int64 {
	text = strings.TrimSpace(text)
	if text == "" {
		return usual
	}
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return -1
	}
	return int64(n)
}

// gen returns how the field is generated.
func (f *RecipeField) gen() dataset.Gen {
	g := dataset.Gen{Field: f.Name, Kind: f.Kind}
	for _, part := range RecipeSettings(f.Kind) {
		text := strings.TrimSpace(f.Texts[part])
		switch part {
		case RecipeValues:
			g.Values = listed(text)
		case RecipeText:
			if text != "" {
				g.Values = []string{text}
			}
		case RecipeWeights:
			for _, w := range listed(text) {
				g.Weights = append(g.Weights, typedCount(w, 0))
			}
		case RecipePerValue:
			g.PerValue = typedCount(text, 0)
		case RecipeMin:
			g.Min = typedCount(text, 0)
		case RecipeFrom:
			g.From = text
		case RecipeTo:
			g.To = text
		case RecipeStep:
			g.Step = text
		default:
			panic("model: a setting that no field has")
		}
	}
	return g
}

// load returns the request that makes the table. Numbers that are none count as 0.
func (f *Recipe) load() engine.Load {
	seed, _ := strconv.ParseUint(strings.TrimSpace(f.Seed), 10, 64)
	r := &dataset.Recipe{Count: max(0, typedCount(f.Count, 0)), Seed: seed}
	l := engine.Load{Table: strings.TrimSpace(f.Table), Template: f.Template, Data: dataset.Spec{Recipe: r}}
	for i := range f.Fields {
		field := &f.Fields[i]
		l.Data.Fields = append(l.Data.Fields, field.Name)
		r.Gens = append(r.Gens, field.gen())
		if field.Unique && CanBeUnique(field.Kind) {
			r.Unique = append(r.Unique, field.Name)
		}
		if field.Kept {
			l.Columns = append(l.Columns, plan.Column{Field: field.Name, Family: base.Family(field.Family), Qualifier: base.Qualifier(field.Qualifier)})
		}
	}
	if slices.Equal(f.of, l.Data.Fields) {
		l.Data.Records = f.given[:min(int64(len(f.given)), r.Count)]
	}
	return l
}

// check returns the load, and says in the form what is wrong with it in a sandbox.
func (f *Recipe) check(w *page.Work) engine.Load {
	l := f.load()
	f.Faults = map[RecipePlace]RecipeFault{}
	fault := func(part RecipePart, at int, code string) { f.Faults[RecipePlace{part, at}] = RecipeFault{Code: code} }
	refuse := func(part RecipePart, at int, err error) {
		f.Faults[RecipePlace{part, at}] = RecipeFault{Err: err.(*base.Error)}
	}
	scratch, err := table.New(l.Table)
	switch {
	case err != nil:
		refuse(RecipeTable, 0, err)
		scratch, _ = table.New("t")
	case l.Table != f.Again && w.Taken(l.Table) != nil:
		refuse(RecipeTable, 0, w.Taken(l.Table))
	}
	t, err := rowkey.Parse(l.Template)
	if err == nil {
		err = t.Check(l.Data.Fields)
	}
	if err != nil {
		refuse(RecipeTemplate, 0, err)
	}
	if n := l.Data.Recipe.Count; n < 1 || n > dataset.MaxCount {
		fault(RecipeCount, 0, "recipe-count")
	}
	if _, err := strconv.ParseUint(strings.TrimSpace(f.Seed), 10, 64); err != nil {
		fault(RecipeSeed, 0, "recipe-seed")
	}
	for i := range f.Fields {
		field := &f.Fields[i]
		switch _, err := rowkey.Parse("{" + field.Name + "}"); {
		case err != nil || strings.Contains(field.Name, "|"):
			fault(RecipeName, i, "recipe-name")
		case slices.Contains(l.Data.Fields[:i], field.Name):
			fault(RecipeName, i, "recipe-name-twice")
		}
		at := places(field.Kind)
		for _, wrong := range l.Data.Recipe.Gens[i].Faults(l.Data.Recipe.Count) {
			fault(at[wrong.Setting], i, "gen-"+string(wrong.Reason))
		}
		if !field.Kept {
			continue
		}
		family := table.FamilyInfo{Name: base.Family(field.Family)}
		if slices.ContainsFunc(scratch.Families(), func(known table.FamilyInfo) bool { return known.Name == family.Name }) {
			continue
		}
		if err := scratch.CreateFamily(family); err != nil {
			refuse(RecipeFamily, i, err)
		}
	}
	if len(l.Columns) == 0 {
		fault(RecipeKept, 0, "recipe-none-kept")
	}
	return l
}
