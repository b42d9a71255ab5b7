//go:build !js

package lessons

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
)

// Block is one block of a language file: a heading with the text that belongs to it.
type Block struct {
	Name string // for a block below a step it begins with "step <id>/"
	Text string // the text after the heading's colon, then the lines below it
	Line int    // number of the heading's line, from 1
}

// Blocks splits a language file at its headings. It parses no Markdown, and drops text before the
// first heading.
func Blocks(src []byte) []Block {
	var all []Block
	step := ""
	for i, line := range strings.Split(string(src), "\n") {
		own, of := strings.CutPrefix(line, "# ")
		inner, below := strings.CutPrefix(line, "## ")
		switch {
		case of || below:
			if below {
				own = inner
			}
			name, short, _ := strings.Cut(own, ": ")
			name, short = strings.TrimSpace(name), strings.TrimSpace(short)
			if of {
				if step = ""; strings.HasPrefix(name, "step ") {
					step = name + "/"
				}
			} else {
				name = step + name
			}
			all = append(all, Block{Name: name, Text: short, Line: i + 1})
		case len(all) > 0:
			all[len(all)-1].Text += "\n" + line
		}
	}
	for i := range all {
		all[i].Text = strings.TrimSpace(all[i].Text)
	}
	return all
}

// Stamp returns a hash of the block's text, in 8 hexadecimal digits. A translation notes the stamp
// of the block that it was made from.
func (b Block) Stamp() string {
	sum := sha256.Sum256([]byte(b.Text))
	return hex.EncodeToString(sum[:4])
}

// TextFile returns the path, in [Content], of a lesson's texts in a language. With "" as the slug
// it is that of the texts of the tracks.
func TextFile(slug, lang string) string {
	if slug == "" {
		return path.Join(root, "tracks."+lang+".md")
	}
	return path.Join(root, slug, lang+".md")
}

// Slugs returns the slugs of all lessons in the order of the tracks.
func Slugs(fsys fs.FS) ([]string, error) {
	var tracks []track
	if err := readJSON(fsys, path.Join(root, tracksFile), &tracks); err != nil {
		return nil, err
	}
	var all []string
	for _, t := range tracks {
		all = append(all, t.Lessons...)
	}
	return all, nil
}
