// Package languages finds what is missing or wrong in the translations of the page and of
// the lessons, and begins the files of a new language. It is a tool for authors; no program
// for the browser contains it.
//
// English is the source of all translations. [CheckLanguage] compares the files of a language with
// the English ones and returns findings, [BeginTranslationFiles] writes the language's files of sentences
// with all English sentences in them, and [UpdateStamps] records that blocks of the lessons' texts
// have been read against the English text. All three read the repository as an fs.FS and
// change nothing; the caller prints or writes what they return:
//
//	found, err := languages.CheckLanguage(os.DirFS("."), "it")
//	for _, f := range found {
//		fmt.Println(f) // file:line: code: kind: what it is
//	}
//
// # Terms
//
// A language is named by its tag, such as "it" or "zh-Hant". A sentence is a text of package
// i18n; it has a code. A block is a part of a lesson's text; it has a name.
//
// A text is missing if it has not been written. It is older if the English text has changed
// since it was written: a translated sentence is stored with the English one below it, and a
// translated block has the stamp of the English block in lessons/stamps/<tag>.txt. Every
// other finding is called wrong, for instance a text with other arguments, figures, commands
// or terms than the English one.
package languages
