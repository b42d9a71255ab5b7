package keycode

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Language is a programming language.
type Language uint8

// These are the languages.
const (
	Go Language = iota
	Java
	Python
	Node
)

// LanguageNames are the names of the languages, in their order.
var LanguageNames = [...]string{"Go", "Java", "Python", "Node.js"}

// String returns the language's name.
func (l Language) String() string { return LanguageNames[l] }

// Question is a question with the plan by which it is read from the template's table.
type Question struct {
	Query plan.Query
	Plan  plan.Plan
}

// Write returns a program for the keys of a template. Records are values in the order of
// [rowkey.Template.Fields], by which the program can be checked; those that the template refuses are
// left out.
func Write(l Language, t *rowkey.Template, questions []Question, records [][]string) string {
	p := newProgram(l, t, questions, records)
	switch l {
	case Java:
		return p.java()
	case Python:
		return p.python()
	case Node:
		return p.node()
	}
	return p.golang()
}

// program is what a program is written from.
type program struct {
	Language
	t       *rowkey.Template
	fields  []field
	parts   []part
	ranges  []ranges // one for each question
	vectors []vector
	lossy   []string // sentences about what cannot be read from a key
	all     bool     // every field can be read from a key

	body    strings.Builder
	needs   map[string]bool // helpers
	imports map[string]bool
}

// field is a field of the template.
type field struct {
	name   string
	member string // its name in a record
	local  string // its name as a variable
	whole  int    // index of the part from which it can be read, or -1
}

// part is a step of the template with the function that writes it.
type part struct {
	rowkey.Step
	field    int
	name     string // of the function
	inside   string // the field as the template has it, in its braces
	apply    []call
	undo     []call // in the order in which they are applied to bytes of a key; nil if the step is not whole
	refusing bool   // the function may refuse a value
}

// vector is a record with its key.
type vector struct {
	values []string
	key    string
}

// newProgram prepares a program.
func newProgram(l Language, t *rowkey.Template, questions []Question, records [][]string) *program {
	p := &program{Language: l, t: t, needs: map[string]bool{}, imports: map[string]bool{}, all: true}
	members, locals, functions := names{}, names{}, names{}
	for _, name := range t.Fields() {
		p.fields = append(p.fields, field{name: name, member: members.take(l.member(name)), local: locals.take(l.local(name)), whole: -1})
	}
	inside := slices.DeleteFunc(t.Parts(), func(p rowkey.TemplatePart) bool { return p.Field == "" })
	times := map[int]int{}
	for i, s := range t.Steps() {
		at := slices.Index(t.Fields(), s.Field)
		f := &p.fields[at]
		q := part{Step: s, field: at, inside: "{" + inside[i].Inside() + "}"}
		words := []string{s.Field, "part"}
		if times[at]++; times[at] > 1 {
			words = append(words, strconv.Itoa(times[at]))
		}
		q.name = functions.take(l.name(words...))
		q.apply, q.undo = calls(&s)
		q.refusing = slices.ContainsFunc(q.apply, func(c call) bool { return c.refuses }) || s.Width() == 0 && s.Sep != ""
		if s.KeepsWholeValue() && f.whole < 0 {
			f.whole = i
		}
		p.parts = append(p.parts, q)
	}
	for _, f := range p.fields {
		if f.whole < 0 {
			p.all = false
			p.lossy = append(p.lossy, "The key does not hold "+f.name+" whole, "+p.shortened(f.name)+", so that it cannot be read.")
		}
	}
	for _, q := range questions {
		p.ranges = append(p.ranges, p.rangesOf(q))
	}
	for _, values := range records {
		if !slices.ContainsFunc(values, unsayable) {
			if key, err := t.AppendKey(nil, values); err == nil {
				p.vectors = append(p.vectors, vector{values, string(key)})
			}
		}
	}
	return p
}

// shortened says what the key has of a field that it does not hold whole.
func (p *program) shortened(name string) string {
	var all []string
	for i := range p.parts {
		if p.parts[i].Field == name {
			all = append(all, p.parts[i].inside)
		}
	}
	return "only as " + comment(strings.Join(all, " and "))
}

// need notes that the program needs a helper, with all that this helper needs, and returns the
// helper's name in the language.
func (p *program) need(helper string) string {
	if !p.needs[helper] {
		p.needs[helper] = true
		h := helpersOf(p.Language)[helper]
		if h.text == "" {
			panic("keycode: there is no helper " + helper)
		}
		for _, other := range h.needs {
			p.need(other)
		}
		for _, name := range h.imports {
			p.imports[name] = true
		}
	}
	return p.name(helper)
}

// line writes the texts and ends the line.
func (p *program) line(texts ...string) {
	for _, s := range texts {
		p.body.WriteString(s)
	}
	p.body.WriteByte('\n')
}

// helper is a function that programs may need.
type helper struct {
	text           string
	needs, imports []string
}

//go:embed helpers
var helperFiles embed.FS

// helpersOf returns the helpers of a language by name.
func helpersOf(l Language) map[string]helper {
	all, _ := readHelpers(l)
	return all
}

// readHelpers returns the helpers of a language, and their names in the order of the file. A helper
// begins with a line such as "== salt needs xx_hash imports fmt".
func readHelpers(l Language) (all map[string]helper, order []string) {
	data, err := helperFiles.ReadFile("helpers/" + [...]string{"go", "java", "python", "node"}[l] + ".txt")
	if err != nil {
		panic(err)
	}
	all = map[string]helper{}
	for section := range strings.SplitSeq(strings.TrimPrefix(string(data), "== "), "\n== ") {
		head, text, _ := strings.Cut(section, "\n")
		head, imports, _ := strings.Cut(head, " imports ")
		name, needs, _ := strings.Cut(head, " needs ")
		all[name] = helper{strings.TrimSuffix(text, "\n"), strings.Fields(needs), strings.Fields(imports)}
		order = append(order, name)
	}
	return all, order
}

// helpers returns the texts of the helpers that the program needs, with blank lines between them.
func (p *program) helpers(between string) string {
	all, order := readHelpers(p.Language)
	var texts []string
	for _, name := range order {
		if p.needs[name] {
			texts = append(texts, all[name].text)
		}
	}
	return strings.Join(texts, between)
}

// sortedImports returns the names of the imports in order.
func (p *program) sortedImports() []string {
	var all []string
	for name := range p.imports {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}
