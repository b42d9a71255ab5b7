//go:build !js

package languages

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"tabletop/app/i18n"
)

// term is a line of a glossary: what an English term is in the language, and what must
// not be said for it.
type term struct {
	english string
	own     []string // in its forms
	not     []string
	line    int
}

// glossaryFile names a language's glossary from the repository's root.
func glossaryFile(tag string) string { return path.Join("app/i18n/text", tag, i18n.Glossary) }

// readGlossary reads a language's terms: none where there is no file.
//
//	row key = chiave di riga, chiavi di riga
//	  ! chiave riga, chiave della riga
func readGlossary(root fs.FS, tag string) ([]term, error) {
	data, err := fs.ReadFile(root, glossaryFile(tag))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []term
	for i, line := range strings.Split(string(data), "\n") {
		said := strings.TrimSpace(line)
		not, forbids := strings.CutPrefix(said, "!")
		english, own, ok := strings.Cut(said, "=")
		switch {
		case said == "" || said[0] == '#':
		case forbids && len(all) > 0:
			t := &all[len(all)-1]
			t.not = append(t.not, listed(not)...)
		case ok && strings.TrimSpace(english) != "":
			all = append(all, term{english: strings.TrimSpace(english), own: listed(own), line: i + 1})
		default:
			return nil, fmt.Errorf("%s:%d: write English term = term, or ! and what must not be said for the term above", glossaryFile(tag), i+1)
		}
	}
	return all, nil
}

// listed parts a list at its commas, those of Chinese included.
func listed(text string) (all []string) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '，' || r == '、' }) {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// compareTerms says which terms a text takes that the glossary has others for.
func (c *checker) compareTerms(line int, at, text string) {
	small := strings.ToLower(text) // most texts hold none, and an expression for each takes minutes
	for _, t := range c.terms {
		for _, not := range t.not {
			if strings.Contains(small, strings.ToLower(not)) && says(c.masked(text, not), not) {
				c.find(Wrong, line, at, "the glossary has %q for %s, not %q", strings.Join(t.own, ", "), t.english, not)
			}
		}
	}
}

// masked takes the glossary's own terms out of a text where they contain what must not be
// said for another.
func (c *checker) masked(text, not string) string {
	for _, t := range c.terms {
		for _, own := range t.own {
			if strings.Contains(strings.ToLower(own), strings.ToLower(not)) {
				text = regexp.MustCompile("(?i)"+regexp.QuoteMeta(own)).ReplaceAllString(text, "·")
			}
		}
	}
	return text
}

var han = regexp.MustCompile(`\p{Han}`)

// says reports whether a text holds a term: as whole words, where it is written in words.
func says(text, term string) bool {
	if han.MatchString(term) {
		return strings.Contains(text, term)
	}
	return regexp.MustCompile(`(?i)(?:^|[^\pL\pN])` + regexp.QuoteMeta(term) + `(?:$|[^\pL\pN])`).MatchString(text)
}

// prose is what is neither argument nor name: two words in a row.
var prose = regexp.MustCompile(`\pL{2,}[ ,]+\pL{2,}`)

// neglected reports whether a text is the English one although it could be said in the
// language. Terms that the glossary has as they are in English do not count.
func (c *checker) neglected(english, own string) bool {
	if english != own {
		return false
	}
	for _, t := range c.terms {
		if slices.Contains(t.own, t.english) {
			own = regexp.MustCompile("(?i)"+regexp.QuoteMeta(t.english)).ReplaceAllString(own, "·")
		}
	}
	return prose.MatchString(own)
}
