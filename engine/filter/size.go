package filter

import (
	"fmt"

	"tabletop/engine/base"
)

// size returns how many bytes f takes as a serialised RowFilter, or -1 if it has
// more than [base.MaxNesting] levels, f being at the given level.
func size(f Filter, level int) int {
	if level > base.MaxNesting {
		return -1
	}
	switch f := f.(type) {
	case nil:
		return 0
	case PassAll, BlockAll:
		return 2 + 1 // fields 17 and 18
	case StripValue:
		return 1 + 1
	case Chain:
		return branches(f, level)
	case Interleave:
		return branches(f, level)
	case Condition:
		n := 0
		for _, g := range []Filter{f.If, f.Then, f.Else} {
			if g == nil {
				continue
			}
			m := size(g, level+1)
			if m < 0 {
				return -1
			}
			n += delimited(m)
		}
		return delimited(n)
	case RowKeyRegex:
		return delimited(len(f))
	case FamilyRegex:
		return delimited(len(f))
	case QualifierRegex:
		return delimited(len(f))
	case ValueRegex:
		return delimited(len(f))
	case CellsPerRow:
		return 1 + varint(int(f))
	case CellsPerColumn:
		return 1 + varint(int(f))
	default:
		panic(fmt.Sprintf("filter: unknown filter %T", f))
	}
}

func branches(fs []Filter, level int) int {
	n := 0
	for _, g := range fs {
		m := size(g, level+1)
		if m < 0 {
			return -1
		}
		n += delimited(m)
	}
	return delimited(n)
}

// delimited is the size of a field of n bytes with a one-byte tag.
func delimited(n int) int { return 1 + varint(n) + n }

func varint(n int) int {
	w := 1
	for u := uint64(n); u >= 0x80; u >>= 7 {
		w++
	}
	return w
}
