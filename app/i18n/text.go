//go:build !js

package i18n

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"tabletop/engine/base"
)

// Texts holds the sentences of all languages, a folder each.
//
//go:embed text
var Texts embed.FS

// Entry is a sentence in a file of sentences.
type Entry struct {
	Code base.Code
	Text string // "" where it is still to be written
	From string // the English sentence that Text says, "" in English itself
	Line int    // from 1
}

// File is a file of sentences.
type File struct {
	Name    string // without folder and ending
	Entries []Entry
}

// ReadLanguages returns the languages that there are, English first.
func ReadLanguages(texts fs.FS) ([]Language, error) {
	const name = "text/languages.txt"
	data, err := fs.ReadFile(texts, name)
	if err != nil {
		return nil, err
	}
	var all []Language
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		part := strings.SplitN(line, " ", 3)
		if len(part) < 3 || part[1] != "whole" && part[1] != "begun" {
			return nil, fmt.Errorf("%s:%d: write tag, whole or begun, and the language's own name", name, i+1)
		}
		all = append(all, Language{Tag: part[0], Name: part[2], Whole: part[1] == "whole"})
	}
	if len(all) == 0 || all[0].Tag != fallback || !all[0].Whole {
		return nil, fmt.Errorf("%s: English comes first and is whole", name)
	}
	return all, nil
}

// Files reads a language's files of sentences, in the order of their names.
func Files(texts fs.FS, tag string) ([]File, error) {
	names, err := fs.Glob(texts, path.Join("text", tag, "*.txt"))
	if err != nil {
		return nil, err
	}
	var files []File
	for _, name := range names {
		if path.Base(name) == Glossary {
			continue
		}
		data, err := fs.ReadFile(texts, name)
		if err != nil {
			return nil, err
		}
		entries, err := ParseFile(string(data))
		if err != nil {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
		files = append(files, File{Name: strings.TrimSuffix(path.Base(name), ".txt"), Entries: entries})
	}
	return files, nil
}

// Glossary is the file of a language's terms, beside those of its sentences.
const Glossary = "glossary.txt"

// ParseFile reads a file of sentences, as the package's comment has it. Errors begin with
// the line.
func ParseFile(text string) ([]Entry, error) {
	var all []Entry
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		said := strings.Trim(line, " \t")
		switch {
		case said == "" || line[0] == '#':
		case line[0] != ' ' && line[0] != '\t':
			code, text, ok := strings.Cut(line, "=")
			code = strings.TrimRight(code, " ")
			if !ok || code == "" || strings.ContainsAny(code, " {}") {
				return nil, fmt.Errorf("%d: write a code, =, and the sentence", i+1)
			}
			if slices.ContainsFunc(all, func(e Entry) bool { return e.Code == base.Code(code) }) {
				return nil, fmt.Errorf("%d: there is a sentence for %s already", i+1, code)
			}
			all = append(all, Entry{Code: base.Code(code), Text: strings.Trim(text, " \t"), Line: i + 1})
		case len(all) == 0:
			return nil, fmt.Errorf("%d: nothing comes before this line that it could go on with", i+1)
		default:
			e := &all[len(all)-1]
			if english, is := strings.CutPrefix(said, "<"); is {
				e.From = join(e.From, strings.Trim(english, " \t"))
			} else {
				e.Text = join(e.Text, said)
			}
		}
	}
	for i := range all {
		all[i].Text, all[i].From = bare(all[i].Text), bare(all[i].From)
	}
	return all, nil
}

// join adds a line to a text: with a blank between them, or with none where the text ends
// in a backslash.
func join(text, line string) string {
	if text == "" {
		return line
	}
	if before, ok := strings.CutSuffix(text, `\`); ok {
		return before + line
	}
	return text + " " + line
}

// bare takes out the backslashes that keep blanks at the ends of a text.
func bare(text string) string {
	if strings.HasPrefix(text, `\ `) {
		text = text[1:]
	}
	if strings.HasSuffix(text, ` \`) {
		text = text[:len(text)-1]
	}
	return text
}

// What a file of sentences is for. All others are the page's own.
var (
	engineFiles = []string{"help", "kinds", "notes", "refusals"}
	authorFiles = []string{"calls", "mistakes"}
	besideFiles = []string{"beside"}
)

// The sentences that there are: what the engine says, the page's own text, what only the
// program for lessons from files and for code says, and what no program says.
var spoken, page, authors, beside = read(Texts)

// read returns all sentences of all languages. It panics where they cannot be read, or
// a code has two.
func read(texts fs.FS) (spoken, page, authors, beside sentences) {
	spoken, page, authors, beside = sentences{}, sentences{}, sentences{}, sentences{}
	all, err := ReadLanguages(texts)
	if err != nil {
		panic("i18n: " + err.Error())
	}
	for _, l := range all {
		files, err := Files(texts, l.Tag)
		if err != nil {
			panic("i18n: " + err.Error())
		}
		for _, f := range files {
			into := page
			switch {
			case slices.Contains(engineFiles, f.Name):
				into = spoken
			case slices.Contains(authorFiles, f.Name):
				into = authors
			case slices.Contains(besideFiles, f.Name):
				into = beside
			}
			into.add(l.Tag, f)
		}
	}
	return spoken, page, authors, beside
}

// Pack returns a language's sentences for [Load]: those of the page, or with author those
// that only the program for lessons from files and for code says. Where the language lacks
// one, the English stands in with a mark. Offered are the languages that the site has.
func Pack(tag string, offered []Language, author bool) []byte {
	var b strings.Builder
	for i, l := range offered {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(l.Tag + "=" + l.Name)
	}
	tables := []sentences{spoken, page}
	if author {
		tables = []sentences{nil, nil, authors}
	}
	for _, s := range tables {
		b.WriteString("\n" + packedTable)
		for _, code := range slices.Sorted(maps.Keys(s[fallback])) {
			text, ok := s.find(tag, code)
			if !ok {
				text = s[fallback][code] + untranslated
			}
			b.WriteString("\n" + string(code) + "\t" + text)
		}
	}
	return []byte(b.String())
}

// Beside returns what a language says beside the programs, by its codes; the English where
// the language lacks it.
func Beside(tag string) map[string]string {
	all := map[string]string{}
	for code, text := range beside[fallback] {
		if own, ok := beside.find(tag, code); ok {
			text = own
		}
		all[string(code)] = text
	}
	return all
}

// add adds what a file says in a language.
func (s sentences) add(tag string, f File) {
	if s[tag] == nil {
		s[tag] = map[base.Code]string{}
	}
	for _, e := range f.Entries {
		if _, twice := s[tag][e.Code]; twice {
			panic(fmt.Sprintf("i18n: text/%s/%s.txt:%d: another file has a sentence for %s", tag, f.Name, e.Line, e.Code))
		}
		if e.Text != "" {
			s[tag][e.Code] = e.Text
		}
	}
}
