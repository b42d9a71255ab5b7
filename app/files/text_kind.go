package files

import (
	"encoding/csv"
	"encoding/json"
	"maps"
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

// TextKind is the kind of content that a text has, or is taken for by the reader.
type TextKind string

// The kinds of texts.
const (
	KindScript    TextKind = "script"  // console commands
	KindValues    TextKind = "values"  // separated values, such as CSV
	KindJSON      TextKind = "objects" // JSON, with an object on each line or in an array
	KindCBTRead   TextKind = "cbt"     // the output of cbt's read and lookup
	KindHBaseScan TextKind = "scan"    // the output of the HBase shell's scan
	KindHBaseGet  TextKind = "get"     // the output of the HBase shell's get
)

// kinds lists all kinds, in the order in which they are offered.
var kinds = []TextKind{KindCBTRead, KindHBaseScan, KindHBaseGet, KindValues, KindJSON, KindScript}

// forms are the kinds that are the output of a console.
var forms = map[TextKind]printed.OutputForm{KindCBTRead: printed.CBT, KindHBaseScan: printed.Scan, KindHBaseGet: printed.Get}

// source is a text from which a sandbox or a table is made.
type source struct {
	name string    // of the file, "" for pasted text
	text string    // the text; of a long file its beginning
	kind TextKind  // the kind that the reader has chosen, "" to recognise it
	file *LongFile // a long file, nil for none

	chosen map[TextKind]choices // what the reader has chosen for kinds it was read as before; not changed in place

	utf16 bool // the text was UTF-16 and has been converted
	wrong bool // the text is in memory, and is not UTF-8 or contains a zero byte
}

// size returns the number of bytes of the whole text.
func (s source) size() int {
	if s.file != nil {
		return s.file.Size
	}
	return len(s.text)
}

// tooLong returns the refusal of a text with more than most bytes. It names the file if
// there is one.
func (s source) tooLong(most int) *base.Error {
	size, bound := strconv.Itoa(s.size()), strconv.Itoa(most)
	if s.name == "" {
		return base.Refuse(base.CodeInputTooLong, size, bound)
	}
	return base.Refuse(base.CodeFileTooLong, s.name, size, bound)
}

// recognised returns the kind that a text appears to be. The text may be only the beginning
// of a file.
func recognised(name, text string) TextKind {
	form, is := printed.RecogniseForm(text)
	for kind, f := range forms {
		if is && f == form {
			return kind
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	_, script := scriptOf(text)
	switch {
	case strings.HasPrefix(first, "{") && json.Valid([]byte(first)), isObjects(name), !isValues(name) && bracketed(text):
		return KindJSON
	case script && !isValues(name) && !keysAlone(text):
		return KindScript
	}
	return KindValues
}

// bracketed reports whether a text begins like a JSON object, or an array of objects.
func bracketed(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if strings.HasPrefix(text, "[") {
		text = strings.TrimLeft(text[1:], " \t\r\n")
	}
	return strings.HasPrefix(text, "{")
}

// keysLooked is the most lines that are examined to find out whether a text is row keys.
const keysLooked = 100

// keysAlone reports whether a text is row keys, one a line: at least two lines with digits
// and without separators, the second like the first.
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
		case !infer.SameForm(first, line) && n == 2:
			return false
		}
	}
	return n > 1
}

// keysIn returns the row keys of a text that has nothing else, without a heading above them.
// It returns "" for any other text, such as a named column of numbers, and for one of more than
// [page.MaxKeysBytes] bytes.
func keysIn(text string) string {
	if len(text) > page.MaxKeysBytes {
		return ""
	}
	if keysAlone(text) {
		return text
	}
	head, rest, _ := strings.Cut(text, "\n")
	first, _, _ := strings.Cut(rest, "\n")
	if number := infer.ValueKind(strings.TrimRight(first, "\r")) == "number"; !number && !strings.ContainsAny(head, ",;\t\"0123456789") && keysAlone(rest) {
		return rest
	}
	return ""
}

// take begins to load a text. If its kind is not given, it is recognised. Scripts, and
// values in cbt's import format that need no decision, are loaded at once; for other values,
// and for the output of a console, the dialog is opened.
func (u *update) take(s source) {
	text := records.ToUTF8(s.text)
	s.utf16 = s.utf16 || text != s.text
	// The text loses a byte order mark.
	if s.text = strings.TrimPrefix(text, "\ufeff"); s.file == nil {
		s.wrong = !utf8.ValidString(s.text) || strings.IndexByte(s.text, 0) >= 0
	}
	guess := s.kind == ""
	if guess {
		s.kind = recognised(s.name, s.text)
	}
	most := printed.MaxText
	if s.kind == KindScript {
		most = engine.MaxConsoleFiles
	}
	if s.size() > most {
		u.Notice = &page.Notice{Err: s.tooLong(most)}
		return
	}
	u.forget()
	u.Err, u.Line, u.Mapping, u.Output, u.source = nil, 0, nil, nil, s
	title := titleOf(s.name)
	form, isPrinted := forms[s.kind]
	// Only a text whose kind was recognised is passed on, or imported without a dialog: a
	// reader who has chosen the kind wants the dialog.
	switch keys := keysIn(s.text); {
	case guess && s.kind == KindValues && s.file == nil && keys != "" && !s.wrong:
		u.close()
		u.PassMessage(page.InferTemplate{Keys: keys})
	case isPrinted:
		u.readBack(s, form)
	case s.kind == KindScript:
		u.run(title, s.text)
	case guess && s.kind == KindValues && !u.into() && s.size() <= engine.MaxConsoleFiles && importable(s.text) && !stampsOf(s.text, ",", 2).Stampable && !unsortedIn(s.text):
		u.importValues(title, s.text)
	default:
		u.mapValues(s, s.kind)
	}
}

// run runs a script in the open sandbox, or in a new one.
func (u *update) run(title, text string) {
	d, _ := scriptOf(text)
	script := engine.RunConsole{Dialect: d, Text: text}
	if u.into() {
		u.MakeTable(script, page.ElementRecipe, nil)
		return
	}
	u.make(title, script)
}

// takenFor loads the text again as another kind, which the reader has chosen.
type takenFor struct{ kind TextKind }

func (m takenFor) apply(u *update) {
	s := u.source
	if s.text == "" {
		return
	}
	all := maps.Clone(s.chosen)
	if all == nil {
		all = map[TextKind]choices{}
	}
	if r := u.Output; r != nil {
		all[s.kind] = choices{Table: r.Table, row: r.Row}
	}
	if m := u.Mapping; m != nil {
		of := m.choices
		of.stamped = m.Stamped
		all[s.kind] = of
	}
	s.kind, s.chosen = m.kind, all
	u.take(s)
}

// titleOf returns a title for what is made from a file: its name without the extension.
func titleOf(file string) string {
	return strings.TrimSpace(strings.TrimSuffix(file, path.Ext(file)))
}

// isValues reports whether a file's name says that it has separated values.
func isValues(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv":
		return true
	}
	return false
}

// isObjects reports whether a file's name says that it has JSON.
func isObjects(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".jsonl", ".ndjson":
		return true
	}
	return false
}

// firstCommand is the number of bytes in which the first command of a script is searched, so
// that a long text does not block the page.
const firstCommand = 32 << 10

// firstLines returns the first command of a script, and perhaps some after it.
func firstLines(text string) []token.ScriptCommand {
	for n := 512; ; n *= 8 {
		lines := cbt.SplitScript(text[:min(len(text), n)])
		if len(lines) > 1 || n >= min(len(text), firstCommand) { // with a second command, the first one is complete
			return lines
		}
	}
}

// scriptOf returns the dialect that knows the first command of a text. It is not a script
// (ok is false) if no dialect does and the line looks like values.
func scriptOf(text string) (d engine.Dialect, ok bool) {
	lines := firstLines(text)
	if len(lines) == 0 {
		return engine.CBT, true // an empty text is an empty script
	}
	first := lines[0].Text
	known := slices.DeleteFunc(slices.Clone(dialects.All()), func(d *console.Dialect) bool { return !d.BeginsCommand(first) })
	for _, d := range known {
		if _, err := d.Parse(first); err == nil || d == known[len(known)-1] {
			return d.ID, true
		}
	}
	return engine.CBT, !strings.ContainsAny(first, ",;\t")
}

// importable reports whether a text is in the format of cbt's import: a line of families and
// a line of qualifiers, both with an empty value above the row keys.
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

// importValues makes a sandbox from a text in cbt's import format, by the commands
// createtable and import.
func (u *update) importValues(title, text string) {
	record, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		panic(err) // importable has read this line before
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
	second, err := cbt.Print(console.ImportCSV{Table: create.Table, File: file})
	if err != nil {
		panic(err) // every name of a table and a file can be printed
	}
	u.make(title, engine.RunConsole{Text: first}, engine.RunConsole{Text: second, Files: []engine.PickedFile{{Name: file, Text: text}}})
}

// tableName returns a valid table name that is similar to a title.
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

// separator returns the separator that a first line such as sep=; names, which spreadsheets
// write and read.
func separator(line string) (comma rune, says bool) {
	line = strings.Trim(strings.TrimRight(line, "\r"), "\"")
	if len(line) != len("sep=,") || !strings.EqualFold(line[:4], "sep=") || line[4] >= utf8.RuneSelf {
		return 0, false
	}
	return rune(line[4]), true
}

// width returns the number of values in the first record of a text.
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
