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

// term is an entry of a glossary: an English term, its translations, and expressions that
// must not be used for it.
type term struct {
	english string
	own     []string // its translation, in all grammatical forms
	not     []string // expressions that must not be used
	line    int      // of the entry in the glossary's file, from 1
}

// glossaryFile returns the path of a language's glossary from the repository's root.
func glossaryFile(tag string) string { return path.Join("app/i18n/text", tag, i18n.GlossaryFile) }

// readGlossary returns the terms of a language's glossary, none if the file does not exist.
// An entry is a line with the English term and its translations, which a line with ! may
// follow for expressions that must not be used:
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

// listed splits a list at its commas, Latin and Chinese ones, and leaves out empty items.
func listed(text string) (all []string) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '，' || r == '、' }) {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// compareTerms reports expressions in a text that the glossary forbids.
func (c *checker) compareTerms(line int, at, text string) {
	small := strings.ToLower(text) // a quick test first: a regular expression for each term takes minutes
	for _, t := range c.terms {
		for _, not := range t.not {
			if strings.Contains(small, strings.ToLower(not)) && says(c.masked(text, not), not) {
				c.find(Wrong, line, at, "the glossary has %q for %s, not %q", strings.Join(t.own, ", "), t.english, not)
			}
		}
	}
}

// masked returns a text without those of the glossary's own terms that contain the
// expression not. The expression is allowed as a part of them.
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

// han finds a Han character.
var han = regexp.MustCompile(`\p{Han}`)

// says reports whether a text contains a term: as whole words, or anywhere if the term is
// written in Han characters.
func says(text, term string) bool {
	if han.MatchString(term) {
		return strings.Contains(text, term)
	}
	return regexp.MustCompile(`(?i)(?:^|[^\pL\pN])` + regexp.QuoteMeta(term) + `(?:$|[^\pL\pN])`).MatchString(text)
}

// prose matches a text that can be translated: it has two words in a row, so it is more than
// a name or an argument.
var prose = regexp.MustCompile(`\pL{2,}[ ,]+\pL{2,}`)

// neglected reports whether a translation is the unchanged English text although it contains
// something to translate. Terms that the glossary keeps in English do not count.
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
