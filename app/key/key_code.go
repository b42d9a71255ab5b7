package key

import (
	"fmt"
	"slices"

	"tabletop/app/code"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/rowkey"
)

// maxChecked is the most rows by which the code of a key can be checked.
const maxChecked = 5

// codeToggled shows the key of a table as code, or hides it.
type codeToggled struct{ Table string }

func (m codeToggled) apply(u *update) {
	t := u.Work.TableByName(m.Table)
	page.UpdateCode(u.Update, page.CodeToggled{Of: codeOf(t), Key: keyDesign(u.Work, t)})
}

// codeOf names the code of a table's key on the page. A table with another key has another code, so that
// none is shown of a key that the table has no more.
func codeOf(t engine.TableInfo) string { return fmt.Sprintf("code-%x-%x", t.Name, t.Template) }

// keyDesign returns what the code of a table's key is written from: with the questions that the table
// answers, and a few of its rows.
func keyDesign(w *page.Workspace, t engine.TableInfo) *code.KeyDesign {
	d := &code.KeyDesign{Template: t.Template}
	for _, f := range t.Fields {
		if !slices.Contains(t.FieldsWithoutColumn, f) {
			d.Columns = append(d.Columns, f)
		}
	}
	for _, v := range w.Verdicts {
		if q, ok := w.QueryByID(v.Query); ok && v.Table == t.Name {
			d.Questions = append(d.Questions, code.KeyQuestion{Query: q, Method: v.LatestMethod})
		}
	}
	template, err := rowkey.Parse(t.Template)
	if err != nil || w.Page.Table != t.Name {
		return d
	}
	for _, r := range w.Page.Rows {
		if values, ok := recordOf(template, r); ok && len(d.Records) < maxChecked {
			d.Records = append(d.Records, values)
		}
	}
	return d
}

// recordOf returns the values of a template's fields in a row: those of its key, and from the columns that
// are called like a field those that the key does not hold whole. It reports false if they do not make
// the row's key.
func recordOf(t *rowkey.Template, r engine.PageRow) ([]string, bool) {
	values, ok := t.DecodeWholeValues(r.Key)
	if !ok {
		return nil, false
	}
	for i, f := range t.Fields() {
		if values[i] != "" {
			continue
		}
		if at := slices.IndexFunc(r.Cells, func(c engine.PageCell) bool { return string(c.Qualifier) == f }); at >= 0 {
			values[i] = r.Cells[at].Value
		}
	}
	key, err := t.AppendKey(nil, values)
	return values, err == nil && string(key) == string(r.Key)
}
