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

	"tabletop/lessons/author"
)

// StampsPath returns the path of a language's stamps from the repository's root. Each line of
// that file has a stamp of an English block's text, and the name of the block that was
// translated from it.
func StampsPath(tag string) string { return path.Join("lessons/stamps", tag+".txt") }

// stamps are the stamps of a language's blocks, by [stampName].
type stamps map[string]string

// readStamps returns a language's stamps, none if the file does not exist.
func readStamps(root fs.FS, tag string) (stamps, error) {
	data, err := fs.ReadFile(root, StampsPath(tag))
	if errors.Is(err, fs.ErrNotExist) {
		return stamps{}, nil
	}
	all := stamps{}
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		stamp, name, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("%s:%d: this is no stamp; have the file written by make stamp", StampsPath(tag), i+1)
		}
		all[name] = stamp
	}
	return all, err
}

// blocksOf returns the blocks of a lesson's text in a language, none if there is no such
// file. The slug "" is that of the tracks' texts.
func blocksOf(root fs.FS, slug, tag string) ([]block, error) {
	data, err := fs.ReadFile(root, textFile(slug, tag))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return blocks(data), err
}

// slugs returns the slugs of all lessons, and first "" for the texts of the tracks.
func slugs(root fs.FS) ([]string, error) {
	content, err := fs.Sub(root, contentFolder)
	if err != nil {
		return nil, err
	}
	all, err := author.Slugs(content)
	return append([]string{""}, all...), err
}

// lessons compares the texts of all lessons in the language with the English ones.
func (c *checker) lessons() error {
	all, err := slugs(c.root)
	if err != nil {
		return err
	}
	made, err := readStamps(c.root, c.tag)
	if err != nil {
		return err
	}
	for _, slug := range all {
		english, err := blocksOf(c.root, slug, source)
		if err != nil {
			return err
		}
		own, err := blocksOf(c.root, slug, c.tag)
		if err != nil {
			return err
		}
		c.file = textFile(slug, c.tag)
		if own == nil {
			c.find(Missing, 0, "", "the file, with %d blocks", len(english))
			continue
		}
		c.compareLesson(slug, english, own, made)
	}
	return nil
}

// stampName returns the name of a block in a file of stamps, as "<slug>: <block>".
func stampName(slug, block string) string {
	if slug == "" {
		slug = "tracks"
	}
	return slug + ": " + block
}

// compareLesson reports the blocks that are missing, older or unknown to English, and
// compares the others with the English ones. An older block is not compared further, unless
// it only lacks its stamp.
func (c *checker) compareLesson(slug string, english, own []block, made stamps) {
	for _, e := range english {
		i := slices.IndexFunc(own, func(o block) bool { return o.Name == e.Name })
		if i < 0 {
			c.find(Missing, 0, e.Name, "%.60q", e.Text)
			continue
		}
		switch made[stampName(slug, e.Name)] {
		case e.stamp():
		case "":
			c.find(Outdated, own[i].Line, e.Name, "it has no stamp; see that it says what the English says, then stamp it")
		default:
			c.find(Outdated, own[i].Line, e.Name, "the English has changed since")
			continue // it is a translation of the previous text
		}
		c.compareBlock(e, own[i])
	}
	for _, o := range own {
		if !slices.ContainsFunc(english, func(e block) bool { return e.Name == o.Name }) {
			c.find(Wrong, o.Line, o.Name, "English has no such block")
		}
	}
}

// codeSpan finds a piece of code in a lesson's text.
var codeSpan = regexp.MustCompile("`[^`]+`")

// compareBlock compares a block with the English one: the code in it, the figures, and the
// terms.
func (c *checker) compareBlock(english, own block) {
	was, is := spans(english.Text), spans(own.Text)
	for _, s := range was {
		if !slices.Contains(is, s) {
			c.find(Wrong, own.Line, own.Name, "it lacks %s, which is in the English", s)
		}
	}
	for _, s := range is {
		if !slices.Contains(was, s) {
			c.find(Wrong, own.Line, own.Name, "%s is not in the English", s)
		}
	}
	before, after := codeSpan.ReplaceAllString(english.Text, "`"), codeSpan.ReplaceAllString(own.Text, "`")
	if c.neglected(before, after) {
		c.find(Wrong, own.Line, own.Name, "it is the English text")
	}
	c.compareFigures(own.Line, own.Name, before, after)
	c.compareTerms(own.Line, own.Name, after)
}

// spans returns the pieces of code in a text, sorted and each once, with runs of blanks as
// one blank.
func spans(text string) []string {
	all := codeSpan.FindAllString(text, -1)
	for i, s := range all {
		all[i] = strings.Join(strings.Fields(s), " ")
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// UpdateStamps returns the new content of a language's stamps file. The blocks of the lessons named
// in only get the stamp of the present English text, which records that they were read
// against it; the others keep theirs. Without names this is done for all lessons; "tracks"
// names the texts of the tracks. The error names a lesson that does not exist, or the file
// that cannot be read.
func UpdateStamps(root fs.FS, tag string, only ...string) ([]byte, error) {
	all, err := slugs(root)
	if err != nil {
		return nil, err
	}
	for _, slug := range only {
		if slug != "tracks" && !slices.Contains(all, slug) {
			return nil, fmt.Errorf("there is no lesson %s", slug)
		}
	}
	made, err := readStamps(root, tag)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("# Which English text each block of a lesson says. Written by make stamp.\n")
	for _, slug := range all {
		english, err := blocksOf(root, slug, source)
		if err != nil {
			return nil, err
		}
		own, err := blocksOf(root, slug, tag)
		if err != nil {
			return nil, err
		}
		for _, e := range english {
			name := stampName(slug, e.Name)
			stamp := made[name]
			of, _, _ := strings.Cut(name, ":")
			// Stamp the block anew if the language has it. Otherwise keep its stamp, if it has one.
			if len(only) == 0 || slices.Contains(only, of) {
				stamp = ""
				if slices.ContainsFunc(own, func(o block) bool { return o.Name == e.Name }) {
					stamp = e.stamp()
				}
			}
			if stamp != "" {
				b.WriteString(stamp + " " + name + "\n")
			}
		}
	}
	return []byte(b.String()), nil
}
