//go:build !js || author

package lessons

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
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
			if Own(slug) {
				return nil, fmt.Errorf("%s: %s has the name of a lesson from a file", path.Join(root, tracksFile), slug)
			}
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
// [Problems] that name the file, the line and the id at fault, sources that do not fit together: unknown
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
	file := path.Join(root, "tracks."+lang+".md")
	src, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, err
	}
	text := readText(src, file, nil)
	for i := range tracks {
		tracks[i].title = text.plain("track " + tracks[i].ID)
	}
	return tracks, text.finish().or()
}

func load(fsys fs.FS, slug, lang, track string) (*Lesson, error) {
	s := newFolder(fsys, path.Join(root, slug))
	l := s.lesson(slug, lang, track)
	if err := s.found.or(); err != nil {
		return nil, err
	}
	return l, nil
}

// folder is the files of one lesson, and what is wrong with them.
type folder struct {
	fsys   fs.FS
	dir    string
	places map[string]*places // by file
	text   *prose
	found  Problems
}

func newFolder(fsys fs.FS, dir string) *folder {
	return &folder{fsys: fsys, dir: dir, places: map[string]*places{}}
}

func (s *folder) name(file string) string { return path.Join(s.dir, file) }

// refuse notes a problem of a whole file.
func (s *folder) refuse(file, what string) {
	s.found = append(s.found, Problem{File: s.name(file), Line: 1, What: what})
}

// read returns a file's content.
func (s *folder) read(file string) (src []byte, ok bool) {
	src, err := fs.ReadFile(s.fsys, s.name(file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.refuse(file, "the file is missing")
	case err != nil:
		s.refuse(file, err.Error())
	}
	return src, err == nil
}

// json reads a JSON file and reports whether anything could be read of it.
func (s *folder) json(file string, into any) bool {
	src, ok := s.read(file)
	if !ok {
		return false
	}
	p, faults := decodeJSON(src, into)
	s.places[s.name(file)] = p
	for _, f := range faults {
		s.found = append(s.found, Problem{File: s.name(file), Line: lineAt(src, f.at), What: f.what})
	}
	return len(p.at) > 0 || len(faults) == 0
}

// take takes what was found about a file's parts.
func (s *folder) take(file string, found *Problems) {
	for _, p := range *found {
		p.File, p.Line = s.name(file), 1
		if at := s.places[p.File]; at != nil {
			p.Line = at.line(p.At, p.What)
		}
		s.found = append(s.found, p)
	}
	*found = nil
}

// lesson compiles the lesson. It goes on where something is wrong, to say as much
// as it can: nil is for a lesson.json that cannot be read at all.
func (s *folder) lesson(slug, lang, track string) *Lesson {
	var src sourceLesson
	used := []string{"lesson.json", "solutions.json", "wrong.json", "also.json", "facts.json"}
	readable := s.json("lesson.json", &src)
	c := compiler{src: &src, l: &Lesson{Slug: slug, Lang: lang, Track: track}}
	records := map[string][][]string{}
	for _, d := range src.Data {
		if d.CSV == "" || slices.Contains(used, d.CSV) {
			continue
		}
		fields := d.Fields
		if fields == nil {
			fields = src.Fields
		}
		records[d.CSV] = s.csv(d.CSV, fields)
		used = append(used, d.CSV)
	}
	if readable {
		if text, ok := s.read(lang + ".md"); ok {
			s.text = readText(text, s.name(lang+".md"), src.Fields)
			c.text = s.text
			c.lesson(records)
			if len(s.found) == 0 { // else much of the text would have no place
				s.text.finish()
			}
			s.take("lesson.json", &c.errs)
			s.found = append(s.found, s.text.errs...)
		}
	}
	var solutions map[string][]sourceAction
	if s.json("solutions.json", &solutions) && c.text != nil {
		c.solutions(solutions)
		s.take("solutions.json", &c.errs)
	}
	if readable { // else nobody knows
		s.strays(used)
	}
	if c.text == nil {
		return nil
	}
	return c.l
}

// strays refuses files of the folder that nothing reads.
func (s *folder) strays(used []string) {
	entries, err := fs.ReadDir(s.fsys, s.dir)
	if err != nil {
		s.refuse("", err.Error())
	}
	for _, e := range entries {
		if e.IsDir() || !slices.Contains(used, e.Name()) && !isText(e.Name(), "") {
			s.refuse(e.Name(), "nothing reads it")
		}
	}
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

// or returns the problems as an error, nil for none.
func (ps Problems) or() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

func readJSON(fsys fs.FS, file string, into any) error {
	s := newFolder(fsys, path.Dir(file))
	s.json(path.Base(file), into)
	return s.found.or()
}

// csv reads records whose header line names the fields in order.
func (s *folder) csv(file string, fields []string) (records [][]string) {
	src, ok := s.read(file)
	if !ok {
		return nil
	}
	refuse := func(line int, what string) {
		s.found = append(s.found, Problem{File: s.name(file), Line: line, What: what})
	}
	r := csv.NewReader(bytes.NewReader(src))
	r.FieldsPerRecord = -1
	for n := 0; ; n++ {
		record, err := r.Read()
		if n == 0 && !slices.Equal(record, fields) {
			refuse(1, "the first line must be "+strings.Join(fields, ","))
		}
		if err == io.EOF {
			return records
		}
		if err != nil {
			line, what := 1, err.Error()
			if bad, ok := errors.AsType[*csv.ParseError](err); ok {
				line, what = bad.Line, bad.Err.Error()
			}
			refuse(line, what)
			return records
		}
		if n == 0 {
			continue
		}
		if len(record) != len(fields) {
			line, _ := r.FieldPos(0)
			refuse(line, fmt.Sprintf("a record of %d fields in place of %d", len(record), len(fields)))
			continue
		}
		records = append(records, record)
	}
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
		"filler": dataset.Filler,
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
