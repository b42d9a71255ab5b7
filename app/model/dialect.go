package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/hbase"
	"tabletop/engine/console/token"
)

// Language is what the page needs of a console's dialect.
type Language struct {
	Name   string                                // in codes and attributes
	Split  func(script string) []token.Line      // commands of a text
	Parse  func(string) (console.Command, error) // one command; nil where there is none
	Print  func(console.Command) (string, error) // unsayable where the dialect lacks it
	Tokens func(line string) []token.Token       // what a command is made of
	// Complete says what may stand in front of the caret.
	Complete func(text string, at int, s console.Schema) console.Completion
}

var (
	cbtLanguage   = Language{"cbt", cbt.SplitScript, cbt.Parse, cbt.Print, cbt.Tokens, cbt.Complete}
	hbaseLanguage = Language{"hbase", hbase.SplitScript, hbase.Parse, hbase.Print, hbase.Tokens, hbase.Complete}
)

// LanguageOf returns the language of a dialect.
func LanguageOf(d engine.Dialect) Language {
	switch d {
	case engine.CBT:
		return cbtLanguage
	case engine.HBase:
		return hbaseLanguage
	}
	panic("model: a dialect without a language")
}

// wordOf returns what a dialect calls a command, "" for what it lacks.
func wordOf(c console.Command, d engine.Dialect) string {
	if d == engine.CBT {
		return console.Describe(c).CBT
	}
	return console.Describe(c).HBase
}

// Other returns the dialect that a text can be turned into.
func Other(d engine.Dialect) engine.Dialect {
	if d == engine.CBT {
		return engine.HBase
	}
	return engine.CBT
}

// Turned is a command said in the other dialect.
type Turned struct {
	Text   string
	Tokens []token.Token
	Err    *base.Error // why that cannot be said; Text is the command as it was
}

// Turn says each command of a text in the other dialect. It gives none where one
// of them is refused.
func Turn(text string, from engine.Dialect) []Turned {
	says, said := LanguageOf(Other(from)), LanguageOf(from)
	var out []Turned
	var before console.Command
	for _, line := range said.Split(text) {
		cmd, err := said.Parse(line.Text)
		if err != nil {
			return nil
		}
		if cmd == nil {
			continue
		}
		// The HBase shell drops only what is disabled.
		drop, drops := cmd.(console.DeleteTable)
		disable := console.Disable(drop)
		if drops && from == engine.HBase && before == console.Command(disable) {
			out = out[:len(out)-1]
		}
		before = cmd
		printed, err := says.Print(cmd)
		if err != nil {
			out = append(out, Turned{Text: line.Text, Err: err.(*base.Error)})
			continue
		}
		if drops && from == engine.CBT {
			first, err := says.Print(disable)
			if err != nil {
				panic("model: a table that can be dropped and not disabled: " + err.Error())
			}
			printed = first + "\n" + printed
		}
		out = append(out, Turned{Text: printed, Tokens: Colour(printed, Other(from))})
	}
	return out
}

// maxInHBase is how many workspaces the page remembers the HBase shell for.
const maxInHBase = 200

// Remembered is the name under which the browser keeps [State.InHBase].
const Remembered = "hbase"

// dialectOf returns the dialect that was chosen for a workspace.
func (st *State) dialectOf(id string) engine.Dialect {
	if slices.Contains(st.InHBase, id) {
		return engine.HBase
	}
	return engine.CBT
}

// pickDialect changes the console's dialect. What is typed is said in the new
// one, if it can be.
func (u *update) pickDialect(d engine.Dialect) {
	if d == u.Work.Dialect {
		return
	}
	if turned := Turn(u.Work.Input, u.Work.Dialect); len(turned) == 1 && turned[0].Err == nil {
		u.Work.Input = turned[0].Text
		u.Work.Recall = len(u.Work.History)
		u.do(SetText{ElementConsole, u.Work.Input})
	}
	u.Work.Dialect = d
	id := u.Route.ID
	kept := slices.DeleteFunc(slices.Clone(u.InHBase), func(v string) bool { return v == id })
	if d == engine.HBase {
		kept = append(kept, id)
	}
	u.InHBase = kept[max(0, len(kept)-maxInHBase):]
	u.do(Remember{Remembered, strings.Join(u.InHBase, " ")})
}

// pickFiles adds files to those that commands can name; one takes the place of
// another of its name.
func (u *update) pickFiles(files []engine.File, size int64) {
	all := slices.DeleteFunc(slices.Clone(u.Work.Files), func(old engine.File) bool {
		return slices.ContainsFunc(files, func(f engine.File) bool { return f.Name == old.Name })
	})
	all = append(all, files...)
	for _, f := range u.Work.Files {
		size += int64(len(f.Text))
	}
	if size > engine.MaxFiles {
		u.Notice = &Notice{Err: base.Refuse(base.CodeInputTooLong, strconv.FormatInt(size, 10), strconv.Itoa(engine.MaxFiles))}
		return
	}
	u.Work.Files = all
	if len(files) > 0 {
		u.tellCode("said-picked", strconv.Itoa(len(files)), files[0].Name)
	}
}

// request returns the console's request for a text, with the picked files if a
// command of it may name one.
func (u *update) request(text string) engine.Console {
	r := engine.Console{Dialect: u.Work.Dialect, Text: text}
	if len(u.Work.Files) > 0 && anyCommand(r, namesFile) {
		r.Files = u.Work.Files
	}
	return r
}

func namesFile(c console.Command) bool { return console.Describe(c).Files }

// anyCommand reports whether a command of the text has a property.
func anyCommand(r engine.Console, has func(console.Command) bool) bool {
	l := LanguageOf(r.Dialect)
	return slices.ContainsFunc(l.Split(r.Text), func(line token.Line) bool {
		cmd, err := l.Parse(line.Text)
		return err == nil && cmd != nil && has(cmd)
	})
}

// turnable reports whether a text of the log can be shown in the other dialect.
func turnable(text string, d engine.Dialect) bool {
	return text != "" && len(text) < maxRemembered-len("…") && Turn(text, d) != nil
}

// turnEntry shows an entry of the log in the other dialect, or no longer.
func (u *update) turnEntry(seq uint64) {
	i := slices.IndexFunc(u.Work.Log, func(e LogEntry) bool { return e.Seq == seq })
	if i < 0 {
		return
	}
	log := slices.Clone(u.Work.Log)
	if e := &log[i]; e.Turned == nil {
		e.Turned = Turn(e.Input, e.Dialect)
	} else {
		e.Turned = nil
	}
	u.Work.Log = log
}

// dialectOfCall returns the dialect of what a call runs in the console.
func dialectOfCall(c host.Call) engine.Dialect {
	r, _ := host.Typed(c)
	return r.Dialect
}
