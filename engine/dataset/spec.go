package dataset

import (
	"fmt"
	"slices"

	"tabletop/engine/base"
)

const (
	// MaxCount is the most records a Spec may have.
	MaxCount = 5_000_000
	// MaxValues is the most values a generated field may take.
	MaxValues = 500_000
	// MaxFiller is the most bytes that the filler of a field may take in all records.
	MaxFiller = 128 << 20
)

// Spec says what to load: first the given records, then those of the recipe.
type Spec struct {
	Fields  []string   `wire:"1"` // names, in record order
	Records [][]string `wire:"2"` // given records, of which some may lack fields: see [Lacks]
	Recipe  *Recipe    `wire:"3"` // generated records, nil for none
	Time    string     `wire:"4"` // the field that says when a record's cells were written, as [ParseTime] reads it; "" for when they are loaded
}

// Recipe generates records.
type Recipe struct {
	Count  int64    `wire:"1"` // records in all, the given ones included
	Seed   uint64   `wire:"2"` //
	Gens   []Gen    `wire:"3"` // one for each field of the Spec, in its order
	Unique []string `wire:"4"` // fields that together differ in every record, none for no rule
}

// Kind is how a field is generated.
type Kind uint8

const (
	// Choice takes one of Values. Weights, if any, are one for each value: a
	// value of weight 2 is taken twice as often as one of weight 1.
	Choice Kind = iota
	// Names takes a name from a pool that grows with the records: one name for
	// every PerValue of them, rounded up, but not fewer than Min. Values are the
	// first names, common given names follow, and when those are used up all of
	// them with 2 behind, then with 3.
	Names
	// Days takes a day from From to To, both included, written YYYYMMDD.
	Days
	// Decimals takes a multiple of Step above From, at most To. The numbers are
	// not negative and are written with as many decimals as the longest of the
	// three.
	Decimals
	// Ints takes a whole number from From to To, both included. They are written
	// with as many digits as From where that begins with a 0. Values may hold one
	// text, such as server{n}.bbb.com, in which {n} is the number; {a} is the number
	// in letters.
	Ints
	// Zipf takes the k-th of Values, or of the numbers From to To in an order of
	// their own, in proportion to 1/k^Step. Numbers are written as those of Ints.
	Zipf
	// Sequence takes numbers that grow by one every PerValue records from From on.
	// With Step it takes the k-th latest number in proportion to 1/k^Step, else the
	// latest. Numbers are written as those of Ints.
	Sequence
	// Arrival takes times from From on, in order, evenly with jitter: up to To, or one
	// every Step milliseconds; where fields take turns, a round of them every Step.
	// From is YYYYMMDD, YYYYMMDDhhmmss or that with three decimals, or else
	// milliseconds since 1970, and all times are written so.
	Arrival
	// Turns takes each of Values, or of the numbers From to To, once a round, in an
	// order that is the same in each. Several such fields take turns together: each
	// of their combinations comes once a round. Numbers are written as those of Ints.
	Turns
	// Filler takes text without a meaning, of From to To bytes, both included. It
	// costs nothing to make.
	Filler

	kinds
)

// Kinds is how many kinds there are.
const Kinds = kinds

// Valid reports whether there is such a kind.
func (k Kind) Valid() bool { return k < kinds }

// Gen generates the values of one field. Which settings count depends on Kind.
type Gen struct {
	Field    string   `wire:"1"`
	Kind     Kind     `wire:"2"`
	Values   []string `wire:"3"` // Choice, Names, Zipf, Turns: different from each other; of numbers one text
	Weights  []int64  `wire:"4"` // Choice: above 0, or none for equal weights
	PerValue int64    `wire:"5"`
	Min      int64    `wire:"6"` // Names: PerValue above 0, Min may be 0. Sequence: PerValue, 0 being 1
	From     string   `wire:"7"`
	To       string   `wire:"8"`
	Step     string   `wire:"9"` // all but Choice and Names, where their kind says so
}

// Check refuses a Spec that no records can be made of, with bad-recipe but where the
// fields of a recipe do not go together (recipe-few, recipe-weights, recipe-vast,
// recipe-times): fields
// without a name or twice, records of another length, more than [MaxCount] or
// fewer than are given, generators that do not fit the fields or have impossible
// settings, more than [MaxValues] values, and unique fields with too few
// combinations or violated by the given records.
func (s Spec) Check() error {
	_, err := s.compile()
	return err
}

// Len returns how many records the Spec has.
func (s Spec) Len() int64 {
	if s.Recipe != nil {
		return s.Recipe.Count
	}
	return int64(len(s.Records))
}

// bad returns a refusal of the Spec: what is wrong, with which field or "", and up to
// two details.
func bad(kind, field string, details ...any) error {
	args := []string{kind, field, "", ""}
	for i, d := range details {
		args[2+i] = fmt.Sprint(d)
	}
	return base.Refuse(base.CodeBadRecipe, args...)
}

// program is a checked Spec.
type program struct {
	spec   Spec
	tables [][]string // values of each field, nil without a recipe
	free   []draw     // fields drawn on their own
	dims   []dim      // unique fields that make up a combination's number
	by     int        // the unique field whose weights make the strata, or -1
	strata []stratum  // nil when nothing is unique
	made   []sourced  // fields that are made from the record's number
}

// draw takes a field's value.
type draw struct {
	field   int
	weights []int64 // nil for equal weights
	sum     uint64
}

// dim is one digit of a combination's number.
type dim struct {
	field int
	size  uint64
}

// stratum is the combinations that share a value of the field with weights.
type stratum struct {
	quota uint64          // records to generate
	perm  permutation     // order in which the combinations are taken
	taken map[uint64]bool // combinations of given records
}

// compile checks the Spec and prepares its tables.
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

// checkGiven checks what does not depend on a recipe.
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
