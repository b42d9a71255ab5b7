package wire

import (
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// Operators of what a query asks for besides its conditions. Stored queries have these
// after the conditions, in the same list: how many of the latest, of what each, then the columns.
const (
	opLatest plan.Op = 100 + iota
	opColumn
	opEach
	opsEnd
)

// Query codes a query of a workload.
func Query(c *Coder, v *plan.Query) {
	String(c, &v.ID)
	if c.decoding {
		v.Where, v.Latest, v.Each, v.Columns = nil, plan.Latest{}, "", nil
	}
	all := v.Where[:len(v.Where):len(v.Where)]
	if v.Latest != (plan.Latest{}) {
		all = append(all, plan.Cond{Field: v.Latest.Field, Op: opLatest, Value: strconv.FormatInt(v.Latest.N, 10)})
	}
	if v.Each != "" {
		all = append(all, plan.Cond{Field: v.Each, Op: opEach})
	}
	for _, f := range v.Columns {
		all = append(all, plan.Cond{Field: f, Op: opColumn})
	}
	List(c, &all, func(c *Coder, w *plan.Cond) {
		String(c, &w.Field)
		Enum(c, &w.Op, opsEnd)
		String(c, &w.Value)
		String(c, &w.To)
		if !c.decoding || c.err != nil {
			return
		}
		switch {
		case w.Op < plan.Ops && v.Latest == (plan.Latest{}) && v.Each == "" && v.Columns == nil:
			v.Where = append(v.Where, *w)
		case w.Op == opLatest && v.Latest == (plan.Latest{}) && v.Each == "" && v.Columns == nil:
			n, err := strconv.ParseInt(w.Value, 10, 64)
			if err != nil {
				c.fail("number")
			}
			v.Latest = plan.Latest{Field: w.Field, N: n}
		case w.Op == opEach && v.Each == "" && v.Columns == nil && w.Field != "":
			v.Each = w.Field
		case w.Op == opColumn:
			v.Columns = append(v.Columns, w.Field)
		default:
			c.fail("member")
		}
	})
}

// unknownFound is the number of rows found while a verdict is read that does not tell it.
const unknownFound = -1

// foundMark stands before the number of rows found.
const foundMark = "/found/"

// access codes how a query is read, as one text, which snapshots keep:
// ACCESS[/NEWEST[/LIMIT/RANGES]][/end][/stale], with /end for ranges that are read from their ends;
// after it /found/N, where the query wants N of the rows returned and that is neither all
// of them nor as many as it asks for.
func access(c *Coder, v *engine.Verdict) {
	text := string(v.Access)
	if v.Newest != "" {
		text += "/" + string(v.Newest)
	}
	if v.Limit != 0 {
		text += "/" + strconv.FormatInt(v.Limit, 10) + "/" + strconv.FormatInt(v.Ranges, 10)
	}
	if v.Reversed {
		text += "/end"
	}
	if v.Stale {
		text += "/stale"
	}
	if v.Found != min(v.Stats.RowsReturned, v.Wanted) {
		text += foundMark + strconv.FormatInt(v.Found, 10)
	}
	String(c, &text)
	if !c.decoding || c.err != nil {
		return
	}
	text, found, told := strings.Cut(text, foundMark)
	if v.Found = unknownFound; told {
		var err error
		if v.Found, err = strconv.ParseInt(found, 10, 64); err != nil || v.Found < 0 {
			c.fail("number")
		}
	}
	text, v.Stale = strings.CutSuffix(text, "/stale")
	text, v.Reversed = strings.CutSuffix(text, "/end")
	parts := append(strings.Split(text, "/"), "", "", "")
	v.Access, v.Newest, v.Limit, v.Ranges = plan.Access(parts[0]), plan.Sorting(parts[1]), 0, 0
	if parts[2] == "" {
		return
	}
	var one, two error
	v.Limit, one = strconv.ParseInt(parts[2], 10, 64)
	v.Ranges, two = strconv.ParseInt(parts[3], 10, 64)
	if one != nil || two != nil {
		c.fail("number")
	}
}
