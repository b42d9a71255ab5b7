package author

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/lessons"
	"tabletop/lessons/content"
)

// TestTaught checks that every lesson needs only what earlier lessons teach.
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

// TestDocuments checks that each section of the four documents is listed once and has a step, that
// each of these steps exists, and that the documents' keys, names and figures are in its lessons
// letter for letter.
func TestDocuments(t *testing.T) {
	var sections []struct {
		Document, Section string
		Steps             []string // lesson/step
		Holds             []string
	}
	if err := readJSON(content.Files, "documents.json", &sections); err != nil {
		t.Fatal(err)
	}
	steps := map[string]bool{}
	for _, l := range course(t) {
		for _, s := range l.Steps {
			steps[l.Slug+"/"+s.ID] = true
		}
	}
	sources, coloured := map[string]string{}, regexp.MustCompile(`\{[a-z]+:([^{}]*)\}`)
	source := func(slug string) string {
		if sources[slug] == "" {
			var b strings.Builder
			files, err := fs.Glob(content.Files, slug+"/*")
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range files {
				data, err := fs.ReadFile(content.Files, name)
				if err != nil {
					t.Fatal(err)
				}
				text := coloured.ReplaceAllString(string(data), "$1")
				if path.Ext(name) == ".csv" {
					text = strings.ReplaceAll(text, ",", "#") // as the lesson writes its keys
				}
				b.WriteString(text)
			}
			sources[slug] = b.String()
		}
		return sources[slug]
	}
	documents, stands := map[string]bool{}, map[string]bool{}
	for _, s := range sections {
		documents[s.Document] = true
		if name := s.Document + ", " + s.Section; stands[name] {
			t.Errorf("%s: stands twice", name)
		} else {
			stands[name] = true
		}
		if len(s.Steps) == 0 {
			t.Errorf("%s, %s: no step", s.Document, s.Section)
		}
		for _, step := range s.Steps {
			if !steps[step] {
				t.Errorf("%s, %s: no step %s", s.Document, s.Section, step)
			}
		}
		for _, own := range s.Holds {
			if !slices.ContainsFunc(s.Steps, func(step string) bool {
				slug, _, _ := strings.Cut(step, "/")
				return strings.Contains(source(slug), own)
			}) {
				t.Errorf("%s, %s: no lesson of its steps holds %q", s.Document, s.Section, own)
			}
		}
	}
	if len(documents) != 4 {
		t.Errorf("%d documents: %v", len(documents), documents)
	}
}

// TestGrowthAndLatency checks that several lessons have the chart of growth, over sizes that differ
// by a factor of a thousand, and that several have loads with guesses about latency.
func TestGrowthAndLatency(t *testing.T) {
	var grown, waited []string
	for _, l := range course(t) {
		var grows, waits bool
		for _, s := range l.Steps {
			for _, g := range s.Goals {
				m, ok := g.Check.(lessons.MeasuredAtSizes)
				grows = grows || ok && slices.Contains(m.Records, 1_000) && slices.Contains(m.Records, 1_000_000)
			}
			for _, q := range s.Asks {
				reads := s.Traffic != nil && len(s.Traffic.Reads) > 0
				waits = waits || q.Guess && q.Truth.Of == lessons.OfP99 && reads
			}
		}
		if grows {
			grown = append(grown, l.Slug)
		}
		if waits {
			waited = append(waited, l.Slug)
		}
	}
	t.Logf("growth is measured in %d lessons, waiting under reads foretold in %d: %v, %v", len(grown), len(waited), grown, waited)
	if len(grown) < 8 {
		t.Errorf("growth is measured in %d lessons: %v", len(grown), grown)
	}
	if len(waited) < 5 {
		t.Errorf("waiting under reads is foretold in %d lessons: %v", len(waited), waited)
	}
}
