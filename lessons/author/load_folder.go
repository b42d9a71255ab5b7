package author

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/lessons"
)

// source is the language in which lessons are first written. It takes the place of a language that
// a lesson does not have.
const source = "en"

// LoadAll loads every lesson in the order of the tracks, in the language lang. A lesson that cannot be
// loaded in it, because a translation is missing or no longer fits, is loaded in source. Besides
// what [Load] refuses, LoadAll refuses a folder that is in no track and files that belong to nothing.
func LoadAll(fsys fs.FS, lang string) ([]*lessons.Lesson, error) {
	tracks, err := loadTracks(fsys, lang)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	known := map[string]bool{tracksFile: false, "documents.json": false, "content.go": false}
	var all []*lessons.Lesson
	for _, t := range tracks {
		for _, slug := range t.Lessons {
			if lessons.IsSlugFromFile(slug) {
				return nil, astray(tracksFile, base.MistakeOwnName, slug)
			}
			if known[slug] {
				return nil, astray(tracksFile, base.MistakeTwice, slug)
			}
			known[slug] = true
			l, err := load(fsys, slug, lang, t.title)
			if err != nil && lang != source {
				l, err = load(fsys, slug, source, t.title)
			}
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
		return nil, astray(e.Name(), base.MistakeUntracked, e.Name())
	}
	return all, nil
}

// astray returns a mistake that concerns a whole file.
func astray(file string, code base.Code, args ...string) lessons.Problems {
	p := mistake(code, args...)
	p.File = file
	return lessons.Problems{p}
}

// Load compiles the lesson in the folder slug of fsys. It refuses sources that do not fit
// together: unknown fields and IDs, an ID without text, text without an ID, templates and data that
// the engine would refuse, and files that belong to nothing. The error is [lessons.Problems], which have
// the file, the line and the ID of each mistake.
func Load(fsys fs.FS, slug, lang string) (*lessons.Lesson, error) {
	tracks, err := loadTracks(fsys, lang)
	if err != nil {
		return nil, err
	}
	for _, t := range tracks {
		if slices.Contains(t.Lessons, slug) {
			return load(fsys, slug, lang, t.title)
		}
	}
	return nil, astray(tracksFile, base.MistakeUntracked, slug)
}

const tracksFile = "tracks.json"

// track is a list of lessons that belong together, in their order. The title and the story come
// from the language file.
type track struct {
	ID      string
	Lessons []string
	title   string
	story   string // who asks the reader for help
}

// loadTracks reads the tracks with their titles in a language, or in source if there is no file
// in that language.
func loadTracks(fsys fs.FS, lang string) ([]track, error) {
	var tracks []track
	if err := readJSON(fsys, tracksFile, &tracks); err != nil {
		return nil, err
	}
	file := "tracks." + lang + ".md"
	src, err := fs.ReadFile(fsys, file)
	if errors.Is(err, fs.ErrNotExist) {
		file = "tracks." + source + ".md"
		src, err = fs.ReadFile(fsys, file)
	}
	if err != nil {
		return nil, err
	}
	text := readText(src, file, nil)
	for i := range tracks {
		tracks[i].title = text.plain("track " + tracks[i].ID)
		tracks[i].story = text.plain("story " + tracks[i].ID)
	}
	return tracks, errorOf(text.finish())
}

// Slugs returns the slugs of all lessons in the order of the tracks.
func Slugs(fsys fs.FS) ([]string, error) {
	var tracks []track
	if err := readJSON(fsys, tracksFile, &tracks); err != nil {
		return nil, err
	}
	var all []string
	for _, t := range tracks {
		all = append(all, t.Lessons...)
	}
	return all, nil
}

// load compiles a lesson whose track is known.
func load(fsys fs.FS, slug, lang, track string) (*lessons.Lesson, error) {
	s := newFolder(fsys, slug)
	l := s.lesson(slug, lang, track)
	if err := errorOf(s.found); err != nil {
		return nil, err
	}
	return l, nil
}

// folder is the folder of one lesson, with the problems that were found in it.
type folder struct {
	fsys   fs.FS
	dir    string             // path of the folder in fsys
	places map[string]*places // of the parts of each JSON file, by path
	text   *prose             // nil until the language file has been read
	found  lessons.Problems
}

func newFolder(fsys fs.FS, dir string) *folder {
	return &folder{fsys: fsys, dir: dir, places: map[string]*places{}}
}

// name returns the path of a file of the folder.
func (s *folder) name(file string) string { return path.Join(s.dir, file) }

// refuse adds a problem of a file's line.
func (s *folder) refuse(file string, line int, p lessons.Problem) {
	p.File, p.Line = s.name(file), line
	s.found = append(s.found, p)
}

// read returns a file's content. It refuses a missing file.
func (s *folder) read(file string) (src []byte, ok bool) {
	src, err := fs.ReadFile(s.fsys, s.name(file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.refuse(file, 1, mistake(base.MistakeMissing, file))
	case err != nil:
		s.refuse(file, 1, problem(err))
	}
	return src, err == nil
}

// json decodes a JSON file and reports whether any of it could be decoded.
func (s *folder) json(file string, into any) bool {
	src, ok := s.read(file)
	if !ok {
		return false
	}
	p, faults := decodeJSON(src, into)
	s.places[s.name(file)] = p
	for _, f := range faults {
		s.refuse(file, lineAt(src, f.at), f.what)
	}
	return len(p.at) > 0 || len(faults) == 0
}

// take adds problems of a file's parts to s.found, with the lines of those parts, and clears the
// list.
func (s *folder) take(file string, found *lessons.Problems) {
	for _, p := range *found {
		p.File, p.Line = s.name(file), 1
		if at := s.places[p.File]; at != nil {
			p.Line = at.line(p, true)
		}
		s.found = append(s.found, p)
	}
	*found = nil
}

// lesson compiles the lesson. It continues after mistakes, to report as many as it can. It returns
// nil if lesson.json or the language file cannot be read at all.
func (s *folder) lesson(slug, lang, track string) *lessons.Lesson {
	var src sourceLesson
	used := []string{"lesson.json", "solutions.json", "wrong.json", "also.json", "facts.json"}
	readable := s.json("lesson.json", &src)
	c := compiler{src: &src, l: &lessons.Lesson{Slug: slug, Lang: lang, Track: track}}
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
			// After mistakes, much of the text would be reported as belonging to nothing.
			if len(s.found) == 0 {
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
	if readable {
		// Without lesson.json the names of the CSV files are not known.
		s.strays(used)
	}
	if c.text == nil {
		return nil
	}
	return c.l
}

// strays refuses files of the folder that are not read, except texts in other languages.
func (s *folder) strays(used []string) {
	entries, err := fs.ReadDir(s.fsys, s.dir)
	if err != nil {
		s.refuse("", 1, problem(err))
	}
	for _, e := range entries {
		if e.IsDir() || !slices.Contains(used, e.Name()) && !isText(e.Name(), "") {
			s.refuse(e.Name(), 1, mistake(base.MistakeStray, e.Name()))
		}
	}
}

// isText reports whether a file's name is prefix, a language and ".md".
func isText(name, prefix string) bool {
	lang, ok := strings.CutSuffix(name, ".md")
	if !ok {
		return false
	}
	lang, ok = strings.CutPrefix(lang, prefix)
	return ok && lang != "" && !strings.Contains(lang, ".")
}

// errorOf returns problems as an error, or nil if there is none.
func errorOf(ps lessons.Problems) error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// readJSON decodes a JSON file that belongs to no lesson.
func readJSON(fsys fs.FS, file string, into any) error {
	s := newFolder(fsys, path.Dir(file))
	s.json(path.Base(file), into)
	return errorOf(s.found)
}

// csv returns the records of a CSV file. Its first line has to be the names of the fields in order.
// Records with another number of values are refused and left out.
func (s *folder) csv(file string, fields []string) (records [][]string) {
	src, ok := s.read(file)
	if !ok {
		return nil
	}
	r := csv.NewReader(bytes.NewReader(src))
	r.FieldsPerRecord = -1
	for n := 0; ; n++ {
		record, err := r.Read()
		if n == 0 && !slices.Equal(record, fields) {
			s.refuse(file, 1, mistake(base.MistakeCSVHead, strings.Join(fields, ",")))
		}
		if err == io.EOF {
			return records
		}
		if err != nil {
			line := 1
			if bad, ok := errors.AsType[*csv.ParseError](err); ok {
				line = bad.Line
			}
			s.refuse(file, line, mistake(base.MistakeCSVQuote))
			return records
		}
		if n == 0 {
			continue
		}
		if len(record) != len(fields) {
			line, _ := r.FieldPos(0)
			s.refuse(file, line, mistake(base.MistakeCSVFields, strconv.Itoa(len(record)), strconv.Itoa(len(fields))))
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
		Shape          *dataset.Shape
	}
}

// recipe returns the recipe for the engine. It refuses an unknown kind of generator.
func (r sourceRecipe) recipe() (*dataset.Recipe, error) {
	kinds := map[string]dataset.GeneratorKind{
		"choice": dataset.Choice, "names": dataset.Names, "days": dataset.Days, "decimals": dataset.Decimals,
		"ints": dataset.Ints, "zipf": dataset.Zipf, "sequence": dataset.Sequence, "arrival": dataset.Arrival, "turns": dataset.Turns,
		"filler": dataset.Filler, "fitted": dataset.Fitted,
	}
	out := &dataset.Recipe{Count: r.Count, Seed: r.Seed, Unique: r.Unique}
	for _, g := range r.Gens {
		kind, ok := kinds[g.Kind]
		if !ok {
			return nil, unknown("gen", g.Kind, slices.Sorted(maps.Keys(kinds)))
		}
		out.Gens = append(out.Gens, dataset.Generator{
			Field: g.Field, Kind: kind, Values: g.Values, Weights: g.Weights,
			PerValue: g.PerValue, Min: g.Min, From: g.From, To: g.To, Step: g.Step, Shape: g.Shape,
		})
	}
	return out, nil
}
