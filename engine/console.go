package engine

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/token"
	"tabletop/engine/run"
	"tabletop/engine/table"
)

// The most bytes that a console request may have: of its text, and of its files together.
const (
	MaxConsoleText  = base.MaxScript
	MaxConsoleFiles = 16 << 20
)

// Interpreter runs the commands of a console dialect and prints their output in the dialect's form.
type Interpreter struct {
	*console.Dialect
	run func(*Task, console.Command, RunConsole) error
	// read returns what a command reads. The result ok is false if the command does not only read,
	// or reads nothing.
	read func(*Task, *table.Table, console.Command) (r run.CommandRead, ok bool)
}

// language returns the language of a dialect, or refuses a dialect that this session does not have
// (not-here).
func (s *Session) language(d Dialect) (*Interpreter, error) {
	if d == CBT {
		return InterpreterOf(&cbt.Dialect), nil
	}
	for _, l := range s.opts.Interpreters {
		if l.ID == d {
			return l, nil
		}
	}
	return nil, base.Refuse(base.CodeCommandUnsupported, d.Tool())
}

// InterpreterOf returns a language that parses a given dialect and runs its commands as cbt does.
func InterpreterOf(d *console.Dialect) *Interpreter {
	return &Interpreter{Dialect: d, run: (*Task).command, read: func(_ *Task, _ *table.Table, cmd console.Command) (run.CommandRead, bool) { return run.CBTReadOf(cmd) }}
}

// WouldChange reports whether a request would change something if it were run. For a [RunConsole] it
// parses the text and reports whether one of its commands writes.
func (s *Session) WouldChange(r Request) bool {
	typed, ok := r.(RunConsole)
	if !ok {
		return r.traits().Changes
	}
	l, err := s.language(typed.Dialect)
	return err == nil && slices.ContainsFunc(l.Split(typed.Text), func(line token.ScriptCommand) bool {
		cmd, err := l.Parse(line.Text)
		return err == nil && cmd != nil && console.IsWrite(cmd)
	})
}

// WouldRefuseScript reports whether the first line of a console's text is not a command, so that
// none of the text would be run. Blank lines do not count. It is false for every other request.
func (s *Session) WouldRefuseScript(r Request) bool {
	typed, ok := r.(RunConsole)
	if !ok {
		return false
	}
	l, err := s.language(typed.Dialect)
	if err != nil {
		return false
	}
	for _, line := range l.Split(typed.Text) {
		if cmd, err := l.Parse(line.Text); cmd != nil || err != nil {
			return err != nil
		}
	}
	return false
}

// console begins the task of a script. It checks the size of the text and of the files, and then
// runs line by line up to the first line that is refused. If a command has written, the workload
// is measured again at the end.
func (t *Task) console(r RunConsole) {
	if len(r.Text) > MaxConsoleText {
		t.fail(base.RefuseAt(MaxConsoleText, len(r.Text), base.CodeInputTooLong, strconv.Itoa(len(r.Text)), strconv.Itoa(MaxConsoleText)))
		return
	}
	size := 0
	for _, f := range r.Files {
		size += len(f.Text)
	}
	if size > MaxConsoleFiles {
		t.fail(base.Refuse(base.CodeInputTooLong, strconv.Itoa(size), strconv.Itoa(MaxConsoleFiles)))
		return
	}
	language, err := t.s.language(r.Dialect)
	if err != nil {
		t.fail(err)
		return
	}
	lines := language.Split(r.Text)
	t.joins = t.replayed && r.JoinsPrevious
	t.s.reads = nil
	t.commands = int64(len(lines))
	t.run(func() error {
		wrote, led := false, uint64(0)
		for i, line := range lines {
			t.commandsRun = int64(i)
			var err error
			if wrote, led, err = t.line(r, language, line, wrote, led); err != nil {
				t.reply.Err, t.reply.ErrLine = err.(*base.Error), line.Number
				break
			}
		}
		if t.reply.Err == nil {
			t.commandsRun = t.commands
		}
		if wrote {
			t.remeasure()
		}
		return nil
	})
}

// line runs one line of a script. The argument wrote says whether an earlier command has written,
// and led is the number of the state that the last of these led to. Both are returned with their
// values after this line. A command that writes joins the step of the one before it if nothing
// else was done in between.
func (t *Task) line(r RunConsole, language *Interpreter, line token.ScriptCommand, wrote bool, led uint64) (bool, uint64, error) {
	t.spend(1 + int64(len(line.Text))/lineWork)
	cmd, err := language.Parse(line.Text)
	if cmd == nil && err == nil {
		return wrote, led, nil
	}
	t.reply.WrittenCell = nil
	if err != nil {
		return wrote, led, err
	}
	change := RunConsole{Dialect: r.Dialect, Text: line.Text}
	if console.IsWrite(cmd) {
		if t.s.ReadOnly && !t.replayed {
			return wrote, led, base.Refuse(base.CodeReadOnly)
		}
		if im, ok := cmd.(console.ImportCSV); ok {
			f, _ := r.file(im.File)
			change.Files = []PickedFile{f}
		}
	}
	if language.IgnoredArgs != nil && !t.replayed {
		t.idle = language.IgnoredArgs(line.Text)
	}
	if err := language.run(t, cmd, r); err != nil {
		t.idle = nil
		return wrote, led, err
	}
	t.noteIdle()
	t.reply.WrittenCell = written(cmd)
	work := int64(0)
	if tab := t.s.state.tables[t.reply.FocusTable]; tab != nil {
		work = int64(tab.FamilyCount()) / familyWork
	}
	if console.IsWrite(cmd) { // accept it at once, so that no write is missing in the journal
		wrote = true
		t.countWrite(console.DescriptorOf(cmd))
		// The command continues the script's step unless another change was made since.
		change.JoinsPrevious = t.replayed && r.JoinsPrevious || !t.replayed && led == t.s.history.now.step.State
		t.acceptCommand(change)
		led = t.s.history.now.step.State
		work += 1 + int64(len(t.s.state.tables))/tableWork
	}
	t.spend(work)
	return wrote, led, nil
}

// noteIdle prints a note about options of the command that have no effect here. It is called
// before the command prints its result, so that the note comes first.
func (t *Task) noteIdle() {
	if len(t.idle) > 0 {
		t.note(base.NoteArgsIgnored, strings.Join(t.idle, ", "))
	}
	t.idle = nil
}

// How much work counts as one row: bytes of a line that is parsed, tables of a state that
// is kept, families of a table whose families change.
const (
	lineWork   = 64
	tableWork  = 8
	familyWork = 32
)

// file returns the picked file with a name, or a refusal that lists the names of all picked files.
func (r RunConsole) file(name string) (PickedFile, error) {
	names := make([]string, len(r.Files))
	for i, f := range r.Files {
		if f.Name == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return PickedFile{}, base.Refuse(base.CodeNoFile, name, strings.Join(names, ", "))
}

// command runs one command of cbt. It finds the table, applies or reads, and prints what cbt
// prints or a note.
func (t *Task) command(cmd console.Command, r RunConsole) error {
	s := t.s
	switch cmd := cmd.(type) {
	case console.CreateTable:
		if err := t.createTable(cmd); err != nil {
			return err
		}
		t.note(base.NoteCreated, cmd.Table)
		return nil
	case console.ListTables:
		return t.list(cmd)
	case console.Help:
		t.help(cbt.CommandHelps(), cmd.Topic)
		return nil
	case console.DeleteTable:
		if err := t.deleteTable(cmd); err != nil {
			return err
		}
		t.note(base.NoteDropped, cmd.Table)
		return nil
	}
	name := console.DescriptorOf(cmd).Table
	tab, err := s.find(name)
	if err != nil {
		return err
	}
	t.reply.FocusTable = name
	switch cmd := cmd.(type) {
	case console.CreateFamily:
		if err := t.createFamilies(tab, cmd.Family); err != nil {
			return err
		}
		t.note(base.NoteFamily, name, string(cmd.Family.Name))
	case console.SetGC:
		if err := tab.SetGC(cmd.Family, cmd.GC); err != nil {
			return err
		}
		t.note(base.NoteGCRule, name, string(cmd.Family), cbt.GCText(cmd.GC))
	case console.SetValueType:
		return checkType(tab, cmd)
	case console.DeleteFamily:
		return t.deleteFamily(tab, cmd.Family)
	case console.SetCells:
		if err := tab.Mutate(cmd.Row, t.at, t.setCells(cmd.Cells)); err != nil {
			return err
		}
		t.note(base.NoteWrote, name, strconv.Quote(string(cmd.Row)), strconv.Itoa(len(cmd.Cells)))
	case console.AddToCell:
		return t.addToCell(tab, cmd)
	case console.CheckAndMutate:
		return t.checkAndMutate(tab, cmd)
	case console.ReadModifyWrite:
		return t.readModifyWrite(tab, cmd)
	case console.ImportCSV:
		return t.importFile(tab, cmd, r)
	case console.DeleteRow:
		return t.deleteRow(tab, cmd)
	case console.DeleteColumn:
		return t.deleteColumn(tab, cmd)
	case console.DeleteAllRows:
		t.note(base.NoteDeleted, name, strconv.Itoa(tab.DropRows(base.AllKeys)))
	case console.SampleRowKeys:
		t.print(string(cbt.AppendKeySamples(nil, tab.SampleRowKeys())))
	case console.CountRows:
		return t.countRows(tab, cmd)
	case console.Read:
		return t.read(tab, cmd, r)
	case console.Lookup:
		return t.lookup(tab, cmd, r)
	default:
		panic("engine: a command that nothing runs")
	}
	return nil
}

// maxRemeasured is the most rows that a workload may scan to be measured again after each command
// that writes. If the workload has not been measured yet, the rows of all designed tables count
// instead.
const maxRemeasured = 200_000

// remeasure measures the workload after commands that wrote, unless that would scan more than
// [maxRemeasured] rows; then the verdicts of changed tables are marked stale. The grid keeps
// showing the reader's own last read. If the last read was that of a question and its table has
// changed, the question's read is shown again.
func (t *Task) remeasure() {
	rows, st := int64(0), &t.s.state
	for _, v := range st.verdicts {
		rows += v.Stats.RowsScanned
	}
	if len(st.verdicts) != len(st.workload) {
		rows = 0
		for name := range st.designs {
			rows += int64(st.tables[name].Len())
		}
	}
	if rows <= maxRemeasured {
		last := t.s.last
		asked := last != nil && last.told != nil && last.told.ForQuestion && last.TableAtRead != nil
		t.measureWorkload(asked && st.tables[last.Table] != nil && !st.tables[last.Table].KnownEqual(last.TableAtRead))
		return
	}
	h, verdicts := &t.s.history, slices.Clone(st.verdicts)
	for i := range verdicts {
		v := &verdicts[i]
		v.Stale = v.Stale || v.Table != "" && (len(h.past) == 0 || h.past[len(h.past)-1].tables[v.Table] != h.now.tables[v.Table])
	}
	st.verdicts, h.now.verdicts, t.reply.Verdicts = verdicts, verdicts, verdicts
}

// help prints the usage of one command and of its arguments, or the usage of all commands if the
// topic is "".
func (t *Task) help(commands []console.CommandHelp, topic string) {
	for _, c := range commands {
		if topic == "" || topic == c.Name {
			t.note(c.Help, c.Usage)
		}
		if topic == c.Name {
			for _, p := range c.Args {
				t.note(p.Help, p.Name)
			}
		}
	}
}
