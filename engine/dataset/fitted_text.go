package dataset

import (
	"math/bits"
	"strconv"
	"strings"
)

// writer writes the values of a [Fitted] field.
type writer struct {
	fittedForms
	seed   uint64
	shape  *Shape
	groups []formGroup
}

// formGroup is the forms that begin alike. Their values are successive in the order of all values.
type formGroup struct {
	forms       []wordForm
	weight      int64
	first, size uint64 // slots
}

// wordForm is a form of words.
type wordForm struct {
	pieces     []piece
	weight     int64
	min, max   int  // bytes
	wide       bool // words use all letters, and not only those that can be pronounced
	capacity   uint64
	characters int // characters at the beginning of the pieces that tell values apart
}

// alphabets has the characters of pieces, in ascending order.
var alphabets = [...]string{
	pieceLower: "abcdefghijklmnopqrstuvwxyz", pieceUpper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", pieceTitle: "abcdefghijklmnopqrstuvwxyz", pieceText: "abcdefghijklmnopqrstuvwxyz",
	pieceDigits: "0123456789", pieceHex: "0123456789abcdef", pieceHexUpper: "0123456789ABCDEF",
	pieceMixed: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
}

const (
	consonants = "bcdfghjklmnprstvwz"
	vowels     = "aeiou"
)

// alphabet returns the characters of the i-th place of a piece.
func (p piece) alphabet(i int, wide bool) string {
	all := alphabets[p.kind]
	switch p.kind {
	case pieceLower, pieceTitle, pieceText, pieceUpper:
		if !wide {
			if all = consonants; i%2 == 1 {
				all = vowels
			}
		}
		if p.kind == pieceUpper || p.kind == pieceTitle && i == 0 {
			all = strings.ToUpper(all)
		}
	}
	return all
}

// prepare divides the slots of size values among the forms.
func (w *writer) prepare(size uint64) {
	if w.number || w.time {
		return
	}
	all := int64(0)
	for i, form := range w.forms {
		begins := form[0]
		at := -1
		for k, g := range w.groups {
			if b := g.forms[0].pieces[0]; b.kind == begins.kind && b.text == begins.text {
				at = k
			}
		}
		if at < 0 {
			at = len(w.groups)
			w.groups = append(w.groups, formGroup{})
		}
		w.groups[at].forms = append(w.groups[at].forms, wordForm{pieces: form, weight: w.weights[i]})
		w.groups[at].weight += w.weights[i]
		all += w.weights[i]
	}
	past := int64(0)
	for i := range w.groups {
		g := &w.groups[i]
		g.first = stretched(uint64(past), uint64(all), size)
		past += g.weight
		g.size = stretched(uint64(past), uint64(all), size) - g.first
		for k := range g.forms {
			g.forms[k].prepare(max(g.size, 1))
		}
	}
}

// prepare makes a form tell size values apart.
func (f *wordForm) prepare(size uint64) {
	f.pieces = append([]piece(nil), f.pieces...)
	for !f.tells(size) {
		if !f.wide {
			f.wide = true
			continue
		}
		longest := -1
		for i, p := range f.pieces {
			if p.kind != pieceLiteral && (longest < 0 || p.max-p.min > f.pieces[longest].max-f.pieces[longest].min) {
				longest = i
			}
		}
		p := &f.pieces[longest]
		p.min++
		p.max = max(p.max, p.min)
	}
	for _, p := range f.pieces {
		f.min += p.min + len(p.text)
		f.max += p.max + len(p.text)
	}
}

// tells counts the characters that are needed to tell size values apart. It returns false if the
// shortest values do not have as many.
func (f *wordForm) tells(size uint64) bool {
	f.capacity, f.characters = 1, 0
	for _, p := range f.pieces {
		for i := range p.min {
			if f.capacity >= size {
				return true
			}
			f.capacity *= uint64(len(p.alphabet(i, f.wide)))
			f.characters++
		}
	}
	return f.capacity >= size
}

// write returns the value of a slot, of a length if one of the forms has that.
func (w *writer) write(slot uint64, length int) string {
	at := 0
	for at+1 < len(w.groups) && (slot >= w.groups[at].first+w.groups[at].size) {
		at++
	}
	g := &w.groups[at]
	r := Random(mix(w.seed ^ mix(slot+1)))
	if length == 0 && len(w.shape.Lengths) > 0 {
		length = int(w.shape.Lengths[r.Below(uint64(len(w.shape.Lengths)))])
	}
	form := &g.forms[0]
	x := int64(r.Below(uint64(g.weight)))
	for k := range g.forms {
		form = &g.forms[k]
		if x -= form.weight; x < 0 {
			break
		}
	}
	if length > 0 && (length < form.min || length > form.max) {
		for k := range g.forms {
			if f := &g.forms[k]; f.min <= length && length <= f.max {
				form = f
				break
			}
		}
	}
	return form.write(slot-g.first, max(g.size, 1), length, &r)
}

// write returns the i-th of size values.
func (f *wordForm) write(i, size uint64, length int, r *Random) string {
	extra := f.max - f.min
	if length > 0 {
		extra = min(max(length, f.min), f.max) - f.min
	} else {
		extra = int(r.Below(uint64(extra) + 1))
	}
	slack := f.max - f.min
	code := stretched(i, size, f.capacity) + r.Below(max(1, f.capacity/size))
	rest := f.capacity // the numbers that the characters still to come can tell
	left := f.characters
	b := make([]byte, 0, f.max)
	for _, p := range f.pieces {
		if p.kind == pieceLiteral {
			b = append(b, p.text...)
			continue
		}
		n := p.min
		if own := p.max - p.min; own > 0 {
			hi, lo := bits.Mul64(uint64(extra), uint64(own))
			more, _ := bits.Div64(hi, lo, uint64(slack))
			n += int(more)
			extra -= n - p.min
			slack -= own
		}
		blank := 3 + int(r.Below(6))
		for at := range n {
			alphabet := p.alphabet(at, f.wide)
			if left > 0 && at < p.min {
				rest /= uint64(len(alphabet))
				b = append(b, alphabet[code/rest])
				code %= rest
				left--
				continue
			}
			if blank--; p.kind == pieceText && blank == 0 && at+1 < n {
				b, blank = append(b, ' '), 3+int(r.Below(6))
				continue
			}
			b = append(b, alphabet[r.Below(uint64(len(alphabet)))])
		}
	}
	return string(b)
}

// writeMeasure returns a number or a time as text.
func (w *writer) writeMeasure(v int64) string {
	var room [64]byte
	b := room[:0]
	for _, p := range w.forms[0] {
		switch p.kind {
		case pieceLiteral:
			b = append(b, p.text...)
		case pieceNumber:
			b = w.appendNumber(b, v)
		case pieceTrimmed:
			at := len(b)
			if b = w.appendNumber(b, v); w.digits > 0 {
				b = append(b[:at], strings.TrimRight(strings.TrimRight(string(b[at:]), "0"), ".")...)
			}
		default:
			b = appendMoment(b, p.kind, v)
		}
	}
	return string(b)
}

// appendNumber appends a number of multiples of 10^-digits.
func (w *writer) appendNumber(b []byte, v int64) []byte {
	if v < 0 {
		b, v = append(b, '-'), -v
	}
	if w.digits > 0 {
		return append(b, formatDecimal(v, w.digits)...)
	}
	return appendPadded(b, uint64(v), w.width)
}

// appendMoment appends a part of a time in milliseconds since 1970.
func appendMoment(b []byte, kind pieceKind, at int64) []byte {
	ms := uint64(max(at, 0))
	within := ms % dayMillis
	switch kind {
	case pieceYear:
		return appendPadded(b, uint64(dayOf(ms/dayMillis).y), 4)
	case pieceMonth:
		return appendPadded(b, uint64(dayOf(ms/dayMillis).m), 2)
	case pieceDay:
		return appendPadded(b, uint64(dayOf(ms/dayMillis).d), 2)
	case pieceHour:
		return appendPadded(b, within/3_600_000, 2)
	case pieceMinute:
		return appendPadded(b, within/60_000%60, 2)
	case pieceSecond:
		return appendPadded(b, within/1000%60, 2)
	case pieceMillis:
		return appendPadded(b, within%1000, 3)
	case pieceMicros:
		return append(appendPadded(b, within%1000, 3), "000"...)
	case pieceUnix:
		return strconv.AppendUint(b, ms/1000, 10)
	case pieceUnixMillis:
		return strconv.AppendUint(b, ms, 10)
	}
	return append(strconv.AppendUint(b, ms, 10), "000"...)
}
