//go:build !js || author

package lessons

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"tabletop/engine/base"
)

// Attempt is something a reader may well do, mostly what does not solve a step.
type Attempt struct {
	Name    string
	Step    string   // begins where the steps before are solved
	Do      []Action //
	Explain string   // ID of the explanation that the last action meets
	Open    []string // goals that stay open
}

// sourceAttempt is [Attempt] as it is written.
type sourceAttempt struct {
	Name, Step string
	Do         []sourceAction
	Explain    string
	Open       []string
}

// sourceFact is [Fact] as it is written.
type sourceFact struct {
	Says, From, Step string
	Solved           bool
	Do               []sourceAction
	Is               *sourceCheck
}

// Attempts reads a lesson's wrong.json.
func Attempts(fsys fs.FS, l *Lesson) ([]Attempt, error) {
	s := newFolder(fsys, path.Join(root, l.Slug))
	out := s.attempts(l, "wrong.json")
	return out, s.found.or()
}

// Also reads a lesson's also.json, if it has one: what solves a step as well as the
// solution does.
func Also(fsys fs.FS, l *Lesson) ([]Attempt, error) {
	s := newFolder(fsys, path.Join(root, l.Slug))
	if _, err := fs.Stat(fsys, s.name("also.json")); err != nil {
		return nil, nil
	}
	out := s.attempts(l, "also.json")
	return out, s.found.or()
}

func (s *folder) attempts(l *Lesson, file string) (out []Attempt) {
	var src []sourceAttempt
	s.json(file, &src)
	c := compiler{l: l, src: &sourceLesson{}}
	for _, s := range src {
		i := slices.IndexFunc(l.Steps, func(st Step) bool { return st.ID == s.Step })
		c.at = s.Name
		if i < 0 {
			c.problem(unknown("step", s.Step, names(l.Steps, func(s Step) string { return s.ID })))
			continue
		}
		a := Attempt{Name: s.Name, Step: s.Step, Explain: s.Explain, Open: s.Open}
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

// Fact is a figure that a lesson's text names, with what proves it.
type Fact struct {
	Says string // as it stands in the text
	// From is the document that says so: its figures are asserted, not computed.
	From   string
	Step   string   // begins where the steps before are solved
	Solved bool     // this one too
	Do     []Action // then
	Is     Check    // that passes after the last action
}

// Facts reads a lesson's facts.json.
func Facts(fsys fs.FS, l *Lesson) ([]Fact, error) {
	s := newFolder(fsys, path.Join(root, l.Slug))
	out := s.facts(l)
	return out, s.found.or()
}

func (s *folder) facts(l *Lesson) (out []Fact) {
	var src []sourceFact
	s.json("facts.json", &src)
	c := compiler{l: l, src: &sourceLesson{}}
	for _, s := range src {
		c.at = fmt.Sprintf("%q", s.Says)
		f := Fact{Says: s.Says, From: s.From, Step: s.Step, Solved: s.Solved}
		i := slices.IndexFunc(l.Steps, func(st Step) bool { return st.ID == s.Step })
		switch {
		case s.Says == "":
			c.refuse(base.MistakeFactEmpty)
		case (s.From == "") != (s.Is != nil):
			c.refuse(base.MistakeFactFrom)
		case s.Is != nil && i < 0:
			c.problem(unknown("step", s.Step, names(l.Steps, func(s Step) string { return s.ID })))
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
