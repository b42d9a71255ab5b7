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

// What is listed of a link at most.
const (
	maxItems  = 200
	maxTables = 50
)

// Holding is what a link holds, in words.
type Holding struct {
	Experiment bool
	Title      string
	Tables     []Table // that it comes to, the first maxTables
	MoreTables int
	Items      []Item // what it does, the first maxItems
	MoreItems  int

	turns *turns // while it is read
}

// turns are the tables of the states that changes come through.
type turns struct {
	past, future []made
	named        map[string]made // of checkpoints
}

// made is tables that are there in a state.
type made struct {
	tables []Table
	more   int
}

// Table is a table that a link makes.
type Table struct {
	Name     string
	Template string // "" for one that commands make
	Records  int64  // of a designed table
	Given    int64  // of them given; a recipe generates the others
}

// Item is one thing that a link does: a command, or what Note or the page's
// text for Code says.
type Item struct {
	Command string
	Note    *engine.Line
	Code    string
	Args    []string
}

// open reads a link.
func open(text string) *Link {
	c, err := link.Decode(text)
	if err != nil {
		return &Link{Text: text, Err: err.(*base.Error)}
	}
	return &Link{Text: text, Holds: holding(c)}
}

// holding says what a link holds, by reading it alone.
func holding(c link.Content) Holding {
	h := Holding{Experiment: c.Kind == link.Experiment, Title: c.Title, turns: &turns{named: map[string]made{}}}
	for _, ch := range c.Changes {
		switch r := ch.Request.(type) {
		case engine.Console:
			h.commands(r)
		case engine.Load:
			h.step()
			t := Table{Name: r.Table, Template: r.Template, Records: r.Data.Len(), Given: int64(len(r.Data.Records))}
			h.table(t)
			h.note(r)
		case engine.Printed:
			h.step()
			h.table(Table{Name: r.Table})
			h.note(r)
		case engine.Values:
			h.step()
			h.table(Table{Name: r.Of.Table})
			h.note(r)
		case engine.Copy:
			h.step()
			h.copied(r)
			h.note(r)
		case engine.Settle: // what cannot be undone is there all the same
			h.turns.past, h.turns.future = nil, nil
		case engine.Undo:
			h.turn(&h.turns.past, &h.turns.future)
			h.item(Item{Code: "held-undo"})
		case engine.Redo:
			h.turn(&h.turns.future, &h.turns.past)
			h.item(Item{Code: "held-redo"})
		case engine.Restore:
			h.step()
			if to, ok := h.turns.named[r.Name]; ok {
				h.Tables, h.MoreTables = slices.Clone(to.tables), to.more
			}
			h.note(r)
		case engine.Checkpoint:
			h.turns.named[r.Name] = h.now()
			h.item(Item{Code: "held-checkpoint", Args: []string{r.Name}})
		case engine.DropCheckpoint:
			h.item(Item{Code: "held-drop-checkpoint", Args: []string{r.Name}})
		default:
			h.step()
			h.note(r)
		}
	}
	if c.Load != "" {
		h.item(Item{Code: "held-load"})
	}
	h.turns = nil
	return h
}

// now returns the tables of now.
func (h *Holding) now() made { return made{slices.Clone(h.Tables), h.MoreTables} }

// step begins a state that can be undone.
func (h *Holding) step() {
	h.turns.past, h.turns.future = append(h.turns.past, h.now()), nil
}

// turn goes to the last state of from.
func (h *Holding) turn(from, to *[]made) {
	n := len(*from) - 1
	if n < 0 {
		return
	}
	*to = append(*to, h.now())
	h.Tables, h.MoreTables = (*from)[n].tables, (*from)[n].more
	*from = (*from)[:n]
}

// commands lists the commands of a text, and the files that they name.
func (h *Holding) commands(r engine.Console) {
	l := dialects.Of(r.Dialect)
	for _, line := range l.Split(r.Text) {
		cmd, err := l.Parse(line.Text)
		if err == nil && cmd == nil {
			continue
		}
		if err == nil && console.Writes(cmd) && !r.Joined {
			h.step()
		}
		switch t := cmd.(type) {
		case console.CreateTable:
			h.table(Table{Name: t.Table})
		case console.DeleteTable:
			h.Tables = slices.DeleteFunc(h.Tables, func(of Table) bool { return of.Name == t.Table })
		}
		h.item(Item{Command: strings.TrimSpace(line.Text)})
	}
	for _, f := range r.Files {
		h.item(Item{Code: "held-file", Args: []string{f.Name, strconv.Itoa(len(f.Text))}})
	}
}

// copied adds a copy of a table.
func (h *Holding) copied(r engine.Copy) {
	t := Table{}
	if i := slices.IndexFunc(h.Tables, func(of Table) bool { return of.Name == r.Table }); i >= 0 {
		t = h.Tables[i]
	}
	t.Name = r.As
	h.table(t)
}

func (h *Holding) note(r engine.Request) {
	what := engine.Describe(r)
	h.item(Item{Note: &what})
}

func (h *Holding) item(i Item) {
	if len(h.Items) == maxItems {
		h.MoreItems++
		return
	}
	h.Items = append(h.Items, i)
}

// table adds a table; of one that is made twice the later one counts.
func (h *Holding) table(t Table) {
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
