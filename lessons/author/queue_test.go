package author

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

// queued is what a design of job-queue comes to.
type queued struct {
	key, family, done, read string
	of                      map[string]int64
	medal                   lessons.Medal
	text                    string
}

// lost returns how many jobs the design loses or does twice.
func (q queued) lost() int64 {
	return q.of[lessons.QueueMissed] + q.of[lessons.QueueAgain] + q.of[lessons.QueueLost]
}

// queueOf measures the queue of a lesson after commands of the HBase shell.
func queueOf(t testing.TB, l *lessons.Lesson, commands ...string) (out queued) {
	t.Helper()
	s := engine.New((&trial{now: 1_775_035_800_000_000}).options())
	p := lessons.NewPlayer(l, s, lessons.Progress{})
	for _, c := range commands {
		req := engine.RunConsole{Dialect: engine.HBase, Text: c}
		rep := s.Do(req)
		if rep.Err != nil {
			t.Fatalf("%s: %v", c, rep.Err)
		}
		if rep.Read != nil {
			p.JudgeReply(lessons.RequestOrigin{}, req, rep)
		}
	}
	of, _ := p.Measure(l.Steps[0].Goals[0].Check, 0, nil, engine.Reply{})
	out.of, out.text = map[string]int64{}, spelled(of)
	for _, r := range of {
		out.of[r.Measure] = r.Have
	}
	out.medal = lessons.Medal(out.of["medal"])
	return out
}

// TestQueueOfJobs tries designs of job-queue: keys and regions, settings of the family, what becomes of
// a job that is done, and the worker's scan; in short mode all of them for one key alone. Three ways to finish a job reach the par under several
// keys. Nothing is earned by a design that loses a job, by one whose writes go to one region, or by
// one that keeps everything.
func TestQueueOfJobs(t *testing.T) {
	l, err := Load(content.Files, "job-queue", "en")
	if err != nil {
		t.Fatal(err)
	}
	v := l.Steps[0].Goals[0].Check.(lessons.WorkedQueue)
	const splits = ", SPLITS => ['s1','s2','s3','s4','s5','s6','s7']"
	keys := []struct{ name, key, splits string }{
		{"time", "20260401093000#s3#0417", ""},
		{"number", "0417", ", SPLITS => ['0250','0500','0750','1000','1250','1500','1750']"},
		{"shard, one region", "s3#0417", ""},
		{"shard", "s3#0417", splits},
		{"shard and time", "s3#20260401093000#0417", splits},
	}
	families := []string{"", ", TTL => 432000", ", TTL => 604800", ", TTL => 604800, KEEP_DELETED_CELLS => TRUE", ", TTL => 604800, MIN_VERSIONS => 1"}
	dones := []struct{ name, text string }{
		{"stays", ""},
		{"deleted", "deleteall 'jobs', 'KEY'"},
		{"copied", "put 'jobs', 'KEY#', 'J:TASK', 'mail'\ndeleteall 'jobs', 'KEY'"},
	}
	reads := []struct{ name, text string }{
		{"all", "scan 'jobs'"},
		{"shard", "scan 'jobs', {ROWPREFIXFILTER => 's3#'}"},
		{"from the last", "scan 'jobs', {STARTROW => \"KEY\\x00\", STOPROW => 's4'}"},
		{"after the last's copy", "scan 'jobs', {STARTROW => \"KEY#\\x00\", STOPROW => 's4'}"},
		{"from the last on", "scan 'jobs', {STARTROW => \"KEY\\x00\"}"},
	}
	var all []queued
	gold, dearest := map[string]bool{}, int64(0)
	for k, key := range keys {
		for n, f := range families {
			for _, done := range dones {
				for i, read := range reads {
					if testing.Short() && k != 3 && (n != 2 || i != 2 && i != 3) || k < 2 && read.name == "shard" {
						continue
					}
					commands := []string{"create 'jobs', {NAME => 'J'" + f + "}" + key.splits, "put 'jobs', '" + key.key + "', 'J:TASK', 'mail'"}
					for _, c := range []string{done.text, read.text} {
						if c != "" {
							commands = append(commands, strings.ReplaceAll(c, "KEY", key.key))
						}
					}
					q := queueOf(t, l, commands...)
					q.key, q.family, q.done, q.read = key.name, f, done.name, read.name
					all = append(all, q)
					if q.medal == lessons.Gold {
						gold[done.name] = true
						dearest = max(dearest, q.of[lessons.QueueWalked])
					}
					if bad := q.lost() > 0 || k < 3 || f == "" || read.name == "all"; bad && q.medal > lessons.NoMedal {
						t.Errorf("%s, %s, %s, %s earns a medal:%s", q.key, q.family, q.done, q.read, q.text)
					}
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b queued) int {
		return cmp.Or(cmp.Compare(min(a.lost(), 1), min(b.lost(), 1)), cmp.Compare(b.medal, a.medal), cmp.Compare(a.of[lessons.QueueWalked], b.of[lessons.QueueWalked]))
	})
	for _, q := range all[:20] {
		t.Logf("%s, %s, %s, %s:%s", q.key, q.family, q.done, q.read, q.text)
	}
	if len(gold) != 3 || v.Gold < dearest || v.Gold*100 > dearest*105 {
		t.Errorf("the par is %d, and these reach it with at most %d: %v", v.Gold, dearest, gold)
	}

	// Copies elsewhere keep a scan of the whole shard clean of all but tombstones.
	both := "create 'jobs', {NAME => 'J', TTL => 604800}, SPLITS => ['d#s2','d#s4','d#s6','s0','s1','s2','s3','s4','s5','s6','s7']"
	q := queueOf(t, l, both, "put 'jobs', 's3#0417', 'J:TASK', 'mail'", "put 'jobs', 'd#s3#0417', 'J:TASK', 'mail'", "deleteall 'jobs', 's3#0417'", "scan 'jobs', {ROWPREFIXFILTER => 's3#'}")
	if q.medal != lessons.Silver {
		t.Errorf("copies elsewhere and a scan of the shard:%s", q.text)
	}
	// A scan that begins at the last job gives it out again, since a start is included.
	one := "create 'jobs', {NAME => 'J', TTL => 604800}" + splits
	q = queueOf(t, l, one, "put 'jobs', 's3#0417', 'J:TASK', 'mail'", "scan 'jobs', {STARTROW => 's3#0417', STOPROW => 's4', LIMIT => 1}")
	if q.medal != lessons.NoMedal || q.of[lessons.QueueAgain] == 0 {
		t.Errorf("the last job again and again:%s", q.text)
	}
	// A read of a table that has been made anew since does not count.
	q = queueOf(t, l, one, "put 'jobs', 's3#0417', 'J:TASK', 'mail'", "scan 'jobs', {STARTROW => 's3#0418', STOPROW => 's4'}", "disable 'jobs'\ndrop 'jobs'", one, "put 'jobs', 's3#0417', 'J:TASK', 'mail'")
	if _, judged := q.of[lessons.QueueWalked]; judged || q.medal != lessons.NoMedal {
		t.Errorf("a read of the dropped table:%s", q.text)
	}
	// A family that only holds what waits is read alone.
	two := "create 'jobs', {NAME => 'J', TTL => 604800}, {NAME => 'D', TTL => 604800}" + splits
	q = queueOf(t, l, two, "put 'jobs', 's3#0417', 'J:TASK', 'mail'", "put 'jobs', 's3#0417', 'D:TASK', 'mail'", "deleteall 'jobs', 's3#0417', 'J:TASK'", "scan 'jobs', {STARTROW => \"s3#0417\\x00\", STOPROW => 's4', COLUMNS => ['J']}")
	if q.medal != lessons.Gold {
		t.Errorf("two families:%s", q.text)
	}
}

// TestQueueIsScannedLast checks that a scan counts only if it is of the table that is there now, and of
// all that was written of the sample, and that a scan which begins at the finished job gives it out
// again.
func TestQueueIsScannedLast(t *testing.T) {
	l, err := Load(content.Files, "job-queue", "en")
	if err != nil {
		t.Fatal(err)
	}
	const (
		remove       = "disable 'jobs'\ndrop 'jobs'"
		create       = "create 'jobs', {NAME => 'J', TTL => 604800}, SPLITS => ['s1','s2','s3','s4','s5','s6','s7']"
		keep         = "create 'jobs', {NAME => 'J', TTL => 604800, KEEP_DELETED_CELLS => TRUE}, SPLITS => ['s1','s2','s3','s4','s5','s6','s7']"
		keepVersions = "create 'jobs', {NAME => 'J', TTL => 604800, VERSIONS => 3}, SPLITS => ['s1','s2','s3','s4','s5','s6','s7']"
		moved        = "put 'jobs', 's3#0417', 'J:DONE', 'mail'\ndelete 'jobs', 's3#0417', 'J:TASK'"
		put          = "put 'jobs', 's3#0417', 'J:TASK', 'mail'"
		timed        = "put 'jobs', 's3#0417', 'J:TASK', 'mail', 1775035800000"
		from         = "scan 'jobs', {STARTROW => 's3#0417', STOPROW => 's4', LIMIT => 1}"
		after        = `scan 'jobs', {STARTROW => "s3#0417\x00", STOPROW => 's4'}`
		finish       = "deleteall 'jobs', 's3#0417'"
	)
	for _, tt := range []struct {
		name  string
		do    []string
		medal lessons.Medal
		known bool // whether the jobs were carried out
		again bool
	}{
		{"passed over", []string{create, put, after}, lessons.Gold, true, false},
		{"in one script", []string{create + "\n" + put + "\n" + after}, lessons.Gold, true, false},
		{"altered after the scan", []string{create, put, after, "alter 'jobs', {NAME => 'J', TTL => 172800}"}, lessons.NoMedal, true, false},
		{"given out again", []string{create, put, from}, lessons.NoMedal, true, true},
		{"deleted, from the job", []string{keep, put, finish, from}, lessons.Silver, true, false},
		{"scanned before it is deleted", []string{keep, put, from, finish}, lessons.NoMedal, false, false},
		{"scanned before it is put", []string{create, after, put}, lessons.NoMedal, false, false},
		{"not scanned", []string{create, put}, lessons.NoMedal, false, false},
		{"another table's scan", []string{create, put, after, remove, create, put}, lessons.NoMedal, false, false},
		{"another table's scan, the same cell", []string{create, timed, after, remove, create, timed}, lessons.NoMedal, false, false},
		{"another table's scan, in one script", []string{create + "\n" + timed + "\n" + after + "\n" + remove + "\n" + create + "\n" + timed}, lessons.NoMedal, false, false},
		// A limit ends the scan, and what is not returned is not given out.
		{"a limit over what is done", []string{create, put, "scan 'jobs', {ROWPREFIXFILTER => 's3#', LIMIT => 1}"}, lessons.NoMedal, true, true},
		{"a limit over what waits", []string{create, put, "scan 'jobs', {STARTROW => \"s3#0417\\x00\", STOPROW => 's4', LIMIT => 1}"}, lessons.Gold, true, false},
		{"a limit over what is no job", []string{create, put, "put 'jobs', 's3#0417', 'J:TASK', 'done'", "scan 'jobs', {ROWPREFIXFILTER => 's3#', LIMIT => 1}"}, lessons.NoMedal, true, false},
		// Only the newest version is scanned, and only the columns that are named.
		{"written over", []string{keepVersions, put, "put 'jobs', 's3#0417', 'J:TASK', 'done'", "scan 'jobs', {ROWPREFIXFILTER => 's3#'}"}, lessons.Bronze, true, false},
		{"moved to another column", []string{create, put, moved, "scan 'jobs', {ROWPREFIXFILTER => 's3#', COLUMNS => ['J:TASK']}"}, lessons.Bronze, true, false},
		{"moved to another column, both scanned", []string{create, put, moved, "scan 'jobs', {ROWPREFIXFILTER => 's3#'}"}, lessons.NoMedal, true, true},
		// These are not carried out.
		{"a filter", []string{create, put, "scan 'jobs', {STARTROW => \"s3#0417\\x00\", STOPROW => 's4', FILTER => \"KeyOnlyFilter()\"}"}, lessons.NoMedal, false, false},
		{"backwards", []string{create, put, "scan 'jobs', {STARTROW => 's4', STOPROW => 's3#0417', REVERSED => true}"}, lessons.NoMedal, false, false},
		{"both scanned", []string{create, put, from, remove, create, put, after}, lessons.Gold, true, false},
	} {
		q := queueOf(t, l, tt.do...)
		if _, known := q.of[lessons.QueueWalked]; q.medal != tt.medal || known != tt.known || (q.of[lessons.QueueAgain] > 0) != tt.again {
			t.Errorf("%s:%s", tt.name, q.text)
		}
	}
}
