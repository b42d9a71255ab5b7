package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

var gameColumns = []FieldColumn{{"player", "GAME", "PLAYER"}, {"win", "GAME", "WIN"}, {"kda", "GAME", "KDA"}}

func eq(field, v string) Cond  { return Cond{Field: field, Op: Equal, Value: v} }
func has(field, v string) Cond { return Cond{Field: field, Op: HasPrefix, Value: v} }
func between(field, from, to string) Cond {
	return Cond{Field: field, Op: Between, Value: from, To: to}
}

// sketch returns a plan as one line.
func sketch(p Plan) string {
	out := []string{string(p.Access)}
	for _, r := range p.Ranges {
		out = append(out, fmt.Sprintf("[%q,%q)", r.Start, r.End))
	}
	var residual []string
	for _, c := range p.Residual {
		residual = append(residual, c.Field)
	}
	for _, l := range []struct {
		name   string
		fields []string
	}{{"key", p.InKey}, {"rows", residual}, {"missing", p.Missing}} {
		if len(l.fields) > 0 {
			out = append(out, l.name+"="+strings.Join(l.fields, ","))
		}
	}
	if p.FirstOpenField != "" {
		out = append(out, "stop="+p.FirstOpenField)
	}
	if p.Filter != nil {
		out = append(out, fmt.Sprintf("%T", p.Filter))
	}
	return strings.Join(out, " ")
}

func TestMake(t *testing.T) {
	lol, corrie := eq("game", "LoL"), eq("player", "Corrie")
	march := between("date", "20150301", "20150401")
	tests := []struct {
		template string
		where    []Cond
		want     string
	}{
		{"{game}#{player}#{date}", []Cond{lol, corrie, march},
			`range ["LoL#Corrie#20150301","LoL#Corrie#20150401") key=game,player,date stop=date`},
		{"{game}#{player}#{date}", []Cond{has("date", "201503"), corrie, lol},
			`prefix ["LoL#Corrie#201503","LoL#Corrie#201504") key=game,player,date stop=date`},
		{"{game}#{player}#{date}", []Cond{lol, corrie, march, eq("win", "true")},
			`range ["LoL#Corrie#20150301","LoL#Corrie#20150401") key=game,player,date rows=win stop=date filter.Condition`},
		{"{game}#{player}#{date}", []Cond{lol, corrie, eq("date", "20150301")},
			`point ["LoL#Corrie#20150301","LoL#Corrie#20150301\x00") key=game,player,date`},
		{"{game}#{player}#{date}", []Cond{lol, corrie},
			`prefix ["LoL#Corrie#","LoL#Corrie$") key=game,player stop=date`},
		{"{game}#{player}#{date}", []Cond{lol, march},
			`prefix ["LoL#","LoL$") key=game rows=date stop=player filter.Chain`},
		{"{game}#{player}#{date}", []Cond{lol, has("date", "201503")},
			`prefix ["LoL#","LoL$") key=game rows=date stop=player filter.RowKeyRegex`},
		{"{game}#{player}#{date}", []Cond{corrie},
			`scan ["","") rows=player stop=game filter.RowKeyRegex`},
		{"{game}#{player}#{date}", nil, `scan ["","") stop=game`},
		{"{game}#{date}", []Cond{lol, march, corrie},
			`range ["LoL#20150301","LoL#20150401") key=game,date rows=player stop=date filter.Condition`},
		{"{game}#{date}", []Cond{lol, eq("region", "asia"), corrie},
			`prefix ["LoL#","LoL$") key=game rows=region,player missing=region stop=date filter.Condition`},
		{"{date}#{game}", []Cond{lol, march},
			`range ["20150301","20150401") key=date rows=game stop=date filter.RowKeyRegex`},
		{"BATTERY#{time}#{player}", []Cond{corrie},
			`prefix ["BATTERY#","BATTERY$") rows=player stop=time filter.RowKeyRegex`},
		{"BATTERY#{player}", []Cond{between("player", "K", "")}, `range ["BATTERY#K","BATTERY$") key=player stop=player`},
		{"{player}", []Cond{between("player", "", "K")}, `range ["","K") key=player stop=player`},
		{"{player}", []Cond{between("player", "", ""), has("player", "")}, `scan ["","") stop=player`},
		{"{player}", []Cond{between("player", "C", ""), between("player", "", "K"), between("player", "D", "J")},
			`range ["D","J") key=player stop=player`},
		{"{player}", []Cond{between("player", "C", "K"), has("player", "Co")}, `prefix ["Co","Cp") key=player stop=player`},
		{"{player}", []Cond{has("player", "\xff")}, `prefix ["\xff","") key=player stop=player`},
		// The separator sorts above the bound's next byte, so the keys between are left out.
		{"{player}#{date}", []Cond{between("player", "A", "Jo!")},
			`ranges ["A","Jo!") ["Jo#","Jo$") key=player stop=player`},
		{"{player}#{date}", []Cond{between("player", "Jo!", "K")},
			`ranges ["Jo!","Jo#") ["Jo$","K") key=player stop=player`},
		{"{player}##{date}", []Cond{has("player", "Jo#")},
			`ranges ["Jo#","Jo##") ["Jo#$","Jo$") key=player stop=player`},
		// No row can match.
		{"{game}#{player}", []Cond{lol, eq("player", "x"), eq("player", "y")},
			`prefix ["LoL#","LoL$") key=game rows=player,player stop=player filter.BlockAll`},
		{"{game}#{player}", []Cond{eq("game", "Lo#L")}, `scan ["","") rows=game stop=game filter.BlockAll`},
		{"{game}#{player}", []Cond{has("game", "Lo#")}, `prefix ["Lo#","Lo$") key=game stop=game filter.BlockAll`},
		{"{game}#{player}#{date}", []Cond{lol, eq("date", "1"), has("date", "2")},
			`prefix ["LoL#","LoL$") key=game rows=date,date stop=player filter.BlockAll`},
		{"{date}", []Cond{between("date", "20150401", "20150301")}, `scan ["","") rows=date stop=date filter.BlockAll`},
		{"{date}", []Cond{eq("date", "")}, `scan ["","") key=date filter.BlockAll`},
		{"counter", nil, `point ["counter","counter\x00")`},
		// Without a template there are only conditions on columns.
		{"", []Cond{corrie, eq("date", "x")}, `scan ["","") rows=player,date missing=date filter.Condition`},
	}
	for _, tt := range tests {
		var tm *rowkey.Template
		if tt.template != "" {
			tm = parse(t, tt.template)
		}
		if got := sketch(PlanQuery(tm, gameColumns, Query{Where: tt.where}, KnownData{})); got != tt.want {
			t.Errorf("%s, %v:\n got %s\nwant %s", tt.template, tt.where, got, tt.want)
		}
	}
}

// TestResidualPattern checks that patterns have the same form as the template that they
// come from.
func TestResidualPattern(t *testing.T) {
	tests := []struct {
		template string
		where    []Cond
		want     filter.RowKeyRegex
	}{
		{"{game}#{player}#{date}", []Cond{eq("player", "Corrie")}, `[^#]*#Corrie#\C*`},
		{"{game}#{player}#{date}", []Cond{eq("game", "LoL"), eq("date", "20150301")}, `LoL#[^#]*#20150301`},
		{"{game}#{player}#{date}", []Cond{has("date", "201503"), has("player", "C")}, `[^#]*#C[^#]*#201503\C*`},
		{"{a}##{b}", []Cond{eq("b", "x")}, `(?:[^#]|#[^#])*##x`},
		// The patterns of the fields before the condition depend on their transforms.
		{"{n|zero:6}#{a}", []Cond{eq("a", "x")}, `[0-9]{6}#x`},
		{"{n|zero:6}{a}", []Cond{eq("a", "x")}, `[0-9]{6}x`},
		{"{b}#{n|zero:6}#{t}", []Cond{eq("b", "y"), has("t", "202603")}, `y#[0-9]{6}#202603\C*`},
		{"{t|millis}#{t|millis|newest}#{a}", []Cond{eq("a", "x")}, `[0-9]{13}#[0-9]{19}#x`},
		{"{n|salt:8}#{n|hash:4}#{n|reverse}#{a}#", []Cond{eq("a", "x")}, `[0-9]#\C{4}#[^#]*#x#\C*`},
		{"{n|pad:5}{h|domain}#{n|first:1}{a}", []Cond{eq("a", "x")}, `\C{5}[^#]*#\Cx`},
		{"{t|day}#{b}#{t|hour}#{a}", []Cond{eq("a", "x")}, `[0-9]{8}#[^#]*#[0-9]{10}#x`},
		// The condition is on a field that a transform has changed.
		{"{b}#{n|zero:6}#{a}", []Cond{eq("n", "42")}, `[^#]*#000042#\C*`},
		{"{b}#{n|zero:6}", []Cond{{Field: "n", Op: Numbers, Value: "8", To: "11"}}, `[^#]*#(?:000008|000009|000010)`},
		{"{b}#{n|zero:3}", []Cond{{Field: "n", Op: Numbers, To: "200"}}, `[^#]*#(?:|[\x00-1]\C*|2(?:|[\x00-\x2f]\C*|0(?:|[\x00-\x2f]\C*)))`},
		{"{b}#{h|domain}#{a}", []Cond{{Field: "h", Op: Under, Value: "a.org"}}, `[^#]*#org\.a\.[^#]*#\C*`},
	}
	for _, tt := range tests {
		if got := PlanQuery(parse(t, tt.template), nil, Query{Where: tt.where}, KnownData{}).Filter; got != tt.want {
			t.Errorf("%s, %v: filter %v, want %v", tt.template, tt.where, got, tt.want)
		}
	}
}

// TestTooLarge checks that a condition that is too large for a filter is reported. The
// plan must not contain a filter that Bigtable would refuse.
func TestTooLarge(t *testing.T) {
	long := strings.Repeat("\x00", base.MaxFilter)
	for _, c := range []Cond{eq("win", long), has("win", long), between("win", long, ""), between("win", "", long),
		between("date", strings.Repeat("x", 2000), ""), between("date", "", strings.Repeat("x", 2000))} {
		p := PlanQuery(parse(t, "{game}#{date}"), gameColumns, Query{Where: []Cond{c}}, KnownData{})
		if !slices.Equal(p.Missing, []string{c.Field}) || p.Filter != nil {
			t.Errorf("%s of %d bytes: missing %q, filter %T", c.Field, len(c.Value+c.To), p.Missing, p.Filter)
		}
	}
	// The pattern for this separator would have no reasonable length.
	a, b := "a", "ab"
	for len(b) < 300 {
		a, b = b, b+a
	}
	p := PlanQuery(parse(t, "{x}"+b+"{y}"), nil, Query{Where: []Cond{eq("y", "v")}}, KnownData{})
	if _, err := filter.Compile(p.Filter); err != nil {
		t.Errorf("the filter does not compile: %v", err)
	}
	if p.Filter == nil && len(p.Missing) == 0 {
		t.Error("the condition on y is lost")
	}
}

func TestDescribe(t *testing.T) {
	tests := []struct {
		ranges []base.Range
		want   Access
	}{
		{nil, Scan},
		{[]base.Range{base.AllKeys}, Scan},
		{[]base.Range{{Start: "", End: "m"}, {Start: "m", End: ""}}, Scan},
		{[]base.Range{base.PointRange("a")}, Point},
		{[]base.Range{base.PrefixRange("a#")}, Prefix},
		{[]base.Range{base.PrefixRange("\xff")}, Prefix},
		{[]base.Range{{Start: "a", End: "ab"}}, Range},
		{[]base.Range{{Start: "a"}}, Range},
		{[]base.Range{{End: "a"}}, Range},
		{[]base.Range{{Start: "b", End: "a"}}, Range},
		{[]base.Range{base.PointRange("a"), base.PointRange("b")}, Ranges},
		{[]base.Range{base.PointRange("a"), base.PrefixRange("a")}, Prefix},
	}
	for _, tt := range tests {
		if got := AccessOf(tt.ranges); got != tt.want {
			t.Errorf("Describe(%q) = %s, want %s", tt.ranges, got, tt.want)
		}
	}
}

func TestMatch(t *testing.T) {
	tests := []struct {
		cond Cond
		yes  []string
		no   []string
	}{
		{eq("f", "b"), []string{"b"}, []string{"", "a", "bb"}},
		{has("f", "b"), []string{"b", "bb", "b\xff"}, []string{"", "a", "c"}},
		{between("f", "b", "d"), []string{"b", "bz", "c"}, []string{"", "a", "d", "da"}},
		{between("f", "b", ""), []string{"b", "\xff"}, []string{"", "a"}},
		{between("f", "", ""), []string{"", "a"}, nil},
		{between("f", "d", "b"), nil, []string{"b", "c", "d"}},
	}
	for _, tt := range tests {
		q := Query{Where: []Cond{tt.cond}}
		for i, v := range append(slices.Clone(tt.yes), tt.no...) {
			if got := q.Match(func(string) string { return v }); got != (i < len(tt.yes)) {
				t.Errorf("%+v matches %q: %v", tt.cond, v, got)
			}
		}
	}
	if !(Query{}).Match(nil) {
		t.Error("a query without conditions does not match")
	}
}

func parse(t testing.TB, text string) *rowkey.Template {
	t.Helper()
	tm, err := rowkey.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return tm
}
