package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
)

// GCRule says which cells of a family are garbage. A nil rule says none. Its
// String is what cbt lists, such as "(age() > 10d || versions() > 1)".
type GCRule interface {
	String() string
	gcRule()
}

type (
	// MaxVersions collects all but the newest n cells of a column, n > 0.
	MaxVersions int

	// MaxAge collects cells older than the duration, at least a millisecond.
	MaxAge time.Duration

	// Union collects what any of its rules would.
	Union []GCRule

	// Intersection collects what all of its rules would.
	Intersection []GCRule
)

func (MaxVersions) gcRule()  {}
func (MaxAge) gcRule()       {}
func (Union) gcRule()        {}
func (Intersection) gcRule() {}

func (n MaxVersions) String() string { return fmt.Sprintf("versions() > %d", int(n)) }

// String gives the age in the largest of d, h and m that divides it, else in
// microseconds without a unit, as cbt does.
func (a MaxAge) String() string {
	d := time.Duration(a)
	for _, u := range []struct {
		d      time.Duration
		suffix string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}} {
		if d%u.d == 0 {
			return fmt.Sprintf("age() > %d%s", d/u.d, u.suffix)
		}
	}
	return fmt.Sprintf("age() > %d", d/time.Microsecond)
}

func (u Union) String() string        { return joinRules(u, " || ") }
func (i Intersection) String() string { return joinRules(i, " && ") }

func joinRules(rules []GCRule, sep string) string {
	parts := make([]string, len(rules))
	for i, r := range rules {
		parts[i] = GCString(r)
	}
	return "(" + strings.Join(parts, sep) + ")"
}

// GCString is r.String(), or "<never>" for a nil rule.
func GCString(r GCRule) string {
	if r == nil {
		return "<never>"
	}
	return r.String()
}

// checkGC refuses a rule of a family that is outside the bounds of its parts, or
// longer than [base.MaxGCRule] when serialised.
func (t *Table) checkGC(name base.Family, r GCRule) error {
	if r == nil {
		return nil
	}
	if n := gcSize(r); n < 0 || n > base.MaxGCRule {
		return base.Refuse(base.CodeBadGCRule, GCString(r), t.name, string(name))
	}
	return nil
}

// gcSize returns the bytes of a serialised GcRule, or -1 if a part is missing,
// out of bounds, or nested deeper than the size allows.
func gcSize(r GCRule) int {
	switch r := r.(type) {
	case nil:
		return -1
	case MaxVersions:
		if r <= 0 || r > 1<<31-1 {
			return -1
		}
		return 1 + varint(int64(r))
	case MaxAge:
		if r < MaxAge(time.Millisecond) {
			return -1
		}
		n := 0
		if s := time.Duration(r) / time.Second; s > 0 {
			n += 1 + varint(int64(s))
		}
		if ns := time.Duration(r) % time.Second; ns > 0 {
			n += 1 + varint(int64(ns))
		}
		return 2 + n
	case Union:
		return gcListSize(r)
	case Intersection:
		return gcListSize(r)
	default:
		panic(fmt.Sprintf("table: unknown rule %T", r))
	}
}

func gcListSize(rules []GCRule) int {
	if len(rules) == 0 {
		return -1
	}
	n := 0
	for _, r := range rules {
		m := gcSize(r)
		if m < 0 {
			return -1
		}
		n += 1 + varint(int64(m)) + m
	}
	return 1 + varint(int64(n)) + n
}

// varint returns the bytes of n, which is not negative, as a varint.
func varint(n int64) int {
	w := 1
	for ; n >= 0x80; n >>= 7 {
		w++
	}
	return w
}

// sameRule reports whether two rules say the same in the same words.
func sameRule(a, b GCRule) bool {
	switch a := a.(type) {
	case Union:
		b, ok := b.(Union)
		return ok && slices.EqualFunc(a, b, sameRule)
	case Intersection:
		b, ok := b.(Intersection)
		return ok && slices.EqualFunc(a, b, sameRule)
	}
	switch b.(type) {
	case Union, Intersection:
		return false
	}
	return a == b
}
