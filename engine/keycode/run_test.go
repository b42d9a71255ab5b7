//go:build !js

package keycode

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// templates have all transforms, and what is odd in literals and names.
var templates = []string{
	"{game}#{player}#{date}",
	"BATTERY#{time|salt:3}#{user}#{time}",
	"{meter|zero:10}{time|day}{time}",
	"{exchange|pad:6}#{symbol|pad:5:*}#{ms|zero:13}",
	"{host|domain}#{time|newest}",
	"{id|reverse}",
	"{id|reverse}::{no|zero:19}::{rest}",
	"{user|first:2|salt:16}{user|first:2}#{time|millis:iso3Z|newest}",
	"{user|first:3|hash:8}/{user}",
	"{time|millis}#{t|seconds:14}{u|seconds}",
	"{t|millis:iso}|{u|millis:iso1+05:30}|{v|millis:sql2-11:00}",
	"{t|seconds:sqlZ|newest}#{a}",
	"{t|millis:day|day}{t|millis:day}",
	"{t|millis:8|date}~{u|seconds:8}",
	"{t|millis:10}#{u|seconds:10|newest}",
	"{t|millis:14|hour}{t|millis:14|reverse}",
	"{t|millis:17|month}{t|millis:17|zero:13}",
	"{t|date}#{u|date:s}#{v|hour:s}{v|month:s}{v}",
	"{a|padleft:8}{b|padleft:4:0}{c|pad:64:~}",
	"{a|pad:5|reverse}{b|padleft:5:x|reverse}",
	"{a|zero:6|reverse}|{b|newest|reverse}",
	"{a|date|first:11|hash:1}{a|newest}{a|date|reverse}",
	"→{größe}←"[:3] + "{a}→→{b}←{c}",
	"{class}#{for}#{rest}#{value}#{string}#{a_b}#{a__b}#{user_id}",
	"{a}aab{b}",
	"{key}\x00{r}\x00\x00{salt|zero:3}",
	"\"\\u0041*/{a}'\"{b|pad:30:\"}\\{c|pad:9:'}{d|padleft:8:\\}",
	"{a}\xff{b}\xc3{c}",
	"{domain|domain}%{first|first:4}%{hash|zero:4}%d",
	"{t|newest|first:10|salt:256}{t|newest|first:10|hash:4}{t|newest}",
	"{t|month|salt:12}#{user}",
	"literal",
	"{t|seconds:iso3+01:00}{u|millis:sql|date}{u|millis:sql}",
}

// words are values that have something odd.
var words = []string{
	"", " ", "a", "ann", "Corrie", "a.b", "com.google.www", ".", "..a", "#", "a#b", "::", ":", "x::y", "aab", "aa", "a", "é", "日本語", "😀", "→", "←→",
	"\x00", "\x00\x00", "a\x00", "a\tb", "\n", "0", "00", "01", "-1", "1.5", "+1", " 1", "1 ", "９", "1e3", "\"", "\\", "'", "\\u0041", "*/", "%d", "%s", "{}", "$1",
	"9223372036854775807", "9223372036854775808", "99999999999999999999", "253402300799", "253402300800", "253402300799999", "253402300800000",
	"1969-12-31", "1970-01-01", "2026-02-30", "2024-02-29", "9999-12-31", "2026-03-01T24:00:00", "2026-03-01T23:59:60", "2026-03-01T08:00:00", "2026-03-01 08:00:00",
	"2026-03-01T08:00:00Z", "2026-03-01T08:00:00.25Z", "2026-03-01T08:00:00.250Z", "2026-03-01t08:00:00.250z", "0001-01-01", "0000-01-01", "19700101", "20260301", "20260230",
	"20260301080000", "20260301080000250", "22861120174639999", "22861120174640000", "20010909014640000", "20010909014639999", "1000000000", "0999999999", "9999999999",
	"1970-01-01T00:00:00.0+05:30", "1970-01-01T05:30:00.0+05:30", "1969-12-31 13:00:00.00-11:00", "1969-12-31 12:59:59.99-11:00", "2286-11-20 06:46:39.99-11:00",
	"2286-11-20T17:46:39", "2286-11-20T17:46:40", "2026-03-01T08:00:00.000+01:00", "2026-03-01T08:00:00.001+01:00", "٢٠٢٦-03-01", "2026-3-1", "+026-03-01",
	strings.Repeat("long", 16), strings.Repeat("long ", 200), strings.Repeat("日", 1365), strings.Repeat("x", 4096), strings.Repeat("y", 4097), strings.Repeat("z", 31), strings.Repeat("z", 32), strings.Repeat("z", 33),
}

// valueFor returns a random value of a field, which most often its steps accept.
func valueFor(r *rand.Rand, steps []rowkey.Step) string {
	if r.IntN(4) == 0 {
		return words[r.IntN(len(words))]
	}
	var via []rowkey.Transform
	for _, s := range steps {
		via = append(via, s.Transforms()...)
	}
	for _, f := range via {
		least, most, number := f.NumberRange()
		if !number || f.Name == "zero" && r.IntN(2) == 0 {
			continue
		}
		n := least + r.Int64N(most-least)
		if f.Name == "newest" && r.IntN(2) == 0 {
			n = r.Int64N(4e12)
		}
		if f.Name == "millis" || f.Name == "seconds" {
			return f.Date(n)
		}
		return strconv.FormatInt(n>>(r.IntN(8)*r.IntN(8)), 10)
	}
	switch letters := []rune("ab01.é日#: \x00→"); r.IntN(3) {
	case 0:
		return strconv.Itoa(r.IntN(100000) >> r.IntN(16))
	case 1:
		return strings.Repeat(words[r.IntN(len(words))], r.IntN(2)) + strings.Repeat("v", r.IntN(40))
	default:
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
}

// randomRecord returns random values of a template's fields.
func randomRecord(r *rand.Rand, t *rowkey.Template) (values []string) {
	for _, f := range t.Fields() {
		values = append(values, valueFor(r, slices.DeleteFunc(t.Steps(), func(s rowkey.Step) bool { return s.Field != f })))
	}
	return values
}

// recordsOf returns some records that the template accepts.
func recordsOf(t *rowkey.Template, n int) (all [][]string) {
	r := rand.New(rand.NewPCG(1, 2))
	for tries := 0; len(all) < n && tries < 100_000; tries++ {
		values := randomRecord(r, t)
		if _, err := t.AppendKey(nil, values); err == nil && len(strings.Join(values, "")) < 200 {
			all = append(all, values)
		}
	}
	return all
}

// questionsOf returns questions about the values of a record: with the first fields fixed, and the next
// one bounded.
func questionsOf(t *rowkey.Template) (all []Question) {
	records := recordsOf(t, 2)
	if len(records) < 2 {
		panic("no records for " + t.String())
	}
	fields := t.Fields()
	for n := range len(fields) + 1 {
		var where []plan.Cond
		for i, f := range fields[:n] {
			where = append(where, plan.Cond{Field: f, Value: records[0][i]})
		}
		all = append(all, ask(t, plan.Query{Where: where}))
		if n == len(fields) {
			break
		}
		low, high := min(records[0][n], records[1][n]), max(records[0][n], records[1][n])
		for _, op := range []plan.ConditionOp{plan.HasPrefix, plan.Between, plan.Numbers, plan.Under} {
			c := plan.Cond{Field: fields[n], Op: op, Value: low, To: high}
			if op == plan.HasPrefix {
				c.Value = high[:min(1, len(high))]
			}
			all = append(all, ask(t, plan.Query{Where: append(slices.Clone(where), c), Latest: plan.Latest{Field: fields[n], N: int64(op)}}))
		}
	}
	return all
}

// task is a line that the programs are asked, and what must be answered.
type task struct {
	template int
	parse    bool
	given    []string
	want     []string // nil for a refusal
	why      []string // one of these is in the refusal
	anyhow   bool     // a refusal is right too
}

// reasons returns what may be in a program's refusal for an error of the engine.
func reasons(err error) []string {
	e := err.(*base.Error)
	switch e.Code {
	case base.CodeEmptyKey:
		return []string{"the key is empty"}
	case base.CodeKeyTooLong:
		return []string{"the key has " + e.Args[0] + " bytes"}
	case base.CodeFieldAmbiguous:
		return []string{e.Args[0] + ": the value "}
	}
	number, form := "is not a number from 0", "is not a time of "
	said := map[string][]string{"number": {number}, "short": {" is longer than "}, "time": {"a time after the year 9999"}, "date": {form}, "form": {form},
		"text": {"has a control character, or the padding"}, "long": {" is shorter than "}, "sorting": {number, form}}[e.Args[3]]
	if said == nil {
		panic("there is no phrase for " + e.Args[3])
	}
	return said
}

// tasksOf returns the tasks of a template: keys of random records, and records of those keys and of
// keys that are damaged.
func tasksOf(at int, t *rowkey.Template, records int) (all []task) {
	r := rand.New(rand.NewPCG(7, uint64(at)))
	var whole []bool
	for _, f := range t.Fields() {
		whole = append(whole, plan.HoldsWholeField(t, f))
	}
	reading := func(key string) task {
		x := task{template: at, parse: true, given: []string{key}}
		var values []string
		ok := false
		if slices.Contains(whole, false) {
			values, ok = t.DecodeWholeValues(base.RowKey(key))
			x.anyhow = true
		} else {
			values, ok = t.Decode(base.RowKey(key))
		}
		if ok {
			x.want = values
		}
		return x
	}
	for range records {
		values := randomRecord(r, t)
		key, err := t.AppendKey(nil, values)
		if err != nil {
			all = append(all, task{template: at, given: values, why: reasons(err)})
			continue
		}
		back := reading(string(key))
		back.anyhow = false
		for i := range values {
			if !whole[i] {
				continue
			}
			if back.want == nil || back.want[i] != values[i] {
				panic("the engine does not read its own key")
			}
		}
		all = append(all, task{template: at, given: values, want: []string{string(key)}}, back)
		bad := slices.Clone(key)
		for range 1 + r.IntN(2) {
			switch i := r.IntN(len(bad) + 1); r.IntN(3) {
			case 0:
				bad = slices.Insert(bad, i, "#0.9: \x00\xff"[r.IntN(8)])
			case 1:
				bad = bad[:i]
			default:
				if i < len(bad) {
					bad[i] = byte(r.IntN(256))
				}
			}
		}
		all = append(all, reading(string(bad)))
	}
	return all
}

// host builds the programs of a language with one program around them, and returns the command that
// runs it. The one around reads tasks, and answers each in a line.
type host struct {
	language Language
	tool     string
	build    func(t *testing.T, dir string, programs []*program) *exec.Cmd
}

var hosts = []host{
	{Go, "go", buildGo},
	{Java, "javac", buildJava},
	{Python, "python3", buildPython},
	{Node, "node", buildNode},
}

// TestPrograms runs the programs of all templates in all languages, and compares what they do with what
// the engine does.
func TestPrograms(t *testing.T) {
	records := 10_000
	if testing.Short() {
		records = 300
	}
	var parsed []*rowkey.Template
	var tasks []task
	var input bytes.Buffer
	used := map[string]bool{}
	for at, text := range templates {
		template := parse(t, text)
		parsed = append(parsed, template)
		for _, s := range template.Steps() {
			for _, f := range s.Transforms() {
				used[f.Name] = true
			}
		}
		made, refused := 0, 0
		for _, x := range tasksOf(at, template, records) {
			if !x.parse && x.want != nil {
				made++
			}
			if !x.parse && x.want == nil {
				refused++
			}
			tasks = append(tasks, x)
			fmt.Fprintf(&input, "%d\t%t", at, x.parse)
			for _, v := range x.given {
				input.WriteString("\t" + hex.EncodeToString([]byte(v)))
			}
			input.WriteByte('\n')
		}
		if made < records/20 || refused == 0 && len(template.Fields()) > 0 {
			t.Errorf("%s: %d of %d records have keys, and %d are refused", text, made, records, refused)
		}
	}
	for _, name := range rowkey.TransformNames() {
		if !used[name] {
			t.Errorf("no template has %s", name)
		}
	}
	for _, h := range hosts {
		t.Run(h.language.String(), func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(h.tool); err != nil {
				t.Fatal(err, "(make needs installs it)")
			}
			dir := t.TempDir()
			var programs []*program
			for at, template := range parsed {
				questions, records := questionsOf(template), recordsOf(template, 5)
				programs = append(programs, newProgram(h.language, template, questions, records))
				code := Write(h.language, template, questions, records)
				writeFile(t, dir, [...]string{"k%d/keys.go", "k%d/RowKeys.java", "k%d.py", "k%d.js"}[h.language], at, code)
			}
			cmd := h.build(t, dir, programs)
			cmd.Stdin = bytes.NewReader(input.Bytes())
			var said bytes.Buffer
			cmd.Stderr = &said
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, said.String())
			}
			lines := bufio.NewScanner(bytes.NewReader(out))
			lines.Buffer(nil, 1<<20)
			for i, x := range tasks {
				if !lines.Scan() {
					t.Fatalf("only %d of %d answers: %v %s", i, len(tasks), lines.Err(), said.String())
				}
				if wrong := x.judge(h.language, programs[x.template], lines.Text()); wrong != "" {
					t.Errorf("%s: parse %t %q: %s", templates[x.template], x.parse, x.given, wrong)
				}
				if t.Failed() && i > 1000 {
					t.Fatal("the rest is not compared")
				}
			}
		})
	}
}

// judge returns what is wrong with an answer, "" if it is right.
func (x *task) judge(l Language, p *program, answer string) string {
	if said, refused := strings.CutPrefix(answer, "!"); refused {
		bytes, _ := hex.DecodeString(said)
		said = string(bytes)
		text := l == Go || !slices.ContainsFunc(x.want, func(v string) bool { return !utf8.ValidString(v) })
		switch {
		case x.want != nil && !x.anyhow && (text || !x.parse):
			return fmt.Sprintf("refused (%s), want %q", said, x.want)
		case !x.parse && !slices.ContainsFunc(x.why, func(why string) bool { return strings.Contains(said, why) }):
			return fmt.Sprintf("refused because %q, want %q", said, x.why)
		}
		return ""
	}
	var got []string
	for i, v := range strings.Split(strings.TrimSuffix(answer, "\t"), "\t") {
		if x.parse && len(p.fields) == 0 {
			break
		}
		if v == "-" != (x.parse && p.fields[i].whole < 0) {
			return "a field is missing that can be read, or is there that cannot: " + answer
		}
		bytes, err := hex.DecodeString(strings.Trim(v, "-."))
		if err != nil {
			return err.Error()
		}
		got = append(got, string(bytes))
	}
	if x.want == nil || !slices.Equal(got, x.want) {
		return fmt.Sprintf("got %q, want %q", got, x.want)
	}
	return ""
}
