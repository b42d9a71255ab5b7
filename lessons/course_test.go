//go:build !js

package lessons

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
)

// texts returns every text of a lesson by what it belongs to; code is left out of
// what is HTML, and each paragraph, list item or table cell is a text of its own.
func texts(l *Lesson) map[string][]string {
	out := map[string][]string{"title": {l.Title}, "summary": {l.Summary}}
	add := func(at, html string) {
		html = code.ReplaceAllString(html, "x")
		for _, part := range blocks.Split(html, -1) {
			if part = Plain(part); strings.ContainsAny(part, "abcdefghijklmnopqrstuvwxyz0123456789") {
				out[at] = append(out[at], part)
			}
		}
	}
	for _, q := range l.Queries {
		out["query "+q.ID] = []string{q.Text}
	}
	for _, s := range l.Steps {
		at := "step " + s.ID
		out[at+" title"] = []string{s.Title}
		add(at, s.Body)
		add(at+" solution", s.Solved)
		for _, h := range s.Hints {
			add(at+" hint", h)
		}
		for _, g := range s.Goals {
			out[at+" goal "+g.ID] = []string{g.Text}
		}
		for _, n := range s.Notes {
			add(at+" note "+n.ID, n.Text)
		}
		for _, q := range s.Asks {
			out[at+" question "+q.ID] = []string{q.Text}
			for _, c := range q.Choices {
				out[at+" question "+q.ID] = append(out[at+" question "+q.ID], c.Text)
			}
			for _, w := range q.Wrong {
				add(at+" wrong "+q.ID, w.Text)
			}
			add(at+" else "+q.ID, q.Else)
		}
	}
	return out
}

var (
	code     = regexp.MustCompile(`(?s)<code.*?</code>`)
	blocks   = regexp.MustCompile(`</?(?:p|li|td|th|tr|ul|ol|table|thead|tbody|blockquote|div)>|<br>`)
	sentence = regexp.MustCompile(`[.!?:]["”’)]*(?:\s+|$)`)
	figure   = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)
)

// Sentences are short, paragraphs too.
func TestPlainText(t *testing.T) {
	for _, l := range course(t) {
		words, sentences := 0, 0
		for at, paragraphs := range texts(l) {
			for _, p := range paragraphs {
				if n := len(strings.Fields(p)); n > 80 {
					t.Errorf("%s: %s: a paragraph of %d words: %.60s…", l.Slug, at, n, p)
				}
				for _, s := range sentence.Split(p, -1) {
					n := len(strings.Fields(s))
					if n == 0 {
						continue
					}
					words, sentences = words+n, sentences+1
					if n > 35 {
						t.Errorf("%s: %s: a sentence of %d words: %s", l.Slug, at, n, s)
					} else if n > 28 {
						t.Logf("%s: %s: a long sentence, %d words: %s", l.Slug, at, n, s)
					}
				}
			}
		}
		if sentences == 0 || words >= 20*sentences {
			t.Errorf("%s: %d words in %d sentences: 20 each or more", l.Slug, words, sentences)
		}
	}
}

// Each figure that a text names is computed, or stands in a document; those below
// 13, years and what stands in the lesson's own data need no proof.
func TestFigures(t *testing.T) {
	for _, l := range course(t) {
		facts, err := Facts(Content, l)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		all := texts(l)
		said := func(s string) bool {
			for _, ps := range all {
				if slices.ContainsFunc(ps, func(p string) bool { return strings.Contains(p, s) }) {
					return true
				}
			}
			return false
		}
		proved := map[string]bool{}
		for _, f := range facts {
			if !said(f.Says) {
				t.Errorf("%s: no text says %q", l.Slug, f.Says)
			}
			for _, n := range figure.FindAllString(f.Says, -1) {
				proved[n] = true
			}
			if f.Is == nil {
				continue
			}
			r := newReader(t, l)
			i := stepOf(t, l, f.Step)
			r.arrive(i)
			do := f.Do
			if f.Solved {
				do = slices.Concat(l.Solution[i], f.Do)
			}
			var ev *event
			for _, a := range do {
				ev = r.last(a)
			}
			if of := r.run.measure(f.Is, i, ev); !of.ok() {
				t.Errorf("%s: %q is not so: %+v", l.Slug, f.Says, of)
			}
		}
		data := strings.Join(ownData(l), " ")
		for at, ps := range all {
			for _, p := range ps {
				for _, n := range figure.FindAllString(p, -1) {
					plain := strings.TrimRight(n, ",.")
					if len(plain) < 2 || plain == "10" || plain == "11" || plain == "12" || proved[plain] || strings.Contains(data, plain) {
						continue
					}
					if len(plain) == 4 && (strings.HasPrefix(plain, "19") || strings.HasPrefix(plain, "20")) {
						continue
					}
					t.Errorf("%s: %s: nothing proves %s in %q", l.Slug, at, plain, p)
				}
			}
		}
	}
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

// last does one action and returns what came of its last request.
func (r *reader) last(a Action) *event {
	r.t.Helper()
	requests, err := r.run.Requests(a)
	if err != nil {
		r.t.Fatalf("%#v: %v", a, err)
	}
	if answer, ok := a.(Answer); ok && len(requests) == 0 {
		r.run.Answer(answer)
	}
	ev := &event{req: engine.Look{}, own: true}
	for _, req := range requests {
		ev = &event{req: req, rep: r.session.Do(req), own: true}
		r.run.After(req, ev.rep)
	}
	return ev
}

// No lesson asks for what none before it has taught.
func TestTaught(t *testing.T) {
	taught := map[string]string{}
	for _, l := range course(t) {
		for _, need := range l.Needs {
			if taught[need] == "" {
				t.Errorf("%s needs %q, which no lesson before it teaches", l.Slug, need)
			}
		}
		for _, tag := range l.Teaches {
			if by := taught[tag]; by != "" {
				t.Errorf("%s teaches %q, as %s does", l.Slug, tag, by)
			}
			taught[tag] = l.Slug
		}
	}
}

// Each section of the documents has a step, and each step that is named is there.
func TestDocuments(t *testing.T) {
	var sections []struct {
		Document, Section string
		Steps             []string // lesson/step
	}
	if err := readJSON(Content, root+"/documents.json", &sections); err != nil {
		t.Fatal(err)
	}
	steps := map[string]bool{}
	for _, l := range course(t) {
		for _, s := range l.Steps {
			steps[l.Slug+"/"+s.ID] = true
		}
	}
	for _, s := range sections {
		if len(s.Steps) == 0 {
			t.Errorf("%s, %s: no step", s.Document, s.Section)
		}
		for _, step := range s.Steps {
			if !steps[step] {
				t.Errorf("%s, %s: no step %s", s.Document, s.Section, step)
			}
		}
	}
	if len(sections) == 0 {
		t.Error("no sections")
	}
}
