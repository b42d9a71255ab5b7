package hbase

import (
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Family is a column family as HBase describes it.
type Family struct {
	Name     base.Family
	Versions int           // versions of a column that are kept; 0 for all
	TTL      time.Duration // how long cells are kept, in whole seconds; 0 for ever
	// MinVersions is how many versions of a column are kept although they are older than TTL.
	MinVersions int
	// KeepDeleted is the value of KEEP_DELETED_CELLS, "" for FALSE. No garbage-collection rule has it.
	KeepDeleted string
}

// DefaultVersions is the number of versions that a family keeps, and a read shows, by
// default.
const DefaultVersions = 1

// GCRule returns the garbage-collection rule with which a table keeps the same cells as f.
// It is nil if f keeps everything.
func (f Family) GCRule() table.GCRule {
	var rule table.GCRule
	if f.TTL > 0 {
		rule = table.MaxAge(f.TTL)
	}
	if f.TTL > 0 && f.MinVersions > 0 {
		rule = table.Intersection{rule, table.MaxVersions(f.MinVersions)}
	}
	switch {
	case f.Versions > 0 && rule != nil:
		return table.Union{table.MaxVersions(f.Versions), rule}
	case f.Versions > 0:
		return table.MaxVersions(f.Versions)
	}
	return rule
}

// DescribeFamily returns a table's family as HBase would describe it. ok is false if VERSIONS,
// TTL and MIN_VERSIONS cannot express its rule exactly, as for an intersection of ages. Versions
// and TTL are then the strictest that keep all that the rule keeps.
func DescribeFamily(info table.FamilyInfo) (f Family, ok bool) {
	f.Name = info.Name
	if f.Versions, f.TTL, ok = bounds(info.GC); !ok {
		if versions, ttl, least, exact := leastVersions(info.GC); exact {
			f.Versions, f.TTL, f.MinVersions, ok = versions, ttl, least, true
		}
	}
	return f, ok
}

// leastVersions returns the bounds of a rule by which the newest versions stay although they are too
// old: an intersection of an age and a number of versions, alone or in a union with numbers of
// versions.
func leastVersions(rule table.GCRule) (versions int, ttl time.Duration, least int, ok bool) {
	parts, isUnion := rule.(table.Union)
	if !isUnion {
		parts = table.Union{rule}
	}
	var rest table.Union
	for _, part := range parts {
		both, isIntersection := part.(table.Intersection)
		if !isIntersection || len(both) != 2 || ttl > 0 {
			rest = append(rest, part)
			continue
		}
		for _, r := range both {
			switch r := r.(type) {
			case table.MaxAge:
				ttl = time.Duration(r)
			case table.MaxVersions:
				least = int(r)
			}
		}
	}
	versions, age, exact := bounds(rest)
	return versions, ttl, least, exact && age == 0 && ttl > 0 && least > 0 && ttl%time.Second == 0 && (versions == 0 || least <= versions)
}

// bounds returns the fewest versions and the shortest age that keep everything that a rule
// keeps, where 0 means no bound. exact says that they keep nothing else.
func bounds(rule table.GCRule) (versions int, ttl time.Duration, exact bool) {
	switch rule := rule.(type) {
	case nil:
		return 0, 0, true
	case table.MaxVersions:
		return int(rule), 0, true
	case table.MaxAge:
		// HBase counts whole seconds.
		ttl := (time.Duration(rule) + time.Second - 1).Truncate(time.Second)
		return 0, ttl, ttl == time.Duration(rule)
	case table.Union:
		exact := true
		for _, r := range rule {
			v, d, ok := bounds(r)
			versions, ttl = least(versions, v), least(ttl, d)
			exact = exact && ok
		}
		return versions, ttl, exact
	case table.Intersection:
		if len(rule) == 1 {
			return bounds(rule[0])
		}
		return 0, 0, false
	default:
		panic("hbase: a rule of an unknown kind")
	}
}

// least returns the smaller of two bounds, where 0 means no bound.
func least[T int | time.Duration](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
