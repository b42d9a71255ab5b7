package author

import (
	"encoding/json"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"tabletop/engine/dataset"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

const anyLesson = "lol-scores"

// sources copies the content into a file system that a test may modify.
func sources(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(content.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(content.Files, name)
		out[name] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSourcesRoundTrip(t *testing.T) {
	for _, l := range course(t) {
		if got, err := lessons.Decode(lessons.Encode(l)); err != nil || !reflect.DeepEqual(got, l) {
			t.Errorf("%s: read back other than written: %v", l.Slug, err)
		}
		one, err := Load(content.Files, l.Slug, "en")
		if err != nil || !reflect.DeepEqual(one, l) {
			t.Errorf("%s: loaded alone it is another: %v", l.Slug, err)
		}
		t.Logf("%s: %d bytes", l.Slug, len(lessons.Encode(l)))
	}
}

// TestLoadRefuses checks that a mistake in the sources is refused with its place.
func TestLoadRefuses(t *testing.T) {
	const dir = anyLesson + "/"
	tests := []struct {
		name      string
		file      string
		old, new  string // "" old: the file is added
		want      string // part of the refusal
		notInLoad bool   // only LoadAll refuses it
	}{
		{"unknown member", "lesson.json", `"hints": 3`, `"hint": 3`, "mistake-member: hint, hints, ", false},
		{"unknown member of a check", "lesson.json", `"reads": {"table": "games", "whole"`, `"reads": {"tables": "games", "whole"`, "mistake-member: tables, table, ", false},
		{"no check", "lesson.json", `{"id": "rows-counted", "reads": {"table": "games", "whole": true}}`, `{"id": "rows-counted"}`, "goal rows-counted: mistake-check", false},
		{"unknown query", "lesson.json", `"start": []`, `"start": [{"workload": ["corie"]}]`, "start: mistake-unknown: corie, query, corrie", false},
		{"of each, but not how many", "lesson.json", `"queries": [`, `"queries": [{"id": "each", "where": [], "each": "player"},`, "query each: mistake-each: player", false},
		{"of each of what is no field", "lesson.json", `"queries": [`, `"queries": [{"id": "each", "latest": {"field": "date", "n": 1}, "each": "title"},`, "query each: mistake-unknown: title, field, ", false},
		{"times of nothing", "lesson.json", `"start": []`, `"start": [{"advance": "1h", "times": 2}]`, "start: mistake-times: 10000", false},
		{"unknown question", "lesson.json", `"answered": {"question": "lost"}`, `"answered": {"question": "wins"}`, "goal loss-found: mistake-unknown: wins, question, , lost", false},
		{"unknown panel", "lesson.json", `["designer", "growth"]`, `["designer", "grown"]`, "step grow: mistake-unknown: grown, panel, growth", false},
		{"unknown data", "lesson.json", `"data": "five"}}}`, `"data": "six"}}}`, "offer load-five: mistake-unknown: six, data, ", false},
		{"bad template", "lesson.json", `"compare": "{game}#{date}#{player}"`, `"compare": "{game}{date}"`, "growth: mistake-template: {game}{date}: template-adjacent", false},
		{"unknown field in a template", "lesson.json", `"compare": "{game}#{date}#{player}"`, `"compare": "{title}"`, "template-field: title", false},
		{"bad recipe", "lesson.json", `"perValue": 200`, `"perValue": 0`, "data grown: mistake-data: grown: bad-recipe", false},
		{"unknown kind", "lesson.json", `"kind": "days"`, `"kind": "weeks"`, "data grown: mistake-unknown: weeks, gen, ", false},
		{"unexplained choice", "lesson.json", `"wrong": ["Corrie", "Sam", "Eriko"]`, `"wrong": ["Corrie", "Sam"]`, "question lost: mistake-unexplained: Eriko", false},
		{"the right answer is wrong", "lesson.json", `"wrong": ["Corrie", "Sam", "Eriko"]`, `"wrong": ["Corrie", "Sam", "Eriko", "Jo"]`, "question lost: mistake-wrong: Jo", false},
		{"same id", "lesson.json", `"id": "march-read"`, `"id": "loss-found"`, "goal loss-found: mistake-twice: loss-found", false},
		{"note of an unknown field", "lesson.json", `"table": "games", "missing": "game"`, `"table": "games", "missing": "title"`, "note no-game: mistake-unknown: title, field, ", false},
		{"two values", "lesson.json", "\n}\n", "\n}\n{}\n", ": mistake-json-more", false},
		{"no text", "en.md", "## note collides\n", "## note collide\n", ": mistake-no-text: step key/note collides, ## note collides", false},
		{"text for nothing", "en.md", "## note collides\n", "## note other\n\nText.\n\n## note collides\n", "mistake-unasked: step key/note other", false},
		{"a hint too many", "en.md", "## note player-late\n", "## hint 4\n\nText.\n\n## note player-late\n", "mistake-unasked: step key/hint 4", false},
		{"text in another step", "en.md", "# step key: Move a field", "# step ask: Move a field", "mistake-twice: step ask", false},
		{"text twice", "en.md", "## note player-late\n", "## hint 2\n\nText.\n\n## note player-late\n", "mistake-twice: step key/hint 2", false},
		{"no label", "en.md", "## offer load-five: Load the five games", "## offer load-five", "mistake-no-plain: step load/offer load-five", false},
		{"text below a label", "en.md", "## goal games-loaded", "Stray.\n\n## goal games-loaded", "mistake-both-sides: step load/offer load-five", false},
		{"empty note", "en.md", "The title is gone: it is neither in the key nor in a column, so a LoL game looks like any other. The question cannot be answered.", "", "mistake-no-below: step key/note no-game", false},
		{"HTML", "en.md", "The day is gone:", "The <b>day</b> is gone:", "mistake-text-holds: html", false},
		{"unknown field in code", "en.md", "`{player}#{game}#{date}` serves", "`{player}#{title}#{date}` serves", "mistake-unknown: title, field, ", false},
		{"text before a heading", "en.md", "# title:", "Text.\n\n# title:", "en.md:1: mistake-text-first", false},
		{"deep heading", "en.md", "## note player-late", "### note player-late", "mistake-heading-deep: note player-late, 3", false},
		{"unknown offer", "solutions.json", `"load-five"`, `"load-six"`, "solutions.json:3: step load: mistake-unknown: load-six, offer, ", false},
		{"no solution", "solutions.json", `"ask": [`, `"asked": [`, "solutions.json:1: step ask: mistake-no-solution", false},
		{"other header", "games.csv", "game,player", "title,player", "games.csv:1: mistake-csv-head: game,player,date,win,kda", false},
		{"short record", "games.csv", ",4.25", "", "games.csv:2: mistake-csv-fields: 4, 5", false},
		{"stray file", "notes.txt", "", "", "notes.txt:1: mistake-stray: notes.txt", false},
		{"unlisted lesson", "../other/lesson.json", "", "", "other: mistake-untracked: other", true},
		{"listed twice", "../tracks.json", `["lol-scores"`, `["lol-scores", "lol-scores"`, "mistake-twice: lol-scores", true},
		{"no track title", "../tracks.en.md", "track keys", "track key", "tracks.en.md:1: mistake-no-text: track keys, # track keys", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fsys := sources(t)
			name := dir + tt.file
			if rest, ok := strings.CutPrefix(tt.file, "../"); ok {
				name = rest
			}
			if tt.old == "" {
				fsys[name] = &fstest.MapFile{Data: []byte("x")}
			} else {
				text := string(fsys[name].Data)
				if !strings.Contains(text, tt.old) {
					t.Fatalf("%s does not hold %q", name, tt.old)
				}
				fsys[name].Data = []byte(strings.Replace(text, tt.old, tt.new, 1))
			}
			check := func(how string, err error) {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%s: %v\nwant %s", how, err, tt.want)
				}
			}
			_, err := LoadAll(fsys, "en")
			check("All", err)
			if !tt.notInLoad {
				_, err = Load(fsys, anyLesson, "en")
				check("Load", err)
			}
		})
	}
}

func TestLoadUnknown(t *testing.T) {
	if _, err := Load(content.Files, "no-such", "en"); err == nil || !strings.Contains(err.Error(), "no-such") {
		t.Errorf("Load of an unknown lesson: %v", err)
	}
	if _, err := Load(content.Files, anyLesson, "xx"); err == nil || !strings.Contains(err.Error(), "xx.md") {
		t.Errorf("Load in an unknown language: %v", err)
	}
}

// TestHeading checks that a heading keeps all the text after its first signs.
func TestHeading(t *testing.T) {
	p := readText([]byte("# step a: A key with a #\n\n## choice q=#: A single #\r\n\n## choice q=b: C#\n\n## wrong q=#\n\nNo.\n"), "en.md", nil)
	for name, want := range map[string]string{"step a": "A key with a #", "step a/choice q=#": "A single #", "step a/choice q=b": "C#"} {
		if got := p.plain(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	p.html("step a/wrong q=#")
	if errs := p.finish(); len(errs) > 0 {
		t.Error(errs)
	}
}

func TestInlineCode(t *testing.T) {
	k := keys{[]string{"game", "player", "date"}}
	for _, tt := range []struct{ code, want string }{
		{"count games", `<code>count games</code>`},
		{"{game}#{date}", `<code class="key"><span class="k1">{game}</span><span class="ks">#</span><span class="k3">{date}</span></code>`},
		{"scan 't', {LIMIT => 1, STARTROW => '{game:a}'}", `<code class="key">scan &#39;t&#39;, {LIMIT =&gt; 1, STARTROW =&gt; &#39;<span class="k1">a</span>&#39;}</code>`},
		{"{game}#{date|newest}", `<code class="key"><span class="k1">{game}</span><span class="ks">#</span><span class="k3">{date|newest}</span></code>`},
		{"{game:LoL}#{player:<J>}", `<code class="key"><span class="k1">LoL</span><span class="ks">#</span><span class="k2">&lt;J&gt;</span></code>`},
		{"read t prefix={game:LoL}#{date:201503} count=2", `<code class="key">read t prefix=<span class="k1">LoL</span><span class="ks">#</span><span class="k3">201503</span> count=2</code>`},
		{"{game|zero:4}#{date}", `<code class="key"><span class="k1">{game|zero:4}</span><span class="ks">#</span><span class="k3">{date}</span></code>`},
		{"scan 't', {LIMIT => 2}", `<code>scan &#39;t&#39;, {LIMIT =&gt; 2}</code>`},
		{"start={game:a} end={game:b}", `<code class="key">start=<span class="k1">a</span> end=<span class="k1">b</span></code>`},
		{"{date|zero:8}#{game}", `<code class="key"><span class="k3">{date|zero:8}</span><span class="ks">#</span><span class="k1">{game}</span></code>`},
		{"{date:12:30}", `<code class="key"><span class="k3">12:30</span></code>`},
	} {
		if got, err := k.code(tt.code); err != nil || got != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.code, err, got, tt.want)
		}
	}
	for _, bad := range []string{"{title}", "{game", "{}", "a {game:LoL}#{"} {
		if got, err := k.code(bad); err == nil {
			t.Errorf("%s becomes %s", bad, got)
		}
	}
}

// TestSingleRoot checks that every HTML text of a lesson is a single element.
func TestSingleRoot(t *testing.T) {
	for _, l := range course(t) {
		for _, s := range l.Steps {
			texts := append([]string{s.Body}, s.Hints...)
			if len(s.Goals) > 0 {
				texts = append(texts, s.Solved)
			}
			for _, n := range s.Notes {
				texts = append(texts, n.Text)
			}
			for _, q := range s.Asks {
				for _, w := range q.Wrong {
					texts = append(texts, w.Text)
				}
				if q.Else != "" {
					texts = append(texts, q.Else)
				}
			}
			for _, html := range texts {
				if !strings.HasPrefix(html, "<div>") || !strings.HasSuffix(html, "</div>") || strings.Count(html, "<div") != 1 {
					t.Errorf("%s: step %s: %s", l.Slug, s.ID, html)
				}
			}
		}
	}
}

// TestRecipeKinds checks that every kind of generator can be used in a lesson.
func TestRecipeKinds(t *testing.T) {
	seen := map[dataset.GeneratorKind]bool{}
	for _, name := range []string{"choice", "names", "days", "decimals", "ints", "zipf", "sequence", "arrival", "turns", "filler", "fitted"} {
		var r sourceRecipe
		if err := json.Unmarshal([]byte(`{"gens": [{"field": "f", "kind": "`+name+`"}]}`), &r); err != nil {
			t.Fatal(err)
		}
		made, err := r.recipe()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		seen[made.Gens[0].Kind] = true
	}
	if len(seen) != int(dataset.KindCount) {
		t.Errorf("%d kinds of %d have names", len(seen), dataset.KindCount)
	}
}

// TestEveryCheckIsWritten checks that every kind of check can be written in lesson.json.
func TestEveryCheckIsWritten(t *testing.T) {
	written := map[reflect.Type]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[sourceCheck]()) {
		if f.Type == reflect.TypeFor[*sourceGraded]() { // of which Graded is made
			written[reflect.TypeFor[lessons.DesignGraded]()] = true
		} else if f.Type == reflect.TypeFor[*sourceBill]() {
			written[reflect.TypeFor[lessons.MonthlyBill]()] = true
		} else if f.Type == reflect.TypeFor[*sourceQueue]() {
			written[reflect.TypeFor[lessons.WorkedQueue]()] = true
		} else if !f.Anonymous {
			written[f.Type.Elem()] = true
		}
	}
	checks := lessons.FrameSets[reflect.TypeFor[lessons.Check]()]
	for _, kind := range checks {
		if !written[kind] {
			t.Errorf("lesson.json has no %v", kind)
		}
	}
	if len(written) != len(checks) {
		t.Errorf("%d checks can be written, %d coded", len(written), len(checks))
	}
}
