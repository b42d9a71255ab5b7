//go:build !js

package languages

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
)

// block is one block of a language file: a heading with the text that belongs to it.
type block struct {
	Name string // for a block below a step it begins with "step <id>/"
	Text string // the text after the heading's colon, then the lines below it
	Line int    // number of the heading's line, from 1
}

// blocks splits a language file at its headings. It parses no Markdown, and drops text before the
// first heading.
func blocks(src []byte) []block {
	var all []block
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
			all = append(all, block{Name: name, Text: short, Line: i + 1})
		case len(all) > 0:
			all[len(all)-1].Text += "\n" + line
		}
	}
	for i := range all {
		all[i].Text = strings.TrimSpace(all[i].Text)
	}
	return all
}

// stamp returns a hash of the block's text, in 8 hexadecimal digits. A translation notes the stamp
// of the block that it was made from.
func (b block) stamp() string {
	sum := sha256.Sum256([]byte(b.Text))
	return hex.EncodeToString(sum[:4])
}

// textFile returns the path of a lesson's texts in a language from the repository's root. With "" as
// the slug it is that of the texts of the tracks.
func textFile(slug, lang string) string {
	if slug == "" {
		return path.Join(contentFolder, "tracks."+lang+".md")
	}
	return path.Join(contentFolder, slug, lang+".md")
}

// contentFolder is the folder of all lessons, from the repository's root.
const contentFolder = "lessons/content"
