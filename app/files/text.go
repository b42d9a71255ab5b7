package files

import (
	"encoding/csv"
	"path"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
)

// take makes a sandbox of a script, or of values, or opens the dialog that says how. name
// is that of the file, "" for pasted text.
func (u *update) take(name, text string) {
	text, ok := u.read(text)
	if !ok {
		return
	}
	title := titleOf(name)
	switch d, script := scriptOf(text); {
	case script && !isValues(name):
		u.make(title, engine.Console{Dialect: d, Text: text})
	case importable(text):
		u.importValues(title, text)
	default:
		u.mapValues(title, name, text)
	}
}

func (m valuesChosen) apply(u *update) {
	if !page.Askable(u.Turn.State, u.Work) {
		return
	}
	u.close()
	text, ok := u.read(string(m.data))
	if !ok {
		return
	}
	u.mapValues(titleOf(m.name), m.name, text)
	if m := u.Mapping; m != nil {
		m.Into = true
		for n, first := 2, m.Table; u.Work.Taken(m.Table) != nil; n++ {
			m.Table = first[:min(len(first), base.MaxTableName-4)] + "-" + strconv.Itoa(n)
		}
	}
}

// read returns what a file holds, and shows why where that is too much.
func (u *update) read(text string) (string, bool) {
	text = strings.TrimPrefix(text, "\ufeff")
	if len(text) > engine.MaxFiles {
		u.Notice = &page.Notice{Err: base.Refuse(base.CodeInputTooLong, strconv.Itoa(len(text)), strconv.Itoa(engine.MaxFiles))}
		return "", false
	}
	return text, true
}

func titleOf(file string) string {
	return strings.TrimSpace(strings.TrimSuffix(file, path.Ext(file)))
}

func isValues(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv":
		return true
	}
	return false
}

// scriptOf returns the dialect of a text whose first command one of them knows.
func scriptOf(text string) (d engine.Dialect, ok bool) {
	lines := cbt.SplitScript(text[:min(len(text), pieceSize)]) // the first is what counts
	if len(lines) == 0 {
		return engine.CBT, true // nothing to run is no error of values
	}
	words := cbt.Words(lines[0].Text)
	if len(words) > 1 && words[0] == "cbt" {
		words = words[1:]
	}
	tool := cbt.Known(words[0])
	_, prompted, found := strings.Cut(lines[0].Text, "> ")
	if !found || !strings.HasPrefix(lines[0].Text, "hbase") {
		prompted = lines[0].Text
	}
	word := strings.TrimFunc(strings.SplitN(prompted, " ", 2)[0], func(r rune) bool { return r < 'a' || 'z' < r })
	shell := hbaseshell.Known(word)
	if tool && shell {
		_, err := cbt.Parse(lines[0].Text)
		tool, shell = err == nil, err != nil
	}
	if shell {
		return engine.HBase, true
	}
	return engine.CBT, tool || !strings.ContainsAny(lines[0].Text, ",;\t")
}

// importable reports whether values are as cbt's import reads them: a line of
// families and one of qualifiers, both with nothing above the keys.
func importable(text string) bool {
	if width(text, ',') > base.MaxCSVColumns {
		return false
	}
	r := csv.NewReader(strings.NewReader(text))
	for range 2 {
		record, err := r.Read()
		if err != nil || len(record) < 2 || record[0] != "" || record[1] == "" {
			return false
		}
	}
	return true
}

// importValues makes a sandbox of values as cbt's import reads them.
func (u *update) importValues(title, text string) {
	record, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		panic(err) // it has been read before
	}
	create := console.CreateTable{Table: tableName(title)}
	for _, f := range record[1:] {
		spec := console.FamilySpec{Name: base.Family(f)}
		if f != "" && !slices.ContainsFunc(create.Families, func(g console.FamilySpec) bool { return g.Name == spec.Name }) {
			create.Families = append(create.Families, spec)
		}
	}
	const file = "values.csv"
	first, err := cbt.Print(create)
	if err != nil {
		u.refuse(err)
		return
	}
	second, err := cbt.Print(console.Import{Table: create.Table, File: file})
	if err != nil {
		panic(err) // all of it can be said
	}
	u.make(title, engine.Console{Text: first}, engine.Console{Text: second, Files: []engine.File{{Name: file, Text: text}}})
}

// tableName returns a name that a table can have, as like a title as can be.
func tableName(title string) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '_', r == '.', r == '-':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, title), "-.")
	if name == "" {
		return "values"
	}
	return name[:min(len(name), base.MaxTableName)]
}
