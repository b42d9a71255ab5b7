//go:build !js

package lessons

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// sourceLesson is lesson.json. Names are matched without regard to case.
type sourceLesson struct {
	Fields  []string
	Columns []plan.Column
	Data    []struct {
		Name, CSV string
		Recipe    *sourceRecipe
	}
	Queries []struct {
		ID      string
		Where   []sourceCond
		Latest  plan.Latest
		Columns []string // fields
	}
	Table  string
	Growth Growth
	Start  []sourceRequest
	Steps  []sourceStep
}

type sourceCond struct {
	Field            string
	Is, Prefix, From *string
	To               string
	Least            *string // of numbers
	Below            string
	Under            *string
}

type sourceStep struct {
	ID        string
	Panels    []string
	Enter     []sourceRequest
	Offers    []sourceOffer
	Questions []sourceQuestion
	Goals     []sourceGoal
	Hints     int
	Notes     []struct {
		ID   string
		When When
	}
	Debrief bool
}

type sourceOffer struct {
	ID     string
	Action sourceAction
}

type sourceQuestion struct {
	ID      string
	Choices []string
	Right   string
	Wrong   []string
	Else    bool
}

type sourceGoal struct {
	ID       string
	Holds    *Holds
	Answered *Answered
	ReadBack *ReadBack
	Counted  *Counted
	Kept     *Kept
	Exact    *Exact
	Measured *Measured
}

// sourceRequest has one member set.
type sourceRequest struct {
	Load *struct {
		Table, Template, Data string
		Count                 int64 // of a recipe, 0 for its own
	}
	Workload []string
}

// sourceAction has one member set.
type sourceAction struct {
	Offer    string // an offer of the step
	Ask      *sourceRequest
	Type     *string
	Template *Template
	Add      *string
	Answer   *Answer
	Grow     int64
	Next     bool
}

// compiler turns sources into a lesson and collects what is wrong with them.
type compiler struct {
	src  *sourceLesson
	text *prose
	l    *Lesson
	at   string // what is being compiled, for messages
	ids  map[string]bool
	errs []error
}

func (c *compiler) errorf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %s", c.at, fmt.Sprintf(format, args...)))
}

// claim takes an ID that stands once in the lesson.
func (c *compiler) claim(kind, id string) {
	name := kind + " " + id
	c.at = name
	switch {
	case id == "" || strings.ContainsAny(id, " /=:"):
		c.errorf("%q is no id", id)
	case c.ids[name]:
		c.errorf("stands twice")
	}
	c.ids[name] = true
}

func (c *compiler) lesson(records map[string][][]string) {
	l, src := c.l, c.src
	c.ids = map[string]bool{}
	l.Title, l.Summary = c.text.plain("title"), c.text.plain("summary")
	for _, f := range src.Fields {
		c.claim("field", f)
		l.Fields = append(l.Fields, Field{Name: f, Text: c.text.plain("field " + f)})
	}
	for _, col := range src.Columns {
		c.at = "column " + col.Field
		c.field(col.Field)
		if col.Family == "" || col.Qualifier == "" {
			c.errorf("no family or no qualifier")
		}
	}
	l.Columns, l.Table, l.Growth = src.Columns, src.Table, src.Growth
	for _, d := range src.Data {
		c.claim("data", d.Name)
		spec := dataset.Spec{Fields: src.Fields, Records: records[d.CSV]}
		if d.Recipe != nil {
			var err error
			if spec.Recipe, err = d.Recipe.recipe(); err != nil {
				c.errorf("%v", err)
				continue
			}
		}
		if err := spec.Check(); err != nil {
			c.errorf("%v", err)
		}
		l.Data = append(l.Data, Data{d.Name, spec})
	}
	for _, q := range src.Queries {
		c.claim("query", q.ID)
		out := Query{Text: c.text.plain("query " + q.ID)}
		out.ID = q.ID
		for _, w := range q.Where {
			out.Where = append(out.Where, c.cond(w))
		}
		if out.Latest, out.Columns = q.Latest, q.Columns; q.Latest.N > 0 {
			c.field(q.Latest.Field)
		} else if q.Latest != (plan.Latest{}) {
			c.errorf("the latest of %s need an n above 0", q.Latest.Field)
		}
		for _, f := range q.Columns {
			c.field(f)
		}
		l.Queries = append(l.Queries, out)
	}
	c.at = "table"
	if l.Table == "" {
		c.errorf("is missing")
	}
	c.at = "growth"
	if l.Growth.Data != "" {
		if c.data(l.Growth.Data, 0).Recipe == nil {
			c.errorf("data %q has no recipe", l.Growth.Data)
		}
		c.template(l.Growth.Compare)
	}
	c.at = "start"
	l.Start = c.requests(src.Start)
	for i, s := range src.Steps {
		c.claim("step", s.ID)
		if i == 0 && len(s.Enter) > 0 {
			c.errorf("the first step is not entered: use start")
		}
		l.Steps = append(l.Steps, c.step(s))
	}
	if len(l.Steps) == 0 {
		c.at = "steps"
		c.errorf("are missing")
	}
}

func (c *compiler) step(s sourceStep) Step {
	under := "step " + s.ID
	out := Step{ID: s.ID, Debrief: s.Debrief}
	out.Title, out.Body = c.text.plain(under), c.text.html(under)
	for _, p := range s.Panels {
		switch p {
		case "designer":
			out.Panels = append(out.Panels, PanelDesigner)
		case "growth":
			out.Panels = append(out.Panels, PanelGrowth)
		default:
			c.errorf("no panel %q", p)
		}
	}
	out.Enter = c.requests(s.Enter)
	under += "/"
	for _, o := range s.Offers {
		c.claim("offer", o.ID)
		out.Actions = append(out.Actions, Offer{o.ID, c.text.plain(under + "offer " + o.ID), c.action(o.Action, nil)})
	}
	for _, q := range s.Questions {
		out.Asks = append(out.Asks, c.question(under, q))
	}
	for _, g := range s.Goals {
		c.claim("goal", g.ID)
		out.Goals = append(out.Goals, Goal{g.ID, c.text.plain(under + "goal " + g.ID), c.check(g, &out)})
	}
	for i := range s.Hints {
		out.Hints = append(out.Hints, c.text.html(under+"hint "+strconv.Itoa(i+1)))
	}
	for _, n := range s.Notes {
		c.claim("note", n.ID)
		c.when(n.When)
		out.Notes = append(out.Notes, Note{n.ID, n.When, c.text.html(under + "note " + n.ID)})
	}
	if len(s.Goals) > 0 {
		out.Solved = c.text.html(under + "solution")
	}
	return out
}

func (c *compiler) question(under string, q sourceQuestion) Question {
	c.claim("question", q.ID)
	out := Question{ID: q.ID, Right: q.Right, Text: c.text.plain(under + "question " + q.ID)}
	for _, v := range q.Choices {
		out.Choices = append(out.Choices, Choice{v, c.text.plain(under + "choice " + q.ID + "=" + v)})
		if v != q.Right && !slices.Contains(q.Wrong, v) && !q.Else {
			c.errorf("nothing explains %q", v)
		}
	}
	known := func(v string) bool { return len(q.Choices) == 0 || slices.Contains(q.Choices, v) }
	if !known(q.Right) || number(q.Right) != q.Right && len(q.Choices) == 0 {
		c.errorf("%q cannot be answered", q.Right)
	}
	for _, v := range q.Wrong {
		if !known(v) || v == q.Right {
			c.errorf("%q is no wrong answer", v)
		}
		out.Wrong = append(out.Wrong, Wrong{v, c.text.html(under + "wrong " + q.ID + "=" + v)})
	}
	if q.Else {
		out.Else = c.text.html(under + "else " + q.ID)
	} else if len(q.Choices) == 0 {
		c.errorf("nothing explains other numbers")
	}
	return out
}

func (c *compiler) check(g sourceGoal, s *Step) Check {
	var out []Check
	if g.Holds != nil {
		out = append(out, *g.Holds)
	}
	if g.Answered != nil {
		if !slices.ContainsFunc(s.Asks, func(q Question) bool { return q.ID == g.Answered.Question }) {
			c.errorf("no question %q in its step", g.Answered.Question)
		}
		out = append(out, *g.Answered)
	}
	if g.ReadBack != nil {
		out = append(out, *g.ReadBack)
	}
	if g.Counted != nil {
		out = append(out, *g.Counted)
	}
	if g.Kept != nil {
		out = append(out, *g.Kept)
	}
	if g.Exact != nil {
		for _, q := range g.Exact.Queries {
			c.query(q)
		}
		out = append(out, *g.Exact)
	}
	if g.Measured != nil {
		out = append(out, *g.Measured)
	}
	if len(out) != 1 {
		c.errorf("needs one check")
		return nil
	}
	return out[0]
}

func (c *compiler) when(w When) {
	if w.Query != "" {
		c.query(w.Query)
	} else if w.Inexact || w.Access != "" || w.Residual != "" {
		c.errorf("of which query?")
	}
	for _, f := range []string{w.Missing, w.Residual} {
		if f != "" {
			c.field(f)
		}
	}
}

func (c *compiler) cond(w sourceCond) plan.Cond {
	c.field(w.Field)
	out := plan.Cond{Field: w.Field}
	ops := 0
	for op, v := range []*string{plan.Equal: w.Is, plan.HasPrefix: w.Prefix, plan.Between: w.From, plan.Numbers: w.Least, plan.Under: w.Under} {
		if v != nil {
			out.Op, out.Value = plan.Op(op), *v
			ops++
		}
	}
	out.To = w.To + w.Below
	if ops != 1 || w.To != "" && out.Op != plan.Between || w.Below != "" && out.Op != plan.Numbers {
		c.errorf("field %s needs one of is, prefix, under, from with to, and least with below", w.Field)
	}
	return out
}

func (c *compiler) requests(src []sourceRequest) []engine.Request {
	var out []engine.Request
	for _, r := range src {
		out = append(out, c.request(r))
	}
	return out
}

func (c *compiler) request(r sourceRequest) engine.Request {
	switch {
	case r.Load != nil && r.Workload == nil:
		if r.Load.Template != "" {
			c.template(r.Load.Template)
		}
		return engine.Load{
			Table: r.Load.Table, Template: r.Load.Template,
			Columns: c.l.Columns, Data: c.data(r.Load.Data, r.Load.Count),
		}
	case r.Workload != nil && r.Load == nil:
		var w engine.Workload
		for _, id := range r.Workload {
			w.Queries = append(w.Queries, c.query(id))
		}
		return w
	}
	c.errorf("a request needs one of load and workload")
	return nil
}

// action compiles an action; offers are those of step.
func (c *compiler) action(a sourceAction, step *Step) Action {
	var out []Action
	if a.Offer != "" && step != nil {
		i := slices.IndexFunc(step.Actions, func(o Offer) bool { return o.ID == a.Offer })
		if i < 0 {
			c.errorf("no offer %q in step %s", a.Offer, step.ID)
			return nil
		}
		out = append(out, step.Actions[i].Action)
	}
	if a.Ask != nil {
		out = append(out, Ask{c.request(*a.Ask)})
	}
	if a.Type != nil {
		out = append(out, Type{Text: *a.Type})
	}
	if a.Template != nil {
		c.template(a.Template.Text)
		out = append(out, *a.Template)
	}
	if a.Add != nil {
		c.template(*a.Add)
		out = append(out, AddTable{*a.Add})
	}
	if a.Answer != nil {
		if _, _, ok := c.l.question(a.Answer.Question); !ok {
			c.errorf("no question %q", a.Answer.Question)
		}
		out = append(out, *a.Answer)
	}
	if a.Grow > 0 {
		if c.l.Growth.Data == "" {
			c.errorf("the lesson has no growth")
		}
		out = append(out, Grow{a.Grow})
	}
	if a.Next {
		out = append(out, Next{})
	}
	if len(out) != 1 {
		c.errorf("an action needs one member")
		return nil
	}
	return out[0]
}

func (c *compiler) solutions(src map[string][]sourceAction) {
	for i := range c.l.Steps {
		s := &c.l.Steps[i]
		c.at = "step " + s.ID
		actions, ok := src[s.ID]
		if ok != (len(s.Goals) > 0) {
			c.errorf("goals and a solution go together")
		}
		delete(src, s.ID)
		var out []Action
		for _, a := range actions {
			out = append(out, c.action(a, s))
		}
		c.l.Solution = append(c.l.Solution, out)
	}
	for id := range src {
		c.errs = append(c.errs, errors.New("no step "+id))
	}
}

func (c *compiler) field(name string) {
	if !slices.ContainsFunc(c.l.Fields, func(f Field) bool { return f.Name == name }) {
		c.errorf("no field %q", name)
	}
}

func (c *compiler) query(id string) plan.Query {
	for _, q := range c.l.Queries {
		if q.ID == id {
			return q.Query
		}
	}
	c.errorf("no query %q", id)
	return plan.Query{}
}

func (c *compiler) data(name string, count int64) dataset.Spec {
	for _, d := range c.l.Data {
		if d.Name != name {
			continue
		}
		if count == 0 {
			return d.Spec
		}
		if d.Spec.Recipe == nil {
			c.errorf("data %q has no recipe", name)
			return d.Spec
		}
		spec := sized(d.Spec, count)
		if err := spec.Check(); err != nil {
			c.errorf("%v", err)
		}
		return spec
	}
	c.errorf("no data %q", name)
	return dataset.Spec{}
}

func (c *compiler) template(text string) {
	t, err := rowkey.Parse(text)
	if err == nil {
		var fields []string
		for _, f := range c.l.Fields {
			fields = append(fields, f.Name)
		}
		err = t.Check(fields)
	}
	if err != nil {
		c.errorf("template %q: %v", text, err)
	}
}
