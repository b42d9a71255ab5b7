package client

import (
	"encoding/hex"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

func itoa[T ~int | ~int64](n T) string { return strconv.FormatInt(int64(n), 10) }

// text returns a text as a string literal, which has the same form in all languages.
func (w *writer) text(s string) string {
	if w.Language == Go && !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			b.WriteString(`\u00` + hex.EncodeToString([]byte{byte(r)}))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// bytes returns a key, a qualifier or a value: as a string if the bytes are text and the
// client accepts strings.
func (w *writer) bytes(s string) string {
	text := utf8.ValidString(s)
	switch {
	case w.Language == HBase && text:
		return "Bytes.toBytes(" + w.text(s) + ")"
	case text || w.Language == Go:
		return w.text(s)
	}
	return w.raw(s)
}

// raw returns bytes as a value of the language's type for bytes.
func (w *writer) raw(s string) string {
	text := utf8.ValidString(s)
	switch {
	case w.Language == Go:
		return "[]byte(" + w.text(s) + ")"
	case w.Language == Java && text:
		return "ByteString.copyFromUtf8(" + w.text(s) + ")"
	case w.Language == Python && ascii(s):
		return "b" + w.text(s)
	case w.Language == Node && text:
		return "Buffer.from(" + w.text(s) + ")"
	}
	return w.pick(template{
		Java: `ByteString.fromHex("$1")`, Python: `bytes.fromhex("$1")`, Node: `Buffer.from("$1", "hex")`, HBase: `Bytes.fromHex("$1")`,
	}, hex.EncodeToString([]byte(s)))
}

// ascii reports whether s has only printable ASCII.
func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// pair returns a qualifier and a value. Java takes both as strings or both as bytes.
func (w *writer) pair(q base.Qualifier, value string) (string, string) {
	if w.Language == Java && !(utf8.ValidString(string(q)) && utf8.ValidString(value)) {
		return w.raw(string(q)), w.raw(value)
	}
	return w.bytes(string(q)), w.bytes(value)
}

// column returns a family and a qualifier as one text, as Node has them. It cannot express
// bytes that are not text.
func (w *writer) column(f base.Family, q base.Qualifier) string {
	w.lack(w.Language == Node && !utf8.ValidString(string(q)), "bytes", "")
	return w.text(string(f) + ":" + string(q))
}

// list returns what write returns for each element, separated by commas.
func list[T any](all []T, write func(T) string) string {
	parts := make([]string, len(all))
	for i, one := range all {
		parts[i] = write(one)
	}
	return strings.Join(parts, ", ")
}

// duration returns the largest age of a cell.
func (w *writer) duration(d time.Duration) string {
	units := []struct {
		of                 time.Duration
		golang, java, args string
	}{
		{24 * time.Hour, "24*time.Hour", "DAYS", "days"}, {time.Hour, "time.Hour", "HOURS", "hours"}, {time.Minute, "time.Minute", "MINUTES", "minutes"},
		{time.Second, "time.Second", "SECONDS", "seconds"}, {time.Millisecond, "time.Millisecond", "MILLISECONDS", "milliseconds"},
		{time.Microsecond, "time.Microsecond", "MICROSECONDS", "microseconds"},
	}
	u := units[0]
	for _, u = range units {
		if d%u.of == 0 {
			break
		}
	}
	n := itoa(int64(d / u.of))
	whole := "seconds: " + itoa(int64(d/time.Second))
	if rest := d % time.Second; rest > 0 {
		whole += ", nanos: " + itoa(int64(rest))
	}
	return w.pick(template{"$1*" + u.golang, "$1, TimeUnit." + u.java, "datetime.timedelta(" + u.args + "=$1)", "{" + whole + "}"}, n)
}

// rule returns a garbage-collection rule, or "" if the language has no such rule.
func (w *writer) rule(r table.GCRule) string {
	several := func(all []table.GCRule, t template) string {
		if w.Language == Java {
			var b strings.Builder
			for _, r := range all {
				b.WriteString(".rule(" + w.rule(r) + ")")
			}
			return t[Java] + b.String()
		}
		return w.pick(t, list(all, w.rule))
	}
	if w.Language == Node && r != nil {
		return "{" + w.nodeRule(r) + "}"
	}
	switch r := r.(type) {
	case nil:
		return w.pick(template{"bigtable.NoGcPolicy()", "GCRULES.defaultRule()", "None"})
	case table.MaxVersions:
		return w.pick(template{"bigtable.MaxVersionsPolicy($1)", "GCRULES.maxVersions($1)", "column_family.MaxVersionsGCRule($1)"}, itoa(r))
	case table.MaxAge:
		return w.pick(template{"bigtable.MaxAgePolicy($1)", "GCRULES.maxAge($1)", "column_family.MaxAgeGCRule($1)"}, w.duration(time.Duration(r)))
	case table.Union:
		return several(r, template{"bigtable.UnionPolicy($1)", "GCRULES.union()", "column_family.GCRuleUnion([$1])"})
	case table.Intersection:
		return several(r, template{"bigtable.IntersectionPolicy($1)", "GCRULES.intersection()", "column_family.GCRuleIntersection([$1])"})
	default:
		panic("client: a rule of an unknown kind")
	}
}

// nodeRule returns the properties of a rule in Node. A rule has at most one property of
// each kind, and at most one nested rule.
func (w *writer) nodeRule(r table.GCRule) string {
	switch r := r.(type) {
	case table.MaxVersions:
		return "versions: " + itoa(r)
	case table.MaxAge:
		return "age: " + w.duration(time.Duration(r))
	case table.Union:
		return w.nodeRules(r) + ", union: true"
	case table.Intersection:
		return w.nodeRules(r)
	default:
		panic("client: a rule of an unknown kind")
	}
}

// nodeRules returns the properties of several rules, and notes if they are more than Node
// can express.
func (w *writer) nodeRules(all []table.GCRule) string {
	versions, ages, others := 0, 0, 0
	text := list(all, func(r table.GCRule) string {
		switch r.(type) {
		case table.MaxVersions:
			versions++
		case table.MaxAge:
			ages++
		default:
			others++
			return "rule: {" + w.nodeRule(r) + "}"
		}
		return w.nodeRule(r)
	})
	w.lack(max(versions, ages, others) > 1, "rule", "")
	return text
}

// valueType returns the type of an aggregate family.
func (w *writer) valueType(v table.ValueType) string {
	names := [...][2]string{table.IntSum: {"Sum", "int64Sum"}, table.IntMin: {"Min", "int64Min"}, table.IntMax: {"Max", "int64Max"}, table.UniqueCount: {"HllppUniqueCount", "int64Hll"}}[v]
	return w.pick(template{
		"bigtable.AggregateType{Input: bigtable.Int64Type{}, Aggregator: bigtable." + names[0] + "Aggregator{}}", "Type." + names[1] + "()",
	})
}
