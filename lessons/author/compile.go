package author

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
	"tabletop/lessons"
	"tabletop/lessons/quiz"
)

// The words that members of lesson.json take one of. The lists are indexed by the constants.
var (
	panelNames    = []string{lessons.PanelDesigner: "designer", lessons.PanelGrowth: "growth", lessons.PanelLoad: "load", lessons.PanelSchema: "schema", lessons.PanelFiles: "files"}
	questionKinds = []string{lessons.ChooseOne: "choose", lessons.EnterNumber: "number", lessons.FillText: "fill", lessons.PutInOrder: "order", lessons.MarkPlace: "mark", lessons.SketchCurve: "line"}
	truthNames    = words(
		lessons.OfRowsScanned, lessons.OfRowsReturned, lessons.OfCellsScanned, lessons.OfCells, lessons.OfBytes, lessons.OfBytesKept, lessons.OfSeeks, lessons.OfFilesRead, lessons.OfWalked, lessons.OfRows, lessons.OfKeys, lessons.OfColumns, lessons.OfValue, lessons.OfVersions, lessons.OfNumber,
		lessons.OfBytesStored, lessons.OfPlace, lessons.OfHottest, lessons.OfShare, lessons.OfP99, lessons.OfNodes, lessons.OfBusy, lessons.OfSheet, lessons.OfGradedRows, lessons.OfGradedSkew,
	)
	policyNames = []string{cluster.Bigtable: "bigtable", cluster.HBase: "hbase", cluster.ByLoad: "load"}
	shapeNames  = []string{traffic.Constant: "constant", traffic.Periodic: "periodic", traffic.Rise: "rise"}
)

// compiler compiles sources into a lesson and collects the mistakes in them. It continues after a
// mistake, to report as many as it can.
type compiler struct {
	src  *sourceLesson
	text *prose          // the texts of the language that is compiled
	l    *lessons.Lesson // the result; queries, data and steps are added in the order of the source
	at   string          // the part that is being compiled, as [lessons.Problem.At] names it
	ids  map[string]bool // the IDs that are taken, with their kinds
	errs lessons.Problems

	workload []string // IDs of the queries that were asked last in the order of the source
}

// refuse adds a mistake of the present part.
func (c *compiler) refuse(code base.Code, args ...string) { c.problem(mistake(code, args...)) }

// problem adds a problem of the present part.
func (c *compiler) problem(p lessons.Problem) {
	p.At = c.at
	c.errs = append(c.errs, p)
}

// among refuses a name that is not in known.
func (c *compiler) among(kind, name string, known []string) {
	if !slices.Contains(known, name) {
		c.problem(unknown(kind, name, known))
	}
}

// claim begins a part with an ID, which has to be unique in the lesson among those of its kind.
func (c *compiler) claim(kind, id string) {
	name := kind + " " + id
	c.at = name
	switch {
	case id == "" || strings.ContainsAny(id, " /=:"):
		c.refuse(base.MistakeID, id)
	case c.ids[name]:
		c.refuse(base.MistakeTwice, id)
	}
	c.ids[name] = true
}

// lesson compiles everything but the solutions. records has the records of each CSV file.
func (c *compiler) lesson(records map[string][][]string) {
	l, src := c.l, c.src
	c.ids = map[string]bool{}
	l.Title, l.Summary = c.text.plain("title"), c.text.plain("summary")
	for _, f := range src.Fields {
		c.claim("field", f)
		l.Fields = append(l.Fields, lessons.Field{Name: f, Text: c.text.plain("field " + f)})
	}
	l.Source, l.Minutes, l.Path, l.Teaches, l.Needs = c.text.plain("source"), src.Minutes, src.Path, src.Teaches, src.Needs
	for _, word := range src.Quiz {
		c.among("quiz", word, quiz.Words)
		l.Quiz = append(l.Quiz, quiz.Kind(max(slices.Index(quiz.Words, word), 0)))
	}
	l.Table, l.Added, l.Growth = src.Table, src.Added, src.Growth
	// Data sets need the fields.
	for _, d := range src.Data {
		c.claim("data", d.Name)
		out := lessons.Data{Name: d.Name, Spec: dataset.Spec{Fields: d.Fields, Records: records[d.CSV], Time: d.Time}, Columns: d.Columns}
		if out.Spec.Fields == nil {
			out.Spec.Fields = src.Fields
		}
		if out.Columns == nil {
			out.Columns = src.Columns
		}
		for _, f := range out.Spec.Fields {
			c.field(f)
		}
		for _, col := range out.Columns {
			c.among("field", col.Field, out.Spec.Fields)
			if col.Family == "" || col.Qualifier == "" {
				c.refuse(base.MistakeColumn, col.Field)
			}
		}
		if d.Recipe != nil {
			var err error
			if out.Spec.Recipe, err = d.Recipe.recipe(); err != nil {
				c.problem(problem(err))
				continue
			}
		}
		c.sound(d.Name, out.Spec)
		l.Data = append(l.Data, out)
	}
	// Queries, references and requests need the data sets or the fields.
	for _, q := range src.Queries {
		c.claim("query", q.ID)
		out := lessons.Query{Text: c.text.plain("query " + q.ID)}
		out.ID = q.ID
		for _, w := range q.Where {
			out.Where = append(out.Where, c.cond(w))
		}
		if out.Latest, out.Columns = q.Latest, q.Columns; q.Latest.N > 0 {
			c.field(q.Latest.Field)
		} else if q.Latest != (plan.Latest{}) {
			c.refuse(base.MistakeLatest, q.Latest.Field)
		}
		if out.Each = q.Each; q.Each != "" {
			c.field(q.Each)
			if q.Latest.N <= 0 {
				c.refuse(base.MistakeEach, q.Each)
			}
		}
		for _, f := range q.Columns {
			c.field(f)
		}
		l.Queries = append(l.Queries, out)
	}
	c.at = "minutes"
	if l.Minutes <= 0 {
		c.refuse(base.MistakeNoMinutes)
	}
	c.at = "teaches"
	if len(l.Teaches) == 0 {
		c.refuse(base.MistakeNoTeaches)
	}
	c.at = "growth"
	if l.Growth.Data != "" {
		d := c.data(l.Growth.Data, 0)
		if d.Spec.Recipe == nil && d.Name != "" {
			c.refuse(base.MistakeNoRecipe, l.Growth.Data)
		}
		c.template(l.Growth.Compare, d.Spec.Fields)
	}
	for _, r := range src.References {
		c.claim("reference", r.ID)
		out := lessons.Reference{ID: r.ID, Passes: r.Passes, Text: c.text.plain("reference " + r.ID)}
		for _, t := range r.Tables {
			c.template(t.Text, nil)
			out.Tables = append(out.Tables, engine.TableDesign{Table: t.Table, Template: t.Text})
		}
		l.References = append(l.References, out)
	}
	c.at = "start"
	l.Start = c.requests(src.Start)
	// Steps need everything above.
	for i, s := range src.Steps {
		c.claim("step", s.ID)
		if i == 0 && len(s.Enter) > 0 {
			c.refuse(base.MistakeFirstEnter)
		}
		l.Steps = append(l.Steps, c.step(s))
	}
	c.at = "graded"
	times := 0
	for _, s := range l.Steps {
		for _, g := range s.Goals {
			if _, ok := g.Check.(lessons.DesignGraded); ok {
				times++
			}
		}
	}
	if times > 1 {
		c.refuse(base.MistakeGradedTwice, strconv.Itoa(times))
	}
	if len(l.Steps) == 0 {
		c.at = "steps"
		c.refuse(base.MistakeNoSteps)
	}
}

// step compiles a step. Offers come before questions and goals, since these may name them.
func (c *compiler) step(s sourceStep) lessons.Step {
	under := "step " + s.ID
	out := lessons.Step{ID: s.ID, Debrief: s.Debrief, Table: s.Table}
	out.Title, out.Body = c.text.plain(under), c.text.html(under)
	for _, p := range s.Panels {
		c.among("panel", p, panelNames)
		out.Panels = append(out.Panels, lessons.Panel(slices.Index(panelNames, p)))
	}
	out.Enter, out.Drop, out.Fresh = c.requests(s.Enter), s.Drop, s.Fresh
	if s.Load != nil {
		out.Traffic = c.traffic(s.Load)
	}
	if (s.Load != nil) != slices.Contains(out.Panels, lessons.PanelLoad) {
		c.refuse(base.MistakeLoadPanel)
	}
	under += "/"
	for _, o := range s.Offers {
		c.claim("offer", o.ID)
		out.Actions = append(out.Actions, lessons.OfferedAction{ID: o.ID, Text: c.text.plain(under + "offer " + o.ID), Action: c.action(o.Action, &out), After: o.After})
	}
	for _, q := range s.Questions {
		out.Asks = append(out.Asks, c.question(under, q))
	}
	for _, g := range s.Goals {
		c.claim("goal", g.ID)
		out.Goals = append(out.Goals, lessons.Goal{ID: g.ID, Text: c.text.plain(under + "goal " + g.ID), Check: c.check(g.sourceCheck, &out)})
	}
	for _, o := range s.Offers {
		if c.at = "offer " + o.ID; o.After != "" {
			c.among("goal", o.After, goals(out))
		}
	}
	for _, q := range out.Asks {
		c.asked(q, &out)
	}
	for i := range s.Hints {
		out.Hints = append(out.Hints, c.text.html(under+"hint "+strconv.Itoa(i+1)))
	}
	for _, n := range s.Notes {
		c.claim("note", n.ID)
		out.Notes = append(out.Notes, lessons.Note{ID: n.ID, When: c.when(n.When, &out), Text: c.text.html(under + "note " + n.ID)})
	}
	if len(s.Goals) > 0 {
		out.Solved = c.text.html(under + "solution")
	}
	return out
}

// question compiles a question of the step whose texts begin with under. It checks that each answer
// is of the question's kind, and that each wrong one has an explanation.
func (c *compiler) question(under string, q sourceQuestion) lessons.Question {
	c.claim("question", q.ID)
	out := lessons.Question{
		ID: q.ID, Right: q.Right, Run: q.Run, Truth: q.Truth, Text: c.text.plain(under + "question " + q.ID),
		Guess: q.Guess, After: q.After, Holds: q.Holds, Because: q.Because, Sizes: q.Sizes,
	}
	switch i := slices.Index(questionKinds, q.Kind); {
	case i >= 0:
		out.Kind = lessons.QuestionKind(i)
	case q.Kind != "":
		c.problem(unknown("question-kind", q.Kind, questionKinds))
	case len(q.Choices) == 0:
		out.Kind = lessons.EnterNumber
	}
	if chosen := out.Kind == lessons.ChooseOne || out.Kind == lessons.PutInOrder; chosen != (len(q.Choices) > 0) {
		c.refuse(base.MistakeChoices)
	}
	for _, v := range q.Choices {
		text := v
		if out.Kind == lessons.ChooseOne {
			text = c.text.plain(under + "choice " + q.ID + "=" + v)
			if v != q.Right && !slices.Contains(q.Wrong, v) && !q.Else && !q.Guess {
				c.refuse(base.MistakeUnexplained, v)
			}
		}
		out.Choices = append(out.Choices, lessons.Choice{Value: v, Text: text})
	}
	// known reports whether an answer has the form that its kind needs.
	known := func(v string) bool {
		switch out.Kind {
		case lessons.ChooseOne:
			return slices.Contains(q.Choices, v)
		case lessons.EnterNumber:
			return lessons.NormalizeNumber(v) == v && v != ""
		case lessons.PutInOrder:
			a, b := strings.Split(v, ","), slices.Clone(q.Choices)
			slices.Sort(a)
			slices.Sort(b)
			return slices.Equal(a, b)
		case lessons.MarkPlace: // what is measured is "from-to"
			from, to, _ := strings.Cut(v, "-")
			return out.AcceptsForm(from) && out.AcceptsForm(to)
		case lessons.SketchCurve:
			return out.AcceptsForm(v)
		}
		return strings.TrimSpace(v) == v && v != ""
	}
	growing := slices.IsSorted(q.Sizes) && len(q.Sizes) > 1
	if (out.Kind == lessons.SketchCurve) != growing || out.Kind != lessons.SketchCurve && len(q.Sizes) > 0 {
		c.refuse(base.MistakeSizes)
	}
	if !known(q.Right) {
		c.refuse(base.MistakeRight, q.Right)
	}
	if out.Kind == lessons.PutInOrder && q.Right == strings.Join(q.Choices, ",") {
		c.refuse(base.MistakeOrdered)
	}
	for _, v := range q.Wrong {
		if !known(v) && out.Kind != lessons.EnterNumber || v == q.Right {
			c.refuse(base.MistakeWrong, v)
		}
		out.Wrong = append(out.Wrong, lessons.WrongAnswer{Value: v, Text: c.text.html(under + "wrong " + q.ID + "=" + v)})
	}
	if q.Else {
		out.Else = c.text.html(under + "else " + q.ID)
	} else if out.Kind != lessons.ChooseOne && !q.Guess {
		c.refuse(base.MistakeNoElse)
	}
	c.truth(q)
	return out
}

// truth checks that a question has a source of its answer exactly if it has a command or is a
// guess.
func (c *compiler) truth(q sourceQuestion) {
	if q.Run != "" && q.Truth.Of == "" || q.Run == "" && (q.Truth.Of != "") != q.Guess || q.Guess && q.Truth.Of == "" {
		c.refuse(base.MistakeRunTruth)
	}
	if q.Truth.Of != "" {
		c.among("truth", string(q.Truth.Of), truthNames)
	}
}

// asked checks what a question names: goals and questions of its step, and queries.
func (c *compiler) asked(q lessons.Question, s *lessons.Step) {
	c.at = "question " + q.ID
	for _, goal := range []string{q.After, q.Truth.At} {
		if goal != "" {
			c.among("goal", goal, goals(*s))
		}
	}
	if q.Truth.Query != "" {
		c.query(q.Truth.Query)
	}
	if q.Because == "" {
		return
	}
	i := slices.IndexFunc(s.Asks, func(of lessons.Question) bool { return of.ID == q.Because })
	if q.Kind != lessons.ChooseOne || i < 0 || s.Asks[i].Kind != lessons.EnterNumber && s.Asks[i].Kind != lessons.FillText {
		c.refuse(base.MistakeBecause)
	}
}

// cond compiles a condition of a query. Exactly one of its operators is set.
func (c *compiler) cond(w sourceCond) plan.Cond {
	c.field(w.Field)
	out := plan.Cond{Field: w.Field}
	ops := 0
	for op, v := range []*string{plan.Equal: w.Is, plan.HasPrefix: w.Prefix, plan.Between: w.From, plan.Numbers: w.Least, plan.Under: w.Under} {
		if v != nil {
			out.Op, out.Value = plan.ConditionOp(op), *v
			ops++
		}
	}
	out.To = w.To + w.Below
	if ops != 1 || w.To != "" && out.Op != plan.Between || w.Below != "" && out.Op != plan.Numbers {
		c.refuse(base.MistakeCondition, w.Field)
	}
	return out
}

// requests compiles a list of requests. A wrong one is nil in the result.
func (c *compiler) requests(src []sourceRequest) []engine.Request {
	var out []engine.Request
	for _, r := range src {
		out = append(out, c.request(r))
	}
	return out
}

// request compiles a request. Exactly one member of r is set, besides Times.
func (c *compiler) request(r sourceRequest) engine.Request {
	var out []engine.Request
	if r.Load != nil {
		d := c.data(r.Load.Data, r.Load.Count)
		if r.Load.Template != "" {
			c.template(r.Load.Template, d.Spec.Fields)
		}
		out = append(out, engine.LoadRecords{Table: r.Load.Table, Template: r.Load.Template, Columns: d.Columns, Data: d.Spec})
	}
	if r.Workload != nil {
		var w engine.SetWorkload
		for _, id := range r.Workload {
			w.Queries = append(w.Queries, c.query(id))
		}
		c.workload = r.Workload
		out = append(out, w)
	}
	if r.Type != nil {
		out = append(out, engine.RunConsole{Text: repeated(*r.Type, min(r.Times, maxTimes))})
	}
	if r.Shell != nil {
		out = append(out, engine.RunConsole{Dialect: engine.HBase, Text: *r.Shell})
	}
	if r.Advance != "" {
		d, err := time.ParseDuration(r.Advance)
		if err != nil || d <= 0 {
			c.refuse(base.MistakeDuration, r.Advance)
		}
		out = append(out, engine.AdvanceClock{By: base.Micros(d.Microseconds())})
	}
	if r.Compact != "" {
		out = append(out, engine.CollectGarbage{Table: r.Compact})
	}
	if r.Undo {
		out = append(out, engine.Undo{})
	}
	if r.Times != 0 && (r.Type == nil || r.Times < 2 || r.Times > maxTimes) {
		c.refuse(base.MistakeTimes, strconv.Itoa(maxTimes))
	}
	if len(out) != 1 {
		c.refuse(base.MistakeRequest)
		return nil
	}
	return out[0]
}

// maxTimes is the greatest number of times that commands can be repeated.
const maxTimes = 10_000

// repeated returns commands repeated a number of times, with the number of each, from 1, in place
// of {n}. With times 0 it returns the text unchanged.
func repeated(text string, times int) string {
	if times == 0 {
		return text
	}
	var b strings.Builder
	for n := range times {
		b.WriteString(strings.ReplaceAll(text, "{n}", strconv.Itoa(n+1)) + "\n")
	}
	return b.String()
}

// action compiles an action. It looks up offers and traffic in step, which may be nil.
func (c *compiler) action(a sourceAction, step *lessons.Step) lessons.Action {
	var out []lessons.Action
	if a.Offer != "" && step != nil {
		i := slices.IndexFunc(step.Actions, func(o lessons.OfferedAction) bool { return o.ID == a.Offer })
		if i < 0 {
			c.problem(unknown("offer", a.Offer, names(step.Actions, func(o lessons.OfferedAction) string { return o.ID })))
			return nil
		}
		out = append(out, step.Actions[i].Action)
	}
	if a.Ask != nil {
		out = append(out, lessons.RunRequest{Request: c.request(*a.Ask)})
	}
	if a.Type != nil {
		out = append(out, lessons.TypeCommand{Text: *a.Type})
	}
	if a.Shell != nil {
		out = append(out, lessons.TypeCommand{Text: *a.Shell, Dialect: engine.HBase})
	}
	if a.Template != nil {
		c.template(a.Template.Text, nil)
		out = append(out, lessons.Template{Table: a.Template.Table, Text: a.Template.Text})
	}
	if a.Add != nil {
		c.template(*a.Add, nil)
		out = append(out, lessons.AddTable{Text: *a.Add})
	}
	if a.Simulate {
		c.loaded(step)
		out = append(out, lessons.Simulate{})
	}
	if a.SimulateOn > 0 {
		c.loaded(step)
		out = append(out, lessons.SimulateOn{Nodes: a.SimulateOn})
	}
	if a.Answer != nil {
		if _, _, ok := c.l.Question(a.Answer.Question); !ok {
			var known []string
			for _, s := range c.l.Steps {
				known = append(known, names(s.Asks, func(q lessons.Question) string { return q.ID })...)
			}
			c.problem(unknown("question", a.Answer.Question, known))
		}
		out = append(out, *a.Answer)
	}
	if a.Grow > 0 {
		if c.l.Growth.Data == "" {
			c.refuse(base.MistakeNoGrowth)
		}
		out = append(out, lessons.Grow{Records: a.Grow})
	}
	if a.Grade {
		if _, _, _, ok := c.l.GradedGoal(); !ok {
			c.refuse(base.MistakeNoGraded)
		}
		out = append(out, lessons.Grade{})
	}
	if a.Next {
		out = append(out, lessons.Next{})
	}
	if len(out) != 1 {
		c.refuse(base.MistakeAction)
		return nil
	}
	return out[0]
}

// solutions compiles solutions.json: actions for each step that has goals, and for no other.
func (c *compiler) solutions(src map[string][]sourceAction) {
	for i := range c.l.Steps {
		s := &c.l.Steps[i]
		c.at = "step " + s.ID
		actions, ok := src[s.ID]
		switch wanted := len(s.Goals) > 0; {
		case wanted && !ok:
			c.refuse(base.MistakeNoSolution)
		case ok && !wanted:
			c.refuse(base.MistakeNoGoals)
		}
		delete(src, s.ID)
		var out []lessons.Action
		for _, a := range actions {
			out = append(out, c.action(a, s))
		}
		c.l.Solution = append(c.l.Solution, out)
	}
	for _, id := range slices.Sorted(maps.Keys(src)) {
		c.at = "step " + id
		c.problem(unknown("step", id, names(c.l.Steps, func(s lessons.Step) string { return s.ID })))
	}
}

// field refuses a name that is not a field of the lesson.
func (c *compiler) field(name string) {
	c.among("field", name, names(c.l.Fields, func(f lessons.Field) string { return f.Name }))
}

// query returns a query of the workload by its ID.
func (c *compiler) query(id string) plan.Query {
	for _, q := range c.l.Queries {
		if q.ID == id {
			return q.Query
		}
	}
	c.problem(unknown("query", id, names(c.l.Queries, func(q lessons.Query) string { return q.ID })))
	return plan.Query{}
}

// data returns a data set by its name, with another count of records unless count is 0.
func (c *compiler) data(name string, count int64) lessons.Data {
	for _, d := range c.l.Data {
		if d.Name != name {
			continue
		}
		if count == 0 {
			return d
		}
		if d.Spec.Recipe == nil {
			c.refuse(base.MistakeNoRecipe, name)
			return d
		}
		d.Spec = d.Spec.WithRecordCount(count)
		c.sound(name, d.Spec)
		return d
	}
	c.problem(unknown("data", name, names(c.l.Data, func(d lessons.Data) string { return d.Name })))
	return lessons.Data{}
}

// sound refuses a data set that the engine cannot generate.
func (c *compiler) sound(name string, s dataset.Spec) {
	if err := s.Check(); err != nil {
		c.problem(because(err, base.MistakeData, name))
	}
}

// template refuses a template that is wrong or names other fields; nil means the lesson's fields.
func (c *compiler) template(text string, fields []string) {
	if fields == nil {
		for _, f := range c.l.Fields {
			fields = append(fields, f.Name)
		}
	}
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.CheckFields(fields)
	}
	if err != nil {
		c.problem(because(err, base.MistakeTemplate, text))
	}
}
