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

// markAt is the initial place of a mark, in thousandths of the table's rows. It is the first
// row.
const markAt = 0

// sketched moves a point of a drawn line: number At, from 0, to a step of the scale.
type sketched struct {
	Question string
	At, Step int
}

// apply keeps the changed line as the draft of the answer.
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

// lineText returns a line as the text of an answer.
func lineText(line []int64) string {
	var text []string
	for _, n := range line {
		text = append(text, strconv.FormatInt(n, 10))
	}
	return strings.Join(text, ",")
}

// stepsADecade is the number of steps on the scale of a drawn line for each factor of ten.
// The scale is 1, 2, 3 … 9, 10, 20, 30 … 90, 100, 200 …
const stepsADecade = 9

// stepValue returns the number at a step of the scale. Step 0 is 1.
func stepValue(step int) int64 {
	return int64(1+step%stepsADecade) * int64(math.Pow10(step/stepsADecade))
}

// place returns the place of a number on the scale, in steps. It is the inverse of
// stepValue; numbers between steps have a fraction.
func place(n int64) float64 {
	n = max(n, 1)
	decade := math.Floor(math.Log10(float64(n)))
	return stepsADecade*decade + float64(n)/math.Pow(10, decade) - 1
}

// numbers parses integers that are separated by commas. It returns nil for any other text.
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

// sketch returns the line that the reader has drawn. It is flat at the beginning.
func sketch(l *page.LessonState, q lessons.Question) []int64 {
	if of := numbers(l.Answers[q.ID]); len(of) == len(q.Sizes) {
		return of
	}
	return slices.Repeat([]int64{10}, len(q.Sizes))
}

// HoldCall handles that the lesson has refused the call w, because a question has to be
// answered first: it shows that question. If the call ran a command of the console, it is
// kept and run again after the answer. seq is the number of the call.
func HoldCall(t *page.Update, w page.PendingCall, seq uint64) {
	if t.Lesson == nil {
		return
	}
	u := begin(t)
	q, ok := u.l.Lesson.BlockingQuestion(u.l.Progress)
	if asks[lessons.Grade](w.Call) && !ok {
		q, ok = u.l.Lesson.QuestionBeforeGrading(u.l.Progress)
	}
	if !ok {
		return
	}
	// The question is in the step that the reader has reached, which may not be the shown one.
	u.hold(w, seq)
	if u.l.Step != u.l.Progress.Step {
		u.show(u.l.Progress.Step)
	}
	u.PassMessage(page.ShowPageTab{Tab: page.TabTask})
	u.DoEffect(page.ScrollToElement{ID: questionElement(q.ID)})
	u.DoEffect(page.FocusElement{ID: questionElement(q.ID)})
	u.AnnounceSentence("guess-first", q.Text)
}

// questionElement returns the id of a question's element.
func questionElement(id string) string { return "question-" + id }

// hold queues a command until the question is answered. If [page.MaxHeldCalls] commands
// are queued already, the entry in the log says that the command will not run.
func (u *update) hold(w page.PendingCall, seq uint64) {
	i := slices.IndexFunc(u.Work.Log, func(e page.ConsoleLogEntry) bool { return e.Seq == seq })
	if i < 0 {
		return
	}
	if len(u.l.HeldCalls) == page.MaxHeldCalls {
		u.Work.Log = slices.Clone(u.Work.Log)
		u.Work.Log[i].Err = base.Refuse(base.CodeGuessFull, strconv.Itoa(page.MaxHeldCalls))
		return
	}
	u.l.HeldCalls = append(slices.Clip(u.l.HeldCalls), page.HeldCall{Call: w.Call, Running: w.Running, Seq: seq, Input: u.Work.Log[i].Input})
}

// release runs the queued commands in order, unless a question still has to be answered.
// Each gets a new entry in the log in place of the old one.
func (u *update) release() {
	held := u.l.HeldCalls
	if _, waits := u.l.Lesson.BlockingQuestion(u.l.Progress); len(held) == 0 || waits {
		return
	}
	u.l.HeldCalls = nil
	for _, h := range held {
		u.Work.Log = slices.DeleteFunc(slices.Clone(u.Work.Log), func(e page.ConsoleLogEntry) bool { return e.Seq == h.Seq })
		u.AddLogEntry(u.SendCall(h.Call, h.Running), h.Input)
	}
}
