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
}

// DefaultVersions is the number of versions that a family keeps, and a read shows, by
// default.
const DefaultVersions = 1

// GCRule returns the garbage-collection rule with which a table keeps the same cells as f.
// It is nil if f keeps everything.
func (f Family) GCRule() table.GCRule {
	switch {
	case f.Versions > 0 && f.TTL > 0:
		return table.Union{table.MaxVersions(f.Versions), table.MaxAge(f.TTL)}
	case f.Versions > 0:
		return table.MaxVersions(f.Versions)
	case f.TTL > 0:
		return table.MaxAge(f.TTL)
	}
	return nil
}

// DescribeFamily returns a table's family as HBase would describe it. ok is false if VERSIONS
// and TTL cannot express its rule exactly, as for an intersection. Versions and TTL are
// then the strictest that keep all that the rule keeps.
func DescribeFamily(info table.FamilyInfo) (f Family, ok bool) {
	f.Name = info.Name
	f.Versions, f.TTL, ok = bounds(info.GC)
	return f, ok
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
