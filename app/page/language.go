package page

// Language is a language that the site has.
type Language struct {
	Tag    string // BCP 47
	Name   string // its name in the language itself
	Folder string // as in [State]
}

// LanguageStorageKey is the name under which the browser keeps the language that the reader has
// chosen. web/static/boot.js reads it too.
const LanguageStorageKey = "language"

type (
	// LanguagePicked changes the language of the page.
	LanguagePicked struct{ Tag string }
	// FetchLanguage fetches the catalog in a language, and with a Slug that lesson. The shell
	// answers with [tabletop/app/model.LanguageFetched].
	FetchLanguage struct{ Tag, Slug string }
	// ChangeLanguageOfDocument changes the language of what surrounds the page: the document, the address,
	// and the messages that are shown if the page stops.
	ChangeLanguageOfDocument struct{ Language Language }
)

// Effect implements [Effect].
func (FetchLanguage) Effect() {}

// Effect implements [Effect].
func (ChangeLanguageOfDocument) Effect() {}
