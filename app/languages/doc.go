// Package languages says what a language lacks: sentences and lessons that are missing or
// older than the English ones, and texts that cannot be right, because they hold other
// arguments, figures, commands or terms. It also begins the files of a new language. It is
// a tool, and no part of any program for the browser.
//
// # Terms
//
// A text is missing where it has not been written. It is older where it says another
// English text than the present one: a sentence carries that text beside it, a block of a
// lesson has the stamp of it in lessons/stamps/<tag>.txt. All else that is found is wrong,
// whether the language is whole or begun.
package languages
