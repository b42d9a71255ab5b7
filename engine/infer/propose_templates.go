package infer

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// These are bounds of the input and the output.
const (
	MaxSample    = 1000 // keys from which proposals are made
	MaxProposals = 3    // templates proposed
	MaxMisfits   = 5    // keys listed that do not fit

	maxLooked = 200 // bytes of a key that are examined
	maxPieces = 16  // literals and fields in a template
)

// Proposal is a template that keys may have.
type Proposal struct {
	Template string
	Fields   []Field       // in key order
	Keys     int64         // number of keys passed to Count
	Fits     int64         // number of these that the template makes
	Misfits  []base.RowKey // the first of the others, at most MaxMisfits

	template *rowkey.Template
	score    int
}

// Field is a field of a proposal.
type Field struct {
	Name    string
	Kind    string // one of ValueKindNames
	Example string // its value in the first key that fits
}

// ProposeTemplates returns up to [MaxProposals] templates for keys of which sample is a part, the
// most likely first. Without keys it returns none. The counts of the proposals are still
// 0.
func ProposeTemplates(sample []base.RowKey) []*Proposal {
	var keys, forms []string
	left := map[string]int{} // number of keys, by the sequence of their separators
	for i := range min(len(sample), MaxSample) {
		k := string(sample[i*len(sample)/min(len(sample), MaxSample)])
		if k = k[:min(len(k), maxLooked)]; k == "" {
			continue
		}
		form := ""
		for at := sepAt(k, strong, 0); at >= 0 && len(form) < maxPieces; at = sepAt(k, strong, at+1) {
			form += k[at : at+1]
		}
		keys, forms = append(keys, k), append(forms, form)
		left[form]++
	}
	if keys == nil {
		return nil
	}
	out := add(nil, keys, keys, weak)
	for range MaxProposals {
		form, n := "", 0
		for f, m := range left {
			if m > n || m == n && f < form {
				form, n = f, m
			}
		}
		if n*20 < len(keys) || n == len(keys) {
			break
		}
		delete(left, form)
		var some []string
		for i, k := range keys {
			if forms[i] == form {
				some = append(some, k)
			}
		}
		out = add(out, some, keys, weak)
	}
	out = add(out, keys, keys, "")
	return out[:min(len(out), MaxProposals)]
}

// add derives a template from some of the keys, and inserts it into out by how well it
// fits all keys. weak is the set of weak separators to use.
func add(out []*Proposal, some, keys []string, weak string) []*Proposal {
	l := layout{weak: weak}
	seps := strong
	if s := shapeOf(some); s.illegible*2 > len(some) {
		seps = strings.TrimSuffix(strong, "\x00") // in binary numbers, 0 is not a separator
	}
	l.cut(some, "", seps)
	p := &Proposal{}
	p.Template, p.Fields = l.template()
	t, err := rowkey.Parse(p.Template)
	if err != nil || p.Fields == nil {
		return out
	}
	p.template = t
	fits, known := 0, 1
	for _, k := range keys {
		values, ok := t.Decode(base.RowKey(k))
		if !ok {
			continue
		}
		if fits++; fits == 1 {
			for i := range values {
				p.Fields[i].Example = values[i]
			}
		}
	}
	for i := range p.Fields {
		if known++; p.Fields[i].Kind != "text" {
			known++
		}
	}
	if p.Template == "{key}" && p.Fields[0].Kind == "text" {
		known = 1
	}
	p.score = fits * 1000 * (known - 1) / known
	at := 0
	for i, q := range out {
		if q.Template == p.Template {
			return out
		}
		if q.score >= p.score {
			at = i + 1
		}
	}
	if fits == 0 {
		return out
	}
	return slices.Insert(out, at, p)
}

// Count counts a key, and whether it fits the template.
func (p *Proposal) Count(key base.RowKey) {
	p.Keys++
	if _, ok := p.template.Decode(key); ok {
		p.Fits++
	} else if len(p.Misfits) < MaxMisfits {
		p.Misfits = append(p.Misfits, key)
	}
}

// Strong separators always divide fields. Weak ones do so only within a piece of no known kind.
const (
	strong = "#|/:~,;!&=$\t\x00"
	weak   = "_-. "
)

// sepAt returns the position of the first separator at or after i, or -1. It skips
// identifiers and times that contain separators.
func sepAt(s, seps string, i int) int {
	for i < len(s) {
		if i == 0 || !alnum(s[i-1]) {
			if n := atom(s[i:]); n > 0 {
				i += n
				continue
			}
		}
		if strings.IndexByte(seps, s[i]) >= 0 {
			return i
		}
		i++
	}
	return -1
}

// mostly reports whether n is at least 95 % of of.
func mostly(n, of int) bool { return n*20 >= of*19 }

// piece is a part of a layout: a literal, or a field with its kind and transforms.
type piece struct {
	literal   string
	field     bool
	kind, via string
	hint      string // the word before the field, "" for none
	few       bool   // the field has few different values
}

// layout is the division of keys into pieces.
type layout struct {
	weak   string // the weak separators to use
	pieces []*piece
}

// cut divides values at seps and appends the pieces. hint is the word before them.
func (l *layout) cut(values []string, hint, seps string) {
	for len(l.pieces) < maxPieces {
		heads, rests, sep := next(values, seps)
		if sep == "" {
			break
		}
		hint = l.piece(heads, hint, false)
		l.literal(sep)
		values = rests
	}
	more := 0
	for _, v := range values {
		if sepAt(v, seps, 0) >= 0 {
			more++
		}
	}
	l.piece(values, hint, more*10 > len(values))
}

// next divides values at the first separator that nearly all of them have. It returns ""
// for sep if there is none.
func next(values []string, seps string) (heads, rests []string, sep string) {
	var has, last [256]int
	for i, v := range values {
		for at := sepAt(v, seps, 0); at >= 0; at = sepAt(v, seps, at+1) {
			if c := v[at]; last[c] <= i {
				last[c] = i + 1
				has[c]++
			}
		}
	}
	eligible := ""
	for i := range len(seps) {
		if mostly(has[seps[i]], len(values)) {
			eligible += seps[i : i+1]
		}
	}
	for i := range len(eligible) {
		var h, r []string
		for _, v := range values {
			// If the byte occurs earlier, within an identifier or a time, the field does not end here.
			if at := sepAt(v, eligible, 0); at >= 0 && v[at] == eligible[i] && strings.IndexByte(v, v[at]) == at {
				h, r = append(h, v[:at]), append(r, v[at+1:])
			}
		}
		if mostly(len(h), len(values)) {
			return h, r, eligible[i : i+1]
		}
	}
	return nil, nil, ""
}

// literal appends a text that all keys have.
func (l *layout) literal(text string) {
	if n := len(l.pieces); n > 0 && !l.pieces[n-1].field {
		l.pieces[n-1].literal += text
		return
	}
	l.pieces = append(l.pieces, &piece{literal: text})
}

// piece appends the pieces of values between two separators. If they are the same word in
// all keys, it returns that word. rest says that some of the values contain further
// separators.
func (l *layout) piece(values []string, hint string, rest bool) string {
	s := shapeOf(values)
	if text := values[0]; s.distinct == 1 && (text == "" || len(values) > 1 && !strings.ContainsAny(text, "{}")) {
		l.literal(text)
		return word(text)
	}
	p := l.guess(s, hint)
	if rest && len(l.pieces) > 0 {
		p.kind, p.via = "rest", ""
	} else if p.kind == "text" || p.kind == "number" {
		if at := s.cut(); at > 0 {
			heads, tails := make([]string, len(values)), make([]string, len(values))
			for i, v := range values {
				heads[i], tails[i] = v[:at], v[at:]
			}
			n := len(l.pieces)
			before := l.piece(heads, hint, false)
			if q := l.pieces[len(l.pieces)-1]; len(l.pieces) > n && q.field && (q.via == "" || q.via[0] == 'r') {
				if q.via = "pad:"; only(heads[0], digits) {
					q.via = "zero:"
				}
				q.via += strconv.Itoa(at)
			}
			return l.piece(tails, before, false)
		}
		if head := prefix(values); head != "" {
			l.literal(head)
			tails := make([]string, len(values))
			for i, v := range values {
				tails[i] = strings.TrimPrefix(v, head)
			}
			if w := word(strings.TrimRight(head, weak)); w != "" {
				hint = w
			}
			return l.piece(tails, hint, false)
		}
		for i := range len(l.weak) {
			if c := l.weak[i : i+1]; p.kind == "text" {
				if _, _, sep := next(values, c); sep != "" {
					l.cut(values, hint, c)
					return ""
				}
			}
		}
	}
	l.pieces = append(l.pieces, p)
	return ""
}

// prefix returns the common beginning of values that are otherwise digits, or "".
func prefix(values []string) string {
	head, n := values[0], 0
	for _, v := range values {
		i := 0
		for i < min(len(v), len(head)) && v[i] == head[i] && !digit(v[i]) && v[i] != '{' && v[i] != '}' {
			i++
		}
		head = head[:i]
	}
	for _, v := range values {
		if only(v[len(head):], digits) {
			n++
		}
	}
	if !mostly(n, len(values)) {
		return ""
	}
	return head
}

// word returns a text in lower case if it is a word, and otherwise "".
func word(s string) string {
	s = strings.ToLower(s)
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return ""
		}
	}
	if len(s) < 2 || len(s) > 20 {
		return ""
	}
	return s
}

// template returns the template of the layout, and its fields with different names.
func (l *layout) template() (text string, fields []Field) {
	taken := map[string]int{}
	for _, p := range l.pieces {
		if !p.field {
			text += p.literal
			continue
		}
		name := nameOf(p.kind)
		switch {
		case p.hint != "" && (name == "" || name == "id"):
			name = p.hint
		case name != "":
		case len(l.pieces) == 1:
			name = "key"
		case p.few:
			name = "type"
		default:
			name = "name"
		}
		if taken[name]++; taken[name] > 1 {
			name += strconv.Itoa(taken[name])
		}
		text += "{" + name
		if p.via != "" {
			text += "|" + p.via
		}
		text += "}"
		fields = append(fields, Field{Name: name, Kind: p.kind})
	}
	return text, fields
}
