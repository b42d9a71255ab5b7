package i18n

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/client"
)

// sentences are templates by language and code.
type sentences map[string]map[base.Code]string

// Language is a language that has sentences.
type Language struct {
	Tag      string // BCP 47
	Name     string // its name in the language itself
	Complete bool   // all sentences are translated; others are built only on demand
}

// PathPrefix returns the folder of the language's pages below the site's root, with a leading
// slash; "" for English.
func (l Language) PathPrefix() string { return LanguagePathPrefix(l.Tag) }

// LanguagePathPrefix is like [Language.PathPrefix], for a language's tag.
func LanguagePathPrefix(tag string) string {
	if tag == fallback {
		return ""
	}
	return "/" + strings.ToLower(tag)
}

// fallback is the language that has every sentence.
const fallback = "en"

// untranslated marks a sentence that is not in the language.
const untranslated = " [en]"

// EngineSentence returns the engine's sentence of a code in a language, given as a BCP 47 tag.
// Arguments that are not printable are escaped as in Go, and long ones are cut. For an unknown
// code it returns the code and the arguments.
func EngineSentence(lang string, code base.Code, args ...string) string {
	return spoken.say(lang, code, args)
}

// ErrorSentence returns the sentence of a refusal, "" for nil.
func ErrorSentence(lang string, e *base.Error) string {
	if e == nil {
		return ""
	}
	return EngineSentence(lang, e.Code, e.Args...)
}

// LessonMistakeSentence returns the sentence about a mistake in a lesson's sources, and after it
// the engine's reason why, which may be nil.
func LessonMistakeSentence(lang string, what, why *base.Error) string {
	text := ErrorSentence(lang, what)
	if _, own := authors[fallback][what.Code]; own {
		text = authors.say(lang, what.Code, what.Args)
	}
	if why != nil {
		text += " " + ErrorSentence(lang, why)
	}
	return text
}

// ClientLackSentence returns the sentence about what the client library of a programming language
// cannot do.
func ClientLackSentence(lang, language string, l client.Unsupported) string {
	return authors.say(lang, "client", []string{language, l.Kind, l.About})
}

// RecordText returns the text of a code of a design record, with arguments.
func RecordText(lang, code string, args ...string) string {
	return authors.say(lang, base.Code(code), args)
}

// ErrorSentenceInDialect is like [ErrorSentence] for the console of a dialect: if the refusal has a
// sentence with that dialect's commands, it returns that. The dialect "api" is that of programs.
func ErrorSentenceInDialect(lang, dialect string, e *base.Error) string {
	if e != nil {
		if own := e.Code + base.Code("."+dialect); hasSentence(own) {
			return EngineSentence(lang, own, e.Args...)
		}
	}
	return ErrorSentence(lang, e)
}

// hasSentence reports whether the engine has a sentence of a code, in English.
func hasSentence(code base.Code) bool {
	_, ok := spoken[fallback][code]
	return ok
}

// say returns the sentence of a code with its arguments. If the language lacks it, it is the
// English one with a mark.
func (s sentences) say(lang string, code base.Code, args []string) string {
	text, ok := s.find(lang, code)
	mark := ""
	if !ok {
		// An unknown code is shown with its arguments.
		if text, ok = s[fallback][code]; !ok {
			shown := make([]string, len(args))
			for i, a := range args {
				shown[i] = MakeShortPrintable(a)
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

// part returns a text that is used inside numbers, in English without a mark if the language
// lacks it.
func (s sentences) part(lang string, code base.Code) string {
	if text, ok := s.find(lang, code); ok {
		return text
	}
	return s[fallback][code]
}

// find returns a language's own sentence: that of the whole tag, as zh-Hant, else that of the
// language alone.
func (s sentences) find(lang string, code base.Code) (string, bool) {
	if text, ok := s[lang][code]; ok {
		return text, true
	}
	short, _, _ := strings.Cut(lang, "-")
	text, ok := s[short][code]
	return text, ok
}
