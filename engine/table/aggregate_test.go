package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// aggregateTable returns a table with a family of each type, named after the type.
func aggregateTable(t testing.TB) *Table {
	t.Helper()
	tab := newTable(t, "plain")
	for _, typ := range []ValueType{IntSum, IntMin, IntMax, UniqueCount} {
		if err := tab.CreateFamily(FamilyInfo{Name: base.Family(typ.String()), Type: typ}); err != nil {
			t.Fatal(err)
		}
	}
	return tab
}

// showTyped prints a row in the format of show, with the values of aggregates as numbers.
func showTyped(t testing.TB, tab *Table, key base.RowKey) string {
	t.Helper()
	row, _ := tab.Get(key)
	var cells []string
	for c := range row.Cells() {
		value := strconv.Quote(c.Value)
		id, _ := tab.fams.id(c.Family)
		switch typ := tab.fams.types[id]; typ {
		case IntSum, IntMin, IntMax:
			value = strconv.FormatInt(decodeInt(c.Value), 10)
		case UniqueCount:
			n, err := EstimateDistinctCount(c.Value)
			if err != nil {
				t.Fatal(err)
			}
			value = strconv.FormatInt(n, 10)
		}
		cells = append(cells, fmt.Sprintf("%s:%s@%d=%s", c.Family, c.Qualifier, c.At/1000, value))
	}
	return strings.Join(cells, " ")
}

func TestAggregates(t *testing.T) {
	add := func(f base.Family, ms base.Micros, in AggregateInput) AddToCell {
		return AddToCell{f, "q", ms * 1000, in}
	}
	for _, tt := range []struct {
		name string
		muts []Mutation
		want string
	}{
		{"one input", []Mutation{add("intsum", 1, IntInput(5))}, "intsum:q@1=5"},
		{"a sum", []Mutation{add("intsum", 1, IntInput(5)), add("intsum", 1, IntInput(-7)), add("intsum", 1, IntInput(1))}, "intsum:q@1=-1"},
		{"the least", []Mutation{add("intmin", 1, IntInput(5)), add("intmin", 1, IntInput(-7)), add("intmin", 1, IntInput(1))}, "intmin:q@1=-7"},
		{"the greatest", []Mutation{add("intmax", 1, IntInput(-5)), add("intmax", 1, IntInput(7)), add("intmax", 1, IntInput(1))}, "intmax:q@1=7"},
		{"distinct values", []Mutation{add("inthll", 1, BytesInput("a")), add("inthll", 1, BytesInput("b")), add("inthll", 1, BytesInput("a"))}, "inthll:q@1=2"},
		{"other times are other cells", []Mutation{add("intsum", 1, IntInput(5)), add("intsum", 2, IntInput(6)), add("intsum", 1, IntInput(1))}, "intsum:q@2=6 intsum:q@1=6"},
		{"states merge", []Mutation{add("intsum", 1, IntInput(5)), MergeToCell{"intsum", "q", 1000, encodeInt(37)}}, "intsum:q@1=42"},
		{"a state alone", []Mutation{MergeToCell{"intmax", "q", 1000, encodeInt(-9)}}, "intmax:q@1=-9"},
		{"sketches merge", []Mutation{add("inthll", 1, BytesInput("a")), MergeToCell{"inthll", "q", 1000, stateOf(BytesInput("b"))}, MergeToCell{"inthll", "q", 1000, stateOf(BytesInput("a"))}}, "inthll:q@1=2"},
		{"a delete between adds", []Mutation{add("intsum", 1, IntInput(5)), DeleteColumn{Family: "intsum", Qualifier: "q"}, add("intsum", 1, IntInput(2))}, "intsum:q@1=2"},
		{"the bounds", []Mutation{add("intsum", 1, IntInput(math.MaxInt64)), add("intsum", 1, IntInput(math.MinInt64)), add("intsum", 1, IntInput(-math.MaxInt64))}, "intsum:q@1=-9223372036854775808"},
		{"with plain cells", []Mutation{SetCell{"plain", "q", 1000, "v"}, add("intsum", 1, IntInput(5))}, `intsum:q@1=5 plain:q@1="v"`},
	} {
		// One mutation after another must have the same result as all at once.
		once, single := aggregateTable(t), aggregateTable(t)
		mustMutate(t, once, "k", tt.muts...)
		for _, m := range tt.muts {
			mustMutate(t, single, "k", m)
		}
		if got := showTyped(t, once, "k"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		a, _ := once.Get("k")
		b, _ := single.Get("k")
		if a.rec.Sizes != b.rec.Sizes || !slices.Equal(slices.Collect(a.Cells()), slices.Collect(b.Cells())) {
			t.Errorf("%s: one by one it is %s", tt.name, showTyped(t, single, "k"))
		}
		checkSums(t, once)
	}
}

func TestAggregateRefusals(t *testing.T) {
	tooFine := stateOf(BytesInput("a"))
	tooFine = tooFine[:1] + "\x10" + tooFine[2:]
	for _, tt := range []struct {
		name string
		mut  Mutation
		code base.Code
		args []string
	}{
		{"a set", SetCell{"intsum", "q", 0, encodeInt(1)}, base.CodeAggregate, []string{"games", "intsum", "intsum"}},
		{"an add to a plain family", AddToCell{"plain", "q", 0, IntInput(1)}, base.CodeNotAggregate, []string{"games", "plain"}},
		{"a merge into a plain family", MergeToCell{"plain", "q", 0, encodeInt(1)}, base.CodeNotAggregate, []string{"games", "plain"}},
		{"bytes to a sum", AddToCell{"intsum", "q", 0, BytesInput("1")}, base.CodeBadInput, []string{"k", "intsum:q", "intsum", "bytes"}},
		{"a number to a count", AddToCell{"inthll", "q", 0, IntInput(1)}, base.CodeBadInput, []string{"k", "inthll:q", "inthll", "int64"}},
		{"nothing", AddToCell{"intmin", "q", 0, nil}, base.CodeBadInput, []string{"k", "intmin:q", "intmin", "nothing"}},
		{"a short state", MergeToCell{"intmax", "q", 0, "1234567"}, base.CodeBadState, []string{"intmax", "7", "k", "intmax:q"}},
		{"no sketch", MergeToCell{"inthll", "q", 0, encodeInt(1)}, base.CodeBadState, []string{"inthll", "8", "k", "inthll:q"}},
		{"a sketch of another precision", MergeToCell{"inthll", "q", 0, tooFine}, base.CodeBadState, nil},
		{"server time", AddToCell{"intsum", "q", ServerTime, IntInput(1)}, base.CodeBadTimestamp, []string{"-1", "k", "intsum:q"}},
		{"a fine time", MergeToCell{"intsum", "q", 1, encodeInt(1)}, base.CodeBadTimestamp, []string{"1", "k", "intsum:q"}},
		{"a long qualifier", AddToCell{"intsum", base.Qualifier(strings.Repeat("q", base.MaxQualifier+1)), 0, IntInput(1)}, base.CodeQualTooLong, nil},
		{"no family", AddToCell{"none", "q", 0, IntInput(1)}, base.CodeNoFamily, nil},
		{"a sum too great", AddToCell{"intsum", "sum", 0, IntInput(1)}, base.CodeOverflow, []string{"k", "intsum:sum", "9223372036854775807", "1"}},
	} {
		tab := aggregateTable(t)
		mustMutate(t, tab, "k", AddToCell{"intsum", "sum", 0, IntInput(math.MaxInt64)})
		before, _ := tab.Get("k")
		err := tab.Mutate("k", 0, []Mutation{SetCell{"plain", "q", 0, "v"}, tt.mut})
		if err == nil {
			t.Errorf("%s: not refused", tt.name)
			continue
		}
		wantCode(t, err, tt.code, tt.args...)
		if after, _ := tab.Get("k"); after.rec != before.rec {
			t.Errorf("%s: refused, but changed the row to %s", tt.name, showTyped(t, tab, "k"))
		}
	}
	if _, err := EstimateDistinctCount("no sketch"); err == nil {
		t.Error("a count of no sketch")
	} else {
		wantCode(t, err, base.CodeBadState, "inthll", "9", "", "")
	}
}

// TestDistinctCount compares the estimates with the true counts. States that were made of
// the same inputs in another order and in other batches must be the same.
func TestDistinctCount(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for _, tt := range []struct {
		values int
		off    float64 // largest error, as a share of the number of values
	}{{1, 0}, {7, 0}, {100, 0}, {2_000, 0.001}, {10_000, 0.005}, {40_000, 0.02}, {90_000, 0.02}} {
		tab := aggregateTable(t)
		var muts []Mutation
		for n := range tt.values + tt.values/2 {
			muts = append(muts, AddToCell{"inthll", "q", 0, BytesInput(strconv.Itoa(n % tt.values))})
		}
		var states [2]string
		for i := range states {
			r.Shuffle(len(muts), func(i, j int) { muts[i], muts[j] = muts[j], muts[i] })
			mustMutate(t, tab, "k", DeleteRow{})
			for rest := muts; len(rest) > 0; {
				n := min(len(rest), 1+r.IntN(base.MaxMutations/5))
				mustMutate(t, tab, "k", rest[:n]...)
				rest = rest[n:]
			}
			row, _ := tab.Get("k")
			c, _ := row.Newest("inthll", "q")
			states[i] = c.Value
		}
		if states[0] != states[1] {
			t.Errorf("%d values: the state depends on their order", tt.values)
		}
		n, err := EstimateDistinctCount(states[0])
		if err != nil || math.Abs(float64(n)-float64(tt.values)) > tt.off*float64(tt.values) {
			t.Errorf("%d values counted as %d: %v", tt.values, n, err)
		}
	}
}

// FuzzState merges arbitrary bytes into a cell. The table must accept them as a state or
// refuse them.
func FuzzState(f *testing.F) {
	f.Add([]byte(stateOf(BytesInput("a"))))
	f.Add([]byte("\x02\x0e\x00\x00"))
	f.Fuzz(func(t *testing.T, state []byte) {
		tab := aggregateTable(t)
		if err := tab.Mutate("k", 0, []Mutation{MergeToCell{"inthll", "q", 0, string(state)}}); err != nil {
			return
		}
		mustMutate(t, tab, "k", AddToCell{"inthll", "q", 0, BytesInput("b")}, AddToCell{"inthll", "q", 0, BytesInput("c")})
		row, _ := tab.Get("k")
		c, _ := row.Newest("inthll", "q")
		if n, err := EstimateDistinctCount(c.Value); err != nil || n < 0 {
			t.Errorf("counted %d: %v", n, err)
		}
	})
}
