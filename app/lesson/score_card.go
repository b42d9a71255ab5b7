package lesson

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/rowkey"
	"tabletop/lessons"
)

// card is the score card of a challenge: the criteria by which designs are graded, and how
// the reader's designs did.
type card struct {
	Of     lessons.DesignGraded  // the check that grades
	Lines  []criterion           // in the order of [lessons.Criteria]
	Each   []lessons.Reading     // the cost of each question, of the design graded last
	Known  bool                  // a design has been graded since the lesson was opened
	Met    int                   // number of criteria that it meets
	Best   *lessons.GradedResult // the best of all designs graded, nil for none
	Rival  *lessons.GradedResult // the result of a design that came by a link, nil for none
	Beaten bool                  // the best meets every par
	Medal  lessons.Medal         // of the design graded last, or of the best if none was
	Nodes  []int64               // hundredths of a node that scanning and writing keep busy
}

// criterion is a line of the score card.
type criterion struct {
	What      string // one of [lessons.Criteria]
	Known, OK bool   // it was measured, and met
	Have, Par int64  // the measured value and the par
	Best      int64  // value of the best design, 0 if there is none
	Rival     int64  // value of the rival's design, 0 if there is none
}

// scoreOf returns the score card for the shown step. ok is false unless the step grades
// designs or looks back at the challenge.
func scoreOf(l *page.LessonState) (s card, ok bool) {
	goal, of, step, ok := l.Lesson.GradedGoal()
	if !ok || l.Step != step && !l.Lesson.Steps[l.Step].Debrief {
		return card{}, false
	}
	s.Of = of
	// The order of these is that of lessons.Criteria.
	pars := []int64{int64(len(of.Rates)), of.Scanned, of.Skew, of.Bytes}
	best := make([]int64, len(pars))
	if b := l.Progress.Best; len(b) > 0 {
		s.Best, s.Beaten = &b[0], b[0].Worst <= 1000
		best = []int64{pars[0], b[0].Scanned, b[0].Skew, b[0].Bytes}
		s.Medal = b[0].Medal()
	}
	rival := make([]int64, len(pars))
	if r := l.Progress.Rival; len(r) > 0 {
		s.Rival = &r[0]
		rival = []int64{pars[0], r[0].Scanned, r[0].Skew, r[0].Bytes}
	}
	for i, what := range lessons.Criteria {
		s.Lines = append(s.Lines, criterion{What: what, Par: pars[i], Best: best[i], Rival: rival[i]})
	}
	// There are no readings until a design has been graded since the lesson was opened.
	for _, r := range l.Readings[goal.ID] {
		switch r.Measure {
		case lessons.ReadingQuery, lessons.ReadingLost:
			s.Each = append(s.Each, r)
		case lessons.ReadingScanNodes, lessons.ReadingWriteNodes:
			s.Nodes = append(s.Nodes, r.Have)
		}
		if i := slices.Index(lessons.Criteria, r.Measure); i >= 0 && r.Known {
			s.Lines[i].Known, s.Lines[i].OK, s.Lines[i].Have = true, r.OK, r.Have
			s.Known = true
			if r.OK {
				s.Met++
			}
		}
	}
	if s.Known {
		s.Medal = medalOf(s)
	}
	return s, true
}

// pars returns the number of pars. The first criterion, that all questions are answered, is
// required for every medal and has no par.
func (s card) pars() int { return len(s.Lines) - 1 }

// parsMet returns the number of pars that the design meets.
func (s card) parsMet() (n int) {
	for _, l := range s.Lines[1:] {
		if l.Known && l.OK {
			n++
		}
	}
	return n
}

// medalOf returns the medal of the design that was graded last.
func medalOf(s card) lessons.Medal {
	switch {
	case !s.Lines[0].OK:
		return lessons.NoMedal
	case s.Met == len(s.Lines):
		return lessons.Gold
	case s.Met == len(s.Lines)-1:
		return lessons.Silver
	}
	return lessons.Bronze
}

// medals are the codes of the sentences about medals.
var medals = [...]string{lessons.NoMedal: "medal-none", lessons.Bronze: "medal-bronze", lessons.Silver: "medal-silver", lessons.Gold: "medal-gold"}

// rivalTemplates returns the templates of the rival's design, as [lessons.Grade] takes them; "" if
// there is none.
func rivalTemplates(l *lessons.Lesson) string {
	for _, r := range l.References {
		if r.ID == rivalID {
			var texts []string
			for _, t := range r.Tables {
				texts = append(texts, t.Template)
			}
			return strings.Join(texts, "\n")
		}
	}
	return ""
}

// standing returns the code of the sentence that compares the reader's best design with the rival's:
// the one with the better medal is ahead, and with equal medals the one whose dearest cost is the
// smaller part of its par.
func (s card) standing() string {
	switch {
	case s.Best == nil || s.Best.Worst > s.Rival.Worst:
		return "rival-ahead"
	case s.Best.Worst < s.Rival.Worst:
		return "rival-behind"
	}
	return "rival-level"
}

// rivalID is the ID of the reference design that a link has brought. It is the last
// reference.
const rivalID = "rival"

// withRival returns a challenge with a rival's design added to its references. The
// result is l itself if it is no challenge, or if the design is missing, too large or not
// made of the lesson's fields.
func withRival(l *lessons.Lesson, st *page.State) *lessons.Lesson {
	_, _, step, graded := l.GradedGoal()
	if !graded || len(st.RivalDesign) == 0 || len(st.RivalDesign) > mostDesigned {
		return l
	}
	var fields []string
	for _, f := range l.Fields {
		fields = append(fields, f.Name)
	}
	of := lessons.Reference{ID: rivalID, Text: i18n.PageText(st.Lang, "rival-design")}
	for i, text := range st.RivalDesign {
		t, err := rowkey.Parse(text)
		if err != nil || t.CheckFields(fields) != nil {
			return l
		}
		name := l.TableAt(step)
		if i > 0 {
			name += "_" + strconv.Itoa(i+1)
		}
		of.Tables = append(of.Tables, engine.TableDesign{Table: name, Template: text})
	}
	with := *l
	with.References = append(slices.DeleteFunc(slices.Clone(l.References), func(r lessons.Reference) bool { return r.ID == rivalID }), of)
	return &with
}

// tellScore tells a screen reader how the design was graded.
func (u *update) tellScore() {
	s, ok := scoreOf(u.l)
	if !ok || !s.Known {
		return
	}
	n := func(i int64) string { return strconv.FormatInt(i, 10) }
	args := []string{n(int64(s.parsMet())), n(int64(s.pars()))}
	for _, l := range s.Lines {
		args = append(args, n(l.Have), n(l.Par))
	}
	u.AnnounceSentence("said-graded", args...)
}
