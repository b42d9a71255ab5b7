package design

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/advise"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// NonNumericField is a field that a query compares as numbers (see [plan.Numbers]) although none of its
// values is a number. No record can meet such a condition.
type NonNumericField struct {
	Field string
	Value string // the first value that is not empty; "" if all are empty
}

// NonNumericFields returns the fields that the conditions of a query compare as numbers although none of
// their values is one. It returns none if all records are generated, nor a field for which the
// recipe may generate a number. For each field it reads the given values once, up to the first
// number, and remembers the result in d.Numbers.
func (d *Design) NonNumericFields(q plan.Query) (out []NonNumericField) {
	for _, c := range q.Where {
		at := slices.Index(d.Data.Fields, c.Field)
		if c.Op != plan.Numbers || at < 0 || len(d.Data.Records) == 0 {
			continue
		}
		of, known := d.NonNumeric[c.Field]
		if !known {
			if !d.generatesNumber(at) {
				of = withoutNumber(c.Field, at, d.Data.Records)
			}
			if d.NonNumeric == nil {
				d.NonNumeric = map[string]*NonNumericField{}
			}
			d.NonNumeric[c.Field] = of
		}
		if of != nil && !slices.Contains(out, *of) {
			out = append(out, *of)
		}
	}
	return out
}

// generatesNumber reports whether the recipe may generate a number for the field with an index:
// a generator of listed values if one of these is a number, and any other one but that of text.
func (d *Design) generatesNumber(at int) bool {
	r := d.Data.Recipe
	if r == nil || r.Count == int64(len(d.Data.Records)) {
		return false
	}
	g := r.Gens[at]
	if g.Kind == dataset.Filler {
		return false
	}
	if g.Kind == dataset.Fitted {
		return g.WritesNumbers()
	}
	listed := len(g.Values) > 0 && (g.Kind == dataset.Zipf || g.Kind == dataset.Turns)
	if listed || g.Kind == dataset.Choice || g.Kind == dataset.Names {
		return slices.ContainsFunc(g.Values, plan.IsNumber)
	}
	return true
}

// withoutNumber returns the NonNumericField of a field whose values have the index at in the records. It
// returns nil if one of the values is a number.
func withoutNumber(field string, at int, records [][]string) *NonNumericField {
	of := &NonNumericField{Field: field}
	for _, r := range records {
		if plan.IsNumber(r[at]) {
			return nil
		}
		if of.Value == "" {
			of.Value = r[at]
		}
	}
	return of
}

// NarrowingFields returns the fields that would narrow the range of a query if they were put into
// the key. These are the fields that the query tests row by row, except those that are already in
// the key at or before the first step that the query leaves open or bounded.
//
// A field that is compared as a number but sorts as text in the key would not narrow the range.
// put leaves such fields out, and unlike describes the first of them. To describe it,
// NarrowingFields reads at most most records.
func (d *Design) NarrowingFields(q plan.Query, most int) (put []string, unlike advise.NumericTextField) {
	p := plan.PlanQuery(d.Template, d.Columns, q, plan.KnownData{})
	open := slices.IndexFunc(p.Steps, func(s plan.Step) bool { return s.State == plan.Open || s.State == plan.Bounded })
	for _, c := range p.Residual {
		ahead := open >= 0 && slices.ContainsFunc(p.Steps[:open+1], func(s plan.Step) bool { return s.Field == c.Field })
		switch {
		case c.Op == plan.Numbers && !d.sortsAsNumber(c.Field):
			if unlike.Field == "" {
				unlike = d.asText(c.Field, most)
			}
		case !ahead && !slices.Contains(put, c.Field):
			put = append(put, c.Field)
		}
	}
	return put, unlike
}

// sortsAsNumber reports whether a step of the key orders a field by its numeric value.
func (d *Design) sortsAsNumber(field string) bool {
	return slices.ContainsFunc(d.Template.Steps(), func(s rowkey.Step) bool { return s.Field == field && s.IsNumeric() && s.SortDirection() != 0 })
}

// asText describes how the numbers of a field would have to be written so that they sort by
// value as text. It reads at most most records. The example is the longest value that is a
// number and not negative; without one the result is zero. If some value is negative or no
// number, or if a padded number would be too long for a transform, As and Part stay empty.
func (d *Design) asText(field string, most int) advise.NumericTextField {
	at := slices.Index(d.Data.Fields, field)
	if at < 0 {
		return advise.NumericTextField{}
	}
	out := advise.NumericTextField{Field: field}
	decimals, digits, plain := 0, 0, true
	cursor := d.Data.Cursor()
	for range most {
		rec, ok := cursor.Next()
		if !ok {
			break
		}
		v := rec[at]
		if !plan.IsNumber(v) || v[0] == '-' {
			plain = false
			continue
		}
		if len(v) > len(out.Value) {
			out.Value = v // the longest value is the best example
		}
		whole, part, _ := strings.Cut(v, ".")
		decimals, digits = max(decimals, len(part)), max(digits, len(whole))
	}
	if out.Value == "" {
		return advise.NumericTextField{}
	}
	if digits = max(advise.MinPaddedDigits, digits+decimals); !plain || digits > rowkey.MaxDigits {
		return out
	}
	whole, part, _ := strings.Cut(out.Value, ".")
	as := whole + part + strings.Repeat("0", decimals-len(part))
	out.Padded = strings.Repeat("0", digits-len(as)) + as
	if decimals == 0 {
		out.PaddedField = "{" + field + "|zero:" + strconv.Itoa(digits) + "}"
	}
	return out
}
