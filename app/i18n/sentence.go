package i18n

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/client"
)

// sentences is from language to code to template.
type sentences map[string]map[base.Code]string

// Language is one that there are sentences of.
type Language struct {
	Tag   string // BCP 47
	Name  string // in itself
	Whole bool   // false: begun, and built only when it is asked for
}

// Folder is the folder below the site's root that holds the language's pages, with a slash
// before it; "" for English.
func (l Language) Folder() string { return Folder(l.Tag) }

// Folder returns [Language.Folder] of a tag.
func Folder(tag string) string {
	if tag == fallback {
		return ""
	}
	return "/" + strings.ToLower(tag)
}

// fallback is the language that has every sentence.
const fallback = "en"

// untranslated is put behind a sentence that the language lacks.
const untranslated = " [en]"

// Sentence says a code in a language, given as a BCP 47 tag. Arguments that are
// not printable are escaped as in Go, long ones are cut. A code that no
// language knows comes back as it is with its arguments behind it.
func Sentence(lang string, code base.Code, args ...string) string {
	return spoken.say(lang, code, args)
}

// Error says a refusal; nil gives "".
func Error(lang string, e *base.Error) string {
	if e == nil {
		return ""
	}
	return Sentence(lang, e.Code, e.Args...)
}

// Mistake says what is wrong with a lesson's sources, and behind it why the engine
// says so, which may be nil.
func Mistake(lang string, what, why *base.Error) string {
	text := Error(lang, what)
	if _, own := authors[fallback][what.Code]; own {
		text = authors.say(lang, what.Code, what.Args)
	}
	if why != nil {
		text += " " + Error(lang, why)
	}
	return text
}

// Lacks says what the client of a programming language has no call for.
func Lacks(lang, language string, l client.Lack) string {
	return authors.say(lang, "client", []string{language, l.Kind, l.About})
}

// ErrorIn says a refusal to somebody in a console, with the commands of its dialect
// where it speaks of commands. The dialect api is that of programs.
func ErrorIn(lang, dialect string, e *base.Error) string {
	if e != nil {
		if own := e.Code + base.Code("."+dialect); HasSentence(own) {
			return Sentence(lang, own, e.Args...)
		}
	}
	return Error(lang, e)
}

// HasSentence reports whether English has a sentence for a code.
func HasSentence(code base.Code) bool {
	_, ok := spoken[fallback][code]
	return ok
}

func (s sentences) say(lang string, code base.Code, args []string) string {
	text, ok := s.find(lang, code)
	mark := ""
	if !ok {
		if text, ok = s[fallback][code]; !ok {
			shown := make([]string, len(args))
			for i, a := range args {
				shown[i] = Short(a)
			}
			return strings.Join(append([]string{string(code)}, shown...), " · ")
		}
		lang, mark = fallback, untranslated
	}
	nodes, err := parsedTemplate(text)
	if err != nil {
		return text + mark
	}
	var b strings.Builder
	f := filler{s: s, lang: lang, args: args}
	f.write(&b, nodes)
	return b.String() + mark
}

// part returns a piece of what is written of numbers, which needs no mark where a
// language lacks it.
func (s sentences) part(lang string, code base.Code) string {
	if text, ok := s.find(lang, code); ok {
		return text
	}
	return s[fallback][code]
}

// find returns a language's own sentence: that of the whole tag, such as zh-TW,
// else that of the language alone.
func (s sentences) find(lang string, code base.Code) (string, bool) {
	if text, ok := s[lang][code]; ok {
		return text, true
	}
	short, _, _ := strings.Cut(lang, "-")
	text, ok := s[short][code]
	return text, ok
}
