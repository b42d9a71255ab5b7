//go:build !js

package languages

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"tabletop/app/i18n"
)

// sentenceFile returns the path of a file of sentences from the repository's root.
func sentenceFile(tag, name string) string {
	return path.Join("app/i18n/text", tag, name+".txt")
}

// sentences compares all sentences of the language with the English ones, file by file.
func (c *checker) sentences() error {
	english, err := filesOf(c.root, source)
	if err != nil {
		return err
	}
	own, err := filesOf(c.root, c.tag)
	if err != nil {
		return err
	}
	for _, f := range english {
		c.file = sentenceFile(c.tag, f.Name)
		i := slices.IndexFunc(own, func(o i18n.SentenceFile) bool { return o.Name == f.Name })
		if i < 0 {
			c.find(Missing, 0, "", "the file, with %d sentences", len(f.Entries))
			continue
		}
		c.compareFile(f.Entries, own[i].Entries)
	}
	for _, f := range own {
		if !slices.ContainsFunc(english, func(e i18n.SentenceFile) bool { return e.Name == f.Name }) {
			c.file = sentenceFile(c.tag, f.Name)
			c.find(Wrong, 0, "", "English has no file of this name")
		}
	}
	return nil
}

// compareFile compares the sentences of one file. It reports those that only one of the
// languages has.
func (c *checker) compareFile(english, own []i18n.SentenceEntry) {
	for _, e := range english {
		i := slices.IndexFunc(own, func(o i18n.SentenceEntry) bool { return o.Code == e.Code })
		if i < 0 || own[i].Text == "" {
			line := 0
			if i >= 0 {
				line = own[i].Line
			}
			c.find(Missing, line, string(e.Code), "%s", e.Text)
			continue
		}
		c.compareSentence(e.Text, own[i])
	}
	for _, o := range own {
		if !slices.ContainsFunc(english, func(e i18n.SentenceEntry) bool { return e.Code == o.Code }) {
			c.find(Wrong, o.Line, string(o.Code), "English has no sentence of this code in this file")
		}
	}
}

// compareSentence compares a sentence with the present English one. A place is where an
// argument is put into a sentence, such as {1}: both must show the same arguments, and the
// translation may depend only on arguments that English shows or depends on. If the sentence
// was made from an older English one, it is compared with that.
func (c *checker) compareSentence(english string, own i18n.SentenceEntry) {
	at := string(own.Code)
	switch {
	case own.Source == "":
		c.find(Wrong, own.Line, at, "the English sentence is missing below it: < %s", english)
		return
	case own.Source != english:
		c.find(Outdated, own.Line, at, "it says %q; the English is %q now", own.Source, english)
		english = own.Source
	}
	was, err := i18n.ParsePlaceholders(english)
	if err != nil {
		return // the previous English sentence has places that do not parse
	}
	is, err := i18n.ParsePlaceholders(own.Text)
	if err != nil {
		c.find(Wrong, own.Line, at, "a { or } is missing or one too many, or a place is not written as in English")
		return
	}
	if notation := strings.HasPrefix(at, "number-"); notation {
		return
	}
	for _, p := range was.Shown {
		if !slices.Contains(is.Shown, p) {
			c.find(Wrong, own.Line, at, "it does not show {%s}, which English does", p)
		}
	}
	for _, p := range is.Shown {
		if !slices.Contains(was.Shown, p) {
			c.find(Wrong, own.Line, at, "it shows {%s}, which English does not", p)
		}
	}
	for _, p := range is.Asked {
		if !slices.Contains(was.Asked, p) && !slices.ContainsFunc(was.Shown, func(s string) bool { return strings.TrimRight(s, "#~&") == p }) {
			c.find(Wrong, own.Line, at, "it depends on {%s}, which English does not know", p)
		}
	}
	if c.neglected(english, own.Text) {
		c.find(Wrong, own.Line, at, "it is the English sentence")
	}
	c.compareFigures(own.Line, at, spoken(english), spoken(own.Text))
	c.compareTerms(own.Line, at, spoken(own.Text))
}

// place matches a place of a sentence, and escaped braces.
var place = regexp.MustCompile(`\{\d+(?:[#~&]|:[^{}]*)?\}|\{\d+(?:=[^?{}]*|@[a-z]+)?\?|\{\{|\}\}`)

// spoken returns a sentence's words, without its places and conditions.
func spoken(template string) string { return place.ReplaceAllString(template, " ") }
