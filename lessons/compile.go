//go:build !js || author

package lessons

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// sourceLesson is lesson.json. Names are matched without regard to case.
type sourceLesson struct {
	Minutes int
	Teaches []string
	Needs   []string
	Fields  []string
	Columns []plan.Column // of every data set that has none of its own
	Data    []struct {
		Name, CSV string
		Fields    []string // of it alone, none for all of the lesson
		Columns   []plan.Column
		Recipe    *sourceRecipe
	}
	Queries []struct {
		ID      string
		Where   []sourceCond
		Latest  plan.Latest
		Columns []string // fields
	}
	Table  string
	Added  string
	Growth Growth

	References []struct {
		ID     string
		Passes bool
		Tables []Template
	}
	Start []sourceRequest
	Steps []sourceStep
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
	Drop      []string
	Fresh     bool
	Enter     []sourceRequest
	Load      *sourceTraffic
	Offers    []sourceOffer
	Questions []sourceQuestion
	Goals     []sourceGoal
	Hints     int
	Notes     []struct {
		ID   string
		When sourceWhen
	}
	Debrief bool
}

type sourceOffer struct {
	ID     string
	Action sourceAction
}

type sourceQuestion struct {
	ID      string
	Kind    string // choose, number, fill, order; "" for choose or number
	Choices []string
	Right   string
	Run     string
	Truth   Truth
	Wrong   []string
	Else    bool
}

type sourceGoal struct {
	ID string
	sourceCheck
}

// sourceRequest has one member set.
type sourceRequest struct {
	Load *struct {
		Table, Template, Data string
		Count                 int64 // of a recipe, 0 for its own
	}
	Workload []string
	Type     *string // commands of cbt
	Times    int     // that Type is repeated, {n} in it being the number from 1; 0 for 1
	Shell    *string // commands of the HBase shell
	Advance  string  // a length of time such as 36h
	Compact  string  // table
	Undo     bool
}

// sourceAction has one member set.
type sourceAction struct {
	Offer    string // an offer of the step
	Ask      *sourceRequest
	Type     *string
	Shell    *string
	Template *Template
	Add      *string
	Answer   *Answer
	Grow     int64
	Simulate bool
	Grade    bool
	Next     bool
}

// compiler turns sources into a lesson and collects what is wrong with them.
type compiler struct {
	src  *sourceLesson
	text *prose
	l    *Lesson
	at   string // what is being compiled, for messages
	ids  map[string]bool
	errs Problems
}

func (c *compiler) errorf(format string, args ...any) {
	c.errs = append(c.errs, Problem{At: c.at, What: fmt.Sprintf(format, args...)})
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
	l.Source, l.Minutes, l.Teaches, l.Needs = c.text.plain("source"), src.Minutes, src.Teaches, src.Needs
	l.Table, l.Added, l.Growth = src.Table, src.Added, src.Growth
	for _, d := range src.Data {
		c.claim("data", d.Name)
		out := Data{Name: d.Name, Spec: dataset.Spec{Fields: d.Fields, Records: records[d.CSV]}, Columns: d.Columns}
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
			if !slices.Contains(out.Spec.Fields, col.Field) {
				c.errorf("column %s: no such field in it", col.Field)
			}
			if col.Family == "" || col.Qualifier == "" {
				c.errorf("column %s: no family or no qualifier", col.Field)
			}
		}
		if d.Recipe != nil {
			var err error
			if out.Spec.Recipe, err = d.Recipe.recipe(); err != nil {
				c.errorf("%v", err)
				continue
			}
		}
		if err := out.Spec.Check(); err != nil {
			c.errorf("%v", err)
		}
		l.Data = append(l.Data, out)
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
	c.at = "minutes"
	if l.Minutes <= 0 {
		c.errorf("are missing")
	}
	c.at = "teaches"
	if len(l.Teaches) == 0 {
		c.errorf("nothing")
	}
	c.at = "growth"
	if l.Growth.Data != "" {
		d := c.data(l.Growth.Data, 0)
		if d.Spec.Recipe == nil {
			c.errorf("data %q has no recipe", l.Growth.Data)
		}
		c.template(l.Growth.Compare, d.Spec.Fields)
	}
	for _, r := range src.References {
		c.claim("reference", r.ID)
		out := Reference{ID: r.ID, Passes: r.Passes, Text: c.text.plain("reference " + r.ID)}
		for _, t := range r.Tables {
			c.template(t.Text, nil)
			out.Tables = append(out.Tables, engine.AttemptDesign{Table: t.Table, Template: t.Text})
		}
		l.References = append(l.References, out)
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
	c.at = "graded"
	times := 0
	for _, s := range l.Steps {
		for _, g := range s.Goals {
			if _, ok := g.Check.(Graded); ok {
				times++
			}
		}
	}
	if times > 1 {
		c.errorf("once in a lesson, not %d times", times)
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
		i := slices.Index([]string{PanelDesigner: "designer", PanelGrowth: "growth", PanelLoad: "load", PanelSchema: "schema"}, p)
		if i < 0 {
			c.errorf("no panel %q", p)
		}
		out.Panels = append(out.Panels, Panel(i))
	}
	out.Enter, out.Drop, out.Fresh = c.requests(s.Enter), s.Drop, s.Fresh
	if s.Load != nil {
		out.Traffic = c.traffic(s.Load)
	}
	if (s.Load != nil) != slices.Contains(out.Panels, PanelLoad) {
		c.errorf("load and its panel go together")
	}
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
		out.Goals = append(out.Goals, Goal{g.ID, c.text.plain(under + "goal " + g.ID), c.check(g.sourceCheck, &out)})
	}
	for i := range s.Hints {
		out.Hints = append(out.Hints, c.text.html(under+"hint "+strconv.Itoa(i+1)))
	}
	for _, n := range s.Notes {
		c.claim("note", n.ID)
		out.Notes = append(out.Notes, Note{n.ID, c.when(n.When, &out), c.text.html(under + "note " + n.ID)})
	}
	if len(s.Goals) > 0 {
		out.Solved = c.text.html(under + "solution")
	}
	return out
}

func (c *compiler) question(under string, q sourceQuestion) Question {
	c.claim("question", q.ID)
	out := Question{ID: q.ID, Right: q.Right, Run: q.Run, Truth: q.Truth, Text: c.text.plain(under + "question " + q.ID)}
	kinds := []string{Choose: "choose", Number: "number", Fill: "fill", PutInLine: "order"}
	switch i := slices.Index(kinds, q.Kind); {
	case i >= 0:
		out.Kind = QuestionKind(i)
	case q.Kind != "":
		c.errorf("no kind %q: it is one of %s", q.Kind, strings.Join(kinds, ", "))
	case len(q.Choices) == 0:
		out.Kind = Number
	}
	if chosen := out.Kind == Choose || out.Kind == PutInLine; chosen != (len(q.Choices) > 0) {
		c.errorf("to choose and to order need choices, other kinds have none")
	}
	for _, v := range q.Choices {
		text := v
		if out.Kind == Choose {
			text = c.text.plain(under + "choice " + q.ID + "=" + v)
			if v != q.Right && !slices.Contains(q.Wrong, v) && !q.Else {
				c.errorf("nothing explains %q", v)
			}
		}
		out.Choices = append(out.Choices, Choice{v, text})
	}
	known := func(v string) bool {
		switch out.Kind {
		case Choose:
			return slices.Contains(q.Choices, v)
		case Number:
			return number(v) == v && v != ""
		case PutInLine:
			a, b := strings.Split(v, ","), slices.Clone(q.Choices)
			slices.Sort(a)
			slices.Sort(b)
			return slices.Equal(a, b)
		}
		return strings.TrimSpace(v) == v && v != ""
	}
	if !known(q.Right) {
		c.errorf("%q cannot be answered", q.Right)
	}
	if out.Kind == PutInLine && q.Right == strings.Join(q.Choices, ",") {
		c.errorf("the choices stand in the right order already")
	}
	for _, v := range q.Wrong {
		if !known(v) && out.Kind != Number || v == q.Right {
			c.errorf("%q is no wrong answer", v)
		}
		out.Wrong = append(out.Wrong, Wrong{v, c.text.html(under + "wrong " + q.ID + "=" + v)})
	}
	if q.Else {
		out.Else = c.text.html(under + "else " + q.ID)
	} else if out.Kind != Choose {
		c.errorf("nothing explains other answers")
	}
	c.truth(q)
	return out
}

// truth checks where a question's answer stands.
func (c *compiler) truth(q sourceQuestion) {
	if (q.Run == "") != (q.Truth.Of == "") {
		c.errorf("run and truth go together")
	}
	switch q.Truth.Of {
	case "", OfRowsScanned, OfRowsReturned, OfCellsScanned, OfCells, OfBytes, OfBytesKept, OfSeeks, OfRows, OfKeys, OfColumns,
		OfValue, OfVersions, OfNumber:
	default:
		c.errorf("no truth of %q", q.Truth.Of)
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
	var out []engine.Request
	if r.Load != nil {
		d := c.data(r.Load.Data, r.Load.Count)
		if r.Load.Template != "" {
			c.template(r.Load.Template, d.Spec.Fields)
		}
		out = append(out, engine.Load{Table: r.Load.Table, Template: r.Load.Template, Columns: d.Columns, Data: d.Spec})
	}
	if r.Workload != nil {
		var w engine.Workload
		for _, id := range r.Workload {
			w.Queries = append(w.Queries, c.query(id))
		}
		out = append(out, w)
	}
	if r.Type != nil {
		out = append(out, engine.Console{Text: repeated(*r.Type, min(r.Times, maxTimes))})
	}
	if r.Shell != nil {
		out = append(out, engine.Console{Dialect: engine.HBase, Text: *r.Shell})
	}
	if r.Advance != "" {
		d, err := time.ParseDuration(r.Advance)
		if err != nil || d <= 0 {
			c.errorf("%q is no length of time such as 36h", r.Advance)
		}
		out = append(out, engine.Advance{By: base.Micros(d.Microseconds())})
	}
	if r.Compact != "" {
		out = append(out, engine.Compact{Table: r.Compact})
	}
	if r.Undo {
		out = append(out, engine.Undo{})
	}
	if r.Times != 0 && (r.Type == nil || r.Times < 2 || r.Times > maxTimes) {
		c.errorf("times is of type, 2 or more and at most %d", maxTimes)
	}
	if len(out) != 1 {
		c.errorf("a request needs one of load, workload, type, shell, advance, compact and undo")
		return nil
	}
	return out[0]
}

// maxTimes is how often commands can be repeated.
const maxTimes = 10_000

// repeated returns commands so many times, the number of each in place of {n}.
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
	if a.Shell != nil {
		out = append(out, Type{Text: *a.Shell, Dialect: engine.HBase})
	}
	if a.Template != nil {
		c.template(a.Template.Text, nil)
		out = append(out, *a.Template)
	}
	if a.Add != nil {
		c.template(*a.Add, nil)
		out = append(out, AddTable{*a.Add})
	}
	if a.Simulate {
		if step == nil || step.Traffic == nil {
			c.errorf("the step has no load")
		}
		out = append(out, Simulate{})
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
	if a.Grade {
		if _, _, _, ok := c.l.Graded(); !ok {
			c.errorf("nothing is graded")
		}
		out = append(out, Grade{})
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
	for _, id := range slices.Sorted(maps.Keys(src)) {
		c.at = "step " + id
		c.errorf("the lesson has no such step")
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

func (c *compiler) data(name string, count int64) Data {
	for _, d := range c.l.Data {
		if d.Name != name {
			continue
		}
		if count == 0 {
			return d
		}
		if d.Spec.Recipe == nil {
			c.errorf("data %q has no recipe", name)
			return d
		}
		d.Spec = sized(d.Spec, count)
		if err := d.Spec.Check(); err != nil {
			c.errorf("%v", err)
		}
		return d
	}
	c.errorf("no data %q", name)
	return Data{}
}

// template checks a template over fields; nil are all that the lesson has.
func (c *compiler) template(text string, fields []string) {
	if fields == nil {
		for _, f := range c.l.Fields {
			fields = append(fields, f.Name)
		}
	}
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.Check(fields)
	}
	if err != nil {
		c.errorf("template %q: %v", text, err)
	}
}
