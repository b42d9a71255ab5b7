package questions

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Bounds of a workload that is made on the page.
const (
	maxQueries   = 20        // questions
	maxConds     = 8         // conditions of a question
	maxQueryText = 120       // bytes of a name, and of each value
	maxLatest    = 1_000_000 // how many of the latest records a question can want
)

// IDs of elements of the form.
const (
	ElementNew = "ask-new" // the button that opens the form for a new question
	ElementAdd = "ask-add" // the button that adds a condition

	ElementName        = "ask-name"
	ElementTimeField   = "ask-by"
	ElementLatestCount = "ask-many"
	ElementPerField    = "ask-each"
	ElementRate        = "ask-rate"

	elementForm = "ask-form"
)

// Names of the fields of a condition, in element IDs and texts.
const (
	CondField = "field"
	CondOp    = "op"
	CondValue = "value"
	CondTo    = "to"
)

// ConditionElementID returns the ID of a field of the condition with the index at.
func ConditionElementID(name string, at int) string { return "ask-" + name + "-" + strconv.Itoa(at) }

// columnElement returns the ID of the check box for a field that is read.
func columnElement(field string) string { return "ask-column-" + field }

// QuestionButtonID returns the ID of the button that opens the form for a question.
func QuestionButtonID(query string) string { return "ask-" + query }

// QuestionForm is the form for a question of the workload, and what the page knows about its cost.
type QuestionForm struct {
	Query string               // the question that is changed; "" for a new one
	Form  *FormContent         // nil if the form is not open; not changed in place
	Cost  *engine.QuestionPlan // cost of the form's question; nil until it is known

	round uint64 // grows with every change of the form
	put   string // the question that was asked last, until its cost is told; "" for none
}

// FormContent is the content of the form.
type FormContent struct {
	Name               string
	Conds              []cond
	TimeField          string   // field of time by which the latest are wanted; "" for all records
	LatestCount        string   // how many of the latest
	PerField           string   // field for each of whose values they are wanted; "" for in all
	Columns            []string // fields that are read, in the order of choice; none for whole rows
	Refused            string   // i18n code of why Name is refused; "" for none
	LatestCountRefusal string   // i18n code of why LatestCount is refused; "" for none
	Rate               string   // how many times a second it is asked, if Rated
	Rated              bool     // the reader has set Rate
	RateInvalid        bool     // Rate is not a rate
	AboutRows          bool     // the form was opened about chosen rows
}

// cond is a condition, and the i18n code of why it is refused ("" for none).
type cond struct {
	plan.Cond
	Refused string
}

// leaveForm closes the form, and moves the focus back to what opened it.
func (u *update) leaveForm() {
	a := &u.FormState
	back := ElementNew
	switch {
	case a.Query != "":
		back = QuestionButtonID(a.Query)
	case a.Form.AboutRows:
		back = page.ElementGrid
	}
	u.DoEffect(page.FocusElement{ID: back})
	u.uncost()
	*a = QuestionForm{round: a.round}
}

// askAll sends a new workload.
func (u *update) askAll(queries []plan.Query) {
	u.SendCallThen(host.ExecuteRequest{Request: engine.SetWorkload{Queries: queries}}, "running-read", func(a host.Answer) page.Msg { return askedAll{a} })
}

// askableFields returns the fields that a question can be about: those of all tables with a
// template.
func askableFields(w *page.Workspace) []string {
	var out []string
	for _, t := range w.Tables {
		if t.Template == "" {
			continue
		}
		for _, f := range t.Fields {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// unasked returns the first field without a condition, or the first field if all have one.
// There must be a field.
func (u *update) unasked(conds []cond) string {
	fields := askableFields(u.Work)
	for _, f := range fields {
		if !slices.ContainsFunc(conds, func(c cond) bool { return c.Field == f }) {
			return f
		}
	}
	return fields[0]
}

// unnamed reports whether a question has a name that the page gives to questions without one: q
// and a number.
func unnamed(query string) bool {
	n, ok := strings.CutPrefix(query, "q")
	_, number := rowkey.ParseNumber(n)
	return ok && number
}

// formOf returns a form with a question, or the initial form for a new one.
func (u *update) formOf(query string) *FormContent {
	q, ok := u.Work.QueryByID(query)
	if !ok {
		return &FormContent{Conds: []cond{{Cond: plan.Cond{Field: u.unasked(nil)}}}}
	}
	f := &FormContent{}
	if !unnamed(q.ID) {
		f.Name = q.ID
	}
	for _, c := range q.Where {
		f.Conds = append(f.Conds, cond{Cond: c})
	}
	if f.Columns = slices.Clone(q.Columns); q.Latest.N > 0 {
		f.TimeField, f.LatestCount, f.PerField = q.Latest.Field, page.FormatInt(q.Latest.N), q.Each
	}
	return f
}

// cond returns the fields of a condition. names are the fields that it can be about, and known
// are suggested values.
func (f *FormContent) cond(at int, names, known []string) []form.Field {
	c := &f.Conds[at]
	label := "ask-is"
	if ranged(c.Op) {
		label = "ask-from"
	}
	field := func(name, label, value string, set func(string)) form.Field {
		return form.Field{ID: ConditionElementID(name, at), Label: form.SentenceText(label), Value: value, Set: set}
	}
	about := field(CondField, "ask-field", c.Field, func(v string) { c.Field = v })
	about.Kind, about.Options = form.KindChoice, form.ValueOptions(names...)
	op := field(CondOp, "ask-op", strconv.Itoa(int(c.Op)), func(v string) {
		n, _ := strconv.Atoi(v)
		c.Op, c.Refused = plan.ConditionOp(n), ""
	})
	op.Kind, op.Options = form.KindChoice, form.NumberedOptions("op-", int(plan.Ops))
	value := field(CondValue, label, c.Value, func(v string) { c.Value, c.Refused = v, "" })
	value.Suggestions, value.Refused = known, form.SentenceText(c.Refused)
	value.RefusedElsewhere = true // a column is too narrow for a sentence
	to := field(CondTo, "ask-to", c.To, func(v string) { c.To, c.Refused = v, "" })
	if ranged(c.Op) {
		return []form.Field{about, op, value, to}
	}
	return []form.Field{about, op, value}
}

// latest returns the fields about the latest records.
func (f *FormContent) latest(names []string) []form.Field {
	by := form.Field{ID: ElementTimeField, Label: form.SentenceText("ask-by"), Kind: form.KindChoice, Value: f.TimeField, Options: []form.Option{{Text: form.SentenceText("ask-by-all")}}, Set: func(v string) {
		if f.TimeField, f.LatestCountRefusal = v, ""; f.LatestCount == "" {
			f.LatestCount = "10"
		}
	}}
	each := form.Field{ID: ElementPerField, Label: form.SentenceText("ask-each"), Kind: form.KindChoice, Value: f.PerField, Options: []form.Option{{Text: form.SentenceText("ask-each-none")}},
		Set: func(v string) { f.PerField = v }}
	for _, name := range names {
		by.Options = append(by.Options, form.Option{Value: name, Text: form.SentenceText("ask-by-each", name)})
		each.Options = append(each.Options, form.Option{Value: name, Text: form.SentenceText("ask-each-of", name)})
	}
	if f.TimeField == "" {
		return []form.Field{by}
	}
	many := form.Field{ID: ElementLatestCount, Label: form.SentenceText("ask-many"), Kind: form.KindNumber, Value: f.LatestCount, Refused: form.SentenceText(f.LatestCountRefusal),
		Set: func(v string) { f.LatestCount, f.LatestCountRefusal = v, "" }}
	return []form.Field{by, many, each}
}

// columns returns a check box for each field that can be read.
func (f *FormContent) columns(names []string) (out []form.Field) {
	for _, name := range names {
		read := slices.Contains(f.Columns, name)
		out = append(out, form.Field{ID: columnElement(name), Label: form.PlainText(name), Kind: form.KindCheckbox, Value: strconv.FormatBool(read), Set: func(v string) {
			f.Columns = slices.DeleteFunc(slices.Clone(f.Columns), func(c string) bool { return c == name })
			if v == "true" {
				f.Columns = append(f.Columns, name)
			}
		}})
	}
	return out
}

// called returns the fields for the question's name and rate. often is the rate unless the
// reader has set one, and taken is in words the question that has the name already.
func (f *FormContent) called(often, taken string) []form.Field {
	name := form.Field{ID: ElementName, Label: form.SentenceText("ask-name"), Value: f.Name, Refused: form.SentenceText(f.Refused, taken),
		Set: func(v string) { f.Name, f.Refused = v, "" }}
	rate := form.Field{ID: ElementRate, Label: form.SentenceText("ask-rate"), Kind: form.KindNumber, Value: often,
		Set: func(v string) { f.Rate, f.Rated, f.RateInvalid = v, true, false }}
	if f.Rated {
		rate.Value = f.Rate
	}
	if f.RateInvalid {
		rate.Refused = form.SentenceText("ask-rate-wrong")
	}
	return []form.Field{name, rate}
}

// fields returns all fields of the form, in the order of the page.
func (f *FormContent) fields(w *page.Workspace) (out []form.Field) {
	names := askableFields(w)
	for i := range f.Conds {
		out = append(out, f.cond(i, names, nil)...)
	}
	return slices.Concat(out, f.latest(names), f.columns(names), f.called("", ""))
}

// warned returns the form with the mistakes that checked has found. Empty fields are only
// refused when the question is asked.
func (f *FormContent) warned(checked FormContent) *FormContent {
	out := *f
	out.Conds = slices.Clone(f.Conds)
	out.Refused, out.LatestCountRefusal, out.RateInvalid = checked.Refused, checked.LatestCountRefusal, checked.RateInvalid
	for i := range out.Conds {
		if c := &out.Conds[i]; c.Refused == "" && c.Value+c.To != "" {
			c.Refused = checked.Conds[i].Refused
		}
	}
	return &out
}

// asked returns the question in the form. If it is not valid, it marks the mistakes in f and
// returns false. A question without a name gets one.
func (u *update) asked(f *FormContent) (plan.Query, bool) {
	a := &u.FormState
	// A changed question keeps what the form does not show.
	q, old := u.Work.QueryByID(a.Query)
	name := strings.TrimSpace(f.Name)
	ok := true
	f.Refused = ""
	// The name: that of the form, or else the old or the first free one.
	switch other, taken := named(u.Work, u.Lang, name); {
	case name == "" && (!old || !unnamed(q.ID)):
		for n := 1; ; n++ {
			q.ID = "q" + strconv.Itoa(n)
			if _, taken := u.Work.QueryByID(q.ID); !taken {
				break
			}
		}
	case name == "":
	case len(name) > maxQueryText:
		f.Refused, ok = "ask-long", false
	case taken && other.ID != a.Query:
		f.Refused, ok = "ask-taken", false
	default:
		q.ID = name
	}
	// The conditions.
	q.Where = nil
	for i := range f.Conds {
		c := &f.Conds[i]
		if !ranged(c.Op) {
			c.To = ""
		}
		if c.Refused = refusedCond(c.Cond); c.Refused != "" {
			ok = false
		}
		q.Where = append(q.Where, c.Cond)
	}
	// The latest records, the columns and the rate.
	q.Latest, q.Each, q.Columns, f.LatestCountRefusal = plan.Latest{}, "", f.Columns, ""
	if len(q.Columns) == 0 {
		q.Columns = nil
	}
	if f.TimeField != "" {
		n, is := rowkey.ParseNumber(strings.TrimSpace(f.LatestCount))
		if !is || n == 0 || n > maxLatest {
			f.LatestCountRefusal, ok = "ask-few", false
		}
		q.Latest, q.Each = plan.Latest{Field: f.TimeField, N: n}, f.PerField
	}
	_, is := page.ParseQueryRate(f.Rate)
	if f.RateInvalid = f.Rated && !is; f.RateInvalid {
		ok = false
	}
	return q, ok
}

// ranged reports whether a condition has two bounds.
func ranged(o plan.ConditionOp) bool { return o == plan.Between || o == plan.Numbers }

// refusedCond returns the i18n code of what is wrong with a condition, "" for nothing.
func refusedCond(c plan.Cond) string {
	switch {
	case max(len(c.Value), len(c.To)) > maxQueryText:
		return "ask-long"
	case !ranged(c.Op) && c.Value == "":
		return "ask-value"
	case c.Value == "" && c.To == "" && c.Op == plan.Between:
		return "ask-bound"
	case c.Op == plan.Between && c.To != "" && c.Value >= c.To:
		return "ask-order"
	case c.Op == plan.Numbers:
		ok, bounded := plan.IsNumber(c.Value), plan.IsNumber(c.To)
		switch {
		case c.Value != "" && !ok || c.To != "" && !bounded || !ok && !bounded:
			return "ask-number"
		case ok && bounded && plan.CompareNumbers(c.Value, c.To) >= 0:
			return "ask-order"
		}
	}
	return ""
}
