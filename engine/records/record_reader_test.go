package records

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// got is everything that a reader returns for a text.
type got struct {
	Records       []string // each record with its line
	Left, Strange int
	Faults        []string // the reason and the line of each fault
}

// inPieces reads a text in pieces of the given size.
func inPieces(text string, size int, names []string) (g got) {
	take := func(line int, record []string) { g.Records = append(g.Records, fmt.Sprintf("%d %q", line, record)) }
	r := NewValuesReader(",", take)
	if names != nil {
		r = NewObjectsReader(names, take)
	}
	for piece := range slices.Chunk([]byte(text), max(size, 1)) {
		r.Write(piece)
	}
	r.EndText()
	g.Left, g.Strange = r.SkippedCount, r.Strange
	lines := 0
	for why, w := range r.Skipped {
		lines += w.Lines
		for _, line := range w.First {
			g.Faults = append(g.Faults, fmt.Sprint(LineFault(why), " ", line))
		}
	}
	if lines != r.SkippedCount {
		panic(fmt.Sprint(lines, " lines are left out, or ", r.SkippedCount))
	}
	return g
}

// TestPieces checks that the result does not depend on where the text is cut: in quotes,
// in a line break, in a byte order mark or in a character.
func TestPieces(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		names []string
		want  got
	}{
		"values": {"\ufeffa,\"b\r\n\"\"c\"\"\",日本\r\n\r\nd,,\n\"\"\ne\rf,g", nil, got{
			Records: []string{`1 ["a" "b\n\"c\"" "日本"]`, `4 ["d" "" ""]`, `5 [""]`, `6 ["e\rf" "g"]`}}},
		"broken values": {"a,b\n1,x\"y\n2,\"z\"z\n3,c\n4,\"open\n5,d\n", nil, got{
			Records: []string{`1 ["a" "b"]`, `4 ["3" "c"]`}, Left: 4, Faults: []string{"2 2", "2 3", "3 5"}}},
		"a long line": {"a\n" + strings.Repeat("x", MaxLine+1) + "\nb\n\"" + strings.Repeat("y\n", MaxLine) + "z\nc", nil, got{
			Records: []string{`1 ["a"]`, `3 ["b"]`}, Left: 2, Faults: []string{"3 4", "4 2"}}},
		"objects": {"\ufeff{\"a\":\"1\\n\\\"\",\"b\":{\"c\":[1,\"},\"]}}\r\n\n[]\n{\"b\":null,\"x\":1,\"a\":2,\"a\":1.50}\n{\"a\":\n{\"b\":\"é\"}", []string{"a", "b"}, got{
			Records: []string{`1 ["1\n\"" "{\"c\":[1,\"},\"]}"]`, `4 ["1.50" "" "\x02"]`, `6 ["" "é" "\x01"]`}, Left: 2, Strange: 1, Faults: []string{"5 3", "5 5"}}},
		"an array": {"\ufeff [{\"a\":\"1]},{\",\"b\":[1,{}]},\n {\"a\":\n\"\\\"2\"\n}\n,7,\"x,]\",[1,2],{\"b\":}, {\"a\":3}]\n", []string{"a", "b"}, got{
			Records: []string{`1 ["1]},{" "[1,{}]"]`, `2 ["\"2" "" "\x02"]`, `5 ["3" "" "\x02"]`}, Left: 4, Faults: []string{"5 5", "5 5", "5 5", "5 5"}}},
		"an array cut short":       {"[\n{\"a\":1},\n{\"a\":2", []string{"a"}, got{Records: []string{`2 ["1"]`}, Left: 1, Faults: []string{"5 3"}}},
		"objects of several lines": {"\n{ \n\"a\": 1,\n\"b\": null\n}\n{\"a\": 2}\n", []string{"a", "b"}, got{Records: []string{`2 ["1" "" "\x02"]`, `6 ["2" "" "\x02"]`}}},
		"a bad first line":         {"{a:1}\n{\"a\":2}\n", []string{"a"}, got{Records: []string{`2 ["2"]`}, Left: 1, Faults: []string{"5 1"}}},
		"an empty array":           {"[]", []string{"a"}, got{}},
		"nothing":                  {" \n", []string{"a"}, got{}},
		"one brace":                {"{", []string{"a"}, got{Left: 1, Faults: []string{"5 1"}}},
	} {
		sizes := []int{1, 2, 3, 5, 7, 1 << 16, 1 << 30}
		if name == "a long line" {
			// If a quoted field does not end and becomes too long, the text after it is read again.
			g := inPieces(c.text, 1000, nil)
			if whole := inPieces(c.text, 1<<30, nil); !reflect.DeepEqual(g, whole) || !slices.Equal(g.Faults, c.want.Faults) || !slices.Equal(g.Records[:2], c.want.Records) || g.Records[len(g.Records)-1] != fmt.Sprintf("%d [\"c\"]", 5+MaxLine) {
				t.Errorf("%s: %.200v", name, g)
			}
			continue
		}
		for _, size := range sizes {
			if g := inPieces(c.text, size, c.names); !reflect.DeepEqual(g, c.want) {
				t.Errorf("%s, %d at once:\n got %+v\nwant %+v", name, size, g, c.want)
			}
		}
	}
	if names, _ := ObjectFieldNames("[{\"b\":1},\n{\"b\":2,\"a\":{}}, {\"c\""); !slices.Equal(names, []string{"b", "a"}) {
		t.Errorf("of an array: %q", names)
	}
	if names, nested := ObjectFieldNames("{\"b\":1,\"a\":2}\nx\n{\"c\":{\"d\":1},\"a\":3}"); nested != 1 || !slices.Equal(names, []string{"b", "a", "c.d"}) {
		t.Errorf("%q", names)
	}
}

// TestNested checks that the fields of an object within an object become fields of the
// record, even if other objects have a plain value under that name. A value that is nested
// too deep, or has too many fields, becomes one text.
func TestNested(t *testing.T) {
	many := &strings.Builder{}
	for i := range MaxNested + 1 {
		fmt.Fprintf(many, `{"by":{"u%d":%d},"k":1}`+"\n", i, i)
	}
	for name, c := range map[string]struct {
		text   string
		names  []string
		nested int
		want   got
		twice  [2]int
	}{
		"objects": {`{"id":1,"address":{"city":"Rome","at":[1,{"x":2}]},"n":null}` + "\n" + `{"id":2,"address":{"zip":"00100","city":null}}` + "\n",
			[]string{"id", "address.city", "address.at", "n", "address.zip"}, 3,
			got{Records: []string{`1 ["1" "Rome" "[1,{\"x\":2}]" "" "" "\x18"]`, `2 ["2" "" "" "" "00100" "\x0e"]`}}, [2]int{}},
		"something else in its place": {`{"a":{"b":1}}` + "\n" + `{"a":"{\"b\":2}"}` + "\n" + `{"a":{}}` + "\n" + `{"a":[{"b":3}]}` + "\n" + `{"a":null}` + "\n",
			[]string{"a.b", "a"}, 1, got{Records: []string{`1 ["1" "" "\x02"]`, `2 ["" "{\"b\":2}" "\x01"]`, `3 ["" "{}" "\x01"]`, `4 ["" "[{\"b\":3}]" "\x01"]`, `5 ["" "" "\x03"]`}}, [2]int{}},
		"deep": {`{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}`, []string{"a.b.c.d.e"}, 1, got{Records: []string{`1 ["{\"f\":1}"]`}}, [2]int{}},
		"one name twice": {`{"a.b":1,"a":{"b":2}}` + "\n" + `{"a":{"b":3}}` + "\n" + `{"a.b":4}` + "\n" + `{"a":{"b":5},"a.b":5}` + "\n",
			[]string{"a.b"}, 0, got{Records: []string{`1 ["2"]`, `2 ["3"]`, `3 ["4"]`, `4 ["5"]`}}, [2]int{1, 1}},
		"too many": {many.String(), []string{"by", "k"}, 0, got{}, [2]int{}},
	} {
		names, nested := ObjectFieldNames(c.text)
		if nested != c.nested || !slices.Equal(names, c.names) {
			t.Errorf("%s: %q, %d nested", name, names, nested)
		}
		if name == "too many" {
			if g := inPieces(c.text, 100, names); g.Records[1] != `2 ["{\"u1\":1}" "1"]` || g.Strange > 0 {
				t.Errorf("%s: %q", name, g.Records[1])
			}
			continue
		}
		for _, size := range []int{1, 7, 1 << 20} {
			if g := inPieces(c.text, size, names); !reflect.DeepEqual(g, c.want) {
				t.Errorf("%s:\n got %+v\nwant %+v", name, g, c.want)
			}
		}
		r := NewObjectsReader(names, func(int, []string) {})
		r.Write([]byte(c.text))
		if r.EndText(); [2]int{r.Twice, r.TwiceIn} != c.twice {
			t.Errorf("%s: %d have a value twice, from line %d", name, r.Twice, r.TwiceIn)
		}
	}
	// An object that has a column of its own becomes its text, as in earlier versions.
	if g := inPieces(`{"a":{"b":1},"c":2}`, 5, []string{"a", "c"}); g.Records[0] != `1 ["{\"b\":1}" "2"]` {
		t.Errorf("%q", g.Records)
	}
}

// FuzzValues compares the records with those of encoding/csv, and checks that reading in
// pieces has the same result as reading the whole text.
func FuzzValues(f *testing.F) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var b strings.Builder
		for range rnd.IntN(40) {
			b.WriteString([]string{"a", "\"", "\"\"", ",", "\n", "\r\n", "\r", "é", "\ufeff", "\",\"", "\"\n\""}[rnd.IntN(11)])
		}
		f.Add(b.String(), 1+rnd.IntN(9))
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		size = max(1, min(size, 1000))
		whole := inPieces(text, 1<<30, nil)
		if g := inPieces(text, size, nil); !reflect.DeepEqual(g, whole) {
			t.Fatalf("%d at once %+v\nwhole %+v", size, g, whole)
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
		r.FieldsPerRecord = -1
		var want []string
		for {
			record, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				if whole.Left == 0 {
					t.Fatalf("%q: %v, and nothing is left out", text, err)
				}
				return
			}
			line, _ := r.FieldPos(0)
			want = append(want, fmt.Sprintf("%d %q", line, record))
		}
		if !slices.Equal(whole.Records, want) || whole.Left > 0 {
			t.Fatalf("%q\n got %+v\nwant %q", text, whole, want)
		}
	})
}

// FuzzObjects checks that reading in pieces has the same result as reading the whole text.
func FuzzObjects(f *testing.F) {
	f.Add("{\"a\":\"é\",\"b\":[1,{}]}\r\n{\"a\":1}\n\n{", 3)
	f.Add("[{\"a\":\"\\\"]\"},\n7,[1],{\"b\":{}}]", 2)
	f.Add("{\n\"a\":1}\n{}", 1)
	f.Fuzz(func(t *testing.T, text string, size int) {
		names := []string{"a", "b"}
		whole := inPieces(text, 1<<30, names)
		if g := inPieces(text, max(1, min(size, 1000)), names); !reflect.DeepEqual(g, whole) {
			t.Fatalf("%d at once %+v\nwhole %+v", size, g, whole)
		}
	})
}

// TestSpreadObjects tests that a column whose values are all objects is not one, and that what an
// object lacks is counted by columns: its own fields are not lacked by the object itself, and all
// of them are null if it is null.
func TestSpreadObjects(t *testing.T) {
	for text, want := range map[string]struct {
		names                          []string
		nested, nulls, absent, strange int
	}{
		`{"k":1,"o":null}` + "\n" + `{"k":2,"o":{"n":"a","i":1}}` + "\n" + `{"k":3,"o":{}}` + "\n" + `{"k":4}`: {[]string{"k", "o.n", "o.i"}, 2, 2, 4, 0},
		`{"k":1,"o":"a"}` + "\n" + `{"k":2,"o":{"n":"a","i":1}}` + "\n" + `{"k":3,"o":null}`:                   {[]string{"k", "o", "o.n", "o.i"}, 2, 3, 2, 0},
		`{"a":{"b":null}}` + "\n" + `{"a":{"b":{"c":1}}}` + "\n" + `{"a":null}`:                                {[]string{"a.b.c"}, 1, 2, 0, 0},
		`{"o":null}` + "\n" + `{"o":{}}`: {[]string{"o"}, 0, 1, 0, 0},
	} {
		names, nested := ObjectFieldNames(text)
		if !slices.Equal(names, want.names) || nested != want.nested {
			t.Errorf("%s: %q, %d nested", text, names, nested)
		}
		for _, counts := range []bool{false, true} {
			r := NewObjectsReader(names, func(int, []string) {})
			if counts {
				r.Count = func(int, int) {}
			}
			r.Write([]byte(text))
			if r.EndText(); r.Nulls != want.nulls || r.Absent != want.absent || r.Strange != want.strange {
				t.Errorf("%s: %+v, want %+v", text, r.ObjectCounts, want)
			}
		}
	}
}
