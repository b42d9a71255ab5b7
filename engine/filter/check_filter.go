package filter

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// TreePath says where a filter is in a tree: the numbers of the branches that lead to it,
// counted from 1, as in "2.1". The path of the whole tree is empty. The branches of a
// condition are its predicate, then-filter and else-filter, in this order.
type TreePath string

// child returns the path of branch i, counted from 0.
func (p TreePath) child(i int) TreePath {
	if p == "" {
		return TreePath(strconv.Itoa(i + 1))
	}
	return p + "." + TreePath(strconv.Itoa(i+1))
}

// which returns how a refusal names the filter at a path: by name and path, as in "latest
// 2.1".
func which(f Filter, p TreePath) string {
	if p == "" {
		return Name(f)
	}
	return Name(f) + " " + string(p)
}

// unknown is the text of the panic for a type that is not in the sealed set of filters.
func unknown(f Filter) string { return fmt.Sprintf("filter: unknown filter %T", f) }

// checkTree refuses a tree that Bigtable would refuse, except for invalid patterns: they
// are found when they are compiled. It returns the path of the offending filter.
// inCondition says that f is within a condition, and unit is the granularity of
// timestamps.
func checkTree(f Filter, p TreePath, inCondition bool, unit base.Micros) (TreePath, *base.Error) {
	if f == nil {
		return p, nil
	}
	if err := check(f, p, inCondition, unit); err != nil {
		return p, err
	}
	_, cond := f.(Condition)
	for i, g := range children(f) {
		if at, err := checkTree(g, p.child(i), inCondition || cond, unit); err != nil {
			return at, err
		}
	}
	return p, nil
}

// check refuses a filter for its own arguments. It does not look into its branches, except
// for labels in a chain.
func check(f Filter, p TreePath, inCondition bool, unit base.Micros) *base.Error {
	refuse := func(code base.Code, args ...string) *base.Error {
		return base.Refuse(code, append([]string{which(f, p)}, args...)...)
	}
	count := func(n int) *base.Error {
		if n < 1 || n > math.MaxInt32 {
			return refuse(base.CodeFilterCount, strconv.Itoa(n), strconv.Itoa(math.MaxInt32))
		}
		return nil
	}
	branches := func(n int) *base.Error {
		if n < 2 {
			return refuse(base.CodeFilterBranches, strconv.Itoa(n), "2")
		}
		return nil
	}
	bounds := func(start, end base.Bound) *base.Error {
		if base.BoundsReversed(start, end) {
			return refuse(base.CodeFilterRange, quote(start.At), quote(end.At))
		}
		return nil
	}
	switch f := f.(type) {
	case PassAll, BlockAll, StripValue, QualifierRegex, ValueRegex:
	case Sink:
		if inCondition {
			return refuse(base.CodeFilterSink)
		}
	case Chain:
		labelled := 0
		for _, g := range f {
			if hasLabel(g) {
				labelled++
			}
		}
		if labelled > 1 {
			return refuse(base.CodeFilterLabelTwice)
		}
		return branches(len(f))
	case Interleave:
		return branches(len(f))
	case Condition:
		if f.If == nil {
			return refuse(base.CodeFilterEmpty)
		}
	case RowKeyRegex:
		if f == "" {
			return refuse(base.CodeFilterEmpty)
		}
	case RowSample:
		if !(f > 0 && f < 1) {
			return refuse(base.CodeFilterSample, probability(float64(f)))
		}
	case FamilyRegex:
		if f == "" {
			return refuse(base.CodeFilterEmpty)
		}
		if strings.Contains(string(f), ":") {
			return refuse(base.CodeFilterColon, string(f))
		}
	case ColumnRange:
		if f.Family == "" {
			return refuse(base.CodeFilterEmpty)
		}
		return bounds(f.Start, f.End)
	case TimestampRange:
		for _, at := range []base.Micros{f.Start, f.End} {
			if at < 0 || at%unit != 0 {
				return refuse(base.CodeFilterTime, strconv.FormatInt(int64(at), 10))
			}
		}
		if f.End != 0 && f.Start > f.End {
			return refuse(base.CodeFilterRange, timeText(f.Start), timeText(f.End))
		}
	case ValueRange:
		return bounds(f.Start, f.End)
	case ValueBitmask:
		if f == "" {
			return refuse(base.CodeFilterEmpty)
		}
	case CellsPerRowOffset:
		return count(int(f))
	case CellsPerRow:
		return count(int(f))
	case CellsPerColumn:
		return count(int(f))
	case Label:
		if f == "" || len(f) > base.MaxLabel || strings.Trim(string(f), "-0123456789abcdefghijklmnopqrstuvwxyz") != "" {
			return refuse(base.CodeFilterLabel, string(f), strconv.Itoa(base.MaxLabel))
		}
	default:
		panic(unknown(f))
	}
	return nil
}

// hasLabel reports whether f is or contains a Label.
func hasLabel(f Filter) bool {
	if _, ok := f.(Label); ok {
		return true
	}
	for _, g := range children(f) {
		if hasLabel(g) {
			return true
		}
	}
	return false
}
