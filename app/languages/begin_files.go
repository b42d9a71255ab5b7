//go:build !js

package languages

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"tabletop/app/i18n"
	"tabletop/engine/base"
)

// BeginTranslationFiles returns the files of a language, by their paths from the repository's root. They
// contain every English sentence, in the order of the English files and below the same
// comments: the language's own text if it has one, or an empty one, and below it the English
// text that it was made from. Sentences that the English file does not have are kept at the
// end of a file. If the language has no glossary yet, the result has one with all terms and
// no translations; a glossary that exists is not returned.
func BeginTranslationFiles(root fs.FS, tag string) (map[string][]byte, error) {
	english, err := filesOf(root, source)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	// Each English file has one of the language.
	for _, f := range english {
		layout, err := fs.ReadFile(root, sentenceFile(source, f.Name))
		if err != nil {
			return nil, err
		}
		var own []i18n.SentenceEntry
		comments := map[base.Code][]string{}
		if data, err := fs.ReadFile(root, sentenceFile(tag, f.Name)); err == nil {
			if own, err = i18n.ParseSentences(string(data)); err != nil {
				return nil, err
			}
			comments = commentsOf(string(data), string(layout))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		out[sentenceFile(tag, f.Name)] = []byte(laidOut(string(layout), f.Entries, own, comments))
	}
	if _, err := fs.ReadFile(root, glossaryFile(tag)); errors.Is(err, fs.ErrNotExist) {
		terms, err := readGlossary(root, source)
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		b.WriteString("# What each term is in this language, in its forms with commas between them; after !, what must\n# not be said for it.\n\n")
		for _, t := range terms {
			b.WriteString(t.english + " =\n")
		}
		out[glossaryFile(tag)] = []byte(b.String())
	}
	return out, nil
}

// commentsOf returns the comments of a file that the English file does not have, by the code
// of the sentence below them.
func commentsOf(text, english string) map[base.Code][]string {
	theirs := strings.Split(english, "\n")
	all := map[base.Code][]string{}
	var waiting []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "#"):
			if !slices.Contains(theirs, line) {
				waiting = append(waiting, line)
			}
		case line != "" && line[0] != ' ' && line[0] != '\t':
			code, _, _ := strings.Cut(line, "=")
			all[base.Code(strings.TrimSpace(code))] = waiting
			waiting = nil
		}
	}
	return all
}

// laidOut returns a language's file of sentences in the layout of the English file: its
// comments, blank lines and order. Every code in layout must be in english. The entries of
// own that are not in english follow at the end. Comments are the language's own, by the
// code of the sentence that they precede.
func laidOut(layout string, english, own []i18n.SentenceEntry, comments map[base.Code][]string) string {
	var b strings.Builder
	for line := range strings.Lines(layout) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || line[0] == '#':
			b.WriteString(line + "\n")
		case line[0] != ' ' && line[0] != '\t':
			code, _, _ := strings.Cut(line, "=")
			i := slices.IndexFunc(english, func(e i18n.SentenceEntry) bool { return string(e.Code) == strings.TrimSpace(code) })
			e := english[i]
			for _, c := range comments[e.Code] {
				b.WriteString(c + "\n")
			}
			i = slices.IndexFunc(own, func(o i18n.SentenceEntry) bool { return o.Code == e.Code })
			if i < 0 || own[i].Text == "" {
				b.WriteString(entry(i18n.SentenceEntry{Code: e.Code, Source: e.Text}))
			} else {
				b.WriteString(entry(own[i]))
			}
		}
	}
	for _, o := range own {
		if !slices.ContainsFunc(english, func(e i18n.SentenceEntry) bool { return e.Code == o.Code }) {
			b.WriteString(entry(o))
		}
	}
	return b.String()
}

// entry returns a sentence as it is written in a file, with its English text below it.
func entry(e i18n.SentenceEntry) string {
	text := string(e.Code) + " ="
	if e.Text != "" {
		text += " " + guarded(e.Text)
	}
	if e.Source != "" {
		text += "\n  < " + guarded(e.Source)
	}
	return text + "\n"
}

// guarded returns a text with a backslash before a leading blank and after a trailing one,
// so that a file keeps them.
func guarded(text string) string {
	if strings.HasPrefix(text, " ") {
		text = `\` + text
	}
	if strings.HasSuffix(text, " ") {
		text += `\`
	}
	return text
}
