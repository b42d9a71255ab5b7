package model

import (
	"encoding/csv"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
)

// Carry is what the dialogs about files show.
type Carry struct {
	Turn    uint64        // grows with every change
	Weights []host.Weight // of the workspace MenuID, nil until they are measured
	Text    string        // that was pasted
	Err     *base.Error   // why that makes no sandbox
	Line    int           // of Err
	Mapping *Mapping      // of values to rows, nil for none

	weighing uint64 // number of the call that measures
}

type (
	// ExportAllPressed saves everything there is as a file.
	ExportAllPressed struct{}
	// PasteDone makes a sandbox of pasted text.
	PasteDone struct{ Text string }
)

// carry handles what is about files, and reports whether that was it.
func (u *update) carry(m Msg) bool {
	switch m := m.(type) {
	case ExportPressed:
		u.closeMenu()
		u.send(host.Export{ID: m.ID, Form: m.Form, Table: m.Table}, "running-file-export")
	case ExportAllPressed:
		u.send(host.ExportAll{}, "running-file-export")
	case FileChosen:
		u.takeFile(m)
	case PasteDone:
		u.Carry.Text = m.Text
		u.takeText("", m.Text)
	default:
		return u.mapping(m)
	}
	u.Carry.Turn++
	return true
}

// menuOpened prepares what a menu shows.
func (u *update) menuOpened(m MenuOpened) {
	u.closeMenu()
	u.Menu, u.MenuID = m.Menu, m.ID
	if m.Menu == MenuExport {
		u.Carry.weighing = u.send(host.Weigh{ID: m.ID}, "running-file-weigh")
	}
}

// closeMenu closes what is open over the page; nothing is measured for it any more.
func (u *update) closeMenu() {
	if seq := u.Carry.weighing; seq != 0 {
		u.do(Send{Sent: host.Sent{Seq: u.next(), Call: host.Cancel{Seq: seq}}})
	}
	u.Menu = MenuNone
	u.Carry = Carry{Turn: u.Carry.Turn + 1}
}

// carried takes what an answer says of files. It reports whether its refusal has
// been shown.
func (u *update) carried(w page.Pending, a host.Answer) (shown bool) {
	if a.Seq == u.Carry.weighing {
		u.Carry.weighing = 0
		u.Carry.Weights = a.Weights
		u.Carry.Turn++
	}
	if b := a.Brought; b != nil {
		counts := []string{strconv.Itoa(b.Sandboxes), strconv.Itoa(b.Lessons), strconv.Itoa(b.Merged)}
		if u.Storage.Shut() == nil {
			u.Notice = &Notice{Code: "notice-brought", Args: counts}
		} else {
			u.tellCode("notice-brought", counts...) // that it is kept by the page only stands there
		}
	}
	if _, made := w.Call.(host.Make); !made || a.Err == nil || a.Err.Code == base.CodeCancelled {
		return false
	}
	if u.Menu == MenuPaste || u.Menu == MenuValues {
		u.Carry.Err, u.Carry.Line = a.Err, a.Line
		u.Carry.Turn++
		return true
	}
	u.Notice = &Notice{Err: a.Err, Line: a.Line}
	return true
}

// takeFile makes what it can of a file.
func (u *update) takeFile(f FileChosen) {
	ours := strings.HasSuffix(f.Name, ".tabletop") || len(f.Data) == 0 || strings.HasPrefix(string(f.Data[:min(len(f.Data), 9)]), "TABLETOP ")
	if ours || !utf8.Valid(f.Data) && !strings.HasSuffix(strings.ToLower(f.Name), ".csv") {
		u.send(host.Import{Data: f.Data}, "running-file-import")
		return
	}
	u.takeText(f.Name, string(f.Data))
}

// takeText makes a sandbox of a script, or of values, or opens the dialog that
// says how.
func (u *update) takeText(name, text string) {
	text, ok := u.readText(text)
	if !ok {
		return
	}
	title := titleOfFile(name)
	switch d, script := scriptOf(text); {
	case script && !isValues(name):
		u.make(title, engine.Console{Dialect: d, Text: text})
	case importable(text):
		u.importValues(title, text)
	default:
		u.mapValues(title, name, text)
	}
}

// readText returns what a file holds, and shows why where that is too much.
func (u *update) readText(text string) (string, bool) {
	text = strings.TrimPrefix(text, "\ufeff")
	if len(text) > engine.MaxFiles {
		u.Notice = &Notice{Err: base.Refuse(base.CodeInputTooLong, strconv.Itoa(len(text)), strconv.Itoa(engine.MaxFiles))}
		return "", false
	}
	return text, true
}

func titleOfFile(name string) string {
	return strings.TrimSpace(strings.TrimSuffix(name, path.Ext(name)))
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
	lines := cbt.SplitScript(text[:min(len(text), mappingPiece)]) // the first is what counts
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
		u.showRefusal(err)
		return
	}
	second, err := cbt.Print(console.Import{Table: create.Table, File: file})
	if err != nil {
		panic(err) // all of it can be said
	}
	u.make(title, engine.Console{Text: first}, engine.Console{Text: second, Files: []engine.File{{Name: file, Text: text}}})
}

// make asks for a sandbox of requests.
func (u *update) make(title string, requests ...engine.Request) {
	u.Carry.Err, u.Carry.Line = nil, 0
	if title == "" {
		title = "Sandbox" // as one without a title is called
	}
	u.send(host.Make{Title: title, Requests: requests}, "running-script")
}

// showRefusal shows why a text makes no sandbox, where it was given.
func (u *update) showRefusal(err error) {
	e, ok := err.(*base.Error)
	if !ok {
		panic("model: an error without a code: " + err.Error())
	}
	if u.Menu == MenuPaste {
		u.Carry.Err, u.Carry.Line = e, 0
		return
	}
	u.Notice = &Notice{Err: e}
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
