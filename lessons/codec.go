package lessons

import (
	"tabletop/engine"
	"tabletop/engine/wire"
)

// Frames are the closed sets that cross between page and worker.
var Frames = wire.Join(wire.Engine, wire.SetOf[Action](Ask{}, Type{}, Template{}, AddTable{}, Answer{}, Grow{}, Simulate{}, SimulateOn{}, Grade{}, Next{}))

// Frame codes a lesson, which is stored too where it came from a file.
func (l *Lesson) Frame(c *wire.Coder) { lesson(c, l) }

// Encode returns the frame of a compiled lesson.
func Encode(l *Lesson) []byte {
	return wire.Encode(nil, func(c *wire.Coder) { lesson(c, l) })
}

// Decode reads a frame made by [Encode]. It refuses any other with bad-frame.
func Decode(frame []byte) (*Lesson, error) {
	return decode(frame, lesson)
}

func decode(frame []byte, code func(*wire.Coder, *Lesson)) (*Lesson, error) {
	l := new(Lesson)
	if err := wire.Decode(frame, func(c *wire.Coder) { code(c, l) }); err != nil {
		return nil, err
	}
	return l, nil
}

// EncodeFile returns what the site serves of a compiled lesson: data of several steps
// stand in it once.
func EncodeFile(l *Lesson) []byte {
	return wire.Encode(nil, func(c *wire.Coder) { shared(c, l) })
}

// DecodeFile reads what [EncodeFile] made. It refuses anything else with bad-frame.
func DecodeFile(file []byte) (*Lesson, error) { return decode(file, shared) }

func shared(c *wire.Coder, l *Lesson) {
	c.Share()
	lesson(c, l)
}

// EncodeProgress returns the frame of a reader's progress.
func EncodeProgress(p Progress) []byte {
	return wire.Encode(nil, func(c *wire.Coder) { CodeProgress(c, &p); CodeGuesses(c, &p) })
}

// DecodeProgress reads a frame made by [EncodeProgress]. It refuses any other
// with bad-frame.
func DecodeProgress(frame []byte) (Progress, error) {
	var p Progress
	if err := wire.Decode(frame, func(c *wire.Coder) { CodeProgress(c, &p); CodeGuesses(c, &p) }); err != nil {
		return Progress{}, err
	}
	return p, nil
}

func lesson(c *wire.Coder, l *Lesson) {
	wire.String(c, &l.Slug)
	wire.String(c, &l.Lang)
	wire.String(c, &l.Track)
	wire.String(c, &l.Title)
	wire.String(c, &l.Summary)
	wire.String(c, &l.Source)
	wire.Int(c, &l.Minutes)
	stringList(c, &l.Teaches)
	stringList(c, &l.Needs)
	wire.List(c, &l.Fields, func(c *wire.Coder, f *Field) {
		wire.String(c, &f.Name)
		wire.String(c, &f.Text)
	})
	wire.List(c, &l.Data, func(c *wire.Coder, d *Data) {
		wire.String(c, &d.Name)
		wire.Spec(c, &d.Spec)
		wire.List(c, &d.Columns, wire.Column)
	})
	wire.List(c, &l.Queries, func(c *wire.Coder, q *Query) {
		wire.Query(c, &q.Query)
		wire.String(c, &q.Text)
	})
	wire.String(c, &l.Table)
	wire.String(c, &l.Added)
	wire.String(c, &l.Growth.Data)
	wire.String(c, &l.Growth.Compare)
	wire.List(c, &l.References, func(c *wire.Coder, r *Reference) {
		t := engine.Trial{Name: r.ID, Tables: r.Tables}
		wire.Trial(c, &t)
		r.ID, r.Tables = t.Name, t.Tables
		wire.String(c, &r.Text)
		c.Bool(&r.Passes)
	})
	wire.List(c, &l.Start, wire.Request)
	wire.List(c, &l.Steps, step)
	wire.List(c, &l.Solution, func(c *wire.Coder, as *[]Action) { wire.List(c, as, CodeAction) })
	if c.AtEnd() { // it was stored before readers could guess
		return
	}
	for i := range l.Steps {
		for j := range l.Steps[i].Asks {
			guessing(c, &l.Steps[i].Asks[j])
		}
	}
	if c.AtEnd() { // before they were asked for a price
		return
	}
	for i := range l.Steps {
		if t := l.Steps[i].Traffic; t != nil {
			c.Bool(&t.Priced)
		}
	}
}

// guessing codes what questions have had since readers can guess.
func guessing(c *wire.Coder, q *Question) {
	c.Bool(&q.Guess)
	wire.String(c, &q.After)
	c.Bool(&q.Holds)
	wire.String(c, &q.Because)
	wire.List(c, &q.Sizes, wire.Int[int64])
	wire.String(c, &q.Truth.At)
	wire.String(c, &q.Truth.Query)
	wire.Int(c, &q.Truth.Records)
}

func step(c *wire.Coder, s *Step) {
	wire.String(c, &s.ID)
	wire.String(c, &s.Title)
	wire.String(c, &s.Body)
	wire.List(c, &s.Panels, func(c *wire.Coder, p *Panel) { wire.Enum(c, p, endPanels) })
	wire.List(c, &s.Enter, wire.Request)
	stringList(c, &s.Drop)
	c.Bool(&s.Fresh)
	wire.Optional(c, &s.Traffic, func(c *wire.Coder, t *Traffic) {
		wire.Simulate(c, &t.Simulate)
		wire.String(c, &t.Against)
	})
	wire.List(c, &s.Actions, func(c *wire.Coder, o *Offer) {
		wire.String(c, &o.ID)
		wire.String(c, &o.Text)
		CodeAction(c, &o.Action)
	})
	wire.List(c, &s.Asks, question)
	wire.List(c, &s.Goals, func(c *wire.Coder, g *Goal) {
		wire.String(c, &g.ID)
		wire.String(c, &g.Text)
		check(c, &g.Check)
	})
	stringList(c, &s.Hints)
	wire.String(c, &s.Solved)
	wire.List(c, &s.Notes, func(c *wire.Coder, n *Note) {
		wire.String(c, &n.ID)
		when(c, &n.When)
		wire.String(c, &n.Text)
	})
	c.Bool(&s.Debrief)
}

func question(c *wire.Coder, q *Question) {
	wire.String(c, &q.ID)
	wire.String(c, &q.Text)
	wire.Enum(c, &q.Kind, endQuestionKinds)
	wire.List(c, &q.Choices, func(c *wire.Coder, v *Choice) {
		wire.String(c, &v.Value)
		wire.String(c, &v.Text)
	})
	wire.String(c, &q.Right)
	wire.String(c, &q.Run)
	wire.String(c, &q.Truth.Of)
	wire.String(c, &q.Truth.Table)
	wire.String(c, &q.Truth.Row)
	wire.String(c, &q.Truth.Column)
	wire.List(c, &q.Wrong, func(c *wire.Coder, v *Wrong) {
		wire.String(c, &v.Value)
		wire.String(c, &v.Text)
	})
	wire.String(c, &q.Else)
}

func when(c *wire.Coder, w *When) {
	wire.String(c, &w.Goal)
	for _, v := range []*Check{&w.Is, &w.Unless} {
		there := *v != nil
		if c.Bool(&there); there {
			check(c, v)
		}
	}
	wire.String(c, &w.Table)
	wire.String(c, &w.Missing)
	c.Bool(&w.Collides)
	wire.String(c, &w.Query)
	c.Bool(&w.Inexact)
	wire.String(c, &w.Access)
	wire.String(c, &w.Residual)
	wire.Int(c, &w.Tables)
}

// actions are stored with the lessons from files.
var actions = []wire.Kind[Action]{
	wire.KindOf[Action](1, func(c *wire.Coder, v *Ask) { wire.Request(c, &v.Request) }),
	wire.KindOf[Action](2, func(c *wire.Coder, v *Type) { wire.String(c, &v.Text); wire.Enum(c, &v.Dialect, engine.HBase+1) }),
	wire.KindOf[Action](3, func(c *wire.Coder, v *Template) { wire.String(c, &v.Table); wire.String(c, &v.Text) }),
	wire.KindOf[Action](4, func(c *wire.Coder, v *AddTable) { wire.String(c, &v.Text) }),
	wire.KindOf[Action](5, answer),
	wire.KindOf[Action](6, func(c *wire.Coder, v *Grow) { wire.Int(c, &v.Records) }),
	wire.KindOf[Action](7, wire.Plain[Simulate]),
	wire.KindOf[Action](8, wire.Plain[Grade]),
	wire.KindOf[Action](9, wire.Plain[Next]),
	wire.KindOf[Action](10, func(c *wire.Coder, v *SimulateOn) { wire.Int(c, &v.Nodes) }),
}

// CodeAction codes an action.
func CodeAction(c *wire.Coder, v *Action) { wire.Union(c, v, actions) }

func bounds(c *wire.Coder, of ...*Bound) {
	for _, b := range of {
		c.Bool(&b.Set)
		wire.Int(c, &b.Least)
		wire.Int(c, &b.Most)
	}
}

func measurement(c *wire.Coder, m *Measurement) {
	wire.String(c, &m.Goal)
	wire.List(c, &m.Before, reading)
	wire.List(c, &m.After, reading)
}

func reading(c *wire.Coder, r *Reading) {
	wire.String(c, &r.What)
	c.Bool(&r.Known)
	c.Bool(&r.OK)
	wire.Int(c, &r.Have)
	bounds(c, &r.Want)
	wire.String(c, &r.HaveText)
	wire.String(c, &r.WantText)
}

func answer(c *wire.Coder, v *Answer) {
	wire.String(c, &v.Question)
	wire.String(c, &v.Value)
}

// CodeProgress codes a reader's progress.
func CodeProgress(c *wire.Coder, p *Progress) {
	codeProgress(c, p, true)
}

// CodeOlderProgress codes a progress as it was stored before goals were measured and
// designs graded.
func CodeOlderProgress(c *wire.Coder, p *Progress) {
	codeProgress(c, p, false)
}

func codeProgress(c *wire.Coder, p *Progress, whole bool) {
	wire.Int(c, &p.Step)
	stringList(c, &p.Passed)
	wire.List(c, &p.Answers, answer)
	wire.List(c, &p.Hints, wire.Int[int])
	wire.List(c, &p.Revealed, wire.Int[int])
	wire.List(c, &p.Figures, wire.Figure)
	if whole {
		wire.List(c, &p.Measured, measurement)
	}
	if c.Bool(&p.Done); !whole {
		return
	}
	wire.List(c, &p.Best, func(c *wire.Coder, r *Result) {
		wire.Int(c, &r.Scanned)
		wire.Int(c, &r.Skew)
		wire.Int(c, &r.Bytes)
		wire.Int(c, &r.Worst)
		stringList(c, &r.Designs)
	})
}

// CodeGuesses codes the later parts of a progress: guesses, then the last grading and the
// beginning of a step. They stand at the end of a frame, and an older frame ends before them.
func CodeGuesses(c *wire.Coder, p *Progress) {
	later := len(p.Last) > 0 || p.Ground != 0
	if c.AtEnd() || !c.Decoding() && len(p.Found) == 0 && len(p.Tries) == 0 && !later {
		return
	}
	wire.List(c, &p.Found, answer)
	wire.List(c, &p.Tries, wire.Int[int])
	if c.AtEnd() || !c.Decoding() && !later {
		return
	}
	wire.List(c, &p.Last, reading)
	c.Uint(&p.Ground)
}

func stringList(c *wire.Coder, v *[]string) { wire.List(c, v, wire.String[string]) }
