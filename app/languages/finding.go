//go:build !js

package languages

import (
	"fmt"
	"io/fs"
)

// FindingKind says what is wrong with a text, see the package's terms.
type FindingKind uint8

// The kinds of findings.
const (
	Missing FindingKind = iota
	Outdated
	Wrong
)

// String returns the word for a kind that findings are printed with.
func (k FindingKind) String() string { return [...]string{"missing", "older", "wrong"}[k] }

// Finding is something wrong with one text of a language.
type Finding struct {
	Kind    FindingKind
	File    string // path from the repository's root
	Line    int    // from 1; 0 if no line has it
	Code    string // code of the sentence or name of the block, "" for the whole file
	Message string // what is wrong, in English
}

// String returns the finding as one line: file, line, place, kind and sentence.
func (f Finding) String() string {
	at := f.File
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	if f.Code != "" {
		at += ": " + f.Code
	}
	return fmt.Sprintf("%s: %s: %s", at, f.Kind, f.Message)
}

// CheckLanguage returns all findings in the sentences and lessons of the language called tag. Root
// is the repository's root. The error says which file cannot be read or parsed.
func CheckLanguage(root fs.FS, tag string) ([]Finding, error) {
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
	err = c.lessons()
	return c.found, err
}

// source is the tag of the language that all others are translated from.
const source = "en"

// checker compares the texts of one language with the English ones, and collects findings.
type checker struct {
	root         fs.FS
	tag          string
	terms        []term // of the language's glossary
	own, english notation
	found        []Finding

	file string // path of the file that is being compared, for the findings
}

// find adds a finding about the file that is being compared.
func (c *checker) find(kind FindingKind, line int, at, format string, args ...any) {
	c.found = append(c.found, Finding{kind, c.file, line, at, fmt.Sprintf(format, args...)})
}
