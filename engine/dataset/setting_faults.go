package dataset

// Setting identifies a setting of a [Generator].
type Setting uint8

// Each of these identifies the field of [Generator] with the same name, without "Set".
const (
	SetValues Setting = iota
	SetWeights
	SetPerValue
	SetMin
	SetFrom
	SetTo
	SetStep
	SetShape
)

// reason says what is wrong with a setting.
type reason string

const (
	notWhole    reason = "whole"    // not a whole number, or too large
	notPositive reason = "positive" // not a number above 0
	notDecimal  reason = "decimal"  // not a number with at most 9 decimals
	notDay      reason = "day"      // not a date
	notTime     reason = "time"     // not a time that Arrival reads
	notExponent reason = "exponent" // not a number up to 5 with at most 3 decimals
	notWeights  reason = "weights"  // not one whole number above 0 for each value, or 2^32 or more in all
	noValues    reason = "values"   // no values, although some are needed
	noPlace     reason = "place"    // not one text with a place for the number
	twice       reason = "twice"    // a value is repeated
	tooMany     reason = "many"     // there would be more than MaxValues values
	backward    reason = "backward" // To is before From
	tooLong     reason = "long"     // more than a cell can have, or than MaxFiller in all records
	otherForm   reason = "form"     // not written in the same form as From
	notBoth     reason = "both"     // must not be set together with another setting
	noForm      reason = "pieces"   // not forms of a Fitted field
	noShape     reason = "shape"    // missing, or contradicts itself or the forms
	needsOne    reason = "one"      // neither this nor the alternative setting is set
)

// SettingFault says what is wrong with one setting.
type SettingFault struct {
	Setting Setting
	Reason  reason
}

// Faults returns what is wrong with the settings of g in a recipe of count records, at
// most one SettingFault for each setting. It generates no values. If there are no faults,
// [Spec.Check] refuses g at most because of other fields, or because its times would end
// after the year 9999.
func (g Generator) Faults(count int64) []SettingFault {
	f := faults{Generator: g}
	switch g.Kind {
	case Choice:
		f.values()
		f.weights()
	case Names:
		f.names(count)
	case Days:
		f.days()
	case Decimals:
		f.decimals()
	case Ints:
		f.numbers()
	case Zipf, Turns:
		size := uint64(len(g.Values))
		if len(g.Values) > 1 || len(g.Values) == 1 && g.From+g.To == "" {
			f.values()
			if g.From+g.To != "" {
				f.add(SetFrom, notBoth)
			}
		} else {
			size = f.numbers()
		}
		if g.Kind == Zipf {
			f.exponent()
			if size > MaxValues {
				f.add(SetTo, tooMany)
			}
		}
	case Sequence:
		f.sequence(uint64(max(0, count)))
	case Arrival:
		f.arrival()
	case Filler:
		if size := f.numbers(); size > 0 {
			if from, _ := parseDecimal(f.From, 0); !fills(uint64(from)+size-1, uint64(max(0, count))) {
				f.add(SetTo, tooLong)
			}
		}
		if len(f.Values) > 0 {
			f.add(SetValues, notBoth)
		}
	case Fitted:
		if _, at, why, ok := f.fittedSettings(); !ok {
			f.add(at, why)
		} else if !f.fitsInMemory(count) {
			f.add(SetValues, tooLong)
		}
	default:
		panic("dataset: a kind without faults")
	}
	return f.found
}

// faults collects the faults of a Generator.
type faults struct {
	Generator
	found []SettingFault
}

// add notes a fault, unless the setting already has one.
func (f *faults) add(s Setting, r reason) {
	for _, old := range f.found {
		if old.Setting == s {
			return
		}
	}
	f.found = append(f.found, SettingFault{s, r})
}

// values checks a list of values, which must not be empty.
func (f *faults) values() {
	switch {
	case len(f.Values) == 0:
		f.add(SetValues, noValues)
	case len(f.Values) > MaxValues:
		f.add(SetValues, tooMany)
	}
	f.different()
}

// different checks that no value is repeated.
func (f *faults) different() {
	seen := make(map[string]bool, len(f.Values))
	for _, v := range f.Values {
		if seen[v] {
			f.add(SetValues, twice)
		}
		seen[v] = true
	}
}

// weights checks the weights of a Choice.
func (f *faults) weights() {
	if len(f.Weights) == 0 {
		return
	}
	sum := int64(0)
	for _, w := range f.Weights {
		if w <= 0 || w >= maxWeight || sum+w >= maxWeight {
			f.add(SetWeights, notWeights)
			return
		}
		sum += w
	}
	if len(f.Weights) != len(f.Values) {
		f.add(SetWeights, notWeights)
	}
}

// names checks the settings of Names.
func (f *faults) names(count int64) {
	f.different()
	if f.PerValue <= 0 {
		f.add(SetPerValue, notPositive)
	} else if (count+f.PerValue-1)/f.PerValue > MaxValues {
		f.add(SetPerValue, tooMany)
	}
	if f.Min < 0 {
		f.add(SetMin, notWhole)
	} else if f.Min > MaxValues {
		f.add(SetMin, tooMany)
	}
}

// days checks the settings of Days.
func (f *faults) days() {
	from, ok := parseDay(f.From)
	if !ok {
		f.add(SetFrom, notDay)
	}
	to, valid := parseDay(f.To)
	switch {
	case !valid:
		f.add(SetTo, notDay)
	case !ok:
	case f.To < f.From:
		f.add(SetTo, backward)
	case to.number()-from.number() >= MaxValues:
		f.add(SetTo, tooMany)
	}
}

// decimals checks the settings of Decimals.
func (f *faults) decimals() {
	digits := min(max(decimalsOf(f.From), decimalsOf(f.To), decimalsOf(f.Step)), 9)
	read := func(s Setting, text string) (int64, bool) {
		n, ok := parseDecimal(text, digits)
		if !ok {
			f.add(s, notDecimal)
		}
		return n, ok
	}
	from, ok1 := read(SetFrom, f.From)
	to, ok2 := read(SetTo, f.To)
	step, ok3 := read(SetStep, f.Step)
	if ok3 && step == 0 {
		f.add(SetStep, notPositive)
	}
	switch {
	case !ok1 || !ok2:
	case to < from:
		f.add(SetTo, backward)
	case ok3 && step > 0 && (to-from)/step+1 > MaxValues:
		f.add(SetStep, tooMany)
	}
}

// numbers checks the numbers From to To and the text around them. It returns how many
// numbers there are, or 0 if they are invalid.
func (f *faults) numbers() (size uint64) {
	from, ok := parseDecimal(f.From, 0)
	if !ok {
		f.add(SetFrom, notWhole)
	}
	to, valid := parseDecimal(f.To, 0)
	switch {
	case !valid:
		f.add(SetTo, notWhole)
	case !ok:
	case to < from:
		f.add(SetTo, backward)
	default:
		size = uint64(to-from) + 1
	}
	f.text()
	return size
}

// text checks the text around a number.
func (f *faults) text() {
	if f.Generator.text(&numbers{}) != nil {
		f.add(SetValues, noPlace)
	}
}

// exponent checks Step as an exponent.
func (f *faults) exponent() {
	if s, ok := parseDecimal(f.Step, 3); !ok || s > 5_000 {
		f.add(SetStep, notExponent)
	}
}

// sequence checks the settings of a Sequence of count records.
func (f *faults) sequence(count uint64) {
	if from, ok := parseDecimal(f.From, 0); !ok || from > maxSequence {
		f.add(SetFrom, notWhole)
	}
	f.text()
	if f.To != "" {
		f.add(SetTo, notBoth)
	}
	if f.PerValue < 0 {
		f.add(SetPerValue, notWhole)
	}
	if f.Step != "" {
		f.exponent()
		if f.PerValue >= 0 && count/uint64(max(1, f.PerValue))+1 > MaxValues {
			f.add(SetPerValue, tooMany)
		}
	}
}

// arrival checks the settings of an Arrival.
func (f *faults) arrival() {
	if len(f.Values) > 0 {
		f.add(SetValues, notBoth)
	}
	from, _, ok := parseTime(f.From)
	if !ok {
		f.add(SetFrom, notTime)
	}
	switch {
	case f.To == "" && f.Step == "":
		f.add(SetStep, needsOne)
	case f.To != "" && f.Step != "":
		f.add(SetStep, notBoth)
	case f.To != "":
		to, _, valid := parseTime(f.To)
		switch {
		case !valid:
			f.add(SetTo, notTime)
		case !ok:
		case len(f.To) != len(f.From):
			f.add(SetTo, otherForm)
		case to <= from:
			f.add(SetTo, backward)
		}
	default:
		if step, valid := parseDecimal(f.Step, 3); !valid || step == 0 || step > 1000*maxTime {
			f.add(SetStep, notPositive)
		}
	}
}
