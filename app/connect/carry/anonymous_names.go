package carry

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
)

// letters are the characters of replacements: no vowels, so that no words arise, and no digits.
const letters = "BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz"

// Alphabets for a place with more different bytes than letters.
const (
	figures = "0123456789"
	alnum   = figures + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// separators are the characters between the fields of keys. They stay.
const separators = "#|/:~,;!&=$\t\x00"

// universes are classes of bytes. If all bytes of a place are in one class, the replacement of each
// does not depend on which of the others occur.
var universes = []string{figures, alnum[10:36], alnum[36:]}

// naming has replacements for a set of words. A replacement has the length of its word, and
// replacements sort like the words. The bytes of a word are replaced one after the other, and the
// replacement of a byte depends on those before it, so words with a common prefix still have one.
// Punctuation such as . and - stays where it is, as far as the order allows.
type naming struct {
	seed  [32]byte
	names map[string]string
}

// seeded returns the seed of a random source for a purpose.
func seeded(seed uint64, purpose string) [32]byte {
	return sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, seed), purpose...))
}

// newNaming returns replacements of all the words. The keys of ends are the words; the values are
// the bytes that follow the word somewhere, "" if none do.
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

// span is the words [from, to), whose first depth bytes are equal.
type span struct{ from, to, depth int }

// name appends the replacements of sorted words to names. It visits the places of the words' prefix
// tree.
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

// mark reports whether a byte is punctuation, which stays: printable ASCII that is neither a letter
// nor a digit.
func mark(c byte) bool {
	return c >= ' ' && c < 0x7f && strings.IndexByte(alnum, c) < 0
}

// others returns replacements of the bytes of a place, in ascending order like those. They stay on
// the same side of the punctuation among them, and of the bytes that follow a word that ends there.
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
	return bytes // every byte occurs
}

// between chooses replacements of bytes from an alphabet, in the same order. The fixed bytes stay,
// and all others stay on the same side of the fixed bytes and the stops. ok is false if the
// alphabet has too few bytes.
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
		lo, hi := 0, 256 // the replacement has to be in [lo, hi)
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
			return nil, false // the byte itself is a stop
		}
		if !choose(random, out[i:j], alphabet, lo, hi) {
			return nil, false
		}
		i = j
	}
	return out, true
}

// choose replaces ascending bytes by ascending bytes of an alphabet in [lo, hi). It reports false
// if there are too few.
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
