package recipe

import (
	"maps"
	"slices"
	"strconv"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/engine/dataset"
)

// input returns a field of the form with its refusal. at is the index of the record field that
// it is about.
func (f *Form) input(in input, at int, kind form.FieldKind, value string, set func(string)) form.Field {
	id := in.element(at)
	return form.Field{ID: id, Label: form.SentenceText("recipe-" + string(in)), Kind: kind, Value: value, Refused: f.Faults[id], Set: set}
}

// top returns the fields about the whole recipe.
func (f *Form) top() []form.Field {
	return []form.Field{
		f.input(inputTable, 0, form.KindLine, f.Table, func(v string) { f.Table = v }),
		f.input(inputTemplate, 0, form.KindLine, f.Template, func(v string) { f.Template = v }),
		f.input(inputCount, 0, form.KindNumber, f.Count, func(v string) { f.Count = v }),
		f.input(inputSeed, 0, form.KindNumber, f.Seed, func(v string) { f.Seed = v }),
	}
}

// head returns the fields for the name and the kind of a record field. Another kind gets the
// settings that it had before, or its usual ones.
func (f *Form) head(i int) []form.Field {
	field := &f.Fields[i]
	kind := f.input(inputKind, i, form.KindChoice, strconv.Itoa(int(field.Kind)), func(v string) {
		n, err := strconv.ParseUint(v, 10, 8)
		if k := dataset.GeneratorKind(n); err == nil && k < shownKinds && k != field.Kind {
			field.former = maps.Clone(field.former)
			if field.former == nil {
				field.former = map[dataset.GeneratorKind]map[input]string{}
			}
			field.former[field.Kind] = field.Texts
			if field.Kind, field.Texts = k, field.former[k]; field.Texts == nil {
				field.Texts = usualSettings(k)
			}
		}
	})
	kind.Options = form.NumberedOptions("kind-", int(shownKinds))
	name := f.input(inputName, i, form.KindLine, field.Name, func(v string) {
		if field.Qualifier == field.Name {
			field.Qualifier = v
		}
		field.Name = v
	})
	return []form.Field{name, kind}
}

// settings returns the fields for the values of a record field. They depend on its kind.
func (f *Form) settings(i int) (out []form.Field) {
	field := &f.Fields[i]
	for _, in := range settingsOf(field.Kind) {
		setting := f.input(in, i, form.KindLine, field.Texts[in], func(v string) {
			field.Texts = maps.Clone(field.Texts)
			field.Texts[in] = v
		})
		label := "set-" + string(in)
		if own := label + "-" + strconv.Itoa(int(field.Kind)); i18n.HasPageText(own) {
			label = own
		}
		if setting.Label = form.SentenceText(label); in == inputValues || in == inputWeights {
			setting.MaxLength = maxText
		}
		out = append(out, setting)
	}
	return out
}

// tick returns a check box about a record field.
func (f *Form) tick(in input, i int, on bool, set func(on bool)) form.Field {
	box := f.input(in, i, form.KindCheckbox, strconv.FormatBool(on), func(v string) { set(v == "true") })
	box.Name = form.SentenceText("recipe-"+string(in)+"-of", f.Fields[i].Name)
	return box
}

// column returns the fields for the column that a record field is stored in.
func (f *Form) column(i int) []form.Field {
	field := &f.Fields[i]
	out := []form.Field{f.tick(inputKept, i, field.Kept, func(on bool) { field.Kept = on })}
	if field.Kept {
		out = append(out,
			f.input(inputFamily, i, form.KindLine, field.Family, func(v string) { field.Family = v }),
			f.input(inputQualifier, i, form.KindLine, field.Qualifier, func(v string) { field.Qualifier = v }))
	}
	return out
}

// flags returns the check boxes that are possible for the kind of a record field.
func (f *Form) flags(i int) (out []form.Field) {
	field := &f.Fields[i]
	if canBeUnique(field.Kind) {
		out = append(out, f.tick(inputUnique, i, field.Unique, func(on bool) { field.Unique = on }))
	}
	if canBeTime(field.Kind) {
		out = append(out, f.tick(inputTime, i, field.Time, func(on bool) {
			for at := range f.Fields {
				f.Fields[at].Time = at == i && on
			}
		}))
	}
	return out
}

// fields returns all fields of the form, in the order of the page.
func (f *Form) fields() []form.Field {
	out := f.top()
	for i := range f.Fields {
		out = slices.Concat(out, f.head(i), f.settings(i), f.column(i), f.flags(i))
	}
	return out
}

// another returns a new record field with a name that is free.
func (f *Form) another() field {
	n := len(f.Fields) + 1
	for slices.ContainsFunc(f.Fields, func(g field) bool { return g.Name == "field"+strconv.Itoa(n) }) {
		n++
	}
	out := field{Name: "field" + strconv.Itoa(n), Kept: true, Family: "cf", Texts: usualSettings(dataset.Choice)}
	for _, g := range f.Fields {
		if g.Kept {
			out.Family = g.Family
		}
	}
	out.Qualifier = out.Name
	return out
}
