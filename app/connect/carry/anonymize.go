package carry

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// dataColumns is the number of different columns of a family from which on the names of its columns
// count as data.
const dataColumns = 32

// tries is how often other names are drawn if they still contain an original.
const tries = 30

// anonymous replaces the strings of samples.
type anonymous struct {
	words     map[string]string // the words of keys, each with the bytes that follow it somewhere
	originals map[string]bool   // strings that must not appear: words of keys, values and their words
	names     *naming           // replaces words
	values    map[string]string // replacements of values
	taken     map[string]bool   // the replacements in values
	seed      [32]byte
}

// hide replaces names and values in the samples, in place. Words of keys are replaced by names of
// the same length and order, and values by others of the same length; equal strings get equal
// replacements in all tables. Families, punctuation and times of cells stay. It refuses samples
// that leave no room for other names.
func hide(samples []*sample, seed uint64) error {
	a := &anonymous{words: map[string]string{}, originals: map[string]bool{}}
	for _, s := range samples {
		for _, row := range s.rows {
			a.takeKey(string(row.Key))
			for _, c := range row.Cells {
				if s.types[c.Family] == table.Plain {
					a.takeValue(c.Value)
				}
			}
		}
	}
	data := dataFamilies(samples, a.originals)
	for range tries {
		a.draw(seed)
		hidden := make([]*sample, len(samples))
		for i, s := range samples {
			hidden[i] = a.sample(s, data)
		}
		if !a.told(hidden) {
			for i := range samples {
				samples[i].swapped(hidden[i])
			}
			return nil
		}
		seed = binary.BigEndian.Uint64(a.seed[:])
	}
	return errors.New("-anonymize finds no names of the same length for what is so short and so many: pull fewer rows with -rows, or another -prefix")
}

// wordsOf splits a text at separators. The result alternates between words and separators, and
// begins and ends with a word.
func wordsOf(text string) (out []string) {
	for {
		i := strings.IndexAny(text, separators)
		if i < 0 {
			return append(out, text)
		}
		out = append(out, text[:i], text[i:i+1])
		text = text[i+1:]
	}
}

// takeKey notes the words of a key and what follows them.
func (a *anonymous) takeKey(key string) {
	parts := wordsOf(key)
	for i := 0; i < len(parts); i += 2 {
		follows := ""
		if i+1 < len(parts) {
			follows = parts[i+1]
		}
		if stops := a.words[parts[i]]; !strings.Contains(stops, follows) || stops == "" {
			a.words[parts[i]] = stops + follows
		}
		a.note(parts[i])
	}
}

// takeValue notes a value and its words.
func (a *anonymous) takeValue(value string) {
	a.note(value)
	if parts := wordsOf(value); len(parts) > 1 && len(parts) < 20 {
		for i := 0; i < len(parts); i += 2 {
			a.note(parts[i])
		}
	}
}

// note notes a string that must not appear, unless it has only punctuation.
func (a *anonymous) note(s string) {
	if strings.IndexFunc(s, func(r rune) bool { return r >= 0x7f || !mark(byte(r)) && strings.IndexByte(separators, byte(r)) < 0 }) >= 0 {
		a.originals[s] = true
	}
}

// draw makes new names and forgets the replacements of values.
func (a *anonymous) draw(seed uint64) {
	a.names = newNaming(seeded(seed, "names"), a.words)
	a.seed = seeded(seed, "values")
	a.values, a.taken = map[string]string{}, map[string]bool{}
}

// key returns the replacement of a key.
func (a *anonymous) key(key string) base.RowKey {
	parts := wordsOf(key)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = a.names.names[parts[i]]
	}
	return base.RowKey(strings.Join(parts, ""))
}

// value returns the replacement of a value. A value that consists of words of keys is replaced like
// a key, so that references to keys remain valid.
func (a *anonymous) value(v string) string {
	if v == "" {
		return v
	}
	parts := wordsOf(v)
	known := true
	for i := 0; i < len(parts); i += 2 {
		_, is := a.words[parts[i]]
		known = known && is
	}
	if known {
		return string(a.key(v))
	}
	other, drawn := a.values[v]
	if !drawn {
		other = a.other(v)
		a.values[v], a.taken[other] = other, true
	}
	return other
}

// other draws a replacement of a value. It avoids originals and other replacements if there is room
// for that.
func (a *anonymous) other(v string) string {
	sum := sha256.Sum256(append(a.seed[:], v...))
	random := rand.New(rand.NewChaCha8(sum))
	out := make([]byte, len(v))
	for try := range 400 {
		alphabet := letters
		if try >= 100 {
			alphabet = alnum
		}
		for i := range out {
			if out[i] = alphabet[random.IntN(len(alphabet))]; try >= 200 {
				out[i] = byte(random.IntN(256))
			}
		}
		if !a.originals[string(out)] && !a.taken[string(out)] {
			break
		}
	}
	return string(out)
}

// number returns the replacement of an encoded number: another number with as many digits and the
// same sign.
func (a *anonymous) number(state string) string {
	n := int64(binary.BigEndian.Uint64([]byte(state)))
	if n == 0 {
		return state
	}
	sum := sha256.Sum256(append(a.seed[:], state...))
	random := rand.New(rand.NewChaCha8(sum))
	digits := []byte(strings.TrimLeft(strconv.FormatInt(n, 10), "-"))
	for i := range digits {
		if digits[i] = byte('0' + random.IntN(10)); i == 0 {
			digits[i] = byte('1' + random.IntN(8)) // so that 19 digits do not overflow
		}
	}
	m, _ := strconv.ParseInt(string(digits), 10, 64)
	if n < 0 {
		m = -m
	}
	return string(binary.BigEndian.AppendUint64(nil, uint64(m)))
}

// dataFamilies returns the families whose column names are data, by table and family, and adds
// those names to originals.
func dataFamilies(samples []*sample, originals map[string]bool) map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, s := range samples {
		columns := map[base.Family]map[base.Qualifier]bool{}
		for _, row := range s.rows {
			for _, c := range row.Cells {
				if columns[c.Family] == nil {
					columns[c.Family] = map[base.Qualifier]bool{}
				}
				columns[c.Family][c.Qualifier] = true
			}
		}
		for f, list := range columns {
			if len(list) >= dataColumns {
				out[[2]string{s.name, string(f)}] = true
				for q := range list {
					originals[string(q)] = true
				}
			}
		}
	}
	return out
}

// sample returns the rows of a sample with all replacements.
func (a *anonymous) sample(s *sample, data map[[2]string]bool) *sample {
	out := &sample{types: s.types}
	for _, row := range s.rows {
		r := engine.RowToRestore{Key: a.key(string(row.Key))}
		for _, c := range row.Cells {
			if q := string(c.Qualifier); a.originals[q] || data[[2]string{s.name, string(c.Family)}] {
				c.Qualifier = base.Qualifier(a.value(q))
			}
			switch s.types[c.Family] {
			case table.Plain:
				c.Value = a.value(c.Value)
			case table.UniqueCount:
				out.left++
				continue
			default:
				c.Value = a.number(c.Value)
			}
			r.Cells = append(r.Cells, c)
		}
		slices.SortStableFunc(r.Cells, base.Cell.Compare)
		if out.cells += int64(len(r.Cells)); len(r.Cells) > 0 {
			out.rows = append(out.rows, r)
		}
	}
	for _, b := range s.splits {
		out.splits = append(out.splits, a.key(string(b)))
	}
	return out
}

// told reports whether the samples still contain an original: as a word of a key, as a whole value,
// or anywhere if it has at least four bytes.
func (a *anonymous) told(hidden []*sample) bool {
	// Long originals are indexed by their first four bytes, so that each position of a text needs
	// one lookup.
	long := map[string][]string{}
	for o := range a.originals {
		if len(o) >= 4 {
			long[o[:4]] = append(long[o[:4]], o)
		}
	}
	// tells reports whether a text contains a long original.
	tells := func(text string) bool {
		for i := 0; i+4 <= len(text); i++ {
			for _, o := range long[text[i:i+4]] {
				if strings.HasPrefix(text[i:], o) {
					return true
				}
			}
		}
		return false
	}
	// Equal values are checked once.
	whole := map[string]bool{}
	for _, s := range hidden {
		for _, row := range s.rows {
			for i, w := range wordsOf(string(row.Key)) {
				if i%2 == 0 && a.originals[w] {
					return true
				}
			}
			if tells(string(row.Key)) {
				return true
			}
			for _, c := range row.Cells {
				if whole[c.Value] {
					continue
				}
				whole[c.Value] = true
				if a.originals[c.Value] && s.types[c.Family] == table.Plain || tells(c.Value) {
					return true
				}
			}
		}
	}
	return false
}

// swapped takes over the rows of a hidden sample, with notes on what has changed besides names.
func (s *sample) swapped(hidden *sample) {
	moved := 0
	for i := 1; i < len(hidden.rows); i++ {
		if hidden.rows[i].Key < hidden.rows[i-1].Key {
			moved++
		}
	}
	if moved > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%d rows stand elsewhere than before: names of different lengths end there in a byte that sorts between their own", moved))
		slices.SortFunc(hidden.rows, func(a, b engine.RowToRestore) int { return strings.Compare(string(a.Key), string(b.Key)) })
		slices.Sort(hidden.splits)
	}
	if hidden.left > 0 {
		s.notes = append(s.notes, areMany(hidden.left, "cell")+" left out: counts of distinct values cannot be hidden")
	}
	s.rows, s.cells, s.splits = hidden.rows, hidden.cells, hidden.splits
}
