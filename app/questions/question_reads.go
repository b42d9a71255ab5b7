package questions

import (
	"maps"
	"slices"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/lessons"
)

// QuestionReads are the reads that questions become, for the cards that are open.
type QuestionReads struct {
	Open          []string                        // questions whose cards are open
	ByQuestion    map[string]*engine.QuestionPlan // the reads by question; not changed in place
	DialectChosen bool                            // the reads are shown in the dialect In, not the console's
	Dialect       engine.Dialect
	Copied        string // the question whose reads were copied last; "" for none

	version uint64 // version of the session that ByQuestion belongs to
}

// elementReads returns the ID of the element with a question's reads.
func elementReads(query string) string { return "reads-" + query }

type (
	// unfolded opens or closes a question's card.
	unfolded struct {
		Query string
		Open  bool
	}
	// readsCame brings the reads of a question.
	readsCame struct {
		query string
		host.Answer
	}
	// DialectPicked shows all reads in a dialect.
	DialectPicked struct{ Dialect engine.Dialect }
	// copyPressed copies the reads of a question.
	copyPressed struct{ Query string }
	// CopyEnded tells whether the browser has copied them.
	CopyEnded struct {
		Query string
		Done  bool
	}
	// runPressed runs the reads of a question in the console.
	runPressed struct{ Query string }
	// spoken runs a text in the console, after its dialect was changed.
	spoken struct{ text string }
)

// CopyQuestionRead is the effect of copyPressed: it copies a text, which the element ID holds, to the
// clipboard. The shell answers with [CopyEnded].
type CopyQuestionRead struct{ ID, Query, Text string }

// Effect implements [page.Effect].
func (CopyQuestionRead) Effect() {}

// MarkAfterOpening asks for the first question's read, for the grid to mark, once a workspace was opened
// whose questions were measured at an earlier visit. It waits until there is nothing else to do.
func MarkAfterOpening(t *page.Update) {
	if v := t.Work.Verdicts; t.Work.LastRead == nil && len(v) > 0 && v[0].Table != "" {
		t.SendCall(host.ExecuteRequest{Request: engine.MarkQuestion{WhenIdle: true}}, "")
	}
}

// apply notes that a card is open or closed. AfterMessage asks for the reads of an open one. At the
// stop of a path, where a card has nothing to open, it has the grid mark the question's rows.
func (m unfolded) apply(u *update) {
	if u.Lesson != nil && u.Lesson.Lesson.Path {
		u.SendCall(host.ExecuteRequest{Request: engine.MarkQuestion{Query: m.Query}}, "")
		return
	}
	open := slices.DeleteFunc(slices.Clone(u.Reads.Open), func(q string) bool { return q == m.Query })
	if m.Open {
		open = append(open, m.Query)
	}
	u.Reads.Open = open
}

// tells reports whether the reads would give away a command that the lesson still wants the
// reader to find.
func tells(st *page.State) bool {
	return st.Lesson != nil && slices.ContainsFunc(st.Lesson.Lesson.Steps, func(s lessons.Step) bool {
		return slices.ContainsFunc(s.Goals, func(g lessons.Goal) bool {
			_, reads := g.Check.(lessons.LatestReads)
			return reads && !slices.Contains(st.Lesson.Progress.Passed, g.ID)
		})
	})
}

// askReads asks for the reads of an open card that are not known, one card at a time.
func (u *update) askReads() {
	r := &u.Reads
	if u.IsAwaiting(slotReads) || u.Work.Page.State != 0 || len(r.Open) == 0 || tells(u.Update.State) {
		return
	}
	if r.version != u.Work.Version {
		r.version, r.ByQuestion, r.Copied = u.Work.Version, nil, ""
	}
	for _, v := range u.Work.Verdicts {
		if v.Table == "" || !slices.Contains(r.Open, v.Query) || r.ByQuestion[v.Query] != nil {
			continue
		}
		ask := engine.PlanQuestion{Query: question(u.Update.State, u.Work, v.Query)}
		u.SendCallInSlot(slotReads, host.ExecuteRequest{Request: ask}, "", func(a host.Answer) page.Msg { return readsCame{v.Query, a} })
		return
	}
}

// apply notes the reads of a question. A refusal counts as no reads.
func (m readsCame) apply(u *update) {
	r := &u.Reads
	came := host.EngineAnswerAs[*engine.QuestionPlan](m.Answer)
	if came == nil {
		came = &engine.QuestionPlan{} // so that it is not asked for again
	}
	if m.Reply == nil || m.Reply.Version == u.Work.Version {
		r.ByQuestion = maps.Clone(r.ByQuestion)
		if r.ByQuestion == nil {
			r.ByQuestion = map[string]*engine.QuestionPlan{}
		}
		r.ByQuestion[m.query] = came
	}
}

// shownIn returns the dialect in which reads are shown.
func (r *QuestionReads) shownIn(w *page.Workspace) engine.Dialect {
	if r.DialectChosen {
		return r.Dialect
	}
	return w.Dialect
}

func (m DialectPicked) apply(u *update) {
	u.Reads.DialectChosen, u.Reads.Dialect, u.Reads.Copied = true, m.Dialect, ""
}

// text returns the reads of a question, one a line.
func (u *update) text(query string) string {
	var lines []string
	if p := u.Reads.ByQuestion[query]; p != nil {
		for _, r := range p.Reads {
			line, _, _ := typed(r, u.Reads.shownIn(u.Work))
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func (m copyPressed) apply(u *update) {
	u.DoEffect(CopyQuestionRead{ID: elementReads(m.Query), Query: m.Query, Text: u.text(m.Query)})
}

// apply tells screen readers whether the reads were copied.
func (m CopyEnded) apply(u *update) {
	if m.Done {
		u.Reads.Copied = m.Query
		u.AnnounceSentence("reads-copied")
	} else {
		u.AnnounceSentence("reads-uncopied")
	}
}

// apply runs the reads in the dialect that they are shown in, which becomes the console's.
func (m runPressed) apply(u *update) {
	text, d := u.text(m.Query), u.Reads.shownIn(u.Work)
	if text == "" || !page.CanChangeWorkspace(u.Update.State, u.Work) {
		return
	}
	u.Reads.DialectChosen = false
	if d != u.Work.Dialect {
		u.PassMessage(page.SwitchDialect{Dialect: d})
	}
	u.PassMessage(spoken{text})
	u.PassMessage(page.ShowPageTab{Tab: page.TabConsole})
}

func (m spoken) apply(u *update) {
	u.SetConsoleText(m.text)
	u.PassMessage(page.RunConsoleText{})
}

// typed returns a read as a command of a dialect. If the dialect cannot express its filter,
// plain is true, the command reads without the filter, and the error says what is missing. The
// text is "" if there is no such command either.
func typed(r engine.ReadCommand, d engine.Dialect) (text string, plain bool, lacks *base.Error) {
	for i, said := range []string{r.Text, r.TextWithoutFilter} {
		cmd, err := dialects.ByID(engine.CBT).Parse(said)
		if err != nil || cmd == nil {
			continue
		}
		if n := dialects.ByID(d).Reads.Versions; n > 0 {
			cmd = withVersions(cmd, n)
		}
		text, err := dialects.ByID(d).Print(cmd)
		if err == nil {
			return text, i == 1, lacks
		}
		if lacks == nil {
			lacks = err.(*base.Error)
		}
	}
	return "", true, lacks
}

// withVersions returns a read that shows a number of versions of each column. A read with a
// filter expression keeps its own number, since the expression may depend on it.
func withVersions(cmd console.Command, versions int) console.Command {
	switch c := cmd.(type) {
	case console.Read:
		if c.Expr == "" {
			c.CellsPerColumn = versions
		}
		return c
	case console.Lookup:
		if c.Expr == "" {
			c.CellsPerColumn = versions
		}
		return c
	}
	return cmd
}
