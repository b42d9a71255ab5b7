//go:build !js

package lessons

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tabletop/engine/dataset"
)

// root is the folder of the sources in the file system that loading is given.
const root = "content"

// All loads every lesson in the order of the tracks. Besides what [Load]
// refuses it refuses a folder that no track names and files that belong to
// nothing.
func All(fsys fs.FS, lang string) ([]*Lesson, error) {
	tracks, err := loadTracks(fsys, lang)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(fsys, root)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{tracksFile: false, "documents.json": false}
	var all []*Lesson
	for _, t := range tracks {
		for _, slug := range t.Lessons {
			if known[slug] {
				return nil, fmt.Errorf("%s: %s stands twice", path.Join(root, tracksFile), slug)
			}
			known[slug] = true
			l, err := load(fsys, slug, lang, t.title)
			if err != nil {
				return nil, err
			}
			all = append(all, l)
		}
	}
	for _, e := range entries {
		folder, listed := known[e.Name()]
		if listed && folder == e.IsDir() || !e.IsDir() && isText(e.Name(), "tracks.") {
			continue
		}
		return nil, fmt.Errorf("%s: belongs to no track", path.Join(root, e.Name()))
	}
	return all, nil
}

// Load compiles the lesson in the folder content/slug of fsys. It refuses, with
// the file and the id at fault, sources that do not fit together: unknown
// fields and ids, an id without text, text without an id, templates and data
// that the engine would refuse, and files that belong to nothing.
func Load(fsys fs.FS, slug, lang string) (*Lesson, error) {
	tracks, err := loadTracks(fsys, lang)
	if err != nil {
		return nil, err
	}
	for _, t := range tracks {
		if slices.Contains(t.Lessons, slug) {
			return load(fsys, slug, lang, t.title)
		}
	}
	return nil, fmt.Errorf("%s: names no lesson %s", path.Join(root, tracksFile), slug)
}

const tracksFile = "tracks.json"

// track is lessons that belong together, in order.
type track struct {
	ID      string
	Lessons []string
	title   string
}

func loadTracks(fsys fs.FS, lang string) ([]track, error) {
	var tracks []track
	if err := readJSON(fsys, path.Join(root, tracksFile), &tracks); err != nil {
		return nil, err
	}
	text, err := readText(fsys, path.Join(root, "tracks."+lang+".md"), nil)
	if err != nil {
		return nil, err
	}
	for i := range tracks {
		tracks[i].title = text.plain("track " + tracks[i].ID)
	}
	return tracks, text.finish()
}

func load(fsys fs.FS, slug, lang, track string) (*Lesson, error) {
	dir := path.Join(root, slug)
	var src sourceLesson
	file := path.Join(dir, "lesson.json")
	if err := readJSON(fsys, file, &src); err != nil {
		return nil, err
	}
	text, err := readText(fsys, path.Join(dir, lang+".md"), src.Fields)
	if err != nil {
		return nil, err
	}
	c := compiler{src: &src, text: text, l: &Lesson{Slug: slug, Lang: lang, Track: track}}
	used := []string{"lesson.json", "solutions.json", "wrong.json", "facts.json"}
	records := map[string][][]string{}
	for _, d := range src.Data {
		if d.CSV == "" {
			continue
		}
		fields := d.Fields
		if fields == nil {
			fields = src.Fields
		}
		if records[d.CSV], err = readCSV(fsys, path.Join(dir, d.CSV), fields); err != nil {
			return nil, err
		}
		used = append(used, d.CSV)
	}
	c.lesson(records)
	if err := errors.Join(c.errs...); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := text.finish(); err != nil {
		return nil, err
	}
	var solutions map[string][]sourceAction
	file = path.Join(dir, "solutions.json")
	if err := readJSON(fsys, file, &solutions); err != nil {
		return nil, err
	}
	c.solutions(solutions)
	if err := errors.Join(c.errs...); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c.l, strays(fsys, dir, used)
}

// strays refuses files of a lesson's folder that nothing reads.
func strays(fsys fs.FS, dir string, used []string) error {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !slices.Contains(used, e.Name()) && !isText(e.Name(), "") {
			return fmt.Errorf("%s: nothing reads it", path.Join(dir, e.Name()))
		}
	}
	return nil
}

// isText reports whether name is prefix, a language and ".md".
func isText(name, prefix string) bool {
	lang, ok := strings.CutSuffix(name, ".md")
	if !ok {
		return false
	}
	lang, ok = strings.CutPrefix(lang, prefix)
	return ok && lang != "" && !strings.Contains(lang, ".")
}

func readJSON(fsys fs.FS, file string, into any) error {
	b, err := fs.ReadFile(fsys, file)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if d.More() {
		return fmt.Errorf("%s: more than one value", file)
	}
	return nil
}

// readCSV reads records whose header line names the fields in order.
func readCSV(fsys fs.FS, file string, fields []string) ([][]string, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(records) == 0 || !slices.Equal(records[0], fields) {
		return nil, fmt.Errorf("%s: the first line must be %s", file, strings.Join(fields, ","))
	}
	return records[1:], nil
}

// sourceRecipe is a recipe as lesson.json writes it.
type sourceRecipe struct {
	Count  int64
	Seed   uint64
	Unique []string
	Gens   []struct {
		Field, Kind    string
		Values         []string
		Weights        []int64
		PerValue, Min  int64
		From, To, Step string
	}
}

func (r sourceRecipe) recipe() (*dataset.Recipe, error) {
	kinds := map[string]dataset.Kind{
		"choice": dataset.Choice, "names": dataset.Names, "days": dataset.Days, "decimals": dataset.Decimals,
		"ints": dataset.Ints, "zipf": dataset.Zipf, "sequence": dataset.Sequence, "arrival": dataset.Arrival, "turns": dataset.Turns,
	}
	out := &dataset.Recipe{Count: r.Count, Seed: r.Seed, Unique: r.Unique}
	for _, g := range r.Gens {
		kind, ok := kinds[g.Kind]
		if !ok {
			return nil, fmt.Errorf("field %s: no kind %q", g.Field, g.Kind)
		}
		out.Gens = append(out.Gens, dataset.Gen{
			Field: g.Field, Kind: kind, Values: g.Values, Weights: g.Weights,
			PerValue: g.PerValue, Min: g.Min, From: g.From, To: g.To, Step: g.Step,
		})
	}
	return out, nil
}
