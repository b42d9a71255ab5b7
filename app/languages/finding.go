//go:build !js

package languages

import (
	"fmt"
	"io/fs"
)

// Kind is what is the matter with a text.
type Kind uint8

const (
	Missing Kind = iota
	Older
	Wrong
)

// String names a kind as it is printed.
func (k Kind) String() string { return [...]string{"missing", "older", "wrong"}[k] }

// Finding is something that is the matter with a text.
type Finding struct {
	Kind Kind
	File string // from the repository's root
	Line int    // from 1, 0 where there is no line
	At   string // code of a sentence, or name of a block
	Say  string // what it is
}

// String returns the finding as one line.
func (f Finding) String() string {
	at := f.File
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	if f.At != "" {
		at += ": " + f.At
	}
	return fmt.Sprintf("%s: %s: %s", at, f.Kind, f.Say)
}

// Check returns all that is found in a language. Root is the repository.
func Check(root fs.FS, tag string) ([]Finding, error) {
	terms, err := readGlossary(root, tag)
	if err != nil {
		return nil, err
	}
	of, err := notationOf(root, tag)
	if err != nil {
		return nil, err
	}
	english, err := notationOf(root, source)
	if err != nil {
		return nil, err
	}
	c := &checker{root: root, tag: tag, terms: terms, own: of, english: english}
	if err := c.sentences(); err != nil {
		return nil, err
	}
	return c.found, c.lessons()
}

// source is the language that all others are made from.
const source = "en"

// checker gathers findings.
type checker struct {
	root         fs.FS
	tag          string
	terms        []term
	own, english notation
	found        []Finding

	file string // what is looked at
}

func (c *checker) find(kind Kind, line int, at, format string, args ...any) {
	c.found = append(c.found, Finding{kind, c.file, line, at, fmt.Sprintf(format, args...)})
}
