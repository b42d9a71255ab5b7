package share

import (
	"strconv"
	"strings"

	"tabletop/app/dialect"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
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
	Tables     []Table // that it makes, the first maxTables
	MoreTables int
	Items      []Item // what it does, the first maxItems
	MoreItems  int
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
	h := Holding{Experiment: c.Kind == link.Experiment, Title: c.Title}
	for _, ch := range c.Changes {
		switch r := ch.Request.(type) {
		case engine.Console:
			h.commands(r)
		case engine.Load:
			t := Table{Name: r.Table, Template: r.Template, Records: r.Data.Len(), Given: int64(len(r.Data.Records))}
			h.table(t)
			h.note(r)
		case engine.Settle: // what cannot be undone is there all the same
		case engine.Undo:
			h.item(Item{Code: "held-undo"})
		case engine.Redo:
			h.item(Item{Code: "held-redo"})
		case engine.Checkpoint:
			h.item(Item{Code: "held-checkpoint", Args: []string{r.Name}})
		case engine.DropCheckpoint:
			h.item(Item{Code: "held-drop-checkpoint", Args: []string{r.Name}})
		default:
			h.note(r)
		}
	}
	return h
}

// commands lists the commands of a text, and the files that they name.
func (h *Holding) commands(r engine.Console) {
	l := dialect.Of(r.Dialect)
	for _, line := range l.Split(r.Text) {
		cmd, err := l.Parse(line.Text)
		if err == nil && cmd == nil {
			continue
		}
		if t, ok := cmd.(console.CreateTable); ok && err == nil {
			h.table(Table{Name: t.Table})
		}
		h.item(Item{Command: strings.TrimSpace(line.Text)})
	}
	for _, f := range r.Files {
		h.item(Item{Code: "held-file", Args: []string{f.Name, strconv.Itoa(len(f.Text))}})
	}
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
