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

// TextFiles has the files of sentences of all languages.
//
//go:embed text
var TextFiles embed.FS

// SentenceEntry is a sentence in a file.
type SentenceEntry struct {
	Code   base.Code
	Text   string // "" if it has still to be translated
	Source string // the English sentence that Text translates; "" in English itself
	Line   int    // line in the file, from 1
}

// SentenceFile is a file of sentences.
type SentenceFile struct {
	Name    string // without folder and extension
	Entries []SentenceEntry
}

// ReadLanguages returns the languages of text/languages.txt, English first.
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
		all = append(all, Language{Tag: part[0], Name: part[2], Complete: part[1] == "whole"})
	}
	if len(all) == 0 || all[0].Tag != fallback || !all[0].Complete {
		return nil, fmt.Errorf("%s: English comes first and is whole", name)
	}
	return all, nil
}

// ReadSentenceFiles reads a language's files of sentences, in the order of their names.
func ReadSentenceFiles(texts fs.FS, tag string) ([]SentenceFile, error) {
	names, err := fs.Glob(texts, path.Join("text", tag, "*.txt"))
	if err != nil {
		return nil, err
	}
	var files []SentenceFile
	for _, name := range names {
		if path.Base(name) == GlossaryFile {
			continue
		}
		data, err := fs.ReadFile(texts, name)
		if err != nil {
			return nil, err
		}
		entries, err := ParseSentences(string(data))
		if err != nil {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
		files = append(files, SentenceFile{Name: strings.TrimSuffix(path.Base(name), ".txt"), Entries: entries})
	}
	return files, nil
}

// GlossaryFile is the file with a language's terms, for translators. It has no sentences.
const GlossaryFile = "glossary.txt"

// ParseSentences parses a file of sentences, see the package comment. Errors begin with the line's
// number.
func ParseSentences(text string) ([]SentenceEntry, error) {
	var all []SentenceEntry
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		said := strings.Trim(line, " \t")
		switch {
		case said == "" || line[0] == '#':
		// A sentence begins.
		case line[0] != ' ' && line[0] != '\t':
			code, text, ok := strings.Cut(line, "=")
			code = strings.TrimRight(code, " ")
			if !ok || code == "" || strings.ContainsAny(code, " {}") {
				return nil, fmt.Errorf("%d: write a code, =, and the sentence", i+1)
			}
			if slices.ContainsFunc(all, func(e SentenceEntry) bool { return e.Code == base.Code(code) }) {
				return nil, fmt.Errorf("%d: there is a sentence for %s already", i+1, code)
			}
			all = append(all, SentenceEntry{Code: base.Code(code), Text: strings.Trim(text, " \t"), Line: i + 1})
		case len(all) == 0:
			return nil, fmt.Errorf("%d: nothing comes before this line that it could go on with", i+1)
		default:
			// The line continues the sentence, or the English one that it translates.
			e := &all[len(all)-1]
			if english, is := strings.CutPrefix(said, "<"); is {
				e.Source = join(e.Source, strings.Trim(english, " \t"))
			} else {
				e.Text = join(e.Text, said)
			}
		}
	}
	for i := range all {
		all[i].Text, all[i].Source = bare(all[i].Text), bare(all[i].Source)
	}
	return all, nil
}

// join adds a line to a text, separated by a blank unless the text ends in a backslash.
func join(text, line string) string {
	if text == "" {
		return line
	}
	if before, ok := strings.CutSuffix(text, `\`); ok {
		return before + line
	}
	return text + " " + line
}

// bare removes the backslashes that keep blanks at the ends of a text.
func bare(text string) string {
	if strings.HasPrefix(text, `\ `) {
		text = text[1:]
	}
	if strings.HasSuffix(text, ` \`) {
		text = text[:len(text)-1]
	}
	return text
}

// Which file belongs to which table. Other files have the page's own texts.
var (
	engineFiles = []string{"help", "kinds", "notes", "refusals"}
	authorFiles = []string{"calls", "mistakes", "record"}
	besideFiles = []string{"beside"}
)

// The tables of sentences: those of the engine, the page's texts, those that only the second
// program uses (for lessons from files, code and records), and those that no Go program uses.
var spoken, page, authors, beside = read(TextFiles)

// read returns the tables of all languages. It panics if they cannot be read, or if a code
// occurs twice.
func read(texts fs.FS) (spoken, page, authors, beside sentences) {
	spoken, page, authors, beside = sentences{}, sentences{}, sentences{}, sentences{}
	all, err := ReadLanguages(texts)
	if err != nil {
		panic("i18n: " + err.Error())
	}
	for _, l := range all {
		files, err := ReadSentenceFiles(texts, l.Tag)
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

// PackLanguage returns a language's sentences for [LoadLanguage]: those of the page and the engine, or with
// author those that only the second program uses. If the language lacks a sentence, it has the
// English one with a mark. offered are the languages of the site.
func PackLanguage(tag string, offered []Language, author bool) []byte {
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

// JavaScriptSentences returns the sentences that no Go program uses, by code, for the recovery screen and
// the like. If the language lacks one, it is the English one.
func JavaScriptSentences(tag string) map[string]string {
	all := map[string]string{}
	for code, text := range beside[fallback] {
		if own, ok := beside.find(tag, code); ok {
			text = own
		}
		all[string(code)] = text
	}
	return all
}

// add adds the sentences of a file. It panics if another file of the language has one of the
// codes.
func (s sentences) add(tag string, f SentenceFile) {
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
