package share

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/engine/link"
)

// Bounds of what is listed of a link.
const (
	maxItems  = 200
	maxTables = 50
)

// LinkContent is the content of a link, in a form to be shown. It is found by reading the changes
// only: none of them is run.
type LinkContent struct {
	Experiment  bool // only designed tables, without a timeline
	Title       string
	Tables      []LinkTable  // tables at the end, the first maxTables
	MoreTables  int          // how many more there are
	Changes     []LinkChange // the changes, the first maxItems
	MoreChanges int          // how many more there are

	turns *turns // states, while the changes are read; then nil
}

// turns follows the timeline of the changes: the tables of each state that undo and redo lead
// to.
type turns struct {
	past, future []made          // the states before and after the present one, the nearest last
	named        map[string]made // the states of checkpoints
}

// made is the tables of a state.
type made struct {
	tables []LinkTable
	more   int
}

// LinkTable is a table that a link makes.
type LinkTable struct {
	Name         string
	Template     string // "" for a table that commands make
	Records      int64  // number of records of a designed table
	GivenRecords int64  // how many of them are in the link; a recipe generates the others
}

// LinkChange is one change that a link makes: a command, a note of the engine, or an i18n code.
type LinkChange struct {
	Command string
	Note    *engine.OutputLine
	Code    string
	Args    []string
}

// open reads the text of a link.
func open(text string) *OpenedLink {
	c, err := link.Decode(text)
	if err != nil {
		return &OpenedLink{Text: text, Err: err.(*base.Error)}
	}
	return &OpenedLink{Text: text, Content: holding(c)}
}

// holding reads the changes of a link. It knows the tables after each change, as far as they
// follow from the changes without running them.
func holding(c link.Content) LinkContent {
	h := LinkContent{Experiment: c.Kind == link.Experiment, Title: c.Title, turns: &turns{named: map[string]made{}}}
	for _, ch := range c.Changes {
		switch r := ch.Request.(type) {
		case engine.RunConsole:
			h.commands(r)
		case engine.LoadRecords:
			h.step()
			h.table(designed(r))
			h.note(r)
		case engine.RestoreRows: // rows of a table, which may get a design
			h.step()
			if r.Target.Template != "" {
				h.table(designed(r.Target))
			}
			h.note(r)
		case engine.MakeTableFromPrintedOutput:
			h.step()
			h.table(LinkTable{Name: r.Table})
			h.note(r)
		case engine.LoadValuesText:
			h.step()
			h.table(LinkTable{Name: r.Target.Table})
			h.note(r)
		case engine.CopyTable:
			h.step()
			h.copied(r)
			h.note(r)
		case engine.ForgetHistory: // earlier states cannot be gone back to any more
			h.turns.past, h.turns.future = nil, nil
		// The item stays in the list, and the tables are those of the earlier state.
		case engine.Undo:
			h.turn(&h.turns.past, &h.turns.future)
			h.item(LinkChange{Code: "held-undo"})
		case engine.Redo:
			h.turn(&h.turns.future, &h.turns.past)
			h.item(LinkChange{Code: "held-redo"})
		// A checkpoint holds the tables of its time.
		case engine.RestoreCheckpoint:
			h.step()
			if to, ok := h.turns.named[r.Name]; ok {
				h.Tables, h.MoreTables = slices.Clone(to.tables), to.more
			}
			h.note(r)
		case engine.SaveCheckpoint:
			h.turns.named[r.Name] = h.now()
			h.item(LinkChange{Code: "held-checkpoint", Args: []string{r.Name}})
		case engine.DeleteCheckpoint:
			h.item(LinkChange{Code: "held-drop-checkpoint", Args: []string{r.Name}})
		default:
			h.step()
			h.note(r)
		}
	}
	if c.Settings != "" {
		h.item(LinkChange{Code: "held-load"})
	}
	h.turns = nil
	return h
}

// designed returns the table that a load makes.
func designed(l engine.LoadRecords) LinkTable {
	return LinkTable{Name: l.Table, Template: l.Template, Records: l.Data.Len(), GivenRecords: int64(len(l.Data.Records))}
}

// now returns the present tables.
func (h *LinkContent) now() made { return made{slices.Clone(h.Tables), h.MoreTables} }

// step begins a new state, so that an undo leads back to the present one.
func (h *LinkContent) step() {
	h.turns.past, h.turns.future = append(h.turns.past, h.now()), nil
}

// turn goes to the nearest state of from, and adds the present one to to.
func (h *LinkContent) turn(from, to *[]made) {
	n := len(*from) - 1
	if n < 0 {
		return
	}
	*to = append(*to, h.now())
	h.Tables, h.MoreTables = (*from)[n].tables, (*from)[n].more
	*from = (*from)[:n]
}

// commands lists the commands of a text, and the files that they read.
func (h *LinkContent) commands(r engine.RunConsole) {
	l := dialects.ByID(r.Dialect)
	for _, line := range l.Split(r.Text) {
		cmd, err := l.Parse(line.Text)
		if err == nil && cmd == nil {
			continue
		}
		if err == nil && console.IsWrite(cmd) && !r.JoinsPrevious {
			h.step()
		}
		switch t := cmd.(type) {
		case console.CreateTable:
			h.table(LinkTable{Name: t.Table})
		case console.DeleteTable:
			h.Tables = slices.DeleteFunc(h.Tables, func(of LinkTable) bool { return of.Name == t.Table })
		}
		h.item(LinkChange{Command: strings.TrimSpace(line.Text)})
	}
	for _, f := range r.Files {
		h.item(LinkChange{Code: "held-file", Args: []string{f.Name, strconv.Itoa(len(f.Text))}})
	}
}

// copied adds the copy of a table.
func (h *LinkContent) copied(r engine.CopyTable) {
	t := LinkTable{}
	if i := slices.IndexFunc(h.Tables, func(of LinkTable) bool { return of.Name == r.Table }); i >= 0 {
		t = h.Tables[i]
	}
	t.Name = r.As
	h.table(t)
}

// note lists a change by the engine's description.
func (h *LinkContent) note(r engine.Request) {
	what := engine.DescribeChange(r)
	h.item(LinkChange{Note: &what})
}

// item lists a change.
func (h *LinkContent) item(i LinkChange) {
	if len(h.Changes) == maxItems {
		h.MoreChanges++
		return
	}
	h.Changes = append(h.Changes, i)
}

// table adds a table, in place of one with the same name.
func (h *LinkContent) table(t LinkTable) {
	for i := range h.Tables {
		if h.Tables[i].Name == t.Name {
			h.Tables[i] = t
			return
		}
	}
	if len(h.Tables) == maxTables {
		h.MoreTables++
		return
	}
	h.Tables = append(h.Tables, t)
}
