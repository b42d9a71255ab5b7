//go:build !js

package keycode

import (
	"go/format"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// parse returns the template of a text.
func parse(t *testing.T, text string) *rowkey.Template {
	t.Helper()
	template, err := rowkey.Parse(text)
	if err != nil {
		t.Fatal(text, err)
	}
	return template
}

// ask returns a question with its plan, where no field is in a column.
func ask(t *rowkey.Template, q plan.Query) Question {
	return Question{q, plan.PlanQuery(t, nil, q, plan.KnownData{})}
}

// TestHelpers checks that the languages have the same helpers, and that each has what it needs.
func TestHelpers(t *testing.T) {
	own := []string{"writer", "reader", "cut", "raw", "raw_bytes", "text", "bytes", "dates", "range"}
	want := helpersOf(Go)
	for l := range LanguageNames {
		all, order := readHelpers(Language(l))
		if len(all) != len(order) {
			t.Errorf("%v has a helper twice", Language(l))
		}
		for name := range want {
			if _, has := all[name]; !has && !slices.Contains(own, name) {
				t.Errorf("%v lacks the helper %s", Language(l), name)
			}
		}
		for name, h := range all {
			if _, has := want[name]; !has && !slices.Contains(own, name) {
				t.Errorf("%v has the helper %s, which Go has not", Language(l), name)
			}
			for _, other := range h.needs {
				if all[other].text == "" {
					t.Errorf("%v: %s needs %s, which is missing", Language(l), name, other)
				}
			}
			for other := range all {
				called := regexp.MustCompile(`(^|[^\w.])` + Language(l).name(other) + `\(`)
				if body := withoutComments(h.text); other != name && other != "range" && other != "text" && other != "raw" && called.MatchString(body) && !slices.Contains(h.needs, other) && !strings.Contains(body, "."+Language(l).name(other)+"(") {
					t.Errorf("%v: %s calls %s and does not say so", Language(l), name, other)
				}
			}
		}
	}
}

// withoutComments returns code without the lines that are comments.
func withoutComments(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		line = strings.TrimSpace(line)
		return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, `"""`)
	}), "\n")
}

// TestGoIsFormatted checks that the Go code is as gofmt writes it.
func TestGoIsFormatted(t *testing.T) {
	for _, text := range templates {
		template := parse(t, text)
		code := Write(Go, template, questionsOf(template), recordsOf(template, 3))
		formatted, err := format.Source([]byte(code))
		if err != nil {
			t.Fatalf("%s: %v\n%s", text, err, code)
		}
		if string(formatted) != code {
			t.Errorf("%s: gofmt changes\n%s", text, code)
		}
	}
}

// TestOnlyWhatIsNeeded checks that a program has no helper that nothing calls.
func TestOnlyWhatIsNeeded(t *testing.T) {
	for l := range LanguageNames {
		short := Write(Language(l), parse(t, "{room}#{no|zero:4}"), nil, nil)
		long := Write(Language(l), parse(t, "{a|salt:3}#{a|millis:iso3Z|newest}#{b|pad:4}"), nil, nil)
		if n, m := len(short), len(long); n > 5500 || n > m {
			t.Errorf("%v: %d bytes for a short template, %d for a long one\n%s", Language(l), n, m, short)
		}
		for _, word := range []string{"9e3779b185ebca87", "1970", "2286"} {
			if strings.Contains(strings.ToLower(short), word) || !strings.Contains(strings.ToLower(long), word) {
				t.Errorf("%v: %s is in the wrong one", Language(l), word)
			}
		}
	}
}

// TestLossyFieldsAreSaid checks that programs say which fields cannot be read.
func TestLossyFieldsAreSaid(t *testing.T) {
	template := parse(t, "{user|first:2|salt:4}#{user|first:2}#{time|day}#{no}")
	for l := range LanguageNames {
		code := Write(Language(l), template, nil, nil)
		words := strings.Join(strings.Fields(strings.NewReplacer("//", "", " * ", " ").Replace(code)), " ")
		for _, said := range []string{
			"The key does not hold user whole, only as {user|first:2|salt:4} and {user|first:2}, so that it cannot be read.",
			"The key does not hold time whole, only as {time|day}, so that it cannot be read.",
		} {
			if !strings.Contains(words, said) {
				t.Errorf("%v does not say: %s\n%s", Language(l), said, code)
			}
		}
		if strings.Contains(words, "hold no whole") {
			t.Errorf("%v says that no cannot be read", Language(l))
		}
	}
}

// TestRanges checks how the ranges of questions are made, and that a function with parameters returns
// what is planned for other values too.
func TestRanges(t *testing.T) {
	is := func(field, value string) plan.Cond { return plan.Cond{Field: field, Value: value} }
	from := func(field, from, to string) plan.Cond {
		return plan.Cond{Field: field, Op: plan.Numbers, Value: from, To: to}
	}
	between := func(field, from, to string) plan.Cond {
		return plan.Cond{Field: field, Op: plan.Between, Value: from, To: to}
	}
	for _, tt := range []struct {
		template string
		where    []plan.Cond
		shape    shape
		params   string
		others   [][]plan.Cond // the same conditions with other values
	}{
		{"{game}#{player}#{date}", []plan.Cond{is("game", "LoL"), is("player", "Corrie")}, beginning, "game, player", [][]plan.Cond{{is("game", "a"), is("player", "é")}}},
		{"{game}#{player}", []plan.Cond{is("game", "LoL"), is("player", "Corrie")}, point, "game, player", [][]plan.Cond{{is("game", ""), is("player", "")}}},
		{"x#{game}#{player}", nil, beginning, "", nil},
		{"{game}#{player}", []plan.Cond{is("player", "Corrie")}, beginning, "", nil},
		{"{game}#{player}", []plan.Cond{{Field: "game", Op: plan.HasPrefix, Value: "Lo"}}, beginning, "gamePrefix", [][]plan.Cond{{{Field: "game", Op: plan.HasPrefix, Value: "\xff"}}}},
		{"{game}##{player}", []plan.Cond{{Field: "game", Op: plan.HasPrefix, Value: "Lo"}}, planned, "", nil},
		{"{game}#{player}", []plan.Cond{between("game", "a", "c")}, planned, "", nil},
		{"{host|domain}#{t|newest}", []plan.Cond{{Field: "host", Op: plan.Under, Value: "google.com"}}, beginning, "hostDomain", [][]plan.Cond{{{Field: "host", Op: plan.Under, Value: "a.b.c"}}}},
		{"{user|salt:5}#{user}#{t|zero:6}", []plan.Cond{is("user", "ann"), from("t", "10", "200")}, span, "user, fromT, toT", [][]plan.Cond{{is("user", "bob"), from("t", "1000", "99999")}}},
		{"{user}#{t|newest}", []plan.Cond{is("user", "ann"), from("t", "10", "200")}, span, "user, fromT, toT", [][]plan.Cond{{is("user", "bob"), from("t", "1000", "99999")}}},
		{"{user}#{t|newest}", []plan.Cond{is("user", "ann"), from("t", "10", "")}, span, "user, fromT", [][]plan.Cond{{is("user", "bob"), from("t", "1000", "")}}},
		{"{t|zero:4}#{user}", []plan.Cond{from("t", "", "20")}, span, "toT", [][]plan.Cond{{from("t", "", "2000")}}},
		{"{t|millis:isoZ|newest}#{user}", []plan.Cond{between("t", "2026-03-01T08:00:00Z", "2026-03-02T08:00:00Z")}, span, "fromT, toT", [][]plan.Cond{{between("t", "2001-03-01T08:00:00Z", "2026-03-02T08:00:00Z")}}},
		{"{t|day}{t|salt:3}#{t}", []plan.Cond{from("t", "1425213901001", "1445213901001")}, span, "fromT, toT", nil},
		{"{t|salt:4}#{u|zero:5}#{t|zero:13}", []plan.Cond{from("u", "7", "99")}, span, "fromU, toU", [][]plan.Cond{{from("u", "1", "77777")}}},
		{"{t|salt:4}#{u}", []plan.Cond{is("u", "x")}, point, "u", [][]plan.Cond{{is("u", "yy")}}},
		{"{u}", []plan.Cond{is("u", "x"), is("u", "y")}, planned, "", nil},
		{"{u|zero:3}", []plan.Cond{is("u", "x")}, planned, "", nil},
	} {
		template := parse(t, tt.template)
		p := newProgram(Go, template, []Question{ask(template, plan.Query{Where: tt.where})}, nil)
		r := &p.ranges[0]
		if r.shape != tt.shape || r.paramNames("") != tt.params {
			t.Errorf("%s %v: shape %d (%s), want %d (%s); steps %v, ranges %q", tt.template, tt.where, r.shape, r.paramNames(""), tt.shape, tt.params, r.question.Plan.Steps, r.all)
			continue
		}
		for _, where := range tt.others {
			other := ask(template, plan.Query{Where: where})
			q := newProgram(Go, template, []Question{other}, nil)
			for i := range r.params {
				r.params[i].value = q.ranges[0].params[i].value
			}
			if got := base.MergeRanges(p.made(r)); !slices.Equal(got, base.MergeRanges(other.Plan.Ranges)) {
				t.Errorf("%s %v: %q, want %q", tt.template, where, got, other.Plan.Ranges)
			}
		}
	}
}

// TestSentences checks what is said of a question.
func TestSentences(t *testing.T) {
	template := parse(t, "{game}#{t|newest}#{player}")
	q := ask(template, plan.Query{
		Where:  []plan.Cond{{Field: "game", Value: `Lo"L`}, {Field: "player", Op: plan.HasPrefix, Value: "Co"}, {Field: "t", Op: plan.Numbers, Value: "5"}},
		Latest: plan.Latest{Field: "t", N: 3},
	})
	p := newProgram(Python, template, []Question{q}, nil)
	got := strings.Join(p.ranges[0].sentences(), " ")
	want := `The question asks for the 3 latest by t, of the records whose game is "Lo"L", and whose player begins with "Co", and whose t is a number, at least "5". ` +
		`Rows whose t is from_t are in the range too. Of the rows that are read, drop those whose player is not as asked. Take the first 3 rows of each range, read from its beginning.`
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}
