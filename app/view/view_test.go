//go:build !js

package view

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// parsed returns a page as a parsed document.
func parsed(t *testing.T, body string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// all returns the elements that match.
func all(doc *html.Node, fits func(*html.Node) bool) []*html.Node {
	var out []*html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && fits(n) {
			out = append(out, n)
		}
	}
	return out
}

// with matches elements that have all attributes, given as name=value.
func with(attributes ...string) func(*html.Node) bool {
	return func(n *html.Node) bool {
		for _, a := range attributes {
			name, value, _ := strings.Cut(a, "=")
			if v, ok := attribute(n, name); !ok || v != value {
				return false
			}
		}
		return true
	}
}

func attribute(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// TestContract tests that the attributes on which other tests and programs rely are there.
func TestContract(t *testing.T) {
	for _, c := range []struct {
		state string
		want  []string // attributes of one element, separated by blanks
		count int
	}{
		{"lesson-design", []string{"data-metric=rows-scanned", "data-value=3"}, 1},
		{"lesson-design", []string{"data-metric=rows-returned", "data-value=2"}, 1},
		{"lesson-design", []string{"data-metric=cells-scanned", "data-value=9"}, 1},
		{"lesson-design", []string{"data-metric=bytes-scanned", "data-value=231"}, 1},
		{"lesson-design", []string{"data-metric=seeks", "data-value=1"}, 1},
		{"lesson-design", []string{"data-metric=tablets", "data-value=1"}, 1},
		{"lesson-done", []string{"data-metric=bytes-scanned", "data-value=104857600"}, 1},
		{"lesson-first", []string{"data-metric=rows-scanned", "data-value=0"}, 1},
		{"lesson-design", []string{"id=console", "aria-label=Console"}, 1},
		{"lesson-design", []string{"role=log", "aria-label=Console output", "id=console-log"}, 1},
		{"lesson-design", []string{"role=radiogroup", "aria-label=Dialect"}, 1},
		{"lesson-design", []string{"type=radio", "value=cbt", "checked="}, 1},
		{"lesson-design", []string{"type=radio", "value=hbase"}, 1},
		{"lesson-design", []string{"role=grid", "aria-label=games", "id=grid", "aria-rowcount=5"}, 1},
		{"lesson-design", []string{"role=row", "data-key=LoL#20150301", "data-scan=returned", "aria-rowindex=2"}, 1},
		{"lesson-design", []string{"role=row", "data-key=LoL#20150302", "data-scan=scanned"}, 1},
		{"lesson-design", []string{"role=row", "data-key=Starcraft#20150303"}, 1},
		{"lesson-design", []string{"data-goal=all-kept", "data-state=open"}, 1},
		{"lesson-refused", []string{"data-goal=all-kept", "data-state=passed"}, 1},
		{"lesson-design", []string{"data-lesson=lol-scores", "data-state=open"}, 1},
		{"lesson-done", []string{"data-lesson=lol-scores", "data-state=done"}, 1},
		{"home", []string{"data-lesson=lol-scores", "data-state=open"}, 1},
		{"lesson-design", []string{"aria-label=Row key template", "id=template-games"}, 1},
		{"lesson-refused", []string{"aria-label=Row key template", "id=template-games", "aria-invalid=true"}, 1},
		{"lesson-refused", []string{"aria-label=Table shown"}, 1},
		{"lesson-design", []string{"data-query=corrie", "data-path=prefix", "data-rows-scanned=3", "data-rows-returned=2"}, 1},
		{"lesson-design", []string{"data-saved=saved"}, 1},
		{"lesson-refused", []string{"data-saved=saving"}, 1},
		{"lesson-asked", []string{"data-saved=readonly"}, 1},
		{"lesson-grow", []string{"aria-disabled=true", "type=button"}, 0},
		{"lesson-design", []string{"id=step-title", "tabindex=-1"}, 1},
		{"lesson-design", []string{"id=explain", "role=status"}, 1},
		{"lesson-design", []string{"type=button", "data-segment=date"}, 1},
		{"lesson-design", []string{"aria-label=add player"}, 1},
	} {
		doc := parsed(t, drawn(states()[c.state]))
		got := len(all(doc, with(c.want...)))
		if c.count > 0 && got != c.count || got == 0 {
			t.Errorf("%s: %d elements with %s", c.state, got, strings.Join(c.want, " "))
		}
	}
	doc := parsed(t, drawn(states()["lesson-design"]))
	for _, n := range all(doc, with("data-key=Starcraft#20150303")) {
		if scan, ok := attribute(n, "data-scan"); ok {
			t.Errorf("a row that was not read has data-scan=%q", scan)
		}
	}
	if c := all(doc, with("id=console")); c[0].Data != "textarea" {
		t.Errorf("the console is a %s", c[0].Data)
	}
}

// TestPages tests what every page has to fulfil, living or prerendered.
func TestPages(t *testing.T) {
	check := func(t *testing.T, body string) {
		doc := parsed(t, body)
		ids := map[string]bool{}
		for _, n := range all(doc, func(*html.Node) bool { return true }) {
			if id, ok := attribute(n, "id"); ok {
				if ids[id] {
					t.Errorf("id %q twice", id)
				}
				ids[id] = true
			}
		}
		for _, n := range all(doc, func(n *html.Node) bool { return n.Data == "a" }) {
			href, _ := attribute(n, "href")
			if to, ok := strings.CutPrefix(href, "#"); ok && !ids[to] {
				t.Errorf("a link to %q, which is not there", href)
			}
		}
		for _, tag := range []string{"h1", "main", "header"} {
			want := 1
			if n := len(all(doc, func(n *html.Node) bool { return n.Data == tag })); n != want && !(tag == "h1" && strings.Contains(body, "Opening the lesson")) {
				t.Errorf("%d %s", n, tag)
			}
		}
		for _, n := range all(doc, func(n *html.Node) bool { return n.Data == "button" }) {
			label, labelled := attribute(n, "aria-label")
			if text(n) == "" && label == "" || labelled && label == "" {
				t.Errorf("a button without a name")
			}
			if kind, _ := attribute(n, "type"); kind != "button" {
				t.Errorf("button %q has type %q", text(n), kind)
			}
		}
		for _, n := range all(doc, func(n *html.Node) bool { return n.Data == "input" || n.Data == "textarea" }) {
			_, labelled := attribute(n, "aria-label")
			if !labelled && (n.Parent == nil || n.Parent.Data != "label") {
				id, _ := attribute(n, "id")
				t.Errorf("field %q without a label", id)
			}
		}
	}
	for name, st := range states() {
		t.Run(name, func(t *testing.T) { check(t, drawn(st)) })
	}
	for name, st := range unread() {
		t.Run("unread-"+name, func(t *testing.T) {
			body := Prerender(st)
			check(t, body)
			for _, tag := range regexp.MustCompile(`<[a-z][^>]*>`).FindAllString(body, -1) {
				if strings.Contains(tag, `\`) {
					t.Errorf("an attribute that Go's quoting spoils: %s", tag)
				}
			}
			for _, link := range regexp.MustCompile(` href="([^"]*)"`).FindAllStringSubmatch(body, -1) {
				if !strings.HasPrefix(link[1], "#") && !strings.HasPrefix(link[1], "/__BASE__/") {
					t.Errorf("a link that leaves the site: %s", link[1])
				}
			}
			if strings.Contains(body, `="false"`) && strings.Contains(body, `disabled="false"`) {
				t.Error(`an attribute of "false" that HTML takes for true`)
			}
		})
	}
}

// TestPrerenderedLesson tests that the text of every step can be read without scripts.
func TestPrerenderedLesson(t *testing.T) {
	doc := parsed(t, Prerender(unread()["lesson"]))
	titles := all(doc, func(n *html.Node) bool { return n.Data == "h2" })
	for _, step := range course.Steps {
		if !slices.ContainsFunc(titles, func(n *html.Node) bool { return text(n) == step.Title }) {
			t.Errorf("no step %q", step.Title)
		}
	}
	if n := len(all(doc, with("data-goal=all-kept"))); n != 1 {
		t.Errorf("goal all-kept %d times", n)
	}
}

// TestOnlyShownStep tests that a living page draws only the step that is shown.
func TestOnlyShownStep(t *testing.T) {
	doc := parsed(t, drawn(states()["lesson-design"]))
	if n := len(all(doc, with("class=step"))); n != 1 {
		t.Errorf("%d steps are drawn", n)
	}
	if n := len(all(doc, with("data-goal=games-loaded"))); n != 0 {
		t.Error("a goal of another step is drawn")
	}
}

// TestTexts tests that every i18n code in the sources has a text.
func TestTexts(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`(?:\b[pm]\.(?:t|count)|\bitem|\bact|\bempty)\("([a-z-]+)"|i18n\.Text\([a-zA-Z.]+, "([a-z-]+)"`)
	found := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		source, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(source), -1) {
			code := m[1] + m[2]
			if strings.HasSuffix(code, "-") || code == "‹" {
				continue // the code is only a prefix
			}
			found++
			if !i18n.HasPageText(code) {
				t.Errorf("%s: no text for %q", f, code)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d texts found", found)
	}
	for _, path := range []string{"point", "prefix", "range", "ranges", "scan", "all", "none", "filtered"} {
		if !i18n.HasPageText("path-" + path) {
			t.Errorf("no text for the path %s", path)
		}
	}
}

// TestKeyColours tests that a field has the same colour in keys and templates, and that bytes
// that are not text are escaped.
func TestKeyColours(t *testing.T) {
	template, err := rowkey.Parse("{game}#{player}#{date}")
	if err != nil {
		t.Fatal(err)
	}
	c := keyhtml.KeyColours{Template: template, Fields: []string{"game", "player", "date"}}
	for _, test := range []struct {
		c    keyhtml.KeyColours
		key  base.RowKey
		want string
	}{
		{c, "LoL#Jo#2015", `<span class="k1">LoL</span><span class="ks">#</span><span class="k2">Jo</span><span class="ks">#</span><span class="k3">2015</span>`},
		{c, "<b>#\x00\xffJo", `<span class="k1">&lt;b&gt;</span><span class="ks">#</span><span class="k2"><span class="raw">\x00\xff</span>Jo</span>`},
		{keyhtml.KeyColours{}, "a#b", `<span class="k1">a</span><span class="ks">#</span><span class="k2">b</span>`},
		{keyhtml.KeyColours{}, "é\u200b", `<span class="k1">é<span class="raw">\u200b</span></span>`},
	} {
		if got := test.c.KeyHTML(test.key); got != `<span class="key">`+test.want+`</span>` {
			t.Errorf("%q: %s", test.key, got)
		}
	}
	long := base.RowKey(strings.Repeat("a", 60) + "#" + strings.Repeat("é", 60) + "#2015")
	want := `<span class="key"><span class="k1">` + strings.Repeat("a", 48) + `</span>…<span class="k2">` + strings.Repeat("é", 21) +
		`</span><span class="ks">#</span><span class="k3">2015</span></span>`
	if got := c.ElidedKeyHTML(long); got != want {
		t.Errorf("of a long key: %s", got)
	}
	if got := c.ElidedKeyHTML("LoL#Jo"); got != c.KeyHTML("LoL#Jo") {
		t.Errorf("of a short key: %s", got)
	}
	if got, want := c.TemplateHTML("{date}!"), `<code class="template"><span class="k3">{date}</span><span class="ks">!</span></code>`; got != want {
		t.Errorf("template: %s", got)
	}
}
