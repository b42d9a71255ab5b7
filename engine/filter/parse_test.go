package filter

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func TestParse(t *testing.T) {
	open, closed := base.OpenBound, base.ClosedBound
	for _, tt := range []struct {
		text, printed string // "" for the same
		want          Filter
	}{
		{"pass()", "", PassAll{}},
		{" block ( ) ", "block()", BlockAll{}},
		{"sink()", "", Sink{}},
		{"strip()", "", StripValue{}},
		{"chain(family(/cf/), latest(1))", "", Chain{FamilyRegex("cf"), CellsPerColumn(1)}},
		{"interleave(\n\tpass(),\n\tsink()\n)", "interleave(pass(), sink())", Interleave{PassAll{}, Sink{}}},
		{"if(value(/x/), pass(), block())", "", Condition{ValueRegex("x"), PassAll{}, BlockAll{}}},
		{"if(value(/x/), none, block())", "", Condition{If: ValueRegex("x"), Else: BlockAll{}}},
		{"if(value(/x/), pass(), none)", "if(value(/x/), pass())", Condition{If: ValueRegex("x"), Then: PassAll{}}},
		{"if(value(/x/))", "", Condition{If: ValueRegex("x")}},
		{`row(/LoL#.*\/x/)`, "", RowKeyRegex("LoL#.*/x")},
		{`value(/\\\d+/)`, "", ValueRegex(`\\\d+`)},
		{`value(//)`, "", ValueRegex("")},
		{`value("a\xff\n\"")`, "", ValueRegex("a\xff\n\"")},
		{`value("\\/")`, "", ValueRegex(`\/`)},
		{`value(/é☃/)`, "", ValueRegex("é☃")},
		{`qualifier("plain")`, "qualifier(/plain/)", QualifierRegex("plain")},
		{"column(cf, [a, b))", "", ColumnRange{"cf", closed("a"), open("b")}},
		{`column(cf, ( "" , "a b" ])`, `column(cf, ("", "a b"])`, ColumnRange{"cf", open(""), closed("a b")}},
		{"column(cf, (,])", "column(cf, [, ))", ColumnRange{Family: "cf"}},
		{`value([, "\x00"])`, "", ValueRange{End: closed("\x00")}},
		{"value((1, ))", "", ValueRange{Start: open("1")}},
		{"time([2020-01-01, 2020-01-02T03:04:05.006+01:00))", "time([2020-01-01, 2020-01-02T02:04:05.006Z))",
			TimestampRange{1577836800000000, 1577930645006000}},
		{"time([1000, 0))", "time([1000, ))", TimestampRange{Start: 1000}},
		{"time([, 1577836800000000))", "time([, 2020-01-01))", TimestampRange{End: 1577836800000000}},
		{"offset(2)", "", CellsPerRowOffset(2)},
		{"limit(3)", "", CellsPerRow(3)},
		{"label(hot-1)", "", Label("hot-1")},
		{"sample(0.1)", "", RowSample(0.1)},
		{"sample(1e-10)", "", RowSample(1e-10)},
		{`mask("\xff\x00")`, "", ValueBitmask("\xff\x00")},
		{`mask(A)`, `mask("A")`, ValueBitmask("A")},
	} {
		if tt.printed == "" {
			tt.printed = tt.text
		}
		got, err := Parse(tt.text)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %#v, %v", tt.text, got, err)
			continue
		}
		if s := FilterText(got); s != tt.printed {
			t.Errorf("%s is printed as %s", tt.text, s)
		}
	}
	if s := FilterText(nil); s != "pass()" {
		t.Errorf("nil is printed as %s", s)
	}
}

// TestParseRefusals marks the range of bytes that each error must point to with a pair of
// signs.
func TestParseRefusals(t *testing.T) {
	for _, tt := range []struct {
		text string
		code base.Code
		args []string
	}{
		{"~~", base.CodeFilterSyntax, []string{"", "name(…)"}},
		{"chain(pass(),~~", base.CodeFilterSyntax, []string{"", "name(…)"}},
		{"pass~~", base.CodeFilterSyntax, []string{"", "("}},
		{"pass(~x~)", base.CodeFilterSyntax, []string{"x", ")"}},
		{"pass() ~more~ x", base.CodeFilterSyntax, []string{"more", ""}},
		{"chain(pass() ~;~ pass())", base.CodeFilterSyntax, []string{";", ")"}},
		{"chain(pass(), ~)~", base.CodeFilterSyntax, []string{")", "name(…)"}},
		{"value(~abc~)", base.CodeFilterSyntax, []string{"abc", "/regex/"}},
		{`row(/a\/[/~]~/)`, base.CodeFilterSyntax, []string{"]", ")"}},
		{"value(/abc)~~", base.CodeFilterSyntax, []string{"", "/"}},
		{`value("abc)~~`, base.CodeFilterSyntax, []string{"", `"`}},
		{`value("abc\~~`, base.CodeFilterSyntax, []string{"", `"`}},
		{`mask("~\q~")`, base.CodeFilterSyntax, []string{`\q`, `\" \\ \n \r \t \x00`}},
		{`mask("~\xfg~")`, base.CodeFilterSyntax, []string{`\xfg`, `\x00`}},
		{`mask("~\xf~`, base.CodeFilterSyntax, []string{`\xf`, `\x00`}},
		{"column(cf, ~a~)", base.CodeFilterSyntax, []string{"a", "[a, b)"}},
		{"column(cf, [a ~b~))", base.CodeFilterSyntax, []string{"b", ","}},
		{"column(cf, [a, b~/~))", base.CodeFilterSyntax, []string{"/", ") ]"}},
		{"time([~2020-13-01~, ))", base.CodeFilterSyntax, []string{"2020-13-01", "2015-03-01 2015-03-01T12:00:00Z 1425168000000000"}},
		{"time(~(~1000, ))", base.CodeFilterSyntax, []string{"(", "[2015-03-01, 2015-04-01)"}},
		{"latest(~one~)", base.CodeFilterSyntax, []string{"one", "1 2 … 2147483647"}},
		{"latest(~99999999999999999999~)", base.CodeFilterSyntax, nil},
		{"sample(~half~)", base.CodeFilterSyntax, []string{"half", "0.1"}},
		{"~famly~(/x/)", base.CodeUnknownFilter, []string{"famly", "family"}},
		{"chain(pass(), ~zzzzzz~(1))", base.CodeUnknownFilter, []string{"zzzzzz", ""}},
		{"if(~none~, pass())", base.CodeUnknownFilter, nil},
		// Errors of Compile point to a range, too.
		{"chain(pass(), ~latest(0)~)", base.CodeFilterCount, []string{"latest 2", "0", "2147483647"}},
		{"chain(pass(), interleave(~value(/(/)~, pass()))", base.CodeBadRegex, []string{"(", "missing-closing-)", "value 2.1"}},
		{"if(pass(), ~sink()~)", base.CodeFilterSink, []string{"sink 2"}},
		{"~chain(pass())~", base.CodeFilterBranches, []string{"chain", "1", "2"}},
		{"~chain()~", base.CodeFilterBranches, []string{"chain", "0", "2"}},
		{"~" + strings.Repeat("a", maxText+1) + "~", base.CodeInputTooLong, nil},
		{"~value(/" + strings.Repeat("a", base.MaxFilter) + "/)~", base.CodeFilterTooLarge, nil},
		{strings.Repeat("chain(", 20) + "~pass~()", base.CodeFilterTooDeep, []string{"20"}},
	} {
		parts := strings.Split(tt.text, "~")
		lo, hi := len(parts[0]), len(parts[0])+len(parts[1])
		text := strings.Join(parts, "")
		f, err := Parse(text)
		e, ok := err.(*base.Error)
		if f != nil || !ok || e.Code != tt.code || tt.args != nil && !slices.Equal(e.Args, tt.args) || e.Pos != lo || e.End != hi {
			t.Errorf("%.60s: %.80v, want %s %q at [%d, %d): %+.200v", text, err, tt.code, tt.args, lo, hi, e)
			continue
		}
		if want := tt.code == base.CodeFilterSyntax && lo == len(text); e.Incomplete != want {
			t.Errorf("%s: Incomplete is %v", text, e.Incomplete)
		}
	}
}

// TestNames checks that every kind of filter has a name in the text form, and that every
// name belongs to a kind.
func TestNames(t *testing.T) {
	used := map[string]bool{}
	for _, f := range kinds {
		used[Name(f)] = true
	}
	for _, n := range names {
		if !used[n] {
			t.Errorf("%s names nothing", n)
		}
		delete(used, n)
	}
	for n := range used {
		t.Errorf("%s cannot be read", n)
	}
}

func TestPrintParse(t *testing.T) {
	n := 0
	for seed := range uint64(20_000) {
		f := randomFilter(rand.New(rand.NewPCG(seed, 2)), 1)
		if _, err := Compile(f); err != nil {
			continue
		}
		n++
		got, err := Parse(FilterText(f))
		if err != nil || !reflect.DeepEqual(got, f) {
			t.Fatalf("seed %d: %s came back as %#v, %v", seed, FilterText(f), got, err)
		}
	}
	if n < 5000 {
		t.Errorf("only %d filters were read", n)
	}
	// Parse reads the longest text that the limit on bytes allows.
	for _, f := range []Filter{
		ValueBitmask(strings.Repeat("\xff", base.MaxFilter-9)), ValueRegex(strings.Repeat("\xff", base.MaxFilter-4)),
		slices.Repeat(Chain{ValueRange{}}, base.MaxFilter/4-1),
		slices.Repeat(Chain{TimestampRange{Start: 1577836800001000}}, base.MaxFilter/13-1),
	} {
		if got, err := Parse(FilterText(f)); err != nil || !reflect.DeepEqual(got, f) {
			t.Errorf("%.40s…: %d bytes: %v", FilterText(f), len(FilterText(f)), err)
		}
	}
}

// FuzzParse prints each filter that was parsed, and checks that the text parses to the
// same filter.
func FuzzParse(f *testing.F) {
	for _, tt := range examples {
		f.Add(FilterText(tt.filter))
	}
	for _, s := range []string{`value("\xff\q`, "time([2020-01-01, 99999-01-01T00:00:00Z))", "if(pass(), none, none)", "sample(0x1p-2)",
		strings.Repeat("chain(", 30), `row(/\Qa\/b/)`, "column(\"\", (,]", "latest(007)", "mask(\"\xff\")"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Parse(text)
		if err != nil {
			if e := err.(*base.Error); e.Pos < 0 || e.End < e.Pos || e.End > len(text) {
				t.Fatalf("%q: %v at [%d, %d)", text, e, e.Pos, e.End)
			}
			return
		}
		printed := FilterText(got)
		again, err := Parse(printed)
		if err != nil || !reflect.DeepEqual(got, again) || FilterText(again) != printed {
			t.Fatalf("%q is printed as %q and read as %#v, %v", text, printed, again, err)
		}
	})
}
