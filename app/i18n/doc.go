// Package i18n turns codes and arguments into sentences of the reader's language. The engine
// and the page use codes, as in refusals and notes; only this package has sentences.
//
//	i18n.PageText("en", "rows", "1200")          // a text of the page
//	i18n.ErrorSentence("it", err)                    // the sentence of a refusal
//	i18n.EngineSentence("zh-Hant", l.Code, l.Args…) // a note of the engine
//
// It also formats numbers, sizes, dates and lists as the language does. What depends on CLDR
// comes from the browser, see [Intl].
//
// A native program has all sentences in it ([TextFiles]). A program in the browser has none, and
// loads those of one language ([LoadLanguage]) from files that the site's build writes ([PackLanguage]).
//
// # Templates
//
// A sentence is a template. Its places are
//
//	{1}          the first argument, made printable
//	{1#}         the first argument as a number with thousands separators
//	{1~}         the first argument as a size in bytes
//	{1&}         the first argument as a list of names (see Names), joined as in a sentence
//	{1:expect.}  the sentence of the code "expect." + the first argument
//	{1?a|b}      a if the first argument is not empty, else b; |b may be left out
//	{1=x?a|b}    a if the first argument is x, else b
//	{1@few?a|b}  a if the language counts the first argument as few, else b: zero, one,
//	             two, few, many or other, as CLDR has it
//	{{ and }}    a brace
//
// where a and b are templates again. If a language lacks a sentence, the English one is shown
// with a mark.
//
// # Files
//
// The sentences are in text files, text/<tag>/<part>.txt. text/languages.txt lists the
// languages; each has a folder:
//
//	# a comment is a line that begins with this character
//	card-even = even · {1}×
//	advice-ask = Check
//	  the design
//
// A line that begins with a blank continues the sentence above it. The lines are joined by a
// blank, or by nothing if the line before ends in a backslash. A backslash keeps a blank at the
// beginning or the end of a sentence: "say-order = \ {1}". In a language other than English
// each sentence is followed, after <, by the English sentence that it translates:
//
//	advice-ask = Controlla lo schema
//	  < Check the design
//
// So tests can find sentences that are older than the English ones. A sentence without text has
// still to be translated.
package i18n
