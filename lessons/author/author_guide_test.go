package author

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tabletop/lessons"
	"tabletop/lessons/content"
)

func guide(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// example returns the lesson in the guide.
func example(t *testing.T) string {
	t.Helper()
	_, rest, _ := strings.Cut(guide(t), "```\nlesson: ")
	text, _, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("the guide shows no lesson")
	}
	return "lesson: " + text
}

// TestGuideExample checks that the lesson in the guide can be done, without remarks, and packed.
func TestGuideExample(t *testing.T) {
	text := example(t)
	v := CheckFile([]byte(text), "en")
	if len(v.Problems) > 0 || v.Lesson == nil || v.Attempts < 2 {
		t.Fatalf("%+v", v)
	}
	a, _, err := unpack([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	dir := fstest.MapFS{}
	for _, f := range a.Files {
		dir[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	packed, err := Pack(dir, v.Lesson.Slug, v.Lesson.Track)
	if err != nil {
		t.Fatal(err)
	}
	if again := CheckFile(packed, "en"); !reflect.DeepEqual(again, v) {
		t.Errorf("packed it is another: %+v", again)
	}
}

// sourceFiles are the JSON files of a lesson and the types that they are decoded into.
var sourceFiles = map[string]reflect.Type{
	"lesson.json":    reflect.TypeFor[sourceLesson](),
	"solutions.json": reflect.TypeFor[map[string][]sourceAction](),
	"wrong.json":     reflect.TypeFor[[]sourceAttempt](),
	"facts.json":     reflect.TypeFor[[]sourceFact](),
}

// under calls visit with each struct type that a value of a type may contain.
func under(of reflect.Type, seen map[reflect.Type]bool, visit func(reflect.Type)) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		under(of.Elem(), seen, visit)
	case reflect.Struct:
		if of == reflect.TypeFor[lessons.Bound]() {
			of = reflect.TypeFor[sourceBound]()
		}
		if seen[of] {
			return
		}
		seen[of] = true
		visit(of)
		for _, f := range reflect.VisibleFields(of) {
			under(f.Type, seen, visit)
		}
	}
}

// TestGuideNamesEverything checks that the guide mentions every member of every file.
func TestGuideNamesEverything(t *testing.T) {
	words := map[string]bool{}
	for _, w := range regexp.MustCompile(`[A-Za-z]+`).FindAllString(guide(t), -1) {
		words[w] = true
	}
	for file, of := range sourceFiles {
		under(of, map[reflect.Type]bool{}, func(s reflect.Type) {
			for _, name := range namesOf(s) {
				if !words[name] {
					t.Errorf("%s: the guide says nothing of %s, a member of %v", file, name, s)
				}
			}
		})
	}
}

// fits returns why a value does not fit the schema, or "".
func (s *schema) fits(v any, whole *schema) string {
	if s.Ref != "" {
		return whole.Defs[path.Base(s.Ref)].fits(v, whole)
	}
	kind := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Float64: "number", reflect.Slice: "array", reflect.Map: "object"}
	if got := kind[reflect.ValueOf(v).Kind()]; got != s.Type && !(got == "number" && s.Type == "integer") {
		return fmt.Sprintf("%v is %s, not %s", v, got, s.Type)
	}
	switch v := v.(type) {
	case string:
		if s.Enum != nil && !slices.Contains(s.Enum, v) {
			return fmt.Sprintf("%q is none of %q", v, s.Enum)
		}
	case []any:
		for _, each := range v {
			if why := s.Items.fits(each, whole); why != "" {
				return why
			}
		}
	case map[string]any:
		for _, name := range s.Required {
			if v[name] == nil {
				return name + " is missing"
			}
		}
		for name, each := range v {
			member := s.Properties[name]
			if member == nil {
				more, ok := s.Additional.(map[string]any)
				if !ok {
					return name + " is not known"
				}
				text, _ := json.Marshal(more)
				member = new(schema)
				if err := json.Unmarshal(text, member); err != nil {
					return err.Error()
				}
			}
			if why := member.fits(each, whole); why != "" {
				return name + ": " + why
			}
		}
	}
	return ""
}

// TestSchema checks that the schema accepts every lesson and refuses what the decoder does not
// know.
func TestSchema(t *testing.T) {
	var whole schema
	if err := json.Unmarshal(FileSchema(), &whole); err != nil {
		t.Fatal(err)
	}
	why := func(src string) string {
		var v any
		if err := json.Unmarshal([]byte(src), &v); err != nil {
			t.Fatal(err)
		}
		return whole.fits(v, &whole)
	}
	files, err := fs.Glob(content.Files, "*/lesson.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		src, err := fs.ReadFile(content.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		if said := why(string(src)); said != "" {
			t.Errorf("%s: %s", name, said)
		}
	}
	for _, bad := range []string{
		`{"teaches": ["a"], "steps": []}`,
		`{"minutes": 1, "teaches": ["a"], "steps": [], "stops": []}`,
		`{"minutes": "1", "teaches": ["a"], "steps": []}`,
		`{"minutes": 1, "teaches": ["a"], "steps": [{"id": "a", "goals": [{"id": "b", "hold": {}}]}]}`,
		`{"minutes": 1, "teaches": ["a"], "steps": [{"id": "a", "panels": ["grown"]}]}`,
		`{"minutes": 1, "teaches": ["a"], "steps": [{"id": "a", "load": {"reads": {"q": "many"}}}]}`,
	} {
		if why(bad) == "" {
			t.Errorf("it takes %s", bad)
		}
	}
	v := CheckFile([]byte(strings.Replace(small, `"minutes"`, `"$schema": "lesson.schema.json", "minutes"`, 1)), "en")
	if len(v.Problems) > 0 {
		t.Errorf("a lesson that names the schema: %v", v.Problems)
	}
}

// TestSchemaKnowsWords checks that a member which takes one of some words lists them.
func TestSchemaKnowsWords(t *testing.T) {
	text := string(FileSchema())
	for member, words := range valuesOf {
		for _, word := range words {
			if !strings.Contains(text, `"`+word+`"`) {
				t.Errorf("%s: the schema lacks %q", member, word)
			}
		}
	}
}
