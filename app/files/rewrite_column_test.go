package files

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"tabletop/engine/rewrite"
)

// TestDatesAreRewritten checks that a column of dates that do not sort is named, with two of
// its values, and that its values are rewritten on demand: in the key, in cells, and as the
// time of cells.
func TestDatesAreRewritten(t *testing.T) {
	const file = "site;at;volts\nb;01/02/2024 9:05;3,14\na;31/12/2023 23:59;2,5\na;01/02/2024 9:05;2,75\n"
	p := chosen(t, "x.csv", []byte(file))
	for _, want := range []string{
		"“at” holds dates that do not sort as text: “31/12/2023 23:59” is earlier than “01/02/2024 9:05”, but comes after it.",
		">Write “31/12/2023 23:59” as 2023-12-31T23:59:00<",
		"“volts” holds numbers with a comma, such as “3,14”. They are text,", ">Write “3,14” as 3.14<",
	} {
		if html := p.drawn(); !strings.Contains(html, want) {
			t.Errorf("%q is not said: %s", want, html)
		}
	}
	if got := p.s.Mapping.times(); got != nil {
		t.Errorf("%q may be the time of cells", got)
	}
	p.on(rewritten{1, "dmy-s"}).on(rewritten{2, rewrite.DecimalComma})
	if m := p.s.Mapping; m.Template != "{site}#{at}" || !slices.Equal(m.times(), []string{"at"}) {
		t.Errorf("the key is %s, times %q", m.Template, m.times())
	}
	want := []string{"a#2023-12-31T23:59:00 volts=2.5", "a#2024-02-01T09:05:00 volts=2.75", "b#2024-02-01T09:05:00 volts=3.14"}
	if got := imported(t, p.s.Mapping); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if html := p.drawn(); !strings.Contains(html, "“at” is rewritten: “31/12/2023 23:59” becomes 2023-12-31T23:59:00.") || !strings.Contains(html, ">Leave “at” as it is<") {
		t.Errorf("%s", html)
	}
	p.on(rewritten{1, ""}).on(rewritten{2, ""}).on(typed{elementTemplate, "{site}#{at}"})
	want = []string{"a#01/02/2024 9:05 volts=2,75", "a#31/12/2023 23:59 volts=2,5", "b#01/02/2024 9:05 volts=3,14"}
	if got := imported(t, p.s.Mapping); !slices.Equal(got, want) {
		t.Errorf("as they were: %q", got)
	}
}

// TestKeyAfterRewriting checks that a proposed key is searched again when a column was
// rewritten, and that a typed one stays. An amount in German notation does not begin the
// key.
func TestKeyAfterRewriting(t *testing.T) {
	var text strings.Builder
	text.WriteString("betrag;datum;kunde;betreff\r\n")
	for i := range 300 {
		fmt.Fprintf(&text, "%d.%03d,%02d;%02d.%02d.2024;Müller %d;Miete\r\n", 1+i%9, i*37%1000, i%100, 1+i/7%28, 1+i/7/28, i%7)
	}
	data := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text.String())) {
		data = append(data, byte(u), byte(u>>8))
	}
	p := chosen(t, "buchungen.csv", data)
	before := p.s.Mapping.Template
	p.on(rewritten{0, rewrite.DotThousands}).on(rewritten{1, "dmy"})
	if after := p.s.Mapping.Template; before != "{datum}#{kunde}" || after != "{kunde}#{datum}" {
		t.Errorf("proposed was %s, and then %s", before, after)
	}
	p.on(rewritten{1, ""}, typed{elementTemplate, "{datum}#{kunde}"}, rewritten{1, "dmy"})
	if m := p.s.Mapping; m.Template != "{datum}#{kunde}" || m.Keys[0] != "2024-01-01#Müller 0" {
		t.Errorf("the reader's key became %s, %q", m.Template, m.Keys)
	}
}

// TestUnsortedIsTold checks the remark about columns that cannot be rewritten, or in more
// than one way. It names values and lines.
func TestUnsortedIsTold(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"either order", "k,at\na,01/02/2024\nb,03/04/2024\n", "Month first: write “01/02/2024” as 2024-01-02"},
		{"and", "k,at\na,01/02/2024\nb,03/04/2024\n", "Day first: write “01/02/2024” as 2024-02-01"},
		{"two orders", "k,at\na,31/12/2023\nb,12/31/2023\n", "“31/12/2023” in line 2 begins with its day, “12/31/2023” in line 3 with its month."},
		{"mixed", "k,at\na,31/12/2023\nb,01/02/2023\nc,01/02/2022\nd,soon\n", "1 of its values has another form and stays as it is, the first in line 5: “soon”."},
		{"mixed numbers", "k;v\na;3,14\nb;2,5\nc;1,5\nd;3.5\n", "3 values have a comma, the first in line 2; 1 is a number without one and stays as it is."},
		{"numbers and what is none", "k,v\na,1\nb,\nc,\"1,25\"\nd,2.5\ne,\"3,5\"\nf,n/a\n", "2 values have a comma, the first in line 4; 2 are numbers without one and stay as they are; 1 is empty. 1 of its values has another form and stays as it is, the first in line 7: “n/a”."},
		{"short years", "k,at\na,31/12/23\nb,01/02/24\n", "Years of two digits are those from 1969 to 2068."},
		{"thousands", "k;v\na;1,234\nb;2,500\n", "Thousands: write “1,234” as 1234"},
		{"JSON", `{"k":1,"at":"3 Jul 2024"}` + "\n" + `{"k":2,"at":"15 Aug 2024"}` + "\n", "“3 Jul 2024” is earlier than “15 Aug 2024”, but comes after it."},
		{"of cbt's import", ",f,\n,at,v\na,31/12/2023,1\nb,01/02/2024,2\n", "“31/12/2023” is earlier than “01/02/2024”, but comes after it."},
	} {
		p := chosen(t, map[bool]string{true: "x.jsonl", false: "x.csv"}[strings.HasPrefix(c.text, "{")], []byte(c.text))
		if p.s.Mapping == nil {
			t.Errorf("%s: no mapping", c.what)
		} else if html := p.drawn(); !strings.Contains(html, c.want) {
			t.Errorf("%s: no %q in %s", c.what, c.want, html)
		}
	}
	if p := chosen(t, "x.csv", []byte("k,at,v\na,2024-01-02,3.5\nb,2024-01-03,4\n")); strings.Contains(p.drawn(), "map-unsorted\"><div class=\"remark") || len(p.s.Mapping.unsorted()) > 0 {
		t.Errorf("%s", p.drawn())
	}
}
