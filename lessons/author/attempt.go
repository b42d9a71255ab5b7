package author

import (
	"fmt"
	"io/fs"
	"slices"

	"tabletop/engine/base"
	"tabletop/lessons"
)

// WrongAttempt is something that a reader may well do in a step: mostly something that does not solve
// it. verify does each attempt and compares what happens.
type WrongAttempt struct {
	Name    string
	Step    string           // where it begins; all steps before it are solved by then
	Do      []lessons.Action // // in order
	Explain string           // ID of the explanation that the last action leads to
	Open    []string         // IDs of goals that have not passed after it
}

// sourceAttempt is an [WrongAttempt] as wrong.json writes it.
type sourceAttempt struct {
	Name, Step string
	Do         []sourceAction
	Explain    string
	Open       []string
}

// sourceFact is a fact as facts.json writes it.
type sourceFact struct {
	Says, From, Step string
	Solved           bool
	Do               []sourceAction
	Is               *sourceCheck
}

// ReadWrongAttempts reads the wrong attempts of a lesson from its wrong.json. Its errors are
// [lessons.Problems].
func ReadWrongAttempts(fsys fs.FS, l *lessons.Lesson) ([]WrongAttempt, error) {
	s := newFolder(fsys, l.Slug)
	out := s.attempts(l, "wrong.json")
	return out, errorOf(s.found)
}

// also reads also.json of a lesson: actions that solve a step as well as the solution does. Without
// the file it returns nothing and no error.
func also(fsys fs.FS, l *lessons.Lesson) ([]WrongAttempt, error) {
	s := newFolder(fsys, l.Slug)
	if _, err := fs.Stat(fsys, s.name("also.json")); err != nil {
		return nil, nil
	}
	out := s.attempts(l, "also.json")
	return out, errorOf(s.found)
}

// attempts reads a file of attempts and compiles their actions. It leaves out an attempt of an
// unknown step, and adds all mistakes to s.found.
func (s *folder) attempts(l *lessons.Lesson, file string) (out []WrongAttempt) {
	var src []sourceAttempt
	s.json(file, &src)
	c := compiler{l: l, src: &sourceLesson{}}
	for _, s := range src {
		i := slices.IndexFunc(l.Steps, func(st lessons.Step) bool { return st.ID == s.Step })
		c.at = s.Name
		if i < 0 {
			c.problem(unknown("step", s.Step, names(l.Steps, func(s lessons.Step) string { return s.ID })))
			continue
		}
		a := WrongAttempt{Name: s.Name, Step: s.Step, Explain: s.Explain, Open: s.Open}
		for _, do := range s.Do {
			a.Do = append(a.Do, c.action(do, &l.Steps[i]))
		}
		for _, g := range s.Open {
			c.among("goal", g, goals(l.Steps[i]))
		}
		out = append(out, a)
	}
	s.take(file, &c.errs)
	return out
}

// fact is a figure that a lesson's text names, with its proof or its source. Either From or Is is
// set. The proof begins at Step, does the actions of Do and then measures Is.
type fact struct {
	Says string // the part of the text that has the figure, letter for letter
	// From is the document that says so. Such a figure is not computed.
	From   string
	Step   string           // all steps before it are solved at the beginning
	Solved bool             // the step itself is solved too
	Do     []lessons.Action // done after that
	Is     lessons.Check    // has to pass after the last action
}

// facts reads the figures of a lesson's text that have a proof or a source, from its facts.json.
func facts(fsys fs.FS, l *lessons.Lesson) ([]fact, error) {
	s := newFolder(fsys, l.Slug)
	out := s.facts(l)
	return out, errorOf(s.found)
}

// facts reads facts.json and compiles its actions and checks. A fact has either a document as its
// source or a check as its proof. Mistakes are added to s.found.
func (s *folder) facts(l *lessons.Lesson) (out []fact) {
	var src []sourceFact
	s.json("facts.json", &src)
	c := compiler{l: l, src: &sourceLesson{}}
	for _, s := range src {
		c.at = fmt.Sprintf("%q", s.Says)
		f := fact{Says: s.Says, From: s.From, Step: s.Step, Solved: s.Solved}
		i := slices.IndexFunc(l.Steps, func(st lessons.Step) bool { return st.ID == s.Step })
		switch {
		case s.Says == "":
			c.refuse(base.MistakeFactEmpty)
		case (s.From == "") != (s.Is != nil):
			c.refuse(base.MistakeFactFrom)
		case s.Is != nil && i < 0:
			c.problem(unknown("step", s.Step, names(l.Steps, func(s lessons.Step) string { return s.ID })))
		case s.Is != nil:
			for _, do := range s.Do {
				f.Do = append(f.Do, c.action(do, &l.Steps[i]))
			}
			f.Is = c.check(*s.Is, &l.Steps[i])
		}
		out = append(out, f)
	}
	s.take("facts.json", &c.errs)
	return out
}
