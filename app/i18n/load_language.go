package i18n

import (
	"strings"

	"tabletop/engine/base"
)

// packedTable begins each table of a packed language. The tables are spoken, page and authors,
// in this order.
const packedTable = "="

// PageSentencesPath returns the path of a language's sentences, below the site's root. The site's build
// writes this file and the next ones.
func PageSentencesPath(tag string) string { return "text/" + tag + ".txt" }

// AuthorSentencesPath returns the path of the sentences that only the second program uses: the one that
// checks lessons from files, and writes code and design records.
func AuthorSentencesPath(tag string) string { return "text/" + tag + ".author.txt" }

// RecoverySentencesPath returns the path of the script with the sentences of the recovery screen.
func RecoverySentencesPath(tag string) string { return "text/" + tag + ".js" }

// LoadLanguage adds a language's sentences, which [PackLanguage] has written, and returns the
// languages that the site has. Until English is loaded, the first loaded language is the fallback;
// that is safe because a packed language has every sentence.
func LoadLanguage(tag string, packed []byte) (offered []Language) {
	first, rest, _ := strings.Cut(string(packed), "\n")
	for of := range strings.SplitSeq(first, "\t") {
		if tag, name, ok := strings.Cut(of, "="); ok {
			offered = append(offered, Language{Tag: tag, Name: name, Complete: true})
		}
	}
	into := []sentences{spoken, page, authors}
	came := make([]sentences, len(into)) // new tables, since an old one may be the fallback
	at := -1
	// Each line is a code and its template, separated by a tab.
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
	// The first language loaded is the fallback until English is loaded.
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

// put sets the sentence of a code in a language.
func (s sentences) put(tag string, code base.Code, text string) {
	if s[tag] == nil {
		s[tag] = map[base.Code]string{}
	}
	s[tag][code] = text
}
