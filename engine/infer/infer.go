package infer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// Bounds of what is looked at and proposed.
const (
	MaxSample    = 2000 // keys that proposals are made from
	MaxProposals = 3
	MaxMisfits   = 5 // keys named that do not fit

	maxLooked = 256 // bytes of a key
	maxFields = 12
)

// Proposal is a template that keys may follow.
type Proposal struct {
	Template string
	Fields   []Field // in key order; one that stands several times is told once
	Doubts   []Doubt
	Keys     int64         // counted
	Fits     int64         // of those, keys that the template makes
	Misfits  []base.RowKey // the first of the others, up to [MaxMisfits]

	template *rowkey.Template
	score    float64
}

// Field is a field of a proposal.
type Field struct {
	Name    string
	Kind    Kind
	Example string // its value in the first key that fits
}

// Doubt is something that keys alone do not tell.
type Doubt struct {
	What  What
	Field string
	Text  string // what stands there, where that helps
}

// What is what a [Doubt] is about.
type What string

const (
	Hashed    What = "hashed"    // of what the field is a hash
	Salted    What = "salted"    // how the salt is computed
	Meaning   What = "meaning"   // what the field means: its name is a guess
	CountDown What = "countdown" // the time is taken from a number of nines, for which there is no transform
	HexTime   What = "hextime"   // the time is hexadecimal, and stays a text
	Binary    What = "binary"    // bytes that no template cuts; Text says where a time may stand, [from, to)
	Alike     What = "alike"     // all keys have Text there: taken for a literal
	Rest      What = "rest"      // the last field goes on with further separators
	Whole     What = "whole"     // no structure at all
)

// Find proposes templates and counts how many of the keys fit each.
func Find(keys []base.RowKey) []Proposal {
	out := Propose(spread(keys))
	for i := range out {
		for _, k := range keys {
			out[i].Count(k)
		}
	}
	return out
}

// spread returns up to [MaxSample] of the keys, evenly spread.
func spread(keys []base.RowKey) []base.RowKey {
	if len(keys) <= MaxSample {
		return keys
	}
	out := make([]base.RowKey, MaxSample)
	for i := range out {
		out[i] = keys[i*len(keys)/MaxSample]
	}
	return out
}

// Propose returns up to [MaxProposals] templates for keys of which sample is some, the
// likeliest first; none for no keys. Nothing is counted yet.
func Propose(sample []base.RowKey) []Proposal {
	var keys []string
	for _, k := range spread(sample) {
		if k != "" && len(k) <= base.MaxRowKey {
			keys = append(keys, string(k[:min(len(k), maxLooked)]))
		}
	}
	if len(keys) == 0 {
		return nil
	}
	var out []Proposal
	add := func(some []string, deep bool) {
		p, ok := propose(some, keys, deep)
		if ok && !slices.ContainsFunc(out, func(q Proposal) bool { return q.Template == p.Template }) {
			out = append(out, p)
		}
	}
	add(keys, true)
	for _, group := range groups(keys) {
		add(group, true)
	}
	add(keys, false)
	base.SortStable(out, func(a, b Proposal) int { return cmp.Compare(b.score, a.score) })
	return out[:min(len(out), MaxProposals)]
}

// groups parts keys by the separators that they have, in order: the largest groups,
// where there are several.
func groups(keys []string) [][]string {
	by := map[string][]string{}
	for _, k := range keys {
		var seps []byte
		scan(k, strong, func(i int) bool { seps = append(seps, k[i]); return len(seps) < maxFields })
		by[string(seps)] = append(by[string(seps)], k)
	}
	if len(by) < 2 {
		return nil
	}
	var out [][]string
	for _, g := range by {
		if len(g)*20 >= len(keys) {
			out = append(out, g)
		}
	}
	base.Sort(out, func(a, b []string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a[0], b[0]))
	})
	return out[:min(len(out), MaxProposals)]
}

// propose makes a proposal from some of the keys.
func propose(some, keys []string, deep bool) (Proposal, bool) {
	l := layout{deep: deep}
	l.cut(some, "", strong)
	l.name()
	p := Proposal{}
	if !p.read(l.text(nil)) {
		return p, false
	}
	if as := l.derived(p.template, some); as != nil && !p.read(l.text(as)) {
		p.read(l.text(nil))
	}
	fits, known := 0, 1.0
	for _, k := range keys {
		values, ok := p.template.Decode(base.RowKey(k))
		if ok && fits == 0 {
			for i, f := range p.template.Fields() {
				p.Fields = append(p.Fields, Field{Name: f, Kind: l.kindOf(f), Example: values[i]})
			}
		}
		if ok {
			fits++
		}
	}
	for _, f := range p.Fields {
		if f.Kind != kindText || len(l.pieces) > 1 {
			known++
		}
		if f.Kind != kindText {
			known++
		}
	}
	p.Doubts = l.doubts(p.Fields)
	p.score = float64(fits) / float64(len(keys)) * (1 - 1/known)
	return p, fits > 0
}

// read parses the template's text.
func (p *Proposal) read(text string) bool {
	t, err := rowkey.Parse(text)
	if err != nil || len(t.Fields()) == 0 {
		return false
	}
	p.Template, p.template = text, t
	return true
}

// Count takes note of whether a key fits.
func (p *Proposal) Count(key base.RowKey) {
	p.Keys++
	if _, ok := p.template.Decode(key); ok {
		p.Fits++
	} else if len(p.Misfits) < MaxMisfits {
		p.Misfits = append(p.Misfits, key)
	}
}

// The bytes that part fields, and those that do where a piece is no single thing.
const (
	strong = "#|/:~,;!&=$\x00\t"
	weak   = "_-. "
)

// scan calls each with where separators stand in s, outside of what is one thing though
// it holds some, until that returns false.
func scan(s, seps string, each func(i int) bool) {
	for i := 0; i < len(s); {
		if i == 0 || !alnum(s[i-1]) {
			if n := atom(s[i:]); n > 0 {
				i += n
				continue
			}
		}
		if strings.IndexByte(seps, s[i]) >= 0 && !each(i) {
			return
		}
		i++
	}
}

// mostly reports whether n are nearly all of them.
func mostly(n, of int) bool { return n*20 >= of*19 }

// piece is a part of the layout: a literal, or a field with its values.
type piece struct {
	literal string
	values  []string
	guess
	hint string // the word that stands before
	rest bool   // more separators follow
}

// layout is how keys are cut into pieces.
type layout struct {
	deep   bool // cut at weak separators too
	pieces []piece
}

// cut appends the pieces of values; hint is the word before them.
func (l *layout) cut(values []string, hint, seps string) {
	for len(l.pieces) < maxFields {
		heads, rests, sep := next(values, seps)
		if sep == 0 {
			break
		}
		hint = l.piece(heads, hint, false)
		l.literal(string([]byte{sep}))
		values = rests
	}
	more := 0
	for _, v := range values {
		scan(v, seps, func(int) bool { more++; return false })
	}
	l.piece(values, hint, more*10 > len(values))
}

// next cuts values at the separator that nearly all have first.
func next(values []string, seps string) (heads, rests []string, sep byte) {
	var has, first [256]int
	for _, v := range values {
		var seen [256]bool
		scan(v, seps, func(i int) bool {
			if c := v[i]; !seen[c] {
				seen[c] = true
				has[c]++
			}
			return true
		})
	}
	eligible := ""
	for _, c := range []byte(seps) {
		if mostly(has[c], len(values)) {
			eligible += string([]byte{c})
		}
	}
	if eligible == "" {
		return nil, nil, 0
	}
	for _, v := range values {
		scan(v, eligible, func(i int) bool { first[v[i]]++; return false })
	}
	for _, c := range []byte(eligible) {
		if first[c] > first[sep] {
			sep = c
		}
	}
	if first[sep]*10 < len(values)*9 {
		return nil, nil, 0
	}
	for _, v := range values {
		scan(v, string([]byte{sep}), func(i int) bool {
			// What stands before an atom is no end of the field where the byte comes earlier.
			if strings.IndexByte(v, sep) == i {
				heads, rests = append(heads, v[:i]), append(rests, v[i+1:])
			}
			return false
		})
	}
	if !mostly(len(heads), len(values)) {
		return nil, nil, 0
	}
	return heads, rests, sep
}

// literal appends what all keys have.
func (l *layout) literal(text string) {
	if n := len(l.pieces); n > 0 && l.pieces[n-1].values == nil {
		l.pieces[n-1].literal += text
		return
	}
	l.pieces = append(l.pieces, piece{literal: text})
}

// piece appends what stands between two separators, and returns the word that it is in
// all keys.
func (l *layout) piece(values []string, hint string, rest bool) string {
	if text, same := alike(values); same && (text == "" || len(values) > 1 && !strings.ContainsAny(text, "{}")) {
		if l.literal(text); word(text) {
			return strings.ToLower(text)
		}
		return ""
	}
	p := piece{values: values, hint: hint, rest: rest}
	s := shapeOf(values)
	p.guess = s.guess(len(l.pieces) == 0)
	if p.kind != kindText && p.kind != KindNumber || rest {
		l.pieces = append(l.pieces, p)
		return ""
	}
	if at := s.cuts(); at != nil {
		l.columns(values, hint, at)
		return ""
	}
	if head := prefix(values); head != "" {
		l.literal(head)
		tails := make([]string, len(values))
		for i, v := range values {
			tails[i] = strings.TrimPrefix(v, head)
		}
		if h := strings.TrimRight(head, weak); word(h) {
			hint = strings.ToLower(h)
		}
		return l.piece(tails, hint, false)
	}
	if l.deep && p.kind == kindText {
		for _, c := range weak {
			if _, _, sep := next(values, string(c)); sep != 0 {
				l.cut(values, hint, string(c))
				return ""
			}
		}
	}
	l.pieces = append(l.pieces, p)
	return ""
}

// columns appends the pieces of values of one width, cut at the same bytes.
func (l *layout) columns(values []string, hint string, at []int) {
	from, width := 0, len(values[0])
	for _, to := range append(at, width) {
		some := make([]string, len(values))
		for i, v := range values {
			some[i] = v[min(from, len(v)):min(to, len(v))]
		}
		if text, same := alike(some); same && !strings.ContainsAny(text, "{}") {
			l.literal(text)
		} else {
			s := shapeOf(some)
			p := piece{values: some, hint: hint, guess: s.guess(len(l.pieces) == 0)}
			switch {
			case to == width || fixed(p.via, to-from):
			case s.digits:
				p.via = "zero:" + strconv.Itoa(to-from)
			default:
				p.via = "pad:" + strconv.Itoa(to-from)
			}
			l.pieces = append(l.pieces, p)
		}
		hint, from = "", to
	}
}

// fixed reports whether transforms make values of so many bytes.
func fixed(via string, width int) bool {
	t, err := rowkey.Parse("{a|" + via + "}")
	return err == nil && t.Steps()[0].Width() == width
}

// alike returns what all values are, if they are the same.
func alike(values []string) (string, bool) {
	for _, v := range values {
		if v != values[0] {
			return "", false
		}
	}
	return values[0], true
}

// prefix returns the letters that all values have before digits.
func prefix(values []string) string {
	head := values[0]
	for _, v := range values {
		n := 0
		for n < min(len(v), len(head)) && v[n] == head[n] && !digit(v[n]) && v[n] != '{' && v[n] != '}' {
			n++
		}
		head = head[:n]
	}
	digits := 0
	for _, v := range values {
		if allDigits(v[len(head):]) {
			digits++
		}
	}
	if !mostly(digits, len(values)) {
		return ""
	}
	return head
}

func word(s string) bool {
	return len(s) >= 2 && len(s) <= 20 && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}

func legible(s string) bool {
	for _, r := range s {
		if r < ' ' && r != 0 && r != '\t' || r == utf8.RuneError || r == 0x7f {
			return false
		}
	}
	return true
}
