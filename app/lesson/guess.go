package lesson

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// markAt is where a mark is before the reader moves it, in thousandths: at the first row,
// where it says nothing yet.
const markAt = 0

// sketched puts a point of a drawn line.
type sketched struct {
	Question string
	At, Step int
}

func (m sketched) apply(u *update) {
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		if q.ID != m.Question || m.At < 0 || m.At >= len(q.Sizes) {
			continue
		}
		line := slices.Clone(sketch(u.l, q))
		line[m.At] = stepValue(m.Step)
		u.answer(q.ID, lineText(line))
	}
}

// lineText writes a drawn line as an answer has it.
func lineText(line []int64) string {
	var text []string
	for _, n := range line {
		text = append(text, strconv.FormatInt(n, 10))
	}
	return strings.Join(text, ",")
}

// stepsADecade is how many steps of the scale of a line there are from 1 to 10, from 10
// to 100 and so on: 1, 2, 3 … 9, 10, 20, 30 …
const stepsADecade = 9

// stepValue returns the number at a step of the scale.
func stepValue(step int) int64 {
	return int64(1+step%stepsADecade) * int64(math.Pow10(step/stepsADecade))
}

// place returns where a number is on the scale, in steps.
func place(n int64) float64 {
	n = max(n, 1)
	decade := math.Floor(math.Log10(float64(n)))
	return stepsADecade*decade + float64(n)/math.Pow(10, decade) - 1
}

// numbers reads whole numbers joined by commas, nil for anything else.
func numbers(text string) (out []int64) {
	for s := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// sketch returns the line as it is drawn so far: at first a flat one.
func sketch(l *page.LessonState, q lessons.Question) []int64 {
	if of := numbers(l.Answers[q.ID]); len(of) == len(q.Sizes) {
		return of
	}
	return slices.Repeat([]int64{10}, len(q.Sizes))
}

// Waits keeps an act that has to wait for an answer, and leads to the question. What the
// console ran is run once it is answered.
func Waits(t *page.Update, w page.Pending, seq uint64) {
	if t.Lesson == nil {
		return
	}
	u := begin(t)
	q, ok := u.l.Lesson.Holding(u.l.Progress)
	if asks[lessons.Grade](w.Call) && !ok {
		q, ok = u.l.Lesson.Grading(u.l.Progress)
	}
	if !ok {
		return
	}
	u.hold(w, seq)
	if u.l.Step != u.l.Progress.Step {
		u.show(u.l.Progress.Step)
	}
	u.Pass(page.ShowTab{Tab: page.TabTask})
	u.Do(page.ScrollTo{ID: questionElement(q.ID)})
	u.Do(page.Focus{ID: questionElement(q.ID)})
	u.TellCode("guess-first", q.Text)
}

// questionElement returns the id of a question's element.
func questionElement(id string) string { return "question-" + id }

// hold queues a command of the log until the question is answered. Where [page.MaxHeldActions]
// commands wait already, its entry in the log says that it will not be run.
func (u *update) hold(w page.Pending, seq uint64) {
	i := slices.IndexFunc(u.Work.Log, func(e page.LogEntry) bool { return e.Seq == seq })
	if i < 0 {
		return
	}
	if len(u.l.Held) == page.MaxHeldActions {
		u.Work.Log = slices.Clone(u.Work.Log)
		u.Work.Log[i].Err = base.Refuse(base.CodeGuessFull, strconv.Itoa(page.MaxHeldActions))
		return
	}
	u.l.Held = append(slices.Clip(u.l.Held), page.HeldAction{Call: w.Call, Running: w.Running, Seq: seq, Input: u.Work.Log[i].Input})
}

// release runs the commands that have waited, in order, once no question has to be answered
// first. Each has a new entry in the log.
func (u *update) release() {
	held := u.l.Held
	if _, waits := u.l.Lesson.Holding(u.l.Progress); len(held) == 0 || waits {
		return
	}
	u.l.Held = nil
	for _, h := range held {
		u.Work.Log = slices.DeleteFunc(slices.Clone(u.Work.Log), func(e page.LogEntry) bool { return e.Seq == h.Seq })
		u.Log(u.Send(h.Call, h.Running), h.Input)
	}
}
