package i18n

import (
	"strings"

	"tabletop/engine/base"
)

// packedTable begins each table of a packed language: what the engine says, the page's own
// text, and what only the second program says.
const packedTable = "="

// Files of the site that hold sentences, below its root.

// PageFile is the file of a language's sentences.
func PageFile(tag string) string { return "text/" + tag + ".txt" }

// AuthorFile is the file of those that only the second program says.
func AuthorFile(tag string) string { return "text/" + tag + ".author.txt" }

// WordsFile is the script that holds those of the recovery screen.
func WordsFile(tag string) string { return "text/" + tag + ".js" }

// Load takes a language's sentences as [Pack] writes them, and returns the languages that
// the site has. The language that is loaded first stands in for English, which is not
// there before it is loaded itself: what is packed is whole.
func Load(tag string, packed []byte) (offered []Language) {
	first, rest, _ := strings.Cut(string(packed), "\n")
	for of := range strings.SplitSeq(first, "\t") {
		if tag, name, ok := strings.Cut(of, "="); ok {
			offered = append(offered, Language{Tag: tag, Name: name, Whole: true})
		}
	}
	into := []sentences{spoken, page, authors}
	came := make([]sentences, len(into)) // new tables: that of before may stand in for English
	at := -1
	for line := range strings.SplitSeq(rest, "\n") {
		if line == packedTable {
			at++
			continue
		}
		code, text, ok := strings.Cut(line, "\t")
		if !ok || at < 0 || at >= len(into) {
			continue
		}
		if came[at] == nil {
			came[at] = sentences{}
		}
		came[at].put(tag, base.Code(code), text)
	}
	for i, s := range into {
		if came[i] == nil {
			continue
		}
		if s[tag] = came[i][tag]; s[fallback] == nil {
			s[fallback] = s[tag]
		}
	}
	return offered
}

// put says a code in a language.
func (s sentences) put(tag string, code base.Code, text string) {
	if s[tag] == nil {
		s[tag] = map[base.Code]string{}
	}
	s[tag][code] = text
}
