package page

// Tongue is a language that the site has.
type Tongue struct {
	Tag    string // BCP 47
	Name   string // in itself
	Folder string // as [State.Folder]
}

// RememberedTongue is the name under which the browser keeps the language that the reader
// has chosen. web/static/boot.js looks it up too.
const RememberedTongue = "language"

type (
	// TonguePicked changes the language of the page.
	TonguePicked struct{ Tag string }
	// FetchTongue gets what the page says in a language, with the lesson of the slug if
	// there is one, and answers with [tabletop/app/model.TongueCame].
	FetchTongue struct{ Tag, Slug string }
	// SetTongue has what surrounds the page say that it is in another language: document,
	// address, and what is said when it stops.
	SetTongue struct{ Tongue Tongue }
)

// Effect marks an effect.
func (FetchTongue) Effect() {}

// Effect marks an effect.
func (SetTongue) Effect() {}
