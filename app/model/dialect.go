package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/dialect"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
)

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
	if turned := dialect.Translate(u.Work.Input, u.Work.Dialect); len(turned) == 1 && turned[0].Err == nil {
		u.turn.Write(turned[0].Text)
	}
	u.Work.Dialect = d
	id := u.Route.ID
	kept := slices.DeleteFunc(slices.Clone(u.InHBase), func(v string) bool { return v == id })
	if d == engine.HBase {
		kept = append(kept, id)
	}
	u.InHBase = kept[max(0, len(kept)-maxInHBase):]
	u.do(Remember{Name: Remembered, Text: strings.Join(u.InHBase, " ")})
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
	if len(u.Work.Files) > 0 && dialect.Any(r, namesFile) {
		r.Files = u.Work.Files
	}
	return r
}

// turnEntry shows an entry of the log in the other dialect, or no longer.
func (u *update) turnEntry(seq uint64) {
	i := slices.IndexFunc(u.Work.Log, func(e LogEntry) bool { return e.Seq == seq })
	if i < 0 {
		return
	}
	log := slices.Clone(u.Work.Log)
	if e := &log[i]; e.Turned == nil {
		e.Turned = dialect.Translate(e.Input, e.Dialect)
	} else {
		e.Turned = nil
	}
	u.Work.Log = log
}

func namesFile(c console.Command) bool { return console.Describe(c).Files }
