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
//	{1:expect.}  the sentence of the code "expect." + the first argument
//	{1?a|b}      a if the first argument is not empty, else b; |b may be left out
//	{1=x?a|b}    a if the first argument is x, else b
//	{{ and }}    a brace
//
// where a and b are templates again. A language that lacks a sentence shows the
// English one with a mark.
//
// A language is a handful of tables from code to template, one a file, merged
// by name in sentence.go.
package i18n
