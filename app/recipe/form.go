package recipe

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/form"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Bounds of a recipe that is made on the page.
const (
	maxFields = 12   // fields of a record
	maxText   = 4000 // UTF-16 units of a list of values
	rowsShown = 5    // rows that are shown

	shownKinds = dataset.Fitted // the kinds before this one; its shapes are found by a program, not typed
)

// Form is the content of the form, as text. It is replaced, and not changed in place.
type Form struct {
	Table, Template string
	Count, Seed     string
	Fields          []field
	Faults          map[string]form.Text // why fields are refused, by element ID
	Err             *base.Error          // why the worker has refused the load; nil if it has not
	RemadeTable     string               // the table that is made again; "" for a new one

	given [][]string // the table's first records, which are not generated
	of    []string   // the fields of given; it is used only while they are the form's
	from  string     // ID of the element that opened the form; "" for the usual button
}

// GivenRecordCount returns how many records of the table are not generated.
func (f *Form) GivenRecordCount() int { return len(f.load().Data.Records) }

// field is a field of the records, as text.
type field struct {
	Name      string
	Kind      dataset.GeneratorKind
	Texts     map[input]string                           // the settings of its kind; not changed in place
	former    map[dataset.GeneratorKind]map[input]string // those of kinds that it had before; not changed in place
	Kept      bool                                       // it is stored in a column
	Family    string                                     // of the column
	Qualifier string                                     // of the column
	Unique    bool                                       // records differ in the fields with Unique together
	Time      bool                                       // it is the timestamp of the record's cells
}

// input names what a field of the form is about. It is part of element IDs and i18n keys.
type input string

const (
	inputTable     input = "table"
	inputTemplate  input = "template"
	inputCount     input = "rows"
	inputSeed      input = "random"
	inputName      input = "called"
	inputKind      input = "kind"
	inputValues    input = "values"
	inputText      input = "text"
	inputWeights   input = "weights"
	inputPerValue  input = "per-value"
	inputMin       input = "min"
	inputFrom      input = "from"
	inputTo        input = "to"
	inputStep      input = "step"
	inputFamily    input = "family"
	inputQualifier input = "qualifier"
	inputKept      input = "keep"
	inputUnique    input = "unique"
	inputTime      input = "time"
)

// element returns the ID of the form's field for an input. at is the index of the record field,
// or 0 for an input about the whole recipe.
func (in input) element(at int) string { return "recipe-" + string(in) + "-" + strconv.Itoa(at) }

// settingsOf returns the settings of a kind, in the order of the form.
func settingsOf(k dataset.GeneratorKind) []input {
	switch k {
	case dataset.Choice:
		return []input{inputValues, inputWeights}
	case dataset.Names:
		return []input{inputPerValue, inputMin, inputValues}
	case dataset.Days:
		return []input{inputFrom, inputTo}
	case dataset.Decimals:
		return []input{inputFrom, inputTo, inputStep}
	case dataset.Ints:
		return []input{inputFrom, inputTo, inputText}
	case dataset.Zipf:
		return []input{inputStep, inputValues, inputFrom, inputTo}
	case dataset.Sequence:
		return []input{inputFrom, inputPerValue, inputText, inputStep}
	case dataset.Arrival:
		return []input{inputFrom, inputTo, inputStep}
	case dataset.Turns:
		return []input{inputValues, inputFrom, inputTo}
	case dataset.Filler:
		return []input{inputFrom, inputTo}
	case dataset.Fitted:
		return nil // the form cannot express it
	}
	panic("recipe: a kind without settings")
}

// canBeUnique reports whether fields of a kind can be required to differ between records.
func canBeUnique(k dataset.GeneratorKind) bool { return k <= dataset.Decimals }

// canBeTime reports whether the values of a kind are times.
func canBeTime(k dataset.GeneratorKind) bool { return k == dataset.Days || k == dataset.Arrival }

// places returns which input shows each setting of a kind.
func places(k dataset.GeneratorKind) map[dataset.Setting]input {
	out := map[dataset.Setting]input{
		dataset.SetValues: inputValues, dataset.SetWeights: inputWeights, dataset.SetPerValue: inputPerValue, dataset.SetMin: inputMin,
		dataset.SetFrom: inputFrom, dataset.SetTo: inputTo, dataset.SetStep: inputStep,
	}
	if !slices.Contains(settingsOf(k), inputValues) {
		out[dataset.SetValues] = inputText
	}
	return out
}

// usualSettings returns the initial settings of a kind.
func usualSettings(k dataset.GeneratorKind) map[input]string {
	texts := map[input]string{}
	switch k {
	case dataset.Choice:
		texts[inputValues] = "red, green, blue"
	case dataset.Names:
		texts[inputPerValue], texts[inputMin] = "100", "10"
	case dataset.Days:
		texts[inputFrom], texts[inputTo] = "20260101", "20261231"
	case dataset.Decimals:
		texts[inputFrom], texts[inputTo], texts[inputStep] = "0", "10", "0.5"
	case dataset.Ints:
		texts[inputFrom], texts[inputTo] = "1", "1000"
	case dataset.Zipf:
		texts[inputStep], texts[inputValues], texts[inputFrom], texts[inputTo] = "1", "user{n}", "1", "1000"
	case dataset.Sequence:
		texts[inputFrom] = "1"
	case dataset.Arrival:
		texts[inputFrom], texts[inputStep] = "20260101000000", "1000"
	case dataset.Turns:
		texts[inputValues], texts[inputFrom], texts[inputTo] = "meter{n}", "001", "100"
	case dataset.Filler:
		texts[inputFrom], texts[inputTo] = "100", "1000"
	}
	return texts
}

// listed splits a list at its commas. A value may be in quotation marks; inside them a comma
// does not split, and two quotation marks mean one. Empty values are left out.
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

// quoted returns the value in quotation marks at the beginning of text, and the rest after it.
// ok is false if text does not begin with such a value.
func quoted(text string) (v, rest string, ok bool) {
	text, open := strings.CutPrefix(text, `"`)
	for open {
		in, behind, ended := strings.Cut(text, `"`)
		if !ended {
			break
		}
		v += in
		if text, open = strings.CutPrefix(behind, `"`); open {
			v += `"`
			continue
		}
		rest = strings.TrimSpace(behind)
		return v, rest, rest == "" || rest[0] == ','
	}
	return "", "", false
}

// typedCount returns a whole number; usual for an empty text, and -1 if text is not a number.
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

// gen returns the generator of the field.
func (f *field) gen() dataset.Generator {
	g := dataset.Generator{Field: f.Name, Kind: f.Kind}
	for _, in := range settingsOf(f.Kind) {
		text := strings.TrimSpace(f.Texts[in])
		switch in {
		case inputValues:
			g.Values = listed(text)
		case inputText:
			if text != "" {
				g.Values = []string{text}
			}
		case inputWeights:
			for _, w := range listed(text) {
				g.Weights = append(g.Weights, typedCount(w, 0))
			}
		case inputPerValue:
			g.PerValue = typedCount(text, 0)
		case inputMin:
			g.Min = typedCount(text, 0)
		case inputFrom:
			g.From = text
		case inputTo:
			g.To = text
		case inputStep:
			g.Step = text
		default:
			panic("recipe: a setting that no field has")
		}
	}
	return g
}

// load returns the request that makes the table. A text that is not a number counts as 0.
func (f *Form) load() engine.LoadRecords {
	seed, _ := strconv.ParseUint(strings.TrimSpace(f.Seed), 10, 64)
	r := &dataset.Recipe{Count: max(0, typedCount(f.Count, 0)), Seed: seed}
	l := engine.LoadRecords{Table: strings.TrimSpace(f.Table), Template: f.Template, Data: dataset.Spec{Recipe: r}}
	for i := range f.Fields {
		field := &f.Fields[i]
		l.Data.Fields = append(l.Data.Fields, field.Name)
		r.Gens = append(r.Gens, field.gen())
		if field.Unique && canBeUnique(field.Kind) {
			r.Unique = append(r.Unique, field.Name)
		}
		if field.Time && canBeTime(field.Kind) {
			l.Data.Time = field.Name
		}
		if field.Kept {
			l.Columns = append(l.Columns, plan.FieldColumn{Field: field.Name, Family: base.Family(field.Family), Qualifier: base.Qualifier(field.Qualifier)})
		}
	}
	if slices.Equal(f.of, l.Data.Fields) {
		l.Data.Records = f.given[:min(int64(len(f.given)), r.Count)]
	}
	return l
}

// check returns the load, and sets Faults to what is wrong with it in a workspace.
func (f *Form) check(w *page.Workspace) engine.LoadRecords {
	l := f.load()
	f.Faults = map[string]form.Text{}
	fault := func(in input, at int, code string) { f.Faults[in.element(at)] = form.SentenceText(code) }
	refuse := func(in input, at int, err error) { f.Faults[in.element(at)] = form.RefusalText(err.(*base.Error)) }
	// The table in scratch only checks names.
	scratch, err := table.New(l.Table)
	switch {
	case err != nil:
		refuse(inputTable, 0, err)
		scratch, _ = table.New("t")
	case l.Table != f.RemadeTable && w.TableNameError(l.Table) != nil:
		refuse(inputTable, 0, w.TableNameError(l.Table))
	}
	t, err := rowkey.Parse(l.Template)
	if err == nil {
		err = t.CheckFields(l.Data.Fields)
	}
	if err != nil {
		refuse(inputTemplate, 0, err)
	}
	if n := l.Data.Recipe.Count; n < 1 || n > dataset.MaxCount {
		fault(inputCount, 0, "recipe-count")
	}
	if _, err := strconv.ParseUint(strings.TrimSpace(f.Seed), 10, 64); err != nil {
		fault(inputSeed, 0, "recipe-seed")
	}
	for i := range f.Fields {
		field := &f.Fields[i]
		switch _, err := rowkey.Parse("{" + field.Name + "}"); {
		case err != nil || strings.Contains(field.Name, "|"):
			fault(inputName, i, "recipe-name")
		case slices.Contains(l.Data.Fields[:i], field.Name):
			fault(inputName, i, "recipe-name-twice")
		}
		// The generator knows what is wrong with its settings.
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
			refuse(inputFamily, i, err)
		}
	}
	// A record has at least one cell.
	if len(l.Columns) == 0 {
		f.Faults[elementFaults] = form.SentenceText("recipe-none-kept")
	}
	return l
}
