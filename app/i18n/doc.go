// Package i18n turns codes and arguments into sentences of the reader's
// language: refusals and notes of the engine, help for the console, and the
// page's own text.
//
// # Templates
//
// A sentence is a template. Its places are
//
//	{1}          the first argument, made printable
//	{1#}         the first argument as a number with its thousands apart
//	{1~}         the first argument as a size in bytes
//	{1&}         the names that are the first argument, joined as a sentence does
//	{1:expect.}  the sentence of the code "expect." + the first argument
//	{1?a|b}      a if the first argument is not empty, else b; |b may be left out
//	{1=x?a|b}    a if the first argument is x, else b
//	{1@few?a|b}  a if the language counts the first argument as few, else b: zero, one,
//	             two, few, many or other, as CLDR has it
//	{{ and }}    a brace
//
// where a and b are templates again. A language that lacks a sentence shows the
// English one with a mark.
//
// # Files
//
// The sentences are text files, text/<tag>/<part>.txt, a folder for each of the languages
// that text/languages.txt lists:
//
//	# a comment: a line that begins so
//	card-even = even · {1}×
//	advice-ask = Check
//	  the design
//
// A line that begins with a blank goes on with the sentence above it, joined by a blank,
// or by nothing where the line before ends in a backslash. A blank at the beginning or
// the end of a sentence is kept by a backslash beside it: "say-order = \ {1}". In a
// language other than English each sentence has behind it, after <, the English one that
// it says:
//
//	advice-ask = Controlla lo schema
//	  < Check the design
//
// So it shows which sentences are older than the English, and a sentence without text is
// one to be written.
package i18n
