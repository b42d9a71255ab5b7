package questions

import (
	"slices"
	"strconv"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// question returns a question of the lesson or the workload, an empty one if there is none.
func question(st *page.State, w *page.Workspace, id string) plan.Query {
	if st.Lesson != nil {
		for _, q := range st.Lesson.Lesson.Queries {
			if q.ID == id {
				return q.Query
			}
		}
	}
	q, _ := w.QueryByID(id)
	return q
}

// reasons returns a few sentences on what a question returned and why it costs what it does.
func reasons(st *page.State, w *page.Workspace, v engine.Verdict) []page.AnnouncementPart {
	say := func(code string, args ...string) page.AnnouncementPart {
		return page.AnnouncementPart{Code: code, Args: args}
	}
	if v.Table == "" {
		return []page.AnnouncementPart{say("verdict-missing", i18n.JoinAsArgument(v.Missing), strconv.Itoa(len(v.Missing)))}
	}
	// First what came of the question, then how the latest were found, then why rows were
	// scanned.
	came := "verdict-returns"
	of := v.Wanted
	if v.Stats.RowsReturned > v.Found {
		came, of = "verdict-more", v.Found
	}
	var out []page.AnnouncementPart
	for _, f := range inVain(w, question(st, w, v.Query), v.Table) {
		out = append(out, say("ask-unread", f.Field, i18n.MakeShortPrintable(f.Value)))
	}
	out = append(out, say(came, page.FormatInt(v.Stats.RowsReturned), page.FormatInt(of)))
	end := "start"
	if v.Reversed {
		end = "end"
	}
	switch {
	case v.LatestMethod == plan.ByReader:
		out = append(out, say("newest-reader", question(st, w, v.Query).Latest.Field))
	case v.LatestMethod == plan.BySearch:
		out = append(out, say("newest-search", i18n.JoinAsArgument(parting(question(st, w, v.Query), v.Template)), page.FormatInt(v.Stats.RowsScanned)))
	case v.LatestMethod == plan.BySkip:
		q, code := question(st, w, v.Query), "newest-skip"
		args := []string{page.FormatInt(v.Ranges), q.Each, end, page.FormatInt(v.Stats.Seeks)}
		if fields := parting(q, v.Template); len(fields) > 1 {
			code, args = "newest-within", append(args, i18n.JoinAsArgument(fields))
		}
		out = append(out, say(code, args...))
	case v.Limit > 0 && v.Ranges == 1:
		early := ""
		if v.Stats.RowsReturned >= v.Limit {
			early = "yes"
		}
		out = append(out, say("newest-key", page.FormatInt(v.Stats.RowsScanned), end, page.FormatInt(v.Limit), early))
	case v.Limit > 0:
		out = append(out, say("newest-merge", page.FormatInt(v.Ranges), page.FormatInt(v.Limit)))
	}
	switch residual := i18n.JoinAsArgument(v.Residual); {
	case v.MissingRecordCount() > 0:
		out = append(out, say("why-lost", page.FormatInt(v.MissingRecordCount())))
	case v.Wanted == 0 && v.IsExact() && len(out) == 1: // and it compares no text as numbers
		out = append(out, say("why-nothing"))
	case v.LatestMethod != "" && residual == "":
	case v.IsExact():
		out = append(out, say("why-exact"))
	case v.Access == plan.Scan && v.Limit == 0:
		if lead := leading(w.TableByName(v.Table).Template); slices.Contains(v.Residual, lead) {
			out = append(out, say("why-unordered", lead))
			break
		}
		out = append(out, say("why-scan"))
	case residual == "":
	case len(v.InKey) == 0:
		out = append(out, say("why-filter-only", residual))
	default:
		out = append(out, say("why-filter", i18n.JoinAsArgument(v.InKey), residual))
	}
	return out
}

// inVain returns the fields that a question compares as numbers although none of their values
// in the table is a number.
func inVain(w *page.Workspace, q plan.Query, table string) (out []engine.NonNumericField) {
	for _, f := range w.TableByName(table).NonNumeric {
		if slices.ContainsFunc(q.Where, func(c plan.Cond) bool { return c.Op == plan.Numbers && c.Field == f.Field }) && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// parting returns the fields whose values divide a table's rows into groups, each with its
// latest row at one end.
func parting(q plan.Query, template string) []string {
	t, err := rowkey.Parse(template)
	if err != nil {
		return nil
	}
	fields := plan.PlanQuery(t, nil, q, plan.KnownData{SortsAlike: []string{q.Latest.Field}}).Groups.Fields()
	return slices.DeleteFunc(fields, func(f string) bool { return f == q.Latest.Field }) // that field is the salt of the group
}

// leading returns the field with which the keys of a template begin, "" if they begin with a
// literal.
func leading(template string) string {
	if t, err := rowkey.Parse(template); err == nil && t.LeadingLiteral() == "" && len(t.Steps()) > 0 {
		return t.Steps()[0].Field
	}
	return ""
}

// askedAll brings the answer to a new workload.
type askedAll struct{ host.Answer }

// apply tells screen readers what the question that was asked last has led to, and scrolls to
// its card.
func (m askedAll) apply(u *update) {
	if u.ShowIfRefused(m.Answer); m.Reply == nil || m.Reply.Version < u.Work.Version {
		return
	}
	a := &u.FormState
	for _, v := range u.Work.Verdicts {
		if v.Query == a.put {
			u.DoEffect(page.ScrollToElement{ID: cardElement(v.Query)})
			for _, one := range reasons(u.Update.State, u.Work, v) {
				u.Announce(one)
			}
		}
	}
	a.put = ""
}
