package author

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// said is the texts of one block of a language file. Each paragraph, list item and table cell is a
// text of its own; code is replaced by an x.
type said struct {
	at    string // the block's name
	texts []string
}

var (
	// Patterns of HTML elements, of the ends of sentences, of figures (times of day, dates and
	// numbers), and of times in the form that data have.
	code     = regexp.MustCompile(`(?s)<code.*?</code>`)
	blocks   = regexp.MustCompile(`</?(?:p|li|td|th|tr|ul|ol|table|thead|tbody|blockquote|div)>|<br>`)
	sentence = regexp.MustCompile(`[.!?:]["”’)]*(?:\s+|$)`)
	months   = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	figure   = regexp.MustCompile(`\d+(?::\d\d)+(?:\.\d+)?|\d{4}/\d\d/\d\d|\d+ (?:` + strings.Join(months, "|") + `)|\d[\d,]*(?:\.\d+)?`)
	timeForm = regexp.MustCompile(`^((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?:([0-2]\d)(?:([0-5]\d)(?:([0-5]\d)(\d{3})?)?)?)?$`)
)

// allSaid returns the texts of a lesson.
func allSaid(l *lessons.Lesson) (all []said) {
	plain := func(at, text string) { all = append(all, said{at, []string{text}}) }
	rich := func(at, html string) {
		s := said{at: at}
		for _, part := range blocks.Split(code.ReplaceAllString(html, "x"), -1) {
			if part = lessons.PlainText(part); strings.ContainsAny(part, "abcdefghijklmnopqrstuvwxyz0123456789") {
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

// Upper limits on the length of text, in words. The mean sentence has to be shorter than
// meanSentence.
const (
	maxParagraph = 80
	maxSentence  = 35
	meanSentence = 20
)

// short returns the first 60 characters of a text.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60])
	}
	return s
}

// plainText adds remarks about long sentences and long paragraphs.
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

// figures checks the figures that a text names. A fact that does not hold, or that the text does
// not say, is refused. A figure without a fact is a remark, unless it is below 13, a year, or a
// part of the lesson's own data.
func (v *verifier) figures(facts []fact) {
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
		for _, n := range figuresIn(f.Says) {
			proved[n] = true
		}
		if f.Is == nil {
			continue
		}
		if err := v.fact(f); err != nil {
			v.problem(file, at, problem(err))
		}
	}
	data := ownData(v.l)
	for _, s := range all {
		for _, p := range s.texts {
			for _, n := range figuresIn(p) {
				if n == "10" || n == "11" || n == "12" || len(n) < 2 || proved[n] || data[n] {
					continue
				}
				if len(n) == 4 && (strings.HasPrefix(n, "19") || strings.HasPrefix(n, "20")) {
					continue
				}
				v.remark(textFile, s.at, base.MistakeUnproved, n, p)
			}
		}
	}
}

// figuresIn returns the figures in a text: numbers, dates and times of day.
func figuresIn(text string) []string {
	all := figure.FindAllString(text, -1)
	for i, n := range all {
		all[i] = strings.TrimRight(n, ",.")
	}
	return all
}

// fact does what proves a figure, and returns an error if the figure is wrong.
func (v *verifier) fact(f fact) error {
	r, err := v.trialOf(f.Step)
	if err != nil {
		return err
	}
	do := f.Do
	i := slices.IndexFunc(v.l.Steps, func(s lessons.Step) bool { return s.ID == f.Step })
	if f.Solved {
		do = slices.Concat(v.l.Solution[i], f.Do)
	}
	if _, err := r.do(do...); err != nil {
		return err
	}
	of, passes := r.run.Measure(f.Is, i, r.req, r.rep)
	if passes {
		return nil
	}
	var have []string
	for _, m := range of {
		switch {
		case m.OK:
		case m.HaveText != "":
			have = append(have, m.Measure+" "+m.HaveText)
		default:
			have = append(have, m.Measure+" "+strconv.FormatInt(m.Have, 10))
		}
	}
	return mistake(base.MistakeFalse, f.Says, strings.Join(have, ", "))
}

// ownData returns the figures in a lesson's data, questions, requests and checks, in all forms that
// a text may write them in.
func ownData(l *lessons.Lesson) map[string]bool {
	out := map[string]bool{}
	say := func(of ...any) {
		for _, n := range figuresIn(fmt.Sprintf("%+v", of)) {
			for _, n := range written(n) {
				out[n] = true
			}
		}
	}
	for _, d := range l.Data {
		say(d.Spec.Records)
		if r := d.Spec.Recipe; r != nil {
			for _, g := range r.Gens {
				say(g.From, g.To)
			}
		}
	}
	for _, q := range l.Queries {
		say(q.Where, q.Latest)
	}
	for _, s := range l.Steps {
		if s.Traffic != nil {
			say(*s.Traffic)
		}
		for _, req := range s.Enter {
			if load, ok := req.(engine.LoadRecords); ok {
				say(load.Data.Len())
			}
		}
		for _, g := range s.Goals {
			if c, ok := g.Check.(lessons.DesignGraded); ok {
				say(c.Rates, c.Scanned, c.Skew, c.Bytes)
				continue
			}
			say(g.Check)
		}
		for _, q := range s.Asks {
			say(q.Right)
			for _, w := range q.Wrong {
				say(w.Value)
			}
			for _, c := range q.Choices {
				say(c.Value)
			}
		}
	}
	return out
}

// written returns the forms in which a text may write a figure of the data: unchanged, with commas
// between thousands, and for a time also its date and its time of day.
func written(n string) []string {
	out := []string{n}
	if !strings.ContainsAny(n, ".:/ ") {
		comma := n
		for i := len(n) - 3; i > 0; i -= 3 {
			comma = comma[:i] + "," + comma[i:]
		}
		out = append(out, comma)
	}
	at := timeForm.FindStringSubmatch(n)
	if at == nil {
		return out
	}
	month, _ := strconv.Atoi(at[2])
	bare := func(n string) string { return strings.TrimPrefix(n, "0") }
	out = append(out, bare(at[3])+" "+months[month-1], at[1]+"/"+at[2]+"/"+at[3])
	if hour, minute, second, ms := at[4], at[5], at[6], at[7]; hour != "" {
		clock := bare(hour) + ":"
		if minute == "" {
			return append(out, clock+"00")
		}
		clock += minute
		out = append(out, clock)
		if second != "" {
			clock += ":" + second
			out = append(out, clock)
		}
		if ms != "" {
			out = append(out, clock+"."+ms)
		}
	}
	return out
}
