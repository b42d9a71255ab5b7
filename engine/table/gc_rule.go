package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
)

// GCRule says which cells of a family are garbage. A nil rule means that no cell ever is.
// String returns the rule as cbt lists it, such as "(age() > 10d || versions() > 1)".
type GCRule interface {
	String() string
	gcRule()
}

type (
	// MaxVersions makes all but the newest n cells of a column garbage, 0 < n < 2^31.
	MaxVersions int

	// MaxAge makes cells garbage that are older than the duration, which is at least a
	// millisecond.
	MaxAge time.Duration

	// Union makes a cell garbage if at least one of its rules does. It has at least one rule.
	Union []GCRule

	// Intersection makes a cell garbage if all of its rules do. It has at least one rule.
	Intersection []GCRule
)

func (MaxVersions) gcRule()  {}
func (MaxAge) gcRule()       {}
func (Union) gcRule()        {}
func (Intersection) gcRule() {}

// String returns the rule as cbt writes it, such as "versions() > 1".
func (n MaxVersions) String() string { return fmt.Sprintf("versions() > %d", int(n)) }

// String returns the rule as cbt writes it, such as "age() > 10d". The unit is the largest
// of d, h and m that divides the age; if none does, the age is in microseconds, without a
// unit.
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

// String returns the rules of the union in parentheses, joined by ||.
func (u Union) String() string { return joinRules(u, " || ") }

// String returns the rules of the intersection in parentheses, joined by &&.
func (i Intersection) String() string { return joinRules(i, " && ") }

func joinRules(rules []GCRule, sep string) string {
	parts := make([]string, len(rules))
	for i, r := range rules {
		parts[i] = GCString(r)
	}
	return "(" + strings.Join(parts, sep) + ")"
}

// GCString returns r.String(), or "<never>" for a nil rule.
func GCString(r GCRule) string {
	if r == nil {
		return "<never>"
	}
	return r.String()
}

// checkGC refuses a rule that has a part outside its bounds, or that takes more than
// [base.MaxGCRule] bytes as a protobuf message. name is the rule's family, for the
// refusal.
func (t *Table) checkGC(name base.Family, r GCRule) error {
	if r == nil {
		return nil
	}
	if n := gcSize(r); n < 0 || n > base.MaxGCRule {
		return base.Refuse(base.CodeBadGCRule, GCString(r), t.name, string(name))
	}
	return nil
}

// gcSize returns the bytes of the rule as a GcRule protobuf message, or -1 if a part of it
// is missing or outside its bounds.
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

// gcListSize is gcSize for the list of rules in a union or an intersection.
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

// varint returns how many bytes n takes as a varint. n must not be negative.
func varint(n int64) int {
	w := 1
	for ; n >= 0x80; n >>= 7 {
		w++
	}
	return w
}

// sameRule reports whether two rules have the same structure and the same bounds. It does
// not look for rules that are equivalent but written differently. Either may be nil.
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
