//go:build !js || author

package lessons

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
)

// said is the texts of one block of a language file: each paragraph, list item or
// table cell is one, code left out.
type said struct {
	at    string
	texts []string
}

var (
	code     = regexp.MustCompile(`(?s)<code.*?</code>`)
	blocks   = regexp.MustCompile(`</?(?:p|li|td|th|tr|ul|ol|table|thead|tbody|blockquote|div)>|<br>`)
	sentence = regexp.MustCompile(`[.!?:]["”’)]*(?:\s+|$)`)
	figure   = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)
)

// allSaid returns every text of a lesson.
func allSaid(l *Lesson) (all []said) {
	plain := func(at, text string) { all = append(all, said{at, []string{text}}) }
	rich := func(at, html string) {
		s := said{at: at}
		for _, part := range blocks.Split(code.ReplaceAllString(html, "x"), -1) {
			if part = Plain(part); strings.ContainsAny(part, "abcdefghijklmnopqrstuvwxyz0123456789") {
				s.texts = append(s.texts, part)
			}
		}
		all = append(all, s)
	}
	plain("title", l.Title)
	plain("summary", l.Summary)
	for _, q := range l.Queries {
		plain("query "+q.ID, q.Text)
	}
	for _, s := range l.Steps {
		at := "step " + s.ID
		plain(at, s.Title)
		rich(at, s.Body)
		at += "/"
		rich(at+"solution", s.Solved)
		for i, h := range s.Hints {
			rich(at+"hint "+strconv.Itoa(i+1), h)
		}
		for _, g := range s.Goals {
			plain(at+"goal "+g.ID, g.Text)
		}
		for _, n := range s.Notes {
			rich(at+"note "+n.ID, n.Text)
		}
		for _, q := range s.Asks {
			plain(at+"question "+q.ID, q.Text)
			for _, c := range q.Choices {
				plain(at+"choice "+q.ID+"="+c.Value, c.Text)
			}
			for _, w := range q.Wrong {
				rich(at+"wrong "+q.ID+"="+w.Value, w.Text)
			}
			rich(at+"else "+q.ID, q.Else)
		}
	}
	return all
}

// What text may have at most, in words.
const (
	maxParagraph = 80
	maxSentence  = 35
	meanSentence = 20
)

// short returns the beginning of a text.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60])
	}
	return s
}

// plainText remarks long sentences and paragraphs.
func (v *verifier) plainText() {
	words, sentences := 0, 0
	for _, s := range allSaid(v.l) {
		for _, p := range s.texts {
			if n := len(strings.Fields(p)); n > maxParagraph {
				v.remark(textFile, s.at, base.MistakeLongParagraph, short(p), strconv.Itoa(n), strconv.Itoa(maxParagraph))
			}
			for _, t := range sentence.Split(p, -1) {
				n := len(strings.Fields(t))
				if n == 0 {
					continue
				}
				words, sentences = words+n, sentences+1
				if n > maxSentence {
					v.remark(textFile, s.at, base.MistakeLongSentence, short(t), strconv.Itoa(n), strconv.Itoa(maxSentence))
				}
			}
		}
	}
	if sentences == 0 || words >= meanSentence*sentences {
		v.remark(textFile, "title", base.MistakeLongSentences, strconv.Itoa(words), strconv.Itoa(sentences), strconv.Itoa(meanSentence))
	}
}

// figures sees that each figure that a text names is computed, or stands in a
// document; those below 13, years and what stands in the lesson's own data need no
// proof. What nothing proves is a remark, what is not so is wrong.
func (v *verifier) figures(facts []Fact) {
	const file = "facts.json"
	all := allSaid(v.l)
	proved := map[string]bool{}
	for _, f := range facts {
		at := fmt.Sprintf("%q", f.Says)
		if !slices.ContainsFunc(all, func(s said) bool {
			return slices.ContainsFunc(s.texts, func(p string) bool { return strings.Contains(p, f.Says) })
		}) {
			v.refuse(file, at, base.MistakeUnsaid, f.Says)
		}
		for _, n := range figure.FindAllString(f.Says, -1) {
			proved[n] = true
		}
		if f.Is == nil {
			continue
		}
		if err := v.fact(f); err != nil {
			v.problem(file, at, problem(err))
		}
	}
	data := strings.Join(ownData(v.l), " ")
	for _, s := range all {
		for _, p := range s.texts {
			for _, n := range figure.FindAllString(p, -1) {
				plain := strings.TrimRight(n, ",.")
				if len(plain) < 2 || plain == "10" || plain == "11" || plain == "12" || proved[plain] || strings.Contains(data, plain) {
					continue
				}
				if len(plain) == 4 && (strings.HasPrefix(plain, "19") || strings.HasPrefix(plain, "20")) {
					continue
				}
				v.remark(textFile, s.at, base.MistakeUnproved, plain, p)
			}
		}
	}
}

// fact says why a figure is not so.
func (v *verifier) fact(f Fact) error {
	r, err := v.at(f.Step)
	if err != nil {
		return err
	}
	do := f.Do
	i := slices.IndexFunc(v.l.Steps, func(s Step) bool { return s.ID == f.Step })
	if f.Solved {
		do = slices.Concat(v.l.Solution[i], f.Do)
	}
	if _, err := r.do(do...); err != nil {
		return err
	}
	of := r.run.measure(f.Is, i, r.last)
	if of.ok() {
		return nil
	}
	var have []string
	for _, m := range of {
		switch {
		case m.OK:
		case m.HaveText != "":
			have = append(have, m.What+" "+m.HaveText)
		default:
			have = append(have, m.What+" "+strconv.FormatInt(m.Have, 10))
		}
	}
	return mistake(base.MistakeFalse, f.Says, strings.Join(have, ", "))
}

// ownData returns what stands in a lesson's data, questions, requests and checks.
func ownData(l *Lesson) (out []string) {
	say := func(of any) {
		for _, n := range figure.FindAllString(fmt.Sprintf("%+v", of), -1) {
			out = append(out, n)
			for i := len(n) - 3; i > 0; i -= 3 {
				n = n[:i] + "," + n[i:]
			}
			out = append(out, n)
		}
	}
	for _, d := range l.Data {
		for _, rec := range d.Spec.Records {
			out = append(out, rec...)
		}
	}
	for _, q := range l.Queries {
		for _, c := range q.Where {
			out = append(out, c.Value, c.To)
		}
	}
	for _, s := range l.Steps {
		if s.Traffic != nil {
			say(*s.Traffic)
		}
		for _, req := range s.Enter {
			if load, ok := req.(engine.Load); ok {
				say(load.Data.Len())
			}
		}
		for _, g := range s.Goals {
			say(g.Check)
		}
		for _, q := range s.Asks {
			say(q.Right)
			for _, w := range q.Wrong {
				say(w.Value)
			}
			for _, c := range q.Choices {
				out = append(out, c.Value)
			}
		}
	}
	return out
}
