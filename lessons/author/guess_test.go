package author

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

func lessonOf(t testing.TB, slug string) *lessons.Lesson {
	t.Helper()
	l, err := Load(content.Files, slug, "en")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// at returns a reader who has reached a step of a lesson.
func at(t testing.TB, slug, step string) *reader {
	t.Helper()
	l := lessonOf(t, slug)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, step))
	r.guesses = false
	return r
}

// waits returns the ID of the question that a request has to wait for, or "".
func (r *reader) waits(req engine.Request) string {
	q, ok := r.run.BlockingQuestion(req)
	if !ok {
		return ""
	}
	return q.ID
}

// TestJudgedOnItsState checks that a question about a state is judged on that state: requests that
// would change it wait. Each of these questions was once judged on a later state.
func TestJudgedOnItsState(t *testing.T) {
	typed := func(s string) engine.Request { return engine.RunConsole{Text: s} }
	for _, tt := range []struct {
		slug, step string
		before     []lessons.Action
		later      engine.Request
		value, was string
		question   string
		reads      engine.Request // nil if the case is not about reading
		readsWait  bool
	}{
		{"versions", "count", []lessons.Action{lessons.TypeCommand{Text: "setgcpolicy stock STOCK maxversions=2"}}, engine.CollectGarbage{Table: "stock"}, "2", "4", "still", typed("lookup stock ZXZZT"), true},
		{"atomic-rows", "fault", []lessons.Action{lessons.TypeCommand{Text: "set accounts alice acct:balance=70\nset accounts bob account:balance=80"}}, typed("set accounts bob acct:balance=80"), "120", "", "total", typed("read accounts"), false},
		{"atomic-rows", "one-row", []lessons.Action{lessons.TypeCommand{Text: "set couples alice+bob acct:alice=70 account:bob=80"}}, typed("set couples alice+bob acct:alice=70 acct:bob=80"), "70", "100", "left", nil, false},
		{"friends", "grow", nil, typed("set friendships x#1 Friends:Friend=y"), "22", "66", "rows", typed("count friendships"), true},
	} {
		t.Run(tt.slug+"/"+tt.step, func(t *testing.T) {
			r := at(t, tt.slug, tt.step)
			if len(tt.before) > 0 {
				if q := r.waits(tt.later); q != "" {
					t.Errorf("before it is asked %s is waited for", q)
				}
				if r.do(lessons.Answer{Question: tt.question, Value: tt.value}); len(r.run.Progress().Answers) > 0 && r.given(tt.question) {
					t.Error("it is answered before it is asked")
				}
			}
			r.do(tt.before...)
			if q := r.waits(tt.later); q != tt.question {
				t.Errorf("what comes later waits for %q", q)
			}
			if tt.reads != nil && (r.waits(tt.reads) != "") != tt.readsWait {
				t.Errorf("reading waits for %q", r.waits(tt.reads))
			}
			if _, err := r.trial.do(lessons.RunRequest{Request: tt.later}); err == nil {
				t.Error("a solution need not wait")
			}
			r.do(lessons.Answer{Question: tt.question, Value: tt.value})
			if !r.given(tt.question) {
				t.Fatal("the answer is not taken")
			}
			if q := r.waits(tt.later); q == tt.question {
				t.Errorf("answered, %q is waited for", q)
			} else if q != "" { // a guess about what comes next
				r.do(lessons.Answer{Question: q, Value: "1"})
			}
			if tt.slug == "friends" {
				r.do(r.lesson.Steps[r.run.Progress().Step].Actions[0].Action)
			} else {
				r.do(lessons.RunRequest{Request: tt.later})
			}
			if was, _ := r.run.Progress().MeasuredAnswer(tt.question); was != tt.was {
				t.Errorf("it was %q, want %q", was, tt.was)
			}
		})
	}
}

func (r *reader) given(question string) bool {
	_, ok := r.run.Progress().AnswerTo(question)
	return ok
}

// TestGuessIsKept checks that the first guess is kept and no other accepted, and that any guess
// passes its goal.
func TestGuessIsKept(t *testing.T) {
	r := at(t, "friends", "grow")
	for _, none := range []string{"", "many", "-1", "1.5"} {
		if r.do(lessons.Answer{Question: "rows", Value: none}); r.given("rows") {
			t.Fatalf("%q is taken as a number", none)
		}
	}
	if out := r.do(lessons.Answer{Question: "rows", Value: "100"}); !slices.Contains(out.Fresh, "rows-known") || out.Explain != "" {
		t.Errorf("%+v", out)
	}
	r.do(lessons.Answer{Question: "rows", Value: "66"})
	r.run = lessons.NewPlayer(r.lesson, r.session, reread(t, r.run.Progress()))
	if v, _ := r.run.Progress().AnswerTo("rows"); v != "100" {
		t.Errorf("kept is %q", v)
	}
	if was, ok := r.run.Progress().MeasuredAnswer("rows"); ok {
		t.Errorf("before it is measured it was %q", was)
	}
	r.do(r.lesson.Steps[r.run.Progress().Step].Actions[0].Action)
	if was, _ := r.run.Progress().MeasuredAnswer("rows"); was != "66" {
		t.Errorf("it was %q", was)
	}
	elsewhere := r.run.Progress()
	elsewhere.Answers = append(slices.Clone(elsewhere.Answers), lessons.Answer{Question: "rows", Value: "7"})
	if r.run.MergeProgress(elsewhere); len(slices.DeleteFunc(r.run.Progress().Answers, func(a lessons.Answer) bool { return a.Question != "rows" })) != 1 {
		t.Error("two guesses are kept")
	}
}

// TestLeftOut checks that a reader who knows what a step teaches passes it without its guesses, and
// that the measurements are stored all the same.
func TestLeftOut(t *testing.T) {
	r := at(t, "friends", "grow")
	if out := r.do(lessons.Answer{Question: "rows", Value: lessons.SkippedAnswer}); !slices.Contains(out.Fresh, "rows-known") || out.Explain != "" {
		t.Errorf("%+v", out)
	}
	if r.do(lessons.Answer{Question: "rows", Value: "100"}); len(slices.DeleteFunc(r.run.Progress().Answers, func(a lessons.Answer) bool { return a.Question != "rows" })) != 1 {
		t.Error("it is guessed after that")
	}
	r.do(r.lesson.Steps[r.run.Progress().Step].Actions[0].Action)
	if was, _ := r.run.Progress().MeasuredAnswer("rows"); was != "66" {
		t.Errorf("it was %q", was)
	}
	// A guess that is asked later can be skipped in advance. A line of a design sheet, or a
	// question that is not a guess, cannot.
	r = at(t, "hbase-regions", "pre-split")
	if r.do(lessons.Answer{Question: "wait", Value: lessons.SkippedAnswer}); !r.given("wait") {
		t.Error("wait is not left out")
	}
	r = at(t, "hbase-regions", "borders")
	if r.do(lessons.Answer{Question: "filled", Value: lessons.SkippedAnswer}); r.given("filled") {
		t.Error("an answer is left out")
	}
	r = at(t, "chat-inbox", "sheet")
	for _, q := range r.lesson.Steps[r.run.Progress().Step].Asks {
		if q.IsAboutDesign() && q.CanSkip() {
			t.Errorf("%s can be left out", q.ID)
		}
	}
}

// TestSheetIsWrittenAnew checks that a line of the design sheet can be changed until the
// reference's answer is shown.
func TestSheetIsWrittenAnew(t *testing.T) {
	r := at(t, "chat-inbox", "sheet")
	for _, v := range []string{"{sender}#{time}", "{owner}#{time}"} {
		r.do(lessons.Answer{Question: "key", Value: v})
		if got, _ := r.run.Progress().AnswerTo("key"); got != v {
			t.Errorf("the sheet says %q, not %q", got, v)
		}
	}
	p := r.run.Progress()
	p.MeasuredAnswers = append(p.MeasuredAnswers, lessons.Answer{Question: "key", Value: "told"})
	r.run = lessons.NewPlayer(r.lesson, r.session, p)
	r.do(lessons.Answer{Question: "key", Value: "{late}"})
	if got, _ := r.run.Progress().AnswerTo("key"); got != "{owner}#{time}" {
		t.Errorf("behind the reference the sheet is written to: %q", got)
	}
}

// TestGuessIsMeasured checks that the reader's next act provides what was guessed.
func TestGuessIsMeasured(t *testing.T) {
	say := func(s string) []lessons.Action { return []lessons.Action{lessons.TypeCommand{Text: s}} }
	for _, tt := range []struct {
		name  string
		q     lessons.Question
		value string
		step  string
		do    []lessons.Action
		want  string
	}{
		{"rows of a read", lessons.Question{Kind: lessons.EnterNumber, Truth: lessons.AnswerSource{Of: lessons.OfRowsReturned}}, "9", "ask", say("read games prefix=LoL"), "3"},
		{"of another table", lessons.Question{Kind: lessons.EnterNumber, Truth: lessons.AnswerSource{Of: lessons.OfRowsReturned, Table: "other"}}, "9", "ask", say("read games prefix=LoL"), ""},
		{"of a write", lessons.Question{Kind: lessons.EnterNumber, Truth: lessons.AnswerSource{Of: lessons.OfRowsReturned}}, "9", "ask", say("set games a GAME:WIN=1"), ""},
		{"rows of a table", lessons.Question{Kind: lessons.EnterNumber, Truth: lessons.AnswerSource{Of: lessons.OfRows, Table: "games"}}, "9", "ask", say("set games a GAME:WIN=1"), "5"},
		{"of a refused write", lessons.Question{Kind: lessons.EnterNumber, Truth: lessons.AnswerSource{Of: lessons.OfRows, Table: "games"}}, "9", "ask", say("set games a NO:WIN=1"), ""},
		{"a place", lessons.Question{Kind: lessons.MarkPlace, Truth: lessons.AnswerSource{Of: lessons.OfPlace}}, "500", "ask", say("read games prefix=Starcraft"), "750-1000"},
		{"a place at the beginning", lessons.Question{Kind: lessons.MarkPlace, Truth: lessons.AnswerSource{Of: lessons.OfPlace}}, "500", "ask", say("read games end=LoL#20150302"), "0-250"},
		{"growth", lessons.Question{Kind: lessons.SketchCurve, Sizes: []int64{1000, 2000}, Truth: lessons.AnswerSource{Of: lessons.OfRowsScanned, Query: "corrie"}}, "1,1", "grow", []lessons.Action{lessons.Grow{Records: 1000}, lessons.Grow{Records: 2000}}, ""},
		{"bytes grown", lessons.Question{Kind: lessons.EnterNumber, Truth: lessons.AnswerSource{Of: lessons.OfBytesStored, Query: "corrie", Records: 1000}}, "1", "grow", []lessons.Action{lessons.Grow{Records: 1000}}, ""},
		{"growth in part", lessons.Question{Kind: lessons.SketchCurve, Sizes: []int64{1000, 2000}, Truth: lessons.AnswerSource{Of: lessons.OfRowsScanned, Query: "corrie"}}, "1,1", "grow", []lessons.Action{lessons.Grow{Records: 1000}}, "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := scores(t)
			q, i := tt.q, stepOf(t, l, tt.step)
			q.ID, q.Guess = "g", true
			l.Steps[i].Asks = append(slices.Clone(l.Steps[i].Asks), q)
			r := newReader(t, l)
			r.arrive(i)
			r.do(lessons.Answer{Question: "g", Value: tt.value})
			r.do(tt.do...)
			was, ok := r.run.Progress().MeasuredAnswer("g")
			switch {
			case tt.step == "grow" && ok == (tt.want == "none"):
				t.Errorf("it was %q", was)
			case tt.step != "grow" && was != tt.want:
				t.Errorf("it was %q, want %q", was, tt.want)
			}
		})
	}
	l := lessonOf(t, "timestamp-first")
	i := slices.IndexFunc(l.Steps, func(s lessons.Step) bool { return s.Traffic != nil })
	nodes := l.Steps[i].Traffic.Nodes
	l.Steps[i].Asks = []lessons.Question{{ID: "g", Kind: lessons.EnterNumber, Guess: true, Truth: lessons.AnswerSource{Of: lessons.OfShare}}, {ID: "h", Kind: lessons.EnterNumber, Guess: true, Truth: lessons.AnswerSource{Of: lessons.OfHottest}}, {ID: "w", Kind: lessons.EnterNumber, Guess: true, Truth: lessons.AnswerSource{Of: lessons.OfP99}}}
	r := newReader(t, l)
	r.run = lessons.NewPlayer(l, r.session, lessons.Progress{Step: i})
	if q := r.waits(l.Steps[i].Traffic.SimulateLoad); q != "g" {
		t.Errorf("the traffic waits for %q", q)
	}
	for _, start := range l.Steps[i].Enter {
		r.session.Do(start)
	}
	r.do(lessons.Answer{Question: "g", Value: "50"}, lessons.Answer{Question: "h", Value: "2"}, lessons.Answer{Question: "w", Value: "20"}, lessons.Simulate{})
	share, _ := r.run.Progress().MeasuredAnswer("g")
	times, _ := r.run.Progress().MeasuredAnswer("h")
	waits, _ := r.run.Progress().MeasuredAnswer("w")
	if seconds, _ := strconv.Atoi(waits); share != "95" || times != "10" || nodes < 2 || seconds < 60 {
		t.Errorf("%d nodes: %q per cent, %q times, %q seconds", nodes, share, times, waits)
	}
}

// TestChoiceWithItsFigure checks that a choice is not accepted before the question for the figure
// that decides it.
func TestChoiceWithItsFigure(t *testing.T) {
	l := scores(t)
	i := stepOf(t, l, "ask")
	choice := lessons.Question{ID: "c", Kind: lessons.ChooseOne, Choices: []lessons.Choice{{Value: "a", Text: "a"}, {Value: "b", Text: "b"}}, Right: "a", Because: "wins"}
	l.Steps[i].Asks = append([]lessons.Question{choice}, l.Steps[i].Asks...)
	r := newReader(t, l)
	r.arrive(i)
	r.guesses = false
	if r.do(lessons.Answer{Question: "c", Value: "a"}); r.given("c") {
		t.Error("the choice alone is taken")
	}
	r.do(lessons.Answer{Question: "wins", Value: "1"}, lessons.Answer{Question: "c", Value: "a"})
	if !r.given("c") {
		t.Error("with its figure it is not taken")
	}
}

// TestTries checks that different tries that meet no goal are counted, and that a repeated try is
// not.
func TestTries(t *testing.T) {
	r := at(t, "lol-scores", "ask")
	step := r.run.Progress().Step
	tries := func(want int) {
		t.Helper()
		if n := r.run.Progress().Tries[step]; n != want {
			t.Errorf("%d tries, want %d", n, want)
		}
	}
	r.do(lessons.Answer{Question: "wins", Value: "4"}, lessons.Answer{Question: "wins", Value: "4"}, lessons.Answer{Question: "visited", Value: "3"})
	tries(1)
	r.do(lessons.TypeCommand{Text: "read games prefix=LoL"}) // meets a goal
	tries(1)
	r.do(lessons.TypeCommand{Text: "read games prefix=Star"})
	tries(2)
	r.do(lessons.TypeCommand{Text: "read games prefix=St"})
	tries(2)
}

// TestTriesOfSample checks that where a design is measured by a sample, an act is a try only if there is
// something to measure that may have changed, and that to drop a table is none in any step.
func TestTriesOfSample(t *testing.T) {
	const shop = "set shop sku-1042 S:price=9.90 S:stock=14 S:photo=photo S:text=text S:visit=visit"
	cbt := func(text string) lessons.Action { return lessons.TypeCommand{Text: text} }
	hbase := func(text string) lessons.Action { return lessons.TypeCommand{Dialect: engine.HBase, Text: text} }
	type act struct {
		lessons.Action
		tries int // after it
	}
	for _, tt := range []struct {
		slug, step string
		acts       []act
	}{
		{"storage-bill", "bill", []act{
			{cbt("read shop"), 0}, {cbt("deletetable shop"), 0}, {cbt("createtable shop families=S"), 0}, {cbt("deletetable shop"), 0},
			{cbt("createtable shop families=S"), 0}, {cbt("set shop sku-1042 S:price=9.90"), 0}, {cbt(shop), 1}, {cbt(shop), 1},
			{cbt("setgcpolicy shop S maxversions=1"), 2},
		}},
		{"job-queue", "queue", []act{
			{hbase("disable 'jobs'\ndrop 'jobs'"), 0}, {hbase("create 'jobs', 'J'"), 0}, {hbase("put 'jobs', 's3#0417', 'J:TASK', 'mail'"), 0},
			{hbase("scan 'jobs'"), 1}, {hbase("scan 'jobs'"), 1}, {hbase("disable 'jobs'"), 1}, {hbase("drop 'jobs'"), 1},
		}},
		{"move-under-load", "new", []act{{lessons.Answer{Question: "slow", Value: "8"}, 0}, {cbt("deletetable DOCKS"), 0}, {cbt("createtable OTHER families=D"), 1}}},
	} {
		r := at(t, tt.slug, tt.step)
		for i, a := range tt.acts {
			r.do(a.Action)
			if n := r.run.Progress().Tries[r.run.Progress().Step]; n != a.tries {
				t.Errorf("%s, act %d, %+v: %d tries, want %d", tt.slug, i, a.Action, n, a.tries)
			}
		}
	}
}

// TestFirstShown checks what is kept of a goal as measured at first: the readings with which the step
// began, or of a state that could not be judged then those of the first that could.
func TestFirstShown(t *testing.T) {
	dropped := map[string]lessons.Action{
		"storage-bill": lessons.TypeCommand{Text: "deletetable shop"},
		"job-queue":    lessons.TypeCommand{Dialect: engine.HBase, Text: "disable 'jobs'\ndrop 'jobs'"},
	}
	for slug, of := range map[string]string{"storage-bill": "bill", "job-queue": lessons.QueueWalked} {
		l := lessonOf(t, slug)
		r := newReader(t, l)
		r.arrive(0)
		goal := l.Steps[0].Goals[0].ID
		shown := r.readingsNow(r.run, goal)
		r.do(dropped[slug])
		if slug == "job-queue" { // nothing was scanned when it began
			for _, text := range []string{"create 'jobs', 'J'", "put 'jobs', 's3#0417', 'J:TASK', 'mail'", "scan 'jobs'"} {
				r.do(lessons.TypeCommand{Dialect: engine.HBase, Text: text})
			}
			shown = r.readingsNow(r.run, goal)
		}
		first := r.run.Progress().Measured
		if len(first) != 1 || !reflect.DeepEqual(first[0].Before, shown) || !slices.ContainsFunc(shown, func(r lessons.Reading) bool { return r.Measure == of }) {
			t.Errorf("%s: at first %+v, shown was %+v", slug, first, shown)
		}
	}
}

// versions returns the number of cells of a row.
func (r *reader) versions(table, row string) (n int) {
	t, _ := r.session.Table(table)
	of, _ := t.Get(base.RowKey(row))
	for range of.Cells() {
		n++
	}
	return n
}

// TestWritesOnce checks that the command of a question writes its rows at the first try only.
// Further tries are judged on those rows and add no versions. If the rows are gone, they are
// written again.
func TestWritesOnce(t *testing.T) {
	const columns = 7 // that the command writes, each in one version
	r := at(t, "byte-order", "columns")
	for _, value := range []string{"ProcessName,User,%CPU,ID,Memory,DiskRead,Priority", "DiskRead,ID,Memory,Priority,ProcessName,User,%CPU"} {
		r.do(lessons.Answer{Question: "qualifiers", Value: value})
		if n := r.versions("monitor", "pc-7"); n != columns {
			t.Fatalf("%s: the row has %d cells", value, n)
		}
	}
	r.session.Do(engine.RunConsole{Text: "deleteallrows monitor"})
	r.do(lessons.Answer{Question: "qualifiers", Value: "%CPU,DiskRead,ID,Memory,ProcessName,Priority,User"})
	if n := r.versions("monitor", "pc-7"); n != columns {
		t.Fatalf("where it was deleted: %d cells", n)
	}
	r.do(lessons.Answer{Question: "qualifiers", Value: "%CPU,DiskRead,ID,Memory,Priority,ProcessName,User"})
	if n := r.versions("monitor", "pc-7"); n != columns || !slices.Contains(r.run.Progress().Passed, "qualifiers-ordered") {
		t.Errorf("%d cells, passed %v", n, r.run.Progress().Passed)
	}
}

// TestStatementFindsItsRows checks that the read which measures the second statement of the path
// returns the orders of the book, so that the grid marks them, though it scans all others too.
func TestStatementFindsItsRows(t *testing.T) {
	r := at(t, "twenty-minutes", "sql")
	r.do(lessons.Template{Table: "orders", Text: "{customer}#{time}"}, lessons.Answer{Question: "book", Value: "200"})
	orders, _ := r.session.Table("orders")
	emma := int64(0)
	for row := range orders.RowsAt(0, orders.Len()) {
		for c := range row.Cells() {
			if string(c.Qualifier) == "BOOK" && string(c.Value) == "emma" {
				emma++
			}
		}
	}
	reads := r.session.LatestReads()
	if len(reads) == 0 || emma == 0 {
		t.Fatalf("%d reads, %d orders", len(reads), emma)
	}
	if st := reads[len(reads)-1].Stats; st.RowsReturned != emma || st.RowsScanned != 2000 {
		t.Errorf("of %d rows scanned %d are returned, want %d of 2,000", st.RowsScanned, st.RowsReturned, emma)
	}
}
