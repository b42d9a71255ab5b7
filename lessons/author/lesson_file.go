package author

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"tabletop/engine/base"
	"tabletop/lessons"
)

// maxFile is the greatest size of a lesson's file, in bytes.
const maxFile = 4 << 20

// Pack returns a lesson's folder as one text file in the format of txtar. The comment at its top
// has the lesson's slug and the track that it is shown in. A file that cannot be represented, such
// as one without a newline at its end, is refused.
func Pack(dir fs.FS, slug, track string) ([]byte, error) {
	out := &txtar.Archive{Comment: fmt.Appendf(nil, "%s %s\n%s %s\n\n", slugLine, slug, trackLine, track)}
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := fs.ReadFile(dir, e.Name())
		if err != nil {
			return nil, err
		}
		out.Files = append(out.Files, txtar.File{Name: e.Name(), Data: data})
	}
	text := txtar.Format(out)
	again, _, err := unpack(text)
	if err != nil {
		return nil, err
	}
	for i, f := range out.Files {
		if i >= len(again.Files) || again.Files[i].Name != f.Name || !bytes.Equal(again.Files[i].Data, f.Data) {
			return nil, mistake(base.MistakeUnpackable, f.Name)
		}
	}
	return text, nil
}

const (
	// The beginnings of the lines with the slug and the track.
	slugLine  = "lesson:"
	trackLine = "track:"
)

// TrackOf returns the title of the track of a lesson in fsys and the track's story, which says who
// asks the reader for help. Both are "" if the lesson is in no track.
func TrackOf(fsys fs.FS, slug, lang string) (title, story string) {
	tracks, err := loadTracks(fsys, lang)
	if err != nil {
		return "", ""
	}
	for _, t := range tracks {
		if slices.Contains(t.Lessons, slug) {
			return t.title, t.story
		}
	}
	return "", ""
}

// unpack parses a file in the format of txtar. first has, for each file in it, the number of the
// line that its content begins with.
func unpack(text []byte) (a *txtar.Archive, first []int, err error) {
	if len(text) > maxFile {
		return nil, nil, mistake(base.MistakeLarge, strconv.Itoa(len(text)), strconv.Itoa(maxFile))
	}
	if !utf8.Valid(text) {
		return nil, nil, mistake(base.MistakeEncoding)
	}
	a = txtar.Parse(text)
	line := 1 + bytes.Count(a.Comment, []byte{'\n'})
	for _, f := range a.Files {
		line++ // its name
		first = append(first, line)
		line += bytes.Count(f.Data, []byte{'\n'})
	}
	return a, first, nil
}

// members is a file system of the files of one lesson, by name, in one folder. Only ReadFile and
// ReadDir work.
type members map[string][]byte

// Open always fails: nothing needs it.
func (m members) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

// ReadFile implements [fs.ReadFileFS].
func (m members) ReadFile(name string) ([]byte, error) {
	if data, ok := m[name]; ok {
		return data, nil
	}
	return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
}

// ReadDir implements [fs.ReadDirFS]. It lists no file, since CheckFile itself reports those that a
// lesson does not have.
func (m members) ReadDir(string) ([]fs.DirEntry, error) { return nil, nil }

// CheckFile parses a lesson's file, as [Pack] writes it, compiles the lesson and verifies it, see
// verify. The line numbers of its problems are those of the whole file. lang is the preferred
// language; a file without it is read in the first language that it has.
func CheckFile(text []byte, lang string) lessons.FileReport {
	text = bytes.TrimPrefix(bytes.ReplaceAll(text, []byte("\r\n"), []byte{'\n'}), []byte("\ufeff"))
	a, first, err := unpack(text)
	if err != nil {
		bad := problem(err)
		bad.Line = 1
		return lessons.FileReport{Problems: lessons.Problems{bad}}
	}
	dir := members{}
	lines := map[string]int{}
	var found lessons.Problems
	refuse := func(line int, p lessons.Problem) {
		p.Line = line
		found = append(found, p)
	}
	// The comment at the top has the slug and the track.
	slug, track := "", ""
	for n, line := range strings.Split(string(a.Comment), "\n") {
		if s, ok := strings.CutPrefix(line, slugLine); ok {
			if slug = strings.TrimSpace(s); slug == "" || strings.Trim(slug, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || len(slug) > 60 {
				refuse(n+1, mistake(base.MistakeSlug, slug))
			}
		}
		if s, ok := strings.CutPrefix(line, trackLine); ok {
			track = strings.TrimSpace(s)
		}
	}
	if slug == "" && !found.HasErrors() {
		refuse(1, mistake(base.MistakeNoSlug))
	}
	// Collect the files with the lines that they begin at.
	for i, f := range a.Files {
		switch _, twice := dir[f.Name]; {
		case twice:
			refuse(first[i]-1, mistake(base.MistakeTwice, f.Name))
		case path.Base(f.Name) != f.Name:
			refuse(first[i]-1, mistake(base.MistakeFolder, f.Name))
		default:
			dir[f.Name], lines[f.Name] = f.Data, first[i]
		}
	}
	if dir[lang+".md"] == nil {
		for _, f := range a.Files {
			if isText(f.Name, "") {
				lang = strings.TrimSuffix(f.Name, ".md")
				break
			}
		}
	}
	// Problems of a file inside become problems of the whole file's lines.
	v := newFolder(dir, ".").check(slug, lang, track, found)
	all := bytes.Split(text, []byte{'\n'})
	for i := range v.Problems {
		p := &v.Problems[i]
		if from, in := lines[p.File]; in {
			p.Line = min(from+max(p.Line, 1)-1, len(all))
		} else if p.Line == 0 || p.File != "" {
			p.Line = 1 // a file that is missing
		}
		line := strings.ToValidUTF8(string(all[p.Line-1]), "")
		if len(line) > maxShown {
			line = strings.ToValidUTF8(line[:maxShown], "") + "…"
		}
		p.Text = line
	}
	base.SortStable(v.Problems, func(a, b lessons.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return v
}

// maxShown is the length, in bytes, to which a line is shortened in [lessons.Problem.Text].
const maxShown = 200

// CheckLessonFolder checks a lesson's folder as [CheckFile] checks a file.
func CheckLessonFolder(dir fs.FS, slug, lang string) lessons.FileReport {
	return newFolder(dir, ".").check(slug, lang, "", nil)
}

// check compiles a lesson and, if there is no mistake, verifies it. found has the problems that are
// known already.
func (s *folder) check(slug, lang, track string, found lessons.Problems) lessons.FileReport {
	s.found = found
	l := s.lesson(slug, lang, track)
	if l == nil {
		return lessons.FileReport{Problems: s.found}
	}
	var attempts []WrongAttempt
	var facts []fact
	if s.has("wrong.json") {
		attempts = s.attempts(l, "wrong.json")
	}
	if s.has("facts.json") {
		facts = s.facts(l)
	}
	if !s.found.HasErrors() {
		for _, p := range verify(l, attempts, facts) {
			s.found = append(s.found, s.placed(p))
		}
	}
	v := lessons.FileReport{Problems: s.found}
	if own := *l; !v.Problems.HasErrors() {
		own.Slug = lessons.FromFilePrefix + own.Slug
		if _, err := lessons.DecodeFromFile(lessons.Encode(&own)); err != nil { // as the page reads it
			v.Problems = append(v.Problems, problem(err))
			return v
		}
		v.Lesson, v.Attempts, v.Facts = l, len(attempts), len(facts)
	}
	return v
}

// has reports whether an optional file is there. It adds a remark if it is not.
func (s *folder) has(file string) bool {
	_, err := fs.ReadFile(s.fsys, s.name(file))
	if errors.Is(err, fs.ErrNotExist) {
		p := mistake(base.MistakeUntried, file)
		p.Remark = true
		s.refuse(file, 1, p)
	}
	return err == nil
}

// placed adds the file's name and the line to a problem of verify.
func (s *folder) placed(p lessons.Problem) lessons.Problem {
	if p.File == textFile {
		p.File, p.Line = s.text.file, s.text.line(p.At)
		return p
	}
	p.File = s.name(p.File)
	if at := s.places[p.File]; at != nil {
		p.Line = at.line(p, false)
	}
	return p
}
