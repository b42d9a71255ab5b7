package dataset

// Setting is one of the settings of a [Gen].
type Setting uint8

const (
	SetValues Setting = iota
	SetWeights
	SetPerValue
	SetMin
	SetFrom
	SetTo
	SetStep
)

// Reason is what is wrong with a setting.
type Reason string

const (
	NotWhole    Reason = "whole"    // no whole number, or one that is too large
	NotPositive Reason = "positive" // no number above 0
	NotDecimal  Reason = "decimal"  // no number with at most 9 decimals
	NotDay      Reason = "day"      // no date
	NotTime     Reason = "time"     // no time that [Arrival] reads
	NotExponent Reason = "exponent" // no number up to 5 with at most 3 decimals
	NotWeights  Reason = "weights"  // not a whole number above 0 for each value, below 2^32 in all
	NoValues    Reason = "values"   // none where some are needed
	NoPlace     Reason = "place"    // no text, or one without a place for the number
	Twice       Reason = "twice"    // a value that stands there before
	TooMany     Reason = "many"     // more than [MaxValues] values come of it
	Backward    Reason = "backward" // before From
	TooLong     Reason = "long"     // more than a cell takes, or [MaxFiller] in all records
	OtherForm   Reason = "form"     // not written as From is
	NotBoth     Reason = "both"     // beside another setting that says the same
	NeedsOne    Reason = "one"      // neither it nor another setting that says the same
)

// Fault is what is wrong with a setting.
type Fault struct {
	Setting Setting
	Reason  Reason
}

// Faults says what is wrong with the settings in a recipe of count records. A Gen
// without faults is refused by [Spec.Check] only for what the other fields are, or
// for times that go on too long. No values are made for it.
func (g Gen) Faults(count int64) []Fault {
	f := faults{Gen: g}
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
				f.add(SetFrom, NotBoth)
			}
		} else {
			size = f.numbers()
		}
		if g.Kind == Zipf {
			f.exponent()
			if size > MaxValues {
				f.add(SetTo, TooMany)
			}
		}
	case Sequence:
		f.sequence(uint64(max(0, count)))
	case Arrival:
		f.arrival()
	case Filler:
		if size := f.numbers(); size > 0 {
			if from, _ := parseDecimal(f.From, 0); !fills(uint64(from)+size-1, uint64(max(0, count))) {
				f.add(SetTo, TooLong)
			}
		}
		if len(f.Values) > 0 {
			f.add(SetValues, NotBoth)
		}
	default:
		panic("dataset: a kind without faults")
	}
	return f.found
}

type faults struct {
	Gen
	found []Fault
}

func (f *faults) add(s Setting, r Reason) {
	for _, old := range f.found {
		if old.Setting == s {
			return // the first reason is enough
		}
	}
	f.found = append(f.found, Fault{s, r})
}

func (f *faults) values() {
	switch {
	case len(f.Values) == 0:
		f.add(SetValues, NoValues)
	case len(f.Values) > MaxValues:
		f.add(SetValues, TooMany)
	}
	f.different()
}

func (f *faults) different() {
	seen := make(map[string]bool, len(f.Values))
	for _, v := range f.Values {
		if seen[v] {
			f.add(SetValues, Twice)
		}
		seen[v] = true
	}
}

func (f *faults) weights() {
	if len(f.Weights) == 0 {
		return
	}
	sum := int64(0)
	for _, w := range f.Weights {
		if w <= 0 || w >= maxWeight || sum+w >= maxWeight {
			f.add(SetWeights, NotWeights)
			return
		}
		sum += w
	}
	if len(f.Weights) != len(f.Values) {
		f.add(SetWeights, NotWeights)
	}
}

func (f *faults) names(count int64) {
	f.different()
	if f.PerValue <= 0 {
		f.add(SetPerValue, NotPositive)
	} else if (count+f.PerValue-1)/f.PerValue > MaxValues {
		f.add(SetPerValue, TooMany)
	}
	if f.Min < 0 {
		f.add(SetMin, NotWhole)
	} else if f.Min > MaxValues {
		f.add(SetMin, TooMany)
	}
}

func (f *faults) days() {
	from, ok := parseDay(f.From)
	if !ok {
		f.add(SetFrom, NotDay)
	}
	to, valid := parseDay(f.To)
	switch {
	case !valid:
		f.add(SetTo, NotDay)
	case !ok:
	case f.To < f.From:
		f.add(SetTo, Backward)
	case to.number()-from.number() >= MaxValues:
		f.add(SetTo, TooMany)
	}
}

func (f *faults) decimals() {
	digits := min(max(decimalsOf(f.From), decimalsOf(f.To), decimalsOf(f.Step)), 9)
	read := func(s Setting, text string) (int64, bool) {
		n, ok := parseDecimal(text, digits)
		if !ok {
			f.add(s, NotDecimal)
		}
		return n, ok
	}
	from, ok1 := read(SetFrom, f.From)
	to, ok2 := read(SetTo, f.To)
	step, ok3 := read(SetStep, f.Step)
	if ok3 && step == 0 {
		f.add(SetStep, NotPositive)
	}
	switch {
	case !ok1 || !ok2:
	case to < from:
		f.add(SetTo, Backward)
	case ok3 && step > 0 && (to-from)/step+1 > MaxValues:
		f.add(SetStep, TooMany)
	}
}

// numbers checks numbers from From to To with the text around them, and returns how
// many there are.
func (f *faults) numbers() (size uint64) {
	from, ok := parseDecimal(f.From, 0)
	if !ok {
		f.add(SetFrom, NotWhole)
	}
	to, valid := parseDecimal(f.To, 0)
	switch {
	case !valid:
		f.add(SetTo, NotWhole)
	case !ok:
	case to < from:
		f.add(SetTo, Backward)
	default:
		size = uint64(to-from) + 1
	}
	f.text()
	return size
}

func (f *faults) text() {
	if f.Gen.text(&numbers{}) != nil {
		f.add(SetValues, NoPlace)
	}
}

func (f *faults) exponent() {
	if s, ok := parseDecimal(f.Step, 3); !ok || s > 5_000 {
		f.add(SetStep, NotExponent)
	}
}

func (f *faults) sequence(count uint64) {
	if from, ok := parseDecimal(f.From, 0); !ok || from > maxSequence {
		f.add(SetFrom, NotWhole)
	}
	f.text()
	if f.To != "" {
		f.add(SetTo, NotBoth)
	}
	if f.PerValue < 0 {
		f.add(SetPerValue, NotWhole)
	}
	if f.Step != "" {
		f.exponent()
		if f.PerValue >= 0 && count/uint64(max(1, f.PerValue))+1 > MaxValues {
			f.add(SetPerValue, TooMany)
		}
	}
}

func (f *faults) arrival() {
	if len(f.Values) > 0 {
		f.add(SetValues, NotBoth)
	}
	from, _, ok := parseTime(f.From)
	if !ok {
		f.add(SetFrom, NotTime)
	}
	switch {
	case f.To == "" && f.Step == "":
		f.add(SetStep, NeedsOne)
	case f.To != "" && f.Step != "":
		f.add(SetStep, NotBoth)
	case f.To != "":
		to, _, valid := parseTime(f.To)
		switch {
		case !valid:
			f.add(SetTo, NotTime)
		case !ok:
		case len(f.To) != len(f.From):
			f.add(SetTo, OtherForm)
		case to <= from:
			f.add(SetTo, Backward)
		}
	default:
		if step, valid := parseDecimal(f.Step, 3); !valid || step == 0 || step > 1000*maxTime {
			f.add(SetStep, NotPositive)
		}
	}
}
