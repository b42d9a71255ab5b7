package engine

import (
	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/design"
	"tabletop/engine/filter"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// PlanQuestion asks which reads a question becomes under the current designs and, with Measure, what it
// would cost. It changes nothing.
type PlanQuestion struct {
	Query plan.Query
	// Table, if not "", names a designed table. The conditions of the question are then replaced
	// by ones that the rows from number First to number Last meet.
	Table       string
	First, Last int
	Measure     bool
}

func (PlanQuestion) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, Urgency: UrgencyAtOnce, Unjudged: true}
}

func (r PlanQuestion) start(t *Task) { t.run(func() error { t.planQuestion(r); return nil }) }

// QuestionPlan is the answer to [PlanQuestion].
type QuestionPlan struct {
	Query      plan.Query        // the question with its new conditions and without an ID
	Verdict    Verdict           // without Measure it has no counts
	Reads      []ReadCommand     // in key order; none if no design answers the question
	NonNumeric []NonNumericField // fields that the question compares as numbers although they hold none
}

func (*QuestionPlan) answer() {}

// NonNumericField is a field that a question compares as numbers although it holds none.
type NonNumericField = design.NonNumericField

// ReadCommand is one read, written as a command of cbt.
type ReadCommand struct {
	Text              string // "" if no command can express it
	TextWithoutFilter string // the same read without its filter; "" without a filter, or if that would read other rows
}

// planQuestion answers [PlanQuestion] on a copy of the state. The question has no ID there; counts stored
// for the ID "" are removed from the designs before and after measuring.
func (t *Task) planQuestion(r PlanQuestion) {
	st := t.s.state.clone()
	if d := st.designs[r.Table]; d != nil {
		r.Query.Where = fitting(st, r)
	}
	r.Query.ID = "" // so that it cannot be taken for a question of the workload
	out := &QuestionPlan{Query: r.Query}
	t.reply.Answer = out
	if len(st.designs) == 0 {
		return
	}
	t.learnEven(st, r.Query.Latest)
	name, p := compare.BestTable(st.designs, st.tables, r.Query)
	out.Verdict = Verdict{Table: name, Missing: p.Missing, Access: p.Access, LatestMethod: p.LatestMethod}
	if name != "" {
		out.NonNumeric = st.designs[name].NonNumericFields(r.Query)
		if !p.Groups.IsEmpty() {
			p.Ranges = firstGroups(st.tables[name], p)
		}
		out.Reads = sayReads(name, p)
	}
	if r.Measure {
		forget := func() {
			for _, d := range st.designs {
				delete(d.WantedRecords, "")
			}
		}
		forget()
		st.workload = []plan.Query{r.Query}
		out.Verdict = t.judge(st, nil)[0]
		forget()
	}
}

// fitting returns conditions that select the rows from First to Last, see [plan.ConditionsForRows].
func fitting(st state, r PlanQuestion) []plan.Cond {
	tab := st.tables[r.Table]
	first := max(min(r.First, tab.Len()-1), 0)
	last := max(min(r.Last, tab.Len()-1), first)
	// The keys are those of the rows before, first, last and after, "" if there is no such row.
	keys := [4]base.RowKey{}
	for i, at := range []int{first - 1, first, last, last + 1} {
		if at >= 0 {
			for row := range tab.RowsAt(at, 1) {
				keys[i] = row.Key()
			}
		}
	}
	return plan.ConditionsForRows(st.designs[r.Table].Template, keys[0], keys[1], keys[2], keys[3])
}

// maxSaidGroups is the most groups whose reads are written as commands.
const maxSaidGroups = 20

// firstGroups returns the first groups that a plan meets in its ranges, at most maxSaidGroups.
func firstGroups(tab *table.Table, p plan.Plan) (out []base.Range) {
	from := func(key base.RowKey) (base.RowKey, bool) {
		at := tab.Rank(key)
		if at == tab.Len() {
			return "", false
		}
		return tab.KeysAt([]int{at})[0], true
	}
	for _, r := range p.Ranges {
		for group := range p.Groups.In(r, from) {
			if len(out) == maxSaidGroups {
				return out
			}
			out = append(out, group)
		}
	}
	return out
}

// sayReads writes the reads of a plan as commands of cbt. Empty ranges are left out.
func sayReads(name string, p plan.Plan) (out []ReadCommand) {
	expr := ""
	if p.Filter != nil {
		expr = filter.FilterText(p.Filter)
	}
	ranges := p.Ranges
	if p.Limit == 0 {
		ranges = compare.EffectiveRanges(ranges)
	}
	for _, r := range ranges {
		if r.IsEmpty() {
			continue
		}
		cmd := console.Read{Table: name, Start: r.Start, End: r.End, Count: int(p.Limit), Reversed: p.Reversed}
		// A range that holds exactly the keys with a prefix is written as that prefix.
		if prefix := base.PrefixRange(string(r.Start)); r == prefix && r != base.AllKeys {
			cmd.Start, cmd.End, cmd.Prefix = "", "", string(r.Start)
		}
		one := ReadCommand{}
		if expr != "" && p.Limit == 0 {
			one.TextWithoutFilter = print(cmd, r)
		}
		cmd.Expr = expr
		one.Text = print(cmd, r)
		out = append(out, one)
	}
	return out
}

// print writes a read as a command of cbt, as a lookup if it reads a single row. It returns "" if
// no command can express the read.
func print(r console.Read, of base.Range) string {
	var cmd console.Command = r
	if key, ok := of.PointKey(); ok {
		cmd = console.Lookup{Table: r.Table, Row: key, ShowOptions: r.ShowOptions}
	}
	text, err := cbt.Print(cmd)
	if err != nil || console.CheckLine(text) != nil {
		return ""
	}
	return text
}
