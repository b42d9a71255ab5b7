package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Limits of a workload that is made on the page.
const (
	MaxQueries   = 20
	MaxConds     = 8   // of a question
	MaxQueryText = 120 // bytes of a name, and of each value
	MaxLatest    = 1_000_000
)

// Element ids of the form for a question.
const (
	ElementAskName = "ask-name"
	ElementAskNew  = "ask-new" // the button that opens it for a new one
	ElementAskAdd  = "ask-add" // the button that adds a condition
	ElementAskMany = "ask-many"
	ElementAskBy   = "ask-by"
)

// AskPartElement returns the id of a field of a condition.
func AskPartElement(part AskPart, at int) string {
	return "ask-" + strconv.Itoa(int(part)) + "-" + strconv.Itoa(at)
}

// AskElement returns the id of the button that opens the form for a question.
func AskElement(query string) string { return "ask-" + query }

// Asking is the form for a question of the workload.
type Asking struct {
	Open  bool
	Query string   // the one that is changed, "" for a new one
	Turn  uint64   // changes with what is drawn of the form
	Form  *AskForm // nil where not open, and where only Turn counts

	put string // the question whose cost is told once it is there, "" for none
}

// AskForm is what the form holds.
type AskForm struct {
	Name    string
	Conds   []AskCond
	By      string   // the field of which the latest are asked, "" for all records
	Many    string   // how many of them
	Columns []string // fields that are read, in the order they were chosen; none for whole rows
	Refused string   // i18n code of why the name is refused, "" for no reason
	Few     string   // the same of Many
}

// AskCond is a condition, and the i18n code of why it is refused.
type AskCond struct {
	plan.Cond
	Refused string
}

// AskPart is a field of the form.
type AskPart uint8

const (
	AskName AskPart = iota
	AskField
	AskOp
	AskValue
	AskTo
	AskBy
	AskMany
	AskColumn // the Text is a field, which is read from then on or no longer
)

type (
	// AskOpened opens the form: for a question of the workload, or a new one.
	AskOpened struct{ Query string }
	// AskClosed leaves it.
	AskClosed struct{}
	// AskTyped brings what a field holds; At is the condition's index.
	AskTyped struct {
		Part AskPart
		At   int
		Text string
	}
	// AskAdded adds a condition.
	AskAdded struct{}
	// AskDropped takes one away.
	AskDropped struct{ At int }
	// AskDone puts the question into the workload.
	AskDone struct{}
	// QueryDropped takes a question out of it.
	QueryDropped struct{ Query string }
)

// asking handles the messages about the workload's questions and reports whether
// this was one.
func (u *update) asking(m Msg) bool {
	a := &u.Work.Asking
	switch m := m.(type) {
	case AskOpened:
		if u.Askable() {
			*a = Asking{Open: true, Query: m.Query, Turn: a.Turn + 1, Form: u.formOf(m.Query)}
			u.do(Focus{ID: ElementAskName})
			u.do(ScrollTo{ID: ElementAskName})
		}
		return true
	case QueryDropped:
		if u.Askable() {
			u.askAll(slices.DeleteFunc(slices.Clone(u.Work.Timeline.Workload), func(q plan.Query) bool { return q.ID == m.Query }))
			u.do(Focus{ID: ElementAskNew})
			if a.Query == m.Query {
				*a = Asking{Turn: a.Turn}
			}
		}
		return true
	case AskClosed, AskTyped, AskAdded, AskDropped, AskDone:
	default:
		return false
	}
	if a.Form == nil {
		return true
	}
	f := *a.Form
	f.Conds = slices.Clone(f.Conds)
	a.Form = &f
	switch m := m.(type) {
	case AskClosed:
		u.leaveForm()
	case AskTyped:
		f.set(m)
		if m.Part == AskOp || m.Part == AskBy || m.Part == AskColumn {
			a.Turn++
		}
	case AskAdded:
		if len(f.Conds) < MaxConds {
			f.Conds = append(f.Conds, AskCond{Cond: plan.Cond{Field: u.unasked(f.Conds)}})
			a.Turn++
			u.do(Focus{ID: AskPartElement(AskField, len(f.Conds)-1)})
		}
	case AskDropped:
		f.Conds = slices.Delete(f.Conds, m.At, m.At+1)
		a.Turn++
		u.do(Focus{ID: ElementAskAdd})
	case AskDone:
		if !u.Askable() {
			break
		}
		if q, ok := u.asked(&f); ok {
			all := slices.Clone(u.Work.Timeline.Workload)
			if i := slices.IndexFunc(all, func(q plan.Query) bool { return q.ID == a.Query }); i >= 0 && a.Query != "" {
				all[i] = q
			} else {
				all = append(all, q)
			}
			u.leaveForm()
			u.askAll(all)
			a.put = q.ID
			break
		}
		a.Turn++
		wrong := ElementAskName
		if i := slices.IndexFunc(f.Conds, func(c AskCond) bool { return c.Refused != "" }); i >= 0 && f.Refused == "" {
			wrong = AskPartElement(AskValue, i)
		} else if f.Refused == "" {
			wrong = ElementAskMany
		}
		u.do(Focus{ID: wrong})
	}
	return true
}

// leaveForm closes the form and goes back to what opened it.
func (u *update) leaveForm() {
	a := &u.Work.Asking
	back := ElementAskNew
	if a.Query != "" {
		back = AskElement(a.Query)
	}
	u.do(Focus{ID: back})
	*a = Asking{Turn: a.Turn}
}

func (u *update) askAll(queries []plan.Query) {
	u.send(host.Execute{Request: engine.Workload{Queries: queries}}, "running-read")
}

// Askable reports whether the workload can be changed now.
func (st State) Askable() bool {
	w := &st.Work
	return st.Route.Screen == ScreenSandbox && st.Ready && w.ID != "" && !w.ReadOnly && !w.Looking()
}

// AskableFields returns the fields that a question can be about, each once.
func (w *Workbench) AskableFields() []string {
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

// unasked returns the first field without a condition.
func (u *update) unasked(conds []AskCond) string {
	fields := u.Work.AskableFields()
	for _, f := range fields {
		if !slices.ContainsFunc(conds, func(c AskCond) bool { return c.Field == f }) {
			return f
		}
	}
	return fields[0]
}

// Unnamed reports whether a question has the name that the page gives to one
// without: q and a number.
func Unnamed(query string) bool {
	n, ok := strings.CutPrefix(query, "q")
	_, number := rowkey.Number(n)
	return ok && number
}

// formOf returns a form that holds a question, or what a new one begins with.
func (u *update) formOf(query string) *AskForm {
	q, ok := u.Work.Asked(query)
	if !ok {
		return &AskForm{Conds: []AskCond{{Cond: plan.Cond{Field: u.unasked(nil)}}}}
	}
	f := &AskForm{}
	if !Unnamed(q.ID) {
		f.Name = q.ID
	}
	for _, c := range q.Where {
		f.Conds = append(f.Conds, AskCond{Cond: c})
	}
	if f.Columns = slices.Clone(q.Columns); q.Latest.N > 0 {
		f.By, f.Many = q.Latest.Field, page.Digits(q.Latest.N)
	}
	return f
}

// set takes what a field holds.
func (f *AskForm) set(m AskTyped) {
	switch m.Part {
	case AskName:
		f.Name = m.Text
		return
	case AskBy:
		if f.By, f.Few = m.Text, ""; f.Many == "" {
			f.Many = "10"
		}
		return
	case AskMany:
		f.Many = m.Text
		return
	case AskColumn:
		kept := slices.DeleteFunc(slices.Clone(f.Columns), func(c string) bool { return c == m.Text })
		if len(kept) == len(f.Columns) {
			kept = append(kept, m.Text)
		}
		f.Columns = kept
		return
	}
	if m.At >= len(f.Conds) {
		return
	}
	c := &f.Conds[m.At]
	switch m.Part {
	case AskField:
		c.Field = m.Text
	case AskOp:
		n, _ := strconv.Atoi(m.Text)
		c.Op, c.Refused = plan.Op(n), ""
	case AskValue:
		c.Value = m.Text
	case AskTo:
		c.To = m.Text
	default:
		panic("model: a field that no form has")
	}
}

// asked returns the question that the form holds, or says in it what is wrong.
func (u *update) asked(f *AskForm) (plan.Query, bool) {
	a := &u.Work.Asking
	q, old := u.Work.Asked(a.Query)
	name := strings.TrimSpace(f.Name)
	ok := true
	f.Refused = ""
	switch _, taken := u.Work.Asked(name); {
	case name == "" && (!old || !Unnamed(q.ID)):
		for n := 1; ; n++ {
			q.ID = "q" + strconv.Itoa(n)
			if _, taken := u.Work.Asked(q.ID); !taken {
				break
			}
		}
	case name == "":
	case len(name) > MaxQueryText:
		f.Refused, ok = "ask-long", false
	case taken && name != a.Query:
		f.Refused, ok = "ask-taken", false
	default:
		q.ID = name
	}
	q.Where = nil
	for i := range f.Conds {
		c := &f.Conds[i]
		if !Ranged(c.Op) {
			c.To = ""
		}
		if c.Refused = refusedCond(c.Cond); c.Refused != "" {
			ok = false
		}
		q.Where = append(q.Where, c.Cond)
	}
	q.Latest, q.Columns, f.Few = plan.Latest{}, f.Columns, ""
	if len(q.Columns) == 0 {
		q.Columns = nil
	}
	if f.By != "" {
		n, is := rowkey.Number(strings.TrimSpace(f.Many))
		if !is || n == 0 || n > MaxLatest {
			f.Few, ok = "ask-few", false
		}
		q.Latest = plan.Latest{Field: f.By, N: n}
	}
	return q, ok
}

// Ranged reports whether a condition has two bounds.
func Ranged(o plan.Op) bool { return o == plan.Between || o == plan.Numbers }

// refusedCond returns the code of what is wrong with a condition, "" for nothing.
func refusedCond(c plan.Cond) string {
	switch {
	case max(len(c.Value), len(c.To)) > MaxQueryText:
		return "ask-long"
	case !Ranged(c.Op) && c.Value == "":
		return "ask-value"
	case c.Value == "" && c.To == "" && c.Op == plan.Between:
		return "ask-bound"
	case c.Op == plan.Between && c.To != "" && c.Value >= c.To:
		return "ask-order"
	case c.Op == plan.Numbers:
		from, ok := rowkey.Number(c.Value)
		to, bounded := rowkey.Number(c.To)
		switch {
		case c.Value != "" && !ok || c.To != "" && !bounded || !ok && !bounded:
			return "ask-number"
		case bounded && from >= to:
			return "ask-order"
		}
	}
	return ""
}
