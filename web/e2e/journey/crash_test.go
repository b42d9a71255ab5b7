//go:build e2e && linux

package journey

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/snapshot"
	"tabletop/engine/wire"
	"tabletop/web/e2e"
	"tabletop/web/test/drive"
)

var (
	crashes   = flag.Int("crashes", 0, "how often TestCrash kills the browser; 0 is 12 times, and none with -short")
	crashSeed = flag.Uint64("crash-seed", 0, "what TestCrash does and when it kills; 0 is another each time")
)

// How a round chooses the moment of its kill.
const (
	killAnyTime  = iota // some time after the writing begins
	killChunks          // about when chunks of a snapshot are stored
	killManifest        // about when the manifest of a snapshot is stored
	killModes
)

// killLimit is how long a round waits for its moment at most.
const killLimit = 4 * time.Second

// sandboxRounds is the number of kills after which a new sandbox is used.
const sandboxRounds = 25

// crashed is what the test knows about the sandbox in the browser that it kills.
type crashed struct {
	t    *testing.T
	rng  *rand.Rand
	kind drive.Kind
	site *e2e.Site
	told *told // events that the pages reported
	dir  string
	live *e2e.Visit // the browser that was started last

	route, id string
	step      int
	made      map[int]crashStep // steps that were taken, by number
	table     bool              // the sandbox has the table that steps write to
	shown     int               // number of the last step that was shown as saved; all earlier steps were saved too

	rounds, written, begun, snapshots, torn int
}

// crashStep is something that a round does in the page: a typed command, or a call that is sent
// to the worker like one of the page.
type crashStep struct {
	No    int    `json:"no"`
	Typed string `json:"typed,omitempty"`
	Asked []byte `json:"asked,omitempty"` // frame of the call
	Reply []byte `json:"reply,omitempty"` // first bytes of the frame that answers it
	// marks are texts that the stored commands must contain.
	marks []string
}

// TestCrash kills the browser again and again while it writes. Everything that was shown as
// saved must still be there, the sandbox must open, and its tables must be those that its
// journal produces.
func TestCrash(t *testing.T) {
	if *crashes == 0 {
		e2e.Seldom(t)
		*crashes = 12
	}
	t.Parallel()
	e2e.InEach(t, crash)
}

// crash runs the rounds in one browser. Its log says which flags repeat the run.
func crash(t *testing.T, kind drive.Kind) {
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("to do this again: -browser=%s -crash-seed=%d -crashes=%d", kind, seed, *crashes)
	c := &crashed{t: t, rng: rand.New(rand.NewPCG(seed, 0)), kind: kind, dir: e2e.NewProfile(t)}
	c.site, c.told = telling(t, e2e.WorkerWith(t, e2e.Probe))
	t.Cleanup(func() {
		if c.live != nil && c.live.Browser != nil {
			c.live.Browser.Kill()
		}
	})
	for c.rounds = range *crashes {
		c.round()
	}
	b := c.start()
	c.check(b)
	b.end()
	t.Logf("%d kills: %d steps had shown saved, a snapshot begun in %d rounds, %d manifests put, %d times chunks without a manifest after a kill",
		*crashes, c.written, c.begun, c.snapshots, c.torn)
	if c.begun == 0 {
		t.Error("no snapshot was begun")
	}
}

// round starts the browser, checks the sandbox, writes to it and kills the browser.
func (c *crashed) round() {
	since := time.Now()
	b := c.start()
	if c.rounds%sandboxRounds == 0 {
		b.Open("/")
		b.Press("New sandbox")
		c.route = b.SandboxShown()
		c.id = strings.Split(c.route, "/")[2]
		c.made, c.shown, c.table = map[int]crashStep{}, 0, false
	} else {
		c.check(b)
	}
	mode := c.rounds % killModes
	steps := c.steps(mode)
	script, err := json.Marshal(steps)
	if err != nil {
		c.t.Fatal(err)
	}
	delay := time.Duration(c.rng.IntN(1500)) * time.Millisecond
	if mode != killAnyTime {
		delay = time.Duration(c.rng.IntN(12_000)) * time.Microsecond
	}
	b.Until(e2e.ConsoleEditor)
	due := 0 // number of the step that makes a snapshot due; 0 if there is none
	if mode != killAnyTime {
		due = steps[0].No
		if !c.table {
			due++ // the first step makes the table
		}
	}
	b.Run(fmt.Sprintf("void %s(%s, %d)", crashDriver, script, due))
	c.await(b, mode, delay)
	b.Kill()
	chunks := 0
	tally := map[string]int{}
	c.told.each(func(event string, no int) {
		tally[event]++
		switch event {
		case "saved":
			c.written += max(0, no-c.shown)
			c.shown = max(c.shown, no)
		case "refused":
			delete(c.made, no)
		case "chunks":
			chunks++
		case "snapshots":
			c.snapshots++
		}
	})
	if chunks > 0 {
		c.begun++
	}
	c.t.Logf("round %d: mode %d, delay %v, %v, %v", c.rounds, mode, delay, tally, time.Since(since))
}

// await waits for the moment of the kill.
func (c *crashed) await(b *crashBrowser, mode int, delay time.Duration) {
	c.t.Helper()
	wanted := map[int]string{killChunks: "chunks", killManifest: "snapshots"}[mode]
	limit := time.After(killLimit)
	if wanted != "" {
	waiting:
		for {
			select {
			case e := <-c.told.events:
				if e == wanted || e == "done" {
					break waiting
				}
			case <-limit:
				return
			}
		}
	}
	select {
	case <-time.After(delay):
	case <-limit:
	}
}

// check opens the sandbox and compares it with the steps that were taken.
func (c *crashed) check(b *crashBrowser) {
	c.t.Helper()
	b.Open(c.route)
	b.Saved()
	stored := e2e.ValueOf[crashStored](b.Visit, crashRead+fmt.Sprintf("(%q)", c.id))
	var changes []engine.Change
	var text strings.Builder
	for i, record := range stored.Journal {
		for _, data := range unrecorded(c.t, record) {
			change, err := wire.DecodeChange(data)
			if err != nil {
				c.t.Fatalf("round %d: entry %d: %v", c.rounds, len(changes)+1, err)
			}
			if typed, ok := change.Request.(engine.RunConsole); ok {
				text.WriteString(typed.Text)
				text.WriteByte('\n')
			}
			changes = append(changes, change)
		}
		if stored.Numbers[i] != len(changes) {
			c.t.Fatalf("round %d: the record of entry %d has number %d", c.rounds, len(changes), stored.Numbers[i])
		}
	}
	for no, step := range c.made {
		for _, mark := range step.marks {
			if no <= c.shown && !strings.Contains(text.String(), mark) {
				c.t.Errorf("round %d: step %d had shown saved, and %s is gone", c.rounds, no, mark)
			}
		}
		if no > c.shown {
			delete(c.made, no) // it was stored or not; from here on that does not change
		}
	}
	named := map[uint64]bool{}
	if stored.Manifest != nil {
		r, err := snapshot.ReadManifest(stored.Manifest)
		if err != nil {
			c.t.Fatalf("round %d: the snapshot: %v", c.rounds, err)
		}
		for _, no := range r.NeededChunks() {
			named[no] = true
		}
	}
	if slices.ContainsFunc(stored.Chunks, func(no uint64) bool { return !named[no] }) {
		c.torn++
	}
	c.compare(b, changes)
}

// compare runs a journal in an engine of the test and compares every row of every table with
// the rows in the page's worker.
func (c *crashed) compare(b *crashBrowser, changes []engine.Change) {
	c.t.Helper()
	session := engine.New(engine.Options{Now: func() base.Micros { return 0 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
	for _, change := range changes {
		task := session.Replay(change)
		for !task.Step(1 << 20) {
		}
	}
	var windows []engine.RowWindow
	for _, t := range session.Tables() {
		c.table = c.table || t.Name == "t"
		p := session.Page(engine.RowWindow{Table: t.Name})
		for at := 0; at == 0 || at < p.Total; at += engine.MaxPageRows {
			windows = append(windows, engine.RowWindow{Table: t.Name, Offset: at, Count: engine.MaxPageRows, Versions: engine.MaxVersions})
		}
	}
	if len(windows) == 0 {
		windows = append(windows, engine.RowWindow{})
	}
	for i, a := range askWorker(b.Visit, windows) {
		if i == 0 && !reflect.DeepEqual(counts(a.Reply.Tables), counts(session.Tables())) {
			c.t.Fatalf("round %d: the page has the tables\n%+v\nthe journal leads to\n%+v", c.rounds, a.Reply.Tables, session.Tables())
		}
		if want := session.Page(windows[i]); windows[i].Table != "" && !reflect.DeepEqual(unmarked(*a.Page), unmarked(want)) {
			c.t.Fatalf("round %d: from row %d of %s on, the page has other rows than the journal leads to (%d and %d)",
				c.rounds, windows[i].Offset, windows[i].Table, a.Page.Total, want.Total)
		}
	}
}

// counts returns the properties of tables that depend on the journal alone.
func counts(tables []engine.TableInfo) []string {
	var out []string
	for _, t := range tables {
		out = append(out, fmt.Sprint(t.Name, t.Families, t.Rows, t.Cells, t.Bytes))
	}
	return out
}

// unmarked returns a page of rows without the marks of the last read.
func unmarked(p engine.RowPage) engine.RowPage {
	p.Rows = slices.Clone(p.Rows)
	for i := range p.Rows {
		p.Rows[i].Mark = 0
	}
	return p
}

// steps returns random steps for a round. If the round kills during a snapshot, the first steps
// make a snapshot due.
func (c *crashed) steps(mode int) []crashStep {
	var out []crashStep
	add := func(s crashStep) {
		c.step++
		s.No = c.step
		out = append(out, s)
	}
	typed := func(lines int, line func(i int, mark string) string) {
		s := crashStep{}
		var all []string
		for i := range lines {
			mark := fmt.Sprintf("=n%d.%d.", c.step+1, i)
			s.marks = append(s.marks, mark)
			all = append(all, line(i, mark))
		}
		s.Typed = strings.Join(all, "\n")
		add(s)
		c.made[c.step] = out[len(out)-1]
	}
	asked := func(r engine.Request) {
		add(crashStep{Asked: frame(c.step+1, host.ExecuteRequest{Request: r}, engine.RowWindow{}), Reply: answering(c.step + 1)})
	}
	set := func(_ int, mark string) string { return fmt.Sprintf("set t r%03d f:q%s", c.rng.IntN(400), mark) }
	if !c.table {
		typed(1, func(_ int, mark string) string { return "createtable t families=f,g\nset t first f:q" + mark })
	}
	for i := range 60 {
		n := c.rng.IntN(100)
		if i == 0 && mode != killAnyTime {
			n = 60
		}
		switch {
		case n < 45:
			typed(1, set)
		case n < 52:
			typed(1, func(_ int, mark string) string { return set(0, mark) + strings.Repeat("x", 1+c.rng.IntN(30_000)) })
		case n < 60:
			typed(1+c.rng.IntN(120), set)
		case n < 68:
			typed(420, set)
		case n < 74:
			typed(1, func(_ int, mark string) string {
				return fmt.Sprintf("createtable s%d families=f\nset s%[1]d r f:q%s", c.step+1, mark)
			})
		case n < 78:
			typed(1, func(_ int, mark string) string {
				return fmt.Sprintf("createfamily t h%d\nset t r f:q%s\ndeletefamily t h%[1]d", c.step+1, mark)
			})
		case n < 86:
			asked(engine.Undo{})
		case n < 89:
			asked(engine.Redo{})
		case n < 92:
			asked(engine.SaveCheckpoint{Name: fmt.Sprint("c", c.rng.IntN(12))})
		case n < 96:
			asked(engine.LoadRecords{Table: "games", Template: "{a}#{b}", Columns: []plan.FieldColumn{{Field: "b", Family: "f", Qualifier: "b"}}, Data: dataset.Spec{
				Fields: []string{"a", "b"}, Recipe: &dataset.Recipe{Count: 2_000 + c.rng.Int64N(8_000), Seed: c.rng.Uint64(), Unique: []string{"a"}, Gens: []dataset.Generator{
					{Field: "a", Kind: dataset.Decimals, From: "0", To: "490000", Step: "1"}, {Field: "b", Kind: dataset.Decimals, From: "0", To: "999", Step: "1"},
				}},
			}})
		default:
			var csv strings.Builder
			csv.WriteString(",f\n,q\n")
			for i := range 1 + c.rng.IntN(300) {
				fmt.Fprintf(&csv, "i%04d,%d\n", i, c.rng.IntN(1000))
			}
			asked(engine.RunConsole{Text: "import t a.csv", Files: []engine.PickedFile{{Name: "a.csv", Text: csv.String()}}})
		}
	}
	return out
}

// crashDriver is a JavaScript function that takes the steps one after another. Each time the
// page shows that everything is saved, it reports the number of the last typed step that was
// answered by then; calls count with the next typed step. After the step that makes a snapshot
// due, it waits until the snapshot has begun: the host makes snapshots only while it has
// nothing else to do.
const crashDriver = `(async (steps, due) => {
	const tell = ` + tells + `;
	const ask = ` + asks + `;
	let begin;
	const begun = new Promise((done) => { begin = done; });
	new BroadcastChannel("probe").onmessage = ({data}) => {
		if (data[0] === "journal") return;
		if (data[0] === "chunks") begin();
		tell(data[0] + " 0");
	};
	const wait = (come) => new Promise((done) => {
		const look = () => come() && (observer.disconnect(), done());
		const observer = new MutationObserver(look);
		observer.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
		look();
	});
	let answered = 0;
	const saved = () => document.querySelector("[data-saved]").dataset.saved === "saved";
	const look = () => { if (answered > 0 && saved()) tell("saved " + answered); };
	new MutationObserver(look).observe(document.body, {subtree: true, attributeFilter: ["data-saved"]});
	for (const [i, {no, typed, asked, reply}] of steps.entries()) {
		if (asked) {
			await ask(asked, reply);
			continue;
		}
		const editor = document.querySelector("#console").editor, before = [...document.querySelectorAll("[role=log] .log-entry")].at(-1)?.innerText;
		editor.set(typed);
		await wait(() => editor.text() === typed);
		document.querySelector(".cm-content").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true}));
		const last = () => [...document.querySelectorAll("[role=log] .log-entry")].at(-1);
		const mark = typed.match(/=n\d+\.\d+\./g)[0];
		await wait(() => last()?.innerText.includes(mark) && [...last().children].some((e) => !e.matches(".ran")));
		if (last().querySelector(".refused")) tell("refused " + no);
		answered = no;
		look();
		if (due && no === due) await Promise.race([begun, new Promise((late) => setTimeout(late, 3000))]);
		if (i % 3 < 2) await wait(saved);
	}
	tell("done 0");
})`

// crashStored is the stored form of a sandbox, as it is in the database.
type crashStored struct {
	Journal  [][]byte
	Numbers  []int
	Manifest []byte
	Chunks   []uint64
}

// crashRead is a JavaScript function that reads a sandbox from the database, as a
// [crashStored].
const crashRead = `(async (id) => {
	const answer = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = () => failed(request.error); });
	const db = await answer(indexedDB.open(` + databaseName + `));
	const t = db.transaction(["journal", "snapshots", "chunks"]);
	const range = IDBKeyRange.bound(id + "/", id + "0", false, true);
	const text = (bytes) => bytes && btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
	const number = (key) => +key.slice(-20);
	const [journal, numbers, manifest, chunks] = await Promise.all([
		answer(t.objectStore("journal").getAll(range)), answer(t.objectStore("journal").getAllKeys(range)),
		answer(t.objectStore("snapshots").get(id)), answer(t.objectStore("chunks").getAllKeys(range))]);
	db.close();
	return {Journal: journal.map(text), Numbers: numbers.map(number), Manifest: text(manifest), Chunks: chunks.map(number)};
})`

// unrecorded returns the entries of a record of the journal, from the first of its two copies.
func unrecorded(t *testing.T, record []byte) (entries [][]byte) {
	t.Helper()
	const head, sum = 3, 4
	if len(record) < head || record[0] != 'J' || record[1] != 2 {
		t.Fatalf("a record begins %.20q", record)
	}
	part := func(at int) (from, to int) {
		if at+4 <= len(record) {
			from = at + 4
			to = from + int(binary.BigEndian.Uint32(record[at:]))
		}
		if from == 0 || to > len(record) {
			t.Fatalf("a record of %d bytes says %d at %d", len(record), to, at)
		}
		return from, to
	}
	from, to := part(head)
	for at, end := from+sum, to+sum; at < end; {
		from, to = part(at)
		entries = append(entries, record[from:to])
		at = to
	}
	return entries
}
