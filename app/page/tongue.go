package page

// Language is a language that the site has.
type Language struct {
	Tag    string // BCP 47
	Name   string // in itself
	Folder string // as [State.Folder]
}

// RememberedLanguage is the name under which the browser keeps the language that the reader
// has chosen. web/static/boot.js looks it up too.
const RememberedLanguage = "language"

type (
	// LanguagePicked changes the language of the page.
	LanguagePicked struct{ Tag string }
	// FetchLanguage gets what the page says in a language, with the lesson of the slug if
	// there is one, and answers with [tabletop/app/model.TongueCame].
	FetchLanguage struct{ Tag, Slug string }
	// SetLanguage has what surrounds the page say that it is in another language: document,
	// address, and what is said when it stops.
	SetLanguage struct{ Tongue Language }
)

// Effect marks an effect.
func (FetchLanguage) Effect() {}

// Effect marks an effect.
func (SetLanguage) Effect() {}
