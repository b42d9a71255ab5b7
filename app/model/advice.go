package model

import (
	"slices"
	"strconv"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/advise"
)

// Advisor is the advisor's part of the schema pane.
type Advisor struct {
	Open   bool           // it is asked again after each change
	Advice *engine.Advice // what it said last, nil for nothing yet

	sent  uint64 // number of the call under way, 0 for none
	asked bool   // the reader waits for it
}

// ElementAdvisor is the id of the heading of what the advisor says.
const ElementAdvisor = "advisor-title"

type (
	// AdvicePressed asks the advisor.
	AdvicePressed struct{}
	// AdviceClosed puts away what it said.
	AdviceClosed struct{}
	// AdviceShown leads to one of its findings, by its index.
	AdviceShown struct{ At int }
)

// About is what a finding is about.
type About string

const (
	AboutKeys   About = "keys"   // of a table
	AboutQuery  About = "query"  // of the workload
	AboutCells  About = "cells"  // of a table, their families and names
	AboutTables About = "tables" // several
	AboutRows   About = "rows"
)

// AboutOf returns what a finding is about.
func AboutOf(f advise.Finding) About {
	arg := func(is string) bool { return len(f.Args) > 0 && f.Args[0] == is }
	switch f.Rule {
	case advise.TimeFirst, advise.Sequential, advise.Opaque, advise.Unpadded, advise.ForwardDomain, advise.FewDomains:
		return AboutKeys
	case advise.CostlyQuery:
		return AboutQuery
	case advise.TablePer:
		return AboutTables
	case advise.TwoRows:
		return AboutRows
	case advise.Personal:
		if !arg("family") {
			return AboutKeys
		}
	case advise.BusyRow:
		if arg("writes") {
			return AboutKeys
		}
		return AboutRows
	case advise.TooLarge:
		if arg("key") {
			return AboutKeys
		}
		if arg("row") {
			return AboutRows
		}
	}
	return AboutCells
}

// FindingsOn returns the indices of the findings about one thing: the keys of a table, or
// a query. Of what may have changed since there are none.
func (w *Workbench) FindingsOn(about About, name string) (out []int) {
	if !w.Advisor.Open || w.Advisor.Advice == nil || w.Looking() {
		return nil
	}
	for i, f := range w.Advisor.Advice.Findings {
		of := f.Table
		if about == AboutQuery {
			of = f.Example
		}
		if AboutOf(f) == about && of == name {
			out = append(out, i)
		}
	}
	return out
}

// FindingElement returns the id of a finding.
func FindingElement(at int) string { return "finding-" + strconv.Itoa(at) }

// advise handles the messages of the advisor and reports whether this was one.
func (u *update) advise(m Msg) bool {
	a := &u.Work.Advisor
	switch m := m.(type) {
	case AdviceShown:
		u.Work.Schema.Open, u.Work.Tab = true, TabSchema
		u.do(Focus{ID: FindingElement(m.At)})
		u.do(ScrollTo{ID: FindingElement(m.At)})
	case AdvicePressed:
		a.Open, a.asked = true, true
		u.askAdvice()
	case AdviceClosed:
		*a = Advisor{sent: a.sent}
		u.do(Focus{ID: ElementAdvisor})
	default:
		return false
	}
	return true
}

func (u *update) askAdvice() {
	if u.Work.Advisor.sent == 0 {
		u.Work.Advisor.sent = u.send(host.Run{Request: engine.Advise{}}, "running-advice")
	}
}

func sameFinding(a, b advise.Finding) bool {
	return a.Rule == b.Rule && a.Table == b.Table && a.Example == b.Example && slices.Equal(a.Args, b.Args)
}

// advised takes what an answer means to the advisor: its own, or a change that it
// has not seen.
func (u *update) advised(seq uint64, r *engine.Reply) {
	a := &u.Work.Advisor
	own := a.sent != 0 && a.sent == seq
	if own {
		a.sent = 0
		if !a.Open {
			return
		}
		if r == nil || engine.As[*engine.Advice](r.Answer) == nil {
			a.asked = false
			a.Open = a.Advice != nil
			return
		}
	}
	if !a.Open || r == nil {
		return
	}
	if own {
		now := engine.As[*engine.Advice](r.Answer)
		if news := a.Advice == nil || !slices.EqualFunc(a.Advice.Findings, now.Findings, sameFinding); news || a.asked {
			u.tellCode("said-advice", page.Digits(int64(len(now.Findings))), page.Digits(int64(len(now.Checked))))
		}
		a.Advice, a.asked = now, false
	}
	if a.Advice != nil && r.Version != a.Advice.Version {
		u.askAdvice()
	}
}
