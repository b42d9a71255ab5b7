// Package keyprograms writes the programs of a row key for package code. It is apart from that package,
// since the page's program does without the writer.
package keyprograms

import (
	"tabletop/app/code"
	"tabletop/engine/base"
	"tabletop/engine/keycode"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Write returns the programs for a key, one for each of [keycode.LanguageNames]. They have no text if the
// template is none.
func Write(d code.KeyDesign) (all []code.Program) {
	t, err := rowkey.Parse(d.Template)
	var questions []keycode.Question
	for _, q := range d.Questions {
		if err == nil {
			questions = append(questions, planned(t, d.Columns, q))
		}
	}
	for l, name := range keycode.LanguageNames {
		p := code.Program{Language: name}
		if err == nil {
			p.Text = keycode.Write(keycode.Language(l), t, questions, d.Records)
		}
		all = append(all, p)
	}
	return all
}

// planned returns a question with its plan: the one that finds the latest rows as the question says. The
// page does not tell all that the engine knows of the data, on which this depends.
func planned(t *rowkey.Template, fields []string, q code.KeyQuestion) keycode.Question {
	var columns []plan.FieldColumn
	for _, f := range fields {
		columns = append(columns, plan.FieldColumn{Field: f, Family: "f", Qualifier: base.Qualifier(f)})
	}
	for _, known := range []plan.KnownData{{}, {SortsAlike: []string{q.Query.Latest.Field}}} {
		if p := plan.PlanQuery(t, columns, q.Query, known); p.LatestMethod == q.Method || q.Method == "" {
			return keycode.Question{Query: q.Query, Plan: p}
		}
	}
	everything := q.Query
	everything.Latest, everything.Each = plan.Latest{}, ""
	p := plan.PlanQuery(t, columns, everything, plan.KnownData{})
	p.LatestMethod = q.Method
	return keycode.Question{Query: q.Query, Plan: p}
}
