package files

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// leftLines returns the first lines that are left out, by the reason.
func (m *Mapping) leftLines() (out []int) {
	for _, w := range m.Skipped {
		out = append(out, w.First...)
	}
	return out
}

// imported returns the cells of the table that a mapping makes: key, column and value.
func imported(t *testing.T, m *Mapping) (out []string) {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	if r := s.Do(m.request()); r.Err != nil {
		t.Fatal(r.Err)
	}
	tab, _ := s.Table(m.Table)
	for row := range tab.RowsAt(0, tab.Len()) {
		for c := range row.Cells() {
			out = append(out, string(row.Key())+" "+string(c.Qualifier)+"="+c.Value)
		}
	}
	return out
}

// drawn returns the dialog about a mapping, as HTML.
func (p *play) drawn() string {
	k := &ui.Kit{Lang: "en", EngineIdle: true}
	v := &View{Kit: *k, State: p.s}
	return app.HTMLString(v.mapping()) + app.HTMLString(v.makesOf(p.s.Mapping))
}

// TestAbsentIsNoCell checks that an absent value becomes no cell, as in cbt's import, unless
// the reader has empty values become cells.
func TestAbsentIsNoCell(t *testing.T) {
	const csv = "user,email,plan\nu1,a@x.com,\nu2,,pro\nu3,,\n"
	const objects = `{"user":"u1","email":"a@x.com"}` + "\n" + `{"user":"u2","plan":"pro","email":null}` + "\n" + `{"user":"u4","plan":""}` + "\n"
	for _, c := range []struct {
		name, text  string
		some, empty []string
	}{
		{"x.csv", csv, []string{"u1 email=a@x.com", "u2 plan=pro"},
			[]string{"u1 email=a@x.com", "u1 plan=", "u2 email=", "u2 plan=pro", "u3 email=", "u3 plan="}},
		{"x.jsonl", objects, []string{"u1 email=a@x.com", "u2 plan=pro", "u4 plan="},
			[]string{"u1 email=a@x.com", "u1 plan=", "u2 email=", "u2 plan=pro", "u4 email=", "u4 plan="}},
	} {
		p := chosen(t, c.name, []byte(c.text))
		if got := imported(t, p.s.Mapping); !slices.Equal(got, c.some) {
			t.Errorf("%s: %q", c.name, got)
		}
		if c.name == "x.csv" && (p.s.Mapping.Bare != 1 || !strings.Contains(p.drawn(), "Make a sandbox without 1 line<")) {
			t.Errorf("a line with nothing but its key is not told of: %s", p.drawn())
		}
		const absent = "Values that are null: 1; absent: 2. "
		if said := strings.Contains(p.drawn(), absent+"No cell is made of either."); said != (c.name == "x.jsonl") {
			t.Errorf("%s: what is absent is told as %s", c.name, p.drawn())
		}
		if got := imported(t, p.on(typed{elementEmpty, "true"}).s.Mapping); !slices.Equal(got, c.empty) {
			t.Errorf("%s, empty: %q", c.name, got)
		}
		if said := strings.Contains(p.drawn(), absent+"Each becomes a cell without bytes."); said != (c.name == "x.jsonl") {
			t.Errorf("%s, empty: what is absent is told as %s", c.name, p.drawn())
		}
	}
}

// TestWhatIsLeftOutFollowsTheKey checks that a column is left out while all of its values
// can be read back from the key, and that values stored nowhere are reported.
func TestWhatIsLeftOutFollowsTheKey(t *testing.T) {
	p := chosen(t, "x.csv", []byte("order,user,total\no1,ann,5\no2,bob,7\no3,ann,9\n"))
	for _, c := range []struct {
		template, columns, nowhere string
	}{
		{"{order}", "user total", ""},
		{"{user}#{total}", "order", ""},
		{"{user|hash:8}#{order}", "user total", ""},
		{"{user|first:1}#{order|pad:4}", "user total", ""},
		{"{order}#{user}#{total}", "order", ""}, // a row needs a cell
	} {
		m := p.on(typed{elementTemplate, c.template}).s.Mapping
		var used []string
		for _, column := range m.Columns {
			if column.Used {
				used = append(used, column.Field)
			}
		}
		if got := strings.Join(used, " "); got != c.columns || len(m.nowhere()) > 0 {
			t.Errorf("%s: keeps %q, stores %q nowhere", c.template, got, m.nowhere())
		}
	}
	// The reader's choice stays, and the dialog says what is lost by it.
	m := p.on(typed{"map-use-1", "false"}, typed{elementTemplate, "{user|hash:8}#{order}"}).s.Mapping
	if got := m.nowhere(); !slices.Equal(got, []string{"user"}) || !strings.Contains(p.drawn(), "user is in no column") {
		t.Errorf("%q is stored nowhere: %s", got, p.drawn())
	}
}

// TestLostLinesAreSaid checks that lines that would be lost are counted, with two of them as
// an example, and that a table without a row is not made.
func TestLostLinesAreSaid(t *testing.T) {
	var text strings.Builder
	text.WriteString("device,ts,v\n")
	for i := range 40 {
		text.WriteString("d" + string(rune('0'+i%4)) + ",17198304000" + string(rune('0'+i/4)) + "0,1.5\n")
	}
	p := chosen(t, "x.csv", []byte(text.String()))
	if m := p.s.Mapping; m.Template != "{device}#{ts}" || m.lost() != 0 || len(imported(t, m)) != 40 {
		t.Fatalf("%s loses %d", m.Template, m.lost())
	}
	p.on(typed{elementTemplate, "{device}"})
	html := p.drawn()
	for _, want := range []string{`class="refused">36 of the 40 lines`, "Line 6 has the key d0 of line 2.", "Line 7 has the key d1 of line 3.", "Make a sandbox without 36 lines<", "Use the key {device}#{ts}"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	if m := p.on(bettered{}).s.Mapping; m.Template != "{device}#{ts}" || m.lost() != 0 {
		t.Errorf("%s, %d", m.Template, m.lost())
	}
	p.on(typed{elementTemplate, "{device|date}"})
	html = p.drawn()
	if !strings.Contains(html, "No line would make a row.") || !strings.Contains(html, "aria-disabled") {
		t.Errorf("%s", html)
	}
	if p.on(mapped{}); len(p.Effects) > 0 {
		t.Error("a table without a row is made")
	}
	for i := range 3 {
		p.on(typed{"map-use-" + strconv.Itoa(i), "false"})
	}
	if p.on(typed{elementTemplate, "{device}#{ts}"}, mapped{}); len(p.Effects) > 0 || !strings.Contains(p.drawn(), "Keep at least one column") {
		t.Errorf("a table without a column: %s", p.drawn())
	}
}

// utf16Of returns a text as UTF-16 with a byte order mark.
func utf16Of(text string, order binary.AppendByteOrder) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

// TestWartyFiles checks that irregular files are recognised by their content, and that lines
// that cannot be read are counted and named.
func TestWartyFiles(t *testing.T) {
	const orders = "name,city\nJosé,München\n\"two\nlines\",日本\n"
	cities := []string{"José city=München", "two\nlines city=日本"}
	for _, c := range []struct {
		what, file, text string
		want             []string // cells
		says             []string
	}{
		{"UTF-16, little endian", "x.csv", string(utf16Of(orders, binary.LittleEndian)), cities, []string{"The file is UTF-16"}},
		{"UTF-16, big endian", "x.csv", string(utf16Of(orders, binary.BigEndian)), cities, []string{"The file is UTF-16"}},
		{"Latin-1", "x.csv", "name,city\nJos\xe9,M\n", []string{"Jos\xe9 city=M"}, []string{"not UTF-8"}},
		{"zero bytes", "x.csv", "k,v\na\x00b,M\n", []string{"a\x00b v=M"}, []string{"not UTF-8"}},
		{"a separator by its line", "x.csv", "sep=;\r\na;b\r\n1;2,5\r\n", []string{"1 b=2,5"}, nil},
		{"and in quotes", "x.csv", "\"sep=|\"\na|b\n1|2\n", []string{"1 b=2"}, nil},
		{"an unclosed quote", "x.csv", "id,v\n1,a\n2,\"open\n3,b\n4,c\n5,d\n", []string{"1 v=a"}, []string{"4 lines are left out, from line 3 on", "Make a sandbox without 4 lines"}},
		{"ragged", "x.csv", "a,b,c\n1,2,3\n1\n1,2,3,4,5\n", []string{"1 b=2", "1 c=3"}, []string{"2 lines have more or fewer values than the 3 columns that have names, and are left out: line 3, 4."}},
		{"an array", "x.json", `[{"id":1,"v":"a"},` + "\n  " + `{"id":2,"v":"b"}]`, []string{"1 v=a", "2 v=b"}, nil},
		{"an array in one line", "", `[{"id":1,"v":"a"},{"id":2,"v":"b"}]`, []string{"1 v=a", "2 v=b"}, nil},
		{"pretty-printed", "x.json", "[\n  {\n    \"id\": 1,\n    \"v\": [1,\n 2]\n  },\n  7\n]\n", []string{"1 v=[1,\n 2]"}, []string{"1 part is not a JSON object and is left out: line 7."}},
		{"a bad first line", "x.jsonl", "{a:1}\n{\"id\":1,\"v\":2}\n", []string{"1 v=2"}, []string{"left out: line 1."}},
	} {
		p := chosen(t, c.file, []byte(c.text))
		if p.s.Mapping == nil {
			t.Errorf("%s: %+v, %+v", c.what, p.State.Notice, p.Effects)
			continue
		}
		if got := imported(t, p.s.Mapping); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.what, got, c.want)
		}
		for _, text := range c.says {
			if html := p.drawn(); !strings.Contains(html, text) {
				t.Errorf("%s: no %q in %s", c.what, text, html)
			}
		}
	}
}

// TestRefusedFiles checks that a file without a usable record is refused for its first
// fault, with the line.
func TestRefusedFiles(t *testing.T) {
	for _, c := range []struct{ what, file, text, line, code string }{
		{"no line of that many values", "x.csv", "a,b,c\n1\n1,2,3,4,5\n", "2", "widths"},
		{"a quote", "x.csv", "a,b,c\n\"1,2,3\n4,5,6\n", "2", "quote"},
		{"no object", "x.jsonl", "{a:1}\n{b:2}\n", "1", "objects"},
		{"no object, by its brace", "", "{a:1}\n", "1", "objects"},
		{"an array of none", "x.json", "[1,2]", "1", "objects"},
		{"no values", "x.csv", "a,b\n", "1", "rows"},
	} {
		p := chosen(t, c.file, []byte(c.text))
		if n := p.State.Notice; n == nil || n.Err == nil || n.Err.Code != base.CodeBadCSV || n.Err.Args[1] != c.line || n.Err.Args[2] != c.code {
			t.Errorf("%s: %+v, %v", c.what, p.State.Notice, p.s.Mapping != nil)
		}
	}
}

// TestUTF16Console checks that the output of a console is also read from UTF-16, and from a
// long file.
func TestUTF16Console(t *testing.T) {
	printed := "----------------------------------------\nr1\n  cf:a                                     @ 2024/01/02-03:04:05.000000\n    \"é\"\n"
	p := chosen(t, "x.txt", utf16Of(printed, binary.LittleEndian))
	if p.s.Output == nil || p.s.Output.Cells != 1 {
		t.Fatalf("%+v", p.s)
	}
	var long strings.Builder
	long.WriteString("k,v\n")
	for long.Len() < engine.MaxConsoleFiles*5/8 {
		long.WriteString("é" + strings.Repeat("x", 100) + string(rune('a'+long.Len()%26)) + ",日本\n")
	}
	data := utf16Of(long.String(), binary.BigEndian)
	q := list(t).on(uploaded{&LongFile{Name: "x.csv", Size: len(data), Head: data[:3<<20+1], ReadAt: func(at int, then func([]byte)) { then(data[at:min(len(data), at+4<<20+1)]) }}})
	for q.s.Mapping != nil && q.s.Mapping.reading() {
		q.on(readOn{q.s.feed, q.s.feed.read})
	}
	if m := q.s.Mapping; m == nil || m.SkippedCount > 0 || m.Records != strings.Count(long.String(), "\n")-1 || m.records[0][1] != "日本" || m.packed().Size != long.Len() {
		t.Fatalf("%+v, %+v, of %d bytes", q.State.Notice, m, long.Len())
	}
}

// TestTimesAreTakenAsTheyStand checks that, when a transform refuses the times of a file, it
// is offered with their form, and that the column can then be read back from the key.
func TestTimesAreTakenAsTheyStand(t *testing.T) {
	for at, want := range map[string]string{
		"2012-01-01T00:00:0%dZ": "millis:isoZ|", "2012-01-01 00:00:0%d": "millis:sql|", "2012-01-01T00:00:0%d.250+01:00": "millis:iso3+01:00|", "2012-01-0%d": "millis:day|",
		"133000000%d": "", "133000000%d000": "", "133000000%d000000": "", "2012010%d": "",
	} {
		csv := "user,time,v\n"
		for i := range 3 {
			csv += "u1," + strings.ReplaceAll(at, "%d", string(rune('1'+i))) + ",x\n"
		}
		p := chosen(t, "x.csv", []byte(csv)).on(typed{elementTemplate, "{user}#{time|newest}"})
		if want != "" {
			if m := p.s.Mapping; m.Keyless != 3 || m.BetterTemplate != "{user}#{time|"+want+"newest}" || !strings.Contains(p.drawn(), m.BetterTemplate) {
				t.Fatalf("%s: %d without a key, and %q is offered", at, m.Keyless, m.BetterTemplate)
			}
			p.on(bettered{})
		}
		m := p.s.Mapping
		if got := imported(t, m); m.lost() != 0 || m.Columns[1].Used || len(got) != 3 || got[0] >= got[1] || got[1] >= got[2] {
			t.Errorf("%s under %s: %q, %d lost, time kept %v", at, m.Template, got, m.lost(), m.Columns[1].Used)
		}
	}
}
