package files

import (
	"encoding/csv"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/dialects"
	"tabletop/engine/console/printed"
	"tabletop/engine/console/token"
	"tabletop/engine/infer"
	"tabletop/engine/records"
)

// Kind is what a text is taken for.
type Kind string

const (
	Script  Kind = "script"
	Values  Kind = "values"
	Objects Kind = "objects" // JSON, an object a line
	CBTRead Kind = "cbt"     // what cbt's read and lookup print
	Scan    Kind = "scan"    // what the HBase shell's scan prints
	Get     Kind = "get"
)

// Kinds are all of them.
var Kinds = []Kind{CBTRead, Scan, Get, Values, Objects, Script}

// forms are the kinds that a console prints.
var forms = map[Kind]printed.Form{CBTRead: printed.CBT, Scan: printed.Scan, Get: printed.Get}

// source is a text that something is made of.
type source struct {
	name string  // of the file, "" for pasted text
	text string  // of a long file its beginning
	kind Kind    // what it is taken for, "" for what it looks like
	file *Upload // a long file, nil for none

	utf16 bool // it was UTF-16
	wrong bool // it is here, and no text in UTF-8
}

// size returns how many bytes the text has.
func (s source) size() int {
	if s.file != nil {
		return s.file.Size
	}
	return len(s.text)
}

// tooLong refuses a text of more bytes than most, a file by its name.
func (s source) tooLong(most int) *base.Error {
	size, bound := strconv.Itoa(s.size()), strconv.Itoa(most)
	if s.name == "" {
		return base.Refuse(base.CodeInputTooLong, size, bound)
	}
	return base.Refuse(base.CodeFileTooLong, s.name, size, bound)
}

// recognised returns what a text looks like. A file may be longer.
func recognised(name, text string) Kind {
	form, is := printed.Recognise(text)
	for kind, f := range forms {
		if is && f == form {
			return kind
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	_, script := scriptOf(text)
	switch {
	case strings.HasPrefix(first, "{") && json.Valid([]byte(first)), isObjects(name), !isValues(name) && bracketed(text):
		return Objects
	case script && !isValues(name) && !keysAlone(text):
		return Script
	}
	return Values
}

// bracketed reports whether a text begins as an object of JSON does, or an array of them.
func bracketed(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if strings.HasPrefix(text, "[") {
		text = strings.TrimLeft(text[1:], " \t\r\n")
	}
	return strings.HasPrefix(text, "{")
}

// keysLooked is how many lines are looked at to tell whether they are keys.
const keysLooked = 100

// keysAlone reports whether a text is keys, one a line, all of one form and with digits.
func keysAlone(text string) bool {
	n, first := 0, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch n++; {
		case n > keysLooked:
			return true
		case strings.ContainsAny(line, " ,;\t\"") || !strings.ContainsAny(line, "0123456789"):
			return false
		case n == 1:
			first = line
		case !infer.Alike(first, line) && n == 2:
			return false
		}
	}
	return n > 1
}

// keysIn returns the keys of a text that is nothing else, without a line before them that
// names them; "" for another text, such as a column of numbers, or a longer one than keys are
// looked for in.
func keysIn(text string) string {
	if len(text) > page.MaxKeys {
		return ""
	}
	if keysAlone(text) {
		return text
	}
	head, rest, _ := strings.Cut(text, "\n")
	first, _, _ := strings.Cut(rest, "\n")
	if number := infer.KindOf(strings.TrimRight(first, "\r")) == "number"; !number && !strings.ContainsAny(head, ",;\t\"0123456789") && keysAlone(rest) {
		return rest
	}
	return ""
}

// take makes a sandbox or a table of a script, or of values, or opens the dialog that says
// how.
func (u *update) take(s source) {
	text := records.Decode(s.text)
	s.utf16 = s.utf16 || text != s.text
	if s.text = strings.TrimPrefix(text, "\ufeff"); s.file == nil {
		s.wrong = !utf8.ValidString(s.text) || strings.IndexByte(s.text, 0) >= 0
	}
	guess := s.kind == ""
	if guess {
		s.kind = recognised(s.name, s.text)
	}
	most := printed.MaxText
	if s.kind == Script {
		most = engine.MaxFiles
	}
	if s.size() > most {
		u.Notice = &page.Notice{Err: s.tooLong(most)}
		return
	}
	u.forget()
	u.Err, u.Line, u.Mapping, u.Reading, u.source = nil, 0, nil, nil, s
	title := titleOf(s.name)
	form, isPrinted := forms[s.kind]
	switch keys := keysIn(s.text); {
	case guess && s.kind == Values && s.file == nil && keys != "" && !s.wrong:
		u.close()
		u.Pass(page.FindKey{Keys: keys})
	case isPrinted:
		u.readBack(s, form)
	case s.kind == Script:
		u.run(title, s.text)
	case guess && s.kind == Values && !u.into() && s.size() <= engine.MaxFiles && importable(s.text) && !stampsOf(s.text, ",", 2).Stampable && !unsortedIn(s.text):
		u.importValues(title, s.text)
	default:
		u.mapValues(s, s.kind)
	}
}

// run makes a sandbox of a script, or runs it in the open one.
func (u *update) run(title, text string) {
	d, _ := scriptOf(text)
	script := engine.Console{Dialect: d, Text: text}
	if u.into() {
		u.LoadTable(script, page.ElementRecipe, nil)
		return
	}
	u.make(title, script)
}

// takenFor takes the text for another kind.
type takenFor struct{ kind Kind }

func (m takenFor) apply(u *update) {
	if s := u.source; s.text != "" {
		s.kind = m.kind
		u.take(s)
	}
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

// isObjects reports whether a file's name says that it is JSON.
func isObjects(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".jsonl", ".ndjson":
		return true
	}
	return false
}

// firstCommand is in how many bytes the first command of a script is looked for, so that the
// page answers meanwhile.
const firstCommand = 32 << 10

// firstLines returns the first line of a script, and perhaps some after it.
func firstLines(text string) []token.Line {
	for n := 512; ; n *= 8 {
		lines := cbt.SplitScript(text[:min(len(text), n)])
		if len(lines) > 1 || n >= min(len(text), firstCommand) { // the first one is whole
			return lines
		}
	}
}

// scriptOf returns the dialect of a text whose first command one of them knows.
func scriptOf(text string) (d engine.Dialect, ok bool) {
	lines := firstLines(text)
	if len(lines) == 0 {
		return engine.CBT, true // nothing to run is no error of values
	}
	first := lines[0].Text
	known := slices.DeleteFunc(slices.Clone(dialects.All()), func(d *console.Dialect) bool { return !d.Known(first) })
	for _, d := range known {
		if _, err := d.Parse(first); err == nil || d == known[len(known)-1] {
			return d.ID, true
		}
	}
	return engine.CBT, !strings.ContainsAny(first, ",;\t")
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

// separator returns what parts values, where the first line is one by which a spreadsheet
// is told: sep=; for instance.
func separator(line string) (comma rune, says bool) {
	line = strings.Trim(strings.TrimRight(line, "\r"), "\"")
	if len(line) != len("sep=,") || !strings.EqualFold(line[:4], "sep=") || line[4] >= utf8.RuneSelf {
		return 0, false
	}
	return rune(line[4]), true
}

// width returns how many columns the first record of a text has.
func width(text string, comma rune) int {
	n, quoted := 1, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == comma:
			n++
		case r == '\n':
			return n
		}
	}
	return n
}
