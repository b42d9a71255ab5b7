package carry

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
)

// A name that stands for another has the same length, and of two names the same comes first.
// The bytes of names are changed one after the other: what stands for a byte depends on those
// before it, so that names that begin alike still do. Marks such as . and - stay where they
// are, as far as the order allows.

// letters are what names are made of: no vowels, so that no word comes about, and no digits.
const letters = "BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz"

// Alphabets to take instead where a place has more different bytes than letters.
const (
	figures = "0123456789"
	alnum   = figures + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// separators part the fields of keys; they stay.
const separators = "#|/:~,;!&=$\t\x00"

// universes are classes of bytes. Where all that stand in a place are of one, what stands
// for them does not depend on which of them do.
var universes = []string{figures, alnum[10:36], alnum[36:]}

// naming gives names in order for those that it is made of.
type naming struct {
	seed  [32]byte
	names map[string]string
}

// seeded returns a source of chance for a purpose.
func seeded(seed uint64, purpose string) [32]byte {
	return sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, seed), purpose...))
}

// newNaming names all of the words. ends has for each word the bytes that follow it
// somewhere, "" where nothing does.
func newNaming(seed [32]byte, ends map[string]string) *naming {
	n := &naming{seed: seed, names: make(map[string]string, len(ends))}
	words := make([]string, 0, len(ends))
	for w := range ends {
		words = append(words, w)
	}
	slices.Sort(words)
	names := make([][]byte, len(words))
	for i, w := range words {
		names[i] = make([]byte, 0, len(w))
	}
	n.name(words, names, ends)
	for i, w := range words {
		n.names[w] = string(names[i])
	}
	return n
}

// span is words [from, to) that have their first bytes, so many, in common.
type span struct{ from, to, depth int }

// name names words, which are in order: a place of the tree that they make after the other.
func (n *naming) name(words []string, names [][]byte, ends map[string]string) {
	todo := []span{{0, len(words), 0}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var stops string // what follows the word that ends here
		for s.from < s.to && len(words[s.from]) == s.depth {
			stops += ends[words[s.from]]
			s.from++
		}
		if s.from == s.to {
			continue
		}
		var parts []span
		var bytes []byte
		for i := s.from; i < s.to; {
			c, j := words[i][s.depth], i
			for j < s.to && words[j][s.depth] == c {
				j++
			}
			bytes, parts = append(bytes, c), append(parts, span{i, j, s.depth + 1})
			i = j
		}
		others := n.others(words[s.from][:s.depth], bytes, stops)
		for i, p := range parts {
			for j := p.from; j < p.to; j++ {
				names[j] = append(names[j], others[i])
			}
		}
		todo = append(todo, parts...)
	}
}

// mark reports whether a byte is a mark, which stays: neither letter nor digit, and legible.
func mark(c byte) bool {
	return c >= ' ' && c < 0x7f && strings.IndexByte(alnum, c) < 0
}

// others returns what stands for the bytes of a place, which ascend: as many others that
// ascend, and lie as they do beside the marks among them and the bytes that follow a word
// which ends there.
func (n *naming) others(before string, bytes []byte, stops string) []byte {
	chance := sha256.Sum256(append(n.seed[:], before...))
	random := rand.New(rand.NewChaCha8(chance))
	var marks string
	for _, c := range bytes {
		if mark(c) {
			marks += string(c)
		}
	}
	for _, try := range []struct{ alphabet, fixed, stops string }{
		{letters, marks, stops}, {letters, "", stops}, {letters, marks, ""}, {letters, "", ""}, {alnum, "", ""},
	} {
		if out, ok := between(random, bytes, try.alphabet, try.fixed, try.stops); ok {
			return out
		}
	}
	free := make([]byte, 0, 256)
	for c := range 256 {
		if strings.IndexByte(separators, byte(c)) < 0 {
			free = append(free, byte(c))
		}
	}
	if out, ok := between(random, bytes, string(free), "", ""); ok {
		return out
	}
	return bytes // all there are
}

// between chooses for bytes others of an alphabet, in the same order, so that the fixed ones
// stay and the rest lie on the same side of those and of the stops as before. ok is false
// where the alphabet has too few there.
func between(random *rand.Rand, bytes []byte, alphabet, fixed, stops string) (out []byte, ok bool) {
	borders := []byte(fixed + stops)
	slices.Sort(borders)
	out = slices.Clone(bytes)
	for i := 0; i < len(bytes); {
		if strings.IndexByte(fixed, bytes[i]) >= 0 {
			i++
			continue
		}
		at, _ := slices.BinarySearch(borders, bytes[i])
		lo, hi := 0, 256 // what stands there may be in [lo, hi)
		if at > 0 {
			lo = int(borders[at-1]) + 1
		}
		if at < len(borders) {
			hi = int(borders[at])
		}
		j := i
		for j < len(bytes) && int(bytes[j]) < hi && strings.IndexByte(fixed, bytes[j]) < 0 {
			j++
		}
		if j == i {
			return nil, false // a stop that is no separator
		}
		if !choose(random, out[i:j], alphabet, lo, hi) {
			return nil, false
		}
		i = j
	}
	return out, true
}

// choose replaces bytes, which ascend, by others of an alphabet in [lo, hi) that do.
func choose(random *rand.Rand, bytes []byte, alphabet string, lo, hi int) bool {
	var from []byte
	for i := range len(alphabet) {
		if c := alphabet[i]; int(c) >= lo && int(c) < hi {
			from = append(from, c)
		}
	}
	of := string(bytes)
	for _, u := range universes {
		if strings.Trim(string(bytes), u) == "" && len(u) <= len(from) {
			of = u
		}
	}
	if len(of) > len(from) {
		return false
	}
	random.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	from = from[:len(of)]
	slices.Sort(from)
	for i, c := range bytes {
		bytes[i] = from[strings.IndexByte(of, c)]
	}
	return true
}
