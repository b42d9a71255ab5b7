package console

import (
	"slices"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
)

// maxChosen is the most workspaces whose dialect is remembered; the oldest choices are
// forgotten.
const maxChosen = 200

// StorageKey is the key under which the browser stores [page.State.Dialects].
const StorageKey = "dialects"

// DialectOfWorkspace returns the dialect that was chosen for the workspace with an ID, that of cbt if
// none was.
func DialectOfWorkspace(st *page.State, id string) engine.Dialect {
	for _, c := range st.Dialects {
		if c.Workspace == id {
			return c.Dialect
		}
	}
	return engine.CBT
}

// ParseChosenDialects parses the value that the browser stores: a word ID=NAME for each workspace,
// separated by blanks. Words that name no dialect are ignored.
func ParseChosenDialects(text string) (all []page.ChosenDialect) {
	for _, word := range strings.Fields(text) {
		id, name, _ := strings.Cut(word, "=")
		at := slices.IndexFunc(dialects.All(), func(d *console.Dialect) bool { return d.Name == name })
		if at >= 0 {
			all = append(all, page.ChosenDialect{Workspace: id, Dialect: dialects.All()[at].ID})
		}
	}
	return all
}

// kept returns the value that [ParseChosenDialects] parses.
func kept(all []page.ChosenDialect) string {
	var words []string
	for _, c := range all {
		words = append(words, c.Workspace+"="+dialects.ByID(c.Dialect).Name)
	}
	return strings.Join(words, " ")
}

// apply changes the dialect and remembers it for the workspace. The text in the console is
// translated if it is one command that the new dialect has.
func (m DialectPicked) apply(u *update) {
	d := m.Dialect
	if d == u.Work.Dialect {
		return
	}
	if said := dialect.TranslateCommands(u.Work.Input, u.Work.Dialect, d); len(said) == 1 && said[0].Err == nil {
		u.SetConsoleText(said[0].Text)
	}
	u.Work.Dialect = d
	chosen := slices.DeleteFunc(slices.Clone(u.Dialects), func(c page.ChosenDialect) bool { return c.Workspace == u.Route.ID })
	if d != engine.CBT {
		chosen = append(chosen, page.ChosenDialect{Workspace: u.Route.ID, Dialect: d})
	}
	u.Dialects = chosen[max(0, len(chosen)-maxChosen):]
	u.DoEffect(page.StoreTextLocally{Name: StorageKey, Text: kept(u.Dialects)})
}

// apply shows or hides the translation of a log entry. The log is copied, since drawings
// share it.
func (m translatePressed) apply(u *update) {
	i := slices.IndexFunc(u.Work.Log, func(e page.ConsoleLogEntry) bool { return e.Seq == m.Seq })
	if i < 0 {
		return
	}
	log := slices.Clone(u.Work.Log)
	if e := &log[i]; e.Translated == nil || e.TranslatedTo != m.To {
		e.Translated, e.TranslatedTo = dialect.TranslateCommands(e.Input, e.Dialect, m.To), m.To
	} else {
		e.Translated = nil
	}
	u.Work.Log = log
}
