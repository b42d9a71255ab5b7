package filter

import "tabletop/engine/base"

// size returns how many bytes f takes as a RowFilter protobuf message, or -1 if the tree
// has more than [base.MaxNesting] levels. f itself is on the given level.
func size(f Filter, level int) int {
	if level > base.MaxNesting {
		return -1
	}
	switch f := f.(type) {
	case nil:
		return 0
	case Sink, PassAll, BlockAll:
		return 2 + 1 // fields 16 to 18 have tags of two bytes
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
	case RowSample:
		return 1 + 8
	case FamilyRegex:
		return delimited(len(f))
	case QualifierRegex:
		return delimited(len(f))
	case ColumnRange:
		n := bound(f.Start) + bound(f.End)
		if f.Family != "" {
			n += delimited(len(f.Family))
		}
		return delimited(n)
	case TimestampRange:
		n := 0
		for _, at := range []base.Micros{f.Start, f.End} {
			if at != 0 {
				n += 1 + varint(int(at))
			}
		}
		return delimited(n)
	case ValueRegex:
		return delimited(len(f))
	case ValueRange:
		return delimited(bound(f.Start) + bound(f.End))
	case ValueBitmask:
		if f == "" {
			return 1 + delimited(0)
		}
		return 1 + delimited(delimited(len(f))) // field 20
	case CellsPerRowOffset:
		return 1 + varint(int(f))
	case CellsPerRow:
		return 1 + varint(int(f))
	case CellsPerColumn:
		return 1 + varint(int(f))
	case Label:
		return 1 + delimited(len(f)) // field 19
	default:
		panic(unknown(f))
	}
}

// branches is size for the filters of a chain or an interleave.
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

// bound returns how many bytes a bound of a range takes.
func bound(b base.Bound) int {
	if b.Kind == base.BoundUnset {
		return 0
	}
	return delimited(len(b.At))
}

// delimited returns the size of a length-delimited field of n bytes with a one-byte tag.
func delimited(n int) int { return 1 + varint(n) + n }

// varint returns how many bytes n takes as a varint.
func varint(n int) int {
	w := 1
	for u := uint64(n); u >= 0x80; u >>= 7 {
		w++
	}
	return w
}
