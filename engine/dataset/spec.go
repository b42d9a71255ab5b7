package dataset

import (
	"fmt"
	"slices"

	"tabletop/engine/base"
)

const (
	// MaxCount is the largest number of records of a Spec.
	MaxCount = 5_000_000
	// MaxValues is the largest number of values of a generated field.
	MaxValues = 500_000
	// MaxFiller is the largest number of bytes that the filler of one field may have in all
	// records together.
	MaxFiller = 128 << 20
)

// Spec describes the records of a data set: first the given ones, then those that the
// recipe generates.
type Spec struct {
	Fields  []string   `wire:"1"` // names of the fields, in the order of a record's values
	Records [][]string `wire:"2"` // given records, some of which may lack fields, see LacksField
	Recipe  *Recipe    `wire:"3"` // generated records, nil for none
	Time    string     `wire:"4"` // the field with the time when a record's cells were written, see ParseTime; "" if they are written at loading
}

// Recipe describes generated records.
type Recipe struct {
	Count  int64       `wire:"1"` // number of all records, including the given ones
	Seed   uint64      `wire:"2"` // determines all random choices
	Gens   []Generator `wire:"3"` // one for each field of the Spec, in its order
	Unique []string    `wire:"4"` // fields whose combination of values is different in every record; may be empty
}

// GeneratorKind says how a field is generated.
type GeneratorKind uint8

const (
	// Choice chooses one of Values. If there are Weights, there is one for each value: a value
	// of weight 2 is chosen twice as often as one of weight 1.
	Choice GeneratorKind = iota
	// Names chooses a name from a pool that grows with the number of records: one name for
	// every PerValue records, rounded up, and at least Min names. The first names are Values;
	// then come common given names; and when those are used up, all of these with a 2
	// appended, then with a 3, and so on.
	Names
	// Days chooses a day from From to To, both included. Days are written as YYYYMMDD.
	Days
	// Decimals chooses From or From plus a multiple of Step, up to To. The numbers are not
	// negative. They are written with as many decimals as the setting that has most.
	Decimals
	// Ints chooses a whole number from From to To, both included. If From begins with a 0, the
	// numbers are written with as many digits as From. Values may have one text, such as
	// server{n}.bbb.com, in which {n} is replaced by the number, and {a} by the number written
	// in letters.
	Ints
	// Zipf chooses the k-th of Values, or of the numbers From to To in a random order, with a
	// frequency proportional to 1/k^Step. Numbers are written as for Ints.
	Zipf
	// Sequence has numbers that begin at From and grow by one every PerValue records. With
	// Step it chooses the k-th latest number with a frequency proportional to 1/k^Step, and
	// otherwise always the latest. Numbers are written as for Ints.
	Sequence
	// Arrival has times from From on, in ascending order and evenly distributed with some
	// jitter. They end at To, or there is one every Step milliseconds; if fields take turns,
	// there is a round of them every Step milliseconds. From is YYYYMMDD, YYYYMMDDhhmmss, the
	// latter with three digits for milliseconds, or a number of milliseconds since 1970. All
	// times are written in the form of From.
	Arrival
	// Turns has each of Values, or of the numbers From to To, once in each round, in an order
	// that is the same for all rounds. If several fields are of this kind, each combination of
	// their values comes once in each round. Numbers are written as for Ints.
	Turns
	// Filler has meaningless text of From to To bytes, both included. All its values share
	// memory.
	Filler
	// Fitted has values like those of other data, which Shape describes: how many there are, how
	// often each comes, in what order, and from which field they follow. Values are the forms in
	// which they are written, and Weights how frequent the forms are among the values. In a form,
	// {w4-9} is a word of 4 to 9 lower-case letters, {W2} capitals, {C5} a capital and lower-case
	// letters, {d4} digits, {x8} and {X8} hexadecimal digits, {m22} digits and letters, {t9-80} words
	// with blanks; anything else is written as it is. Instead, a field may have one form with {n}
	// or {trim}, which is a number from From to To in steps of Step, {trim} without zeros at the
	// end; or with parts of a time, {year}, {month}, {day}, {hour}, {minute}, {second}, {ms}, {us},
	// {unix}, {unixms} and {unixus}. Then From and To are times as for Arrival, and Step
	// is in milliseconds.
	Fitted

	kinds
)

// KindCount is the number of kinds.
const KindCount = kinds

// Valid reports whether k is one of the kinds.
func (k GeneratorKind) Valid() bool { return k < kinds }

// Generator describes how the values of one field are generated. Which settings are used depends
// on Kind.
type Generator struct {
	Field    string        `wire:"1"`
	Kind     GeneratorKind `wire:"2"`
	Values   []string      `wire:"3"` // for Choice, Names, Zipf and Turns: different values; for numbers: one text around them; for Fitted: forms
	Weights  []int64       `wire:"4"` // for Choice and Fitted: numbers above 0, or none for equal weights
	PerValue int64         `wire:"5"` // for Names: above 0; for Sequence: 0 means 1
	Min      int64         `wire:"6"` // for Names: fewest names
	From     string        `wire:"7"` // From, To and Step are for the other kinds
	To       string        `wire:"8"`
	Step     string        `wire:"9"`  // see the kinds
	Shape    *Shape        `wire:"10"` // for Fitted
}

// Check refuses a Spec of which no records can be made. The refusal is bad-recipe, except
// for fields of a recipe that do not go together (recipe-few, recipe-weights, recipe-vast,
// recipe-times). Check refuses:
//   - fields without a name, and names that are repeated,
//   - records of a wrong length, more than [MaxCount] records, and fewer than are given,
//   - generators that do not match the fields, or have invalid settings,
//   - more than [MaxValues] values of a field,
//   - unique fields with too few combinations, or with equal combinations in given records.
func (s Spec) Check() error {
	_, err := s.compile()
	return err
}

// WithRecordCount returns a copy of s whose recipe generates another number of records. s must have
// a recipe, which is copied and not changed.
func (s Spec) WithRecordCount(records int64) Spec {
	recipe := *s.Recipe
	recipe.Count = records
	s.Recipe = &recipe
	return s
}

// Len returns the number of records.
func (s Spec) Len() int64 {
	if s.Recipe != nil {
		return s.Recipe.Count
	}
	return int64(len(s.Records))
}

// bad returns a refusal (bad-recipe): the kind of error, the field concerned or "", and up
// to two details.
func bad(kind, field string, details ...any) error {
	args := []string{kind, field, "", ""}
	for i, d := range details {
		args[2+i] = fmt.Sprint(d)
	}
	return base.Refuse(base.CodeBadRecipe, args...)
}

// program is a checked Spec with all that is prepared for its cursors.
type program struct {
	spec   Spec
	tables [][]string // by field: the values of a field with a table; nil without a recipe
	free   []draw     // fields with a table that are independent of others
	dims   []dim      // unique fields that form the number of a combination
	by     int        // the unique field by whose weights there are strata, or -1
	strata []stratum  // nil if there are no unique fields
	made   []sourced  // fields with a source
	fitted []*fitted  // fields of the kind Fitted, each after those that decide about it
}

// draw is a field whose values are drawn from its table independently.
type draw struct {
	field   int
	weights []int64 // nil for equal weights
	sum     uint64
}

// dim is a unique field, as one digit of a combination's number.
type dim struct {
	field int
	size  uint64
}

// stratum is the combinations with one value of the weighted field.
type stratum struct {
	quota uint64          // records to generate
	perm  permutation     // the order in which combinations are used
	taken map[uint64]bool // combinations of given records
}

// compile checks the Spec and prepares its tables and sources.
func (s Spec) compile() (*program, error) {
	if err := s.checkGiven(); err != nil {
		return nil, err
	}
	p := &program{spec: s, by: -1}
	r := s.Recipe
	if r == nil {
		return p, nil
	}
	switch given := int64(len(s.Records)); {
	case r.Count > MaxCount:
		return nil, bad("count-above", "", r.Count, MaxCount)
	case r.Count < given:
		return nil, bad("count-below", "", r.Count, given)
	case len(r.Gens) != len(s.Fields):
		return nil, bad("generators", "", len(r.Gens), len(s.Fields))
	}
	for i, g := range r.Gens {
		if g.Field != s.Fields[i] {
			return nil, bad("order", g.Field, s.Fields[i])
		}
		var values []string
		if g.Kind <= Decimals {
			var err error
			if values, err = g.values(r.Count); err != nil {
				return nil, err
			}
		}
		p.tables = append(p.tables, values)
	}
	if err := p.sources(); err != nil {
		return nil, err
	}
	for i, f := range r.Unique {
		if !slices.Contains(s.Fields, f) {
			return nil, bad("unknown", f)
		}
		if slices.Contains(r.Unique[:i], f) {
			return nil, bad("unique-twice", f)
		}
	}
	for i, g := range r.Gens {
		switch unique := slices.Contains(r.Unique, g.Field); {
		case g.Kind > Decimals:
		case !unique:
			d := draw{field: i, weights: g.Weights}
			for _, w := range g.Weights {
				d.sum += uint64(w)
			}
			p.free = append(p.free, d)
		case len(g.Weights) == 0:
			p.dims = append(p.dims, dim{i, uint64(len(p.tables[i]))})
		case p.by >= 0:
			return nil, base.Refuse(base.CodeRecipeWeights, s.Fields[p.by], g.Field)
		default:
			p.by = i
		}
	}
	if len(r.Unique) == 0 {
		return p, nil
	}
	return p, p.stratify()
}

// checkGiven checks the fields and the given records, without the recipe.
func (s Spec) checkGiven() error {
	if len(s.Fields) == 0 {
		return bad("no-fields", "")
	}
	met := make(map[string]bool, len(s.Fields))
	for i, f := range s.Fields {
		if f == "" {
			return bad("unnamed", "", i+1)
		}
		if met[f] {
			return bad("twice", f)
		}
		met[f] = true
	}
	if s.Time != "" && !met[s.Time] {
		return bad("unknown", s.Time)
	}
	if len(s.Records) > MaxCount {
		return bad("count-above", "", len(s.Records), MaxCount)
	}
	for i, rec := range s.Records {
		if !wellFormed(rec, len(s.Fields)) {
			return bad("record", "", i+1, len(s.Fields))
		}
	}
	return nil
}
