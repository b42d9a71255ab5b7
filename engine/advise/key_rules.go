package advise

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// fewRows is the number of rows that a table needs for its keys to be judged by their
// form.
const fewRows = 5

// keys applies the rules about row keys.
func (r *reviewer) keys(t *Table) {
	segments := segmentsOf(t)
	r.hot(t, segments)
	r.appended(t, segments)
	for i := range segments {
		r.unpadded(t, &segments[i])
		r.mixedCase(t, &segments[i])
	}
	r.opaque(t, segments)
	r.domains(t, segments)
	r.personal(t, segments)
	r.rewritten(t)
}

// appended finds keys that grow with time. The first segment that varies has times
// (TimeFirst) or other numbers (Sequential), and the newest writes lie close together. If
// the times have only days, there must be two rows for each, since otherwise there is
// little to be hot. It needs the order of the writes: five of them if all arrived in key
// order (twenty for numbers), and otherwise a hundred.
func (r *reviewer) appended(t *Table, segments []segment) {
	s := leading(segments)
	o := orderOf(t.Arrivals)
	if s == nil || o.writes < fewRows {
		return
	}
	newest := string(t.Arrivals[len(t.Arrivals)-1])
	days := false
	if s.all(func(v string) bool { ok, day := isTime(v); days = days || ok && day; return ok }) {
		r.check(TimeFirst)
		if o.together(fewRows) && (!days || len(s.values) >= 2*len(s.kinds)) {
			r.find(TimeFirst, t.Name, newest, s.args(itoa(o.last), itoa(o.share))...)
		}
		return
	}
	r.check(TimeFirst)
	if !s.all(isNumber) {
		if o.writes >= 20 {
			r.check(Sequential)
		}
		return
	}
	if o.writes < 20 || len(s.kinds) < 20 {
		return
	}
	r.check(Sequential)
	if o.together(20) {
		r.find(Sequential, t.Name, newest, s.args(itoa(o.last), itoa(o.share))...)
	}
}

// merged finds records with the same key and time as an earlier record. They do not add
// versions, but replace its cells. Without a field for the time all records have the same
// one. It needs the keys of the records of a design.
func (r *reviewer) merged(t *Table) {
	if t.Template == nil || len(t.Arrivals) == 0 {
		return
	}
	r.check(CollidingKeys)
	type cell struct {
		key base.RowKey
		at  base.Micros
	}
	times := map[cell]int{}
	var most cell
	for i, k := range t.Arrivals {
		c := cell{key: k}
		if t.Clock != "" {
			c.at = t.Times[i]
		}
		if times[c]++; times[c] > times[most] {
			most = c
		}
	}
	if len(times) < len(t.Arrivals) {
		r.find(CollidingKeys, t.Name, string(most.key), itoa(len(t.Arrivals)), itoa(len(times)), t.Clock)
	}
}

// unpadded finds a segment of numbers, perhaps after one common word, whose order as text
// is not their order as numbers. If numbers begin with zeros the segment does not count,
// because it may be a reversed id, unless these numbers have one length and no other
// number is shorter: then they were padded, but have outgrown the padding. It needs five
// different values.
func (r *reviewer) unpadded(t *Table, s *segment) {
	if len(s.kinds) < fewRows {
		return
	}
	r.check(Unpadded)
	word := wordOf(s.kinds)
	number := func(v string) bool {
		rest, ok := strings.CutPrefix(v, word)
		return ok && isNumber(rest)
	}
	if !s.all(number) || s.all(func(v string) bool { ok, _ := isTime(strings.TrimPrefix(v, word)); return ok }) {
		return
	}
	var numbers []string
	padded, shortest := 0, 0 // lengths of the numbers with a leading zero and of the shortest; 0 for none
	for _, v := range s.kinds {
		if !number(v) {
			continue
		}
		if rest := v[len(word):]; len(rest) > 1 && rest[0] == '0' {
			if padded > 0 && len(v) != padded {
				return
			}
			padded = len(v)
		}
		if shortest == 0 || len(v) < shortest {
			shortest = len(v)
		}
		numbers = append(numbers, v)
	}
	if padded > shortest {
		return
	}
	// In byte order, a number that is shorter than the one before it is smaller. The
	// shortest such pair is the best example.
	at := -1
	for i := 1; i < len(numbers); i++ {
		if len(numbers[i-1]) > len(numbers[i]) && (at < 0 || len(numbers[i-1]) < len(numbers[at-1])) {
			at = i
		}
	}
	if at < 0 {
		return
	}
	example := s.keys[slices.Index(s.values, numbers[at])]
	apart, digits := misplaced(numbers)
	digits = max(digits-len(word), MinPaddedDigits)
	r.find(Unpadded, t.Name, example, s.args(numbers[at-1], numbers[at], word, itoa(apart), itoa(len(numbers)), itoa(digits), t.paddedPart(s, len(word), digits))...)
}

// paddedPart returns the part of a template that pads the numbers of a segment with zeros
// to the given number of digits, if before other bytes precede each number. It returns ""
// if the segment is not a field, has a transform already, or has a value that no padding
// accepts.
func (t *Table) paddedPart(s *segment, before, digits int) string {
	if s.field == "" || len(t.Template.Steps()[s.number-1].Transforms()) > 0 {
		return ""
	}
	for _, via := range []string{"zero:" + itoa(digits), "padleft:" + itoa(before+digits)} {
		part := "{" + s.field + "|" + via + "}"
		tpl, err := rowkey.Parse(part)
		if err != nil {
			continue
		}
		step := &tpl.Steps()[0]
		if !slices.ContainsFunc(s.kinds, func(v string) bool { _, err := step.Apply(v); return err != nil }) {
			return part
		}
	}
	return ""
}

// MinPaddedDigits is the smallest number of digits to which padding is proposed, so that there
// is room for larger numbers.
const MinPaddedDigits = 10

// misplaced returns how many of the numbers, which are in byte order, have a smaller one
// after them, and the length of the longest. The numbers begin with the same word, and a
// shorter one is always smaller.
func misplaced(numbers []string) (n, longest int) {
	least := ""
	for _, v := range slices.Backward(numbers) {
		if least != "" && (len(least) < len(v) || len(least) == len(v) && least < v) {
			n++
		} else {
			least = v
		}
		longest = max(longest, len(v))
	}
	return n, longest
}

// wordOf returns the common beginning of most values, up to the first digit. It is taken
// from the value in the middle.
func wordOf(sorted []string) string {
	middle := sorted[len(sorted)/2]
	if at := strings.IndexAny(middle, "0123456789"); at >= 0 {
		return middle[:at]
	}
	return ""
}

// hot finds a table that puts far more than a fair share of a simulated load on one node
// or on a few keys, or whose load is too much for its nodes. It needs a simulated load.
func (r *reviewer) hot(t *Table, segments []segment) {
	if t.Load == nil {
		return
	}
	r.check(HotKey)
	r.check(Overloaded)
	switch {
	case t.Load.OverloadedNodes > 0:
		r.find(Overloaded, t.Name, t.Load.Query, itoa(t.Load.OverloadedNodes), itoa(t.Load.Nodes), t.Load.Name)
		return
	case !t.Load.Hot:
		return
	}
	field := ""
	if s := leading(segments); s != nil {
		field = s.field
	}
	pattern := t.Load.Pattern
	if pattern == "even" {
		pattern = "lopsided" // over the keys it is even, but not over the nodes
	}
	r.find(HotKey, t.Name, "", pattern, strconv.FormatFloat(t.Load.Hottest, 'f', -1, 64), field, t.Load.Name)
}

// mixedCase finds a segment in which a word of four letters or more is written with
// different upper and lower case, and so sorts to different places. Shorter words, and
// words with digits, may be identifiers in which the case matters. It needs two different
// words.
func (r *reviewer) mixedCase(t *Table, s *segment) {
	if len(s.kinds) < 2 || !s.all(isWord) {
		return
	}
	r.check(MixedCase)
	written := map[string]string{} // the first form of a word, by the word in lower case
	for _, v := range s.kinds {
		small := strings.ToLower(v)
		if first, ok := written[small]; ok && len(v) >= 4 {
			r.find(MixedCase, t.Name, s.keys[slices.Index(s.values, v)], s.args(first, v)...)
			return
		}
		written[small] = v
	}
}

// isWord reports whether s has only letters.
func isWord(s string) bool {
	return s != "" && strings.IndexFunc(s, func(c rune) bool { return !unicode.IsLetter(c) }) < 0
}

// opaque finds keys that cannot be read: bytes that are not text in half of the keys, or a
// segment of hashes. A hash has at least 16 hexadecimal digits or 20 characters of base64,
// all of one length, and no character is much more frequent than the others. Shorter
// segments may be identifiers or salts, unless the template makes a hash of a field that
// is nowhere else in the key. It needs ten different values.
func (r *reviewer) opaque(t *Table, segments []segment) {
	if len(t.Keys) < 10 {
		return
	}
	r.check(OpaqueKey)
	raw, example := 0, ""
	for _, k := range t.Keys {
		if !isText(string(k)) {
			if raw++; raw == 1 {
				example = string(k)
			}
		}
	}
	if raw*2 >= len(t.Keys) {
		r.find(OpaqueKey, t.Name, example, "", "", "bytes", itoa(percent(raw, len(t.Keys))))
		return
	}
	for i := range segments {
		s := &segments[i]
		if len(s.kinds) >= 10 && (hashed(s.kinds) || t.hides(s)) {
			r.find(OpaqueKey, t.Name, string(t.Keys[0]), s.args("hash", "100")...)
		}
	}
}

// hides reports whether a segment is the hash of a field that is not otherwise in the key.
func (t *Table) hides(s *segment) bool {
	if t.Template == nil {
		return false
	}
	steps := t.Template.Steps()
	via := steps[s.number-1].Transforms()
	return len(via) > 0 && via[len(via)-1].Name == "hash" &&
		!slices.ContainsFunc(steps, func(o rowkey.Step) bool { return o.Field == s.field && o.KeepsWholeValue() })
}

// isText reports whether s is valid UTF-8 and printable.
func isText(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, c := range s {
		if !strconv.IsPrint(c) {
			return false
		}
	}
	return true
}

// hashed reports whether all values look random.
func hashed(values []string) bool {
	const hex, base64 = "0123456789abcdef", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_="
	for _, alphabet := range []string{hex, strings.ToUpper(hex), base64} {
		length, least := 16, 15
		if alphabet == base64 {
			length, least = 20, 45
		}
		var seen [256]int
		all := 0
		for _, v := range values {
			if len(v) != len(values[0]) || len(v) < length || strings.Trim(v, alphabet) != "" {
				all = 0
				break
			}
			for i := range len(v) {
				seen[v[i]]++
			}
			all += len(v)
		}
		kinds := 0
		for _, n := range seen {
			if n > 0 {
				kinds++
			}
		}
		if all > 0 && kinds >= least && slices.Max(seen[:])*6 < all {
			return true
		}
	}
	return false
}

// topLevels are common top-level domains. They are few, so that "app.read.bytes" is not a domain.
const topLevels = " com org net edu gov uk de fr eu jp cn tw br ru nl au ca ch pl "

// topLevel reports whether a label is a common top-level domain.
func topLevel(label string) bool { return label != "" && strings.Contains(topLevels, " "+label+" ") }

// labelsOf returns the labels of a domain, after which a path or a port may follow. It
// returns nil for other texts.
func labelsOf(s string) []string {
	if i := strings.IndexAny(s, "/:"); i >= 0 {
		s = s[:i]
	}
	labels := strings.Split(s, ".")
	for _, l := range labels {
		if l == "" || strings.Trim(l, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != "" {
			return nil
		}
	}
	if len(labels) < 2 {
		return nil
	}
	return labels
}

// domains looks at keys that begin with domains. ForwardDomain: the domains are not
// reversed, there are three sites or more, and one of them has several domains; with a
// single site there is nothing to bring together. FewDomains: they are reversed, and
// twenty rows or more are under at most three sites (documented: "few domains" are a
// hotspot; the figures are ours). It needs five rows.
func (r *reviewer) domains(t *Table, segments []segment) {
	s := leading(segments)
	if s == nil || len(t.Keys) < fewRows {
		return
	}
	r.check(ForwardDomain)
	sure := 0 // domains that are certainly not reversed; de.wikipedia.org may be
	forward := s.all(func(v string) bool {
		l := labelsOf(v)
		if l == nil || !topLevel(l[len(l)-1]) {
			return false
		}
		if !topLevel(l[0]) {
			sure++
		}
		return true
	})
	forward = forward && sure*2 > len(s.kinds)
	if len(t.Keys) >= 20 {
		r.check(FewDomains)
	}
	sites, domains := map[string][]string{}, 0
	for _, v := range s.kinds {
		l := labelsOf(v)
		if l == nil {
			continue
		}
		site := l[0] + "." + l[1]
		if forward {
			site = l[len(l)-2] + "." + l[len(l)-1]
		} else if !topLevel(l[0]) {
			continue
		}
		domains++
		sites[site] = append(sites[site], v)
	}
	if forward {
		shared := ""
		for site, in := range sites {
			if len(in) > 1 && (shared == "" || len(in) > len(sites[shared]) || len(in) == len(sites[shared]) && site < shared) {
				shared = site
			}
		}
		if len(sites) >= 3 && shared != "" {
			r.find(ForwardDomain, t.Name, sites[shared][0], itoa(domains), itoa(len(sites)), shared)
		}
		return
	}
	if most(domains, len(s.kinds)) && len(sites) <= 3 && len(t.Keys) >= 20 {
		r.find(FewDomains, t.Name, string(t.Keys[len(t.Keys)/2]), itoa(len(sites)), count(t.Rows))
	}
}

// rewritten finds a row that is written again and again: fifty times or more and a
// twentieth of all known writes, or with a hundred versions or more in a column.
func (r *reviewer) rewritten(t *Table) {
	times := map[base.RowKey]int{}
	var top base.RowKey
	for _, k := range t.Arrivals {
		if times[k]++; times[k] > times[top] || times[k] == times[top] && k < top {
			top = k
		}
	}
	if len(t.Arrivals) >= 50 {
		r.check(BusyRow)
	}
	if n := times[top]; n >= 50 && n*20 >= len(t.Arrivals) {
		r.find(BusyRow, t.Name, string(top), "writes", itoa(n), itoa(len(t.Arrivals)))
		return
	}
	var busiest Column
	for _, c := range t.Columns {
		if c.MaxVersions > busiest.MaxVersions && !t.aggregates(c.Family) {
			busiest = c
		}
	}
	if len(t.Columns) > 0 {
		r.check(BusyRow)
	}
	if busiest.MaxVersions >= 100 {
		r.find(BusyRow, t.Name, string(busiest.MaxVersionsRow), "versions", count(busiest.MaxVersions), busiest.name())
	}
}
