package plan

import (
	"hash/maphash"
	"math/bits"
)

// NameCounts counts how often each name was taken, up to a bound, for hundreds of thousands of
// names. It takes less than half of the time that a map from strings to numbers takes, because
// a short name and its slot lie together in memory. The zero value has taken none.
type NameCounts struct {
	seed  maphash.Seed
	mixed packed   // is combined with a short name to hash it
	slots []packed // their number is a power of two, and at most half of them are used
	used  int
	more  []int64  // for each slot, how often its name was taken again; nil if none was taken twice
	long  []string // names that are too long for a slot

	last   string // the name taken last
	lastAt int    // its slot + 1; 0 for none
}

// packed is a slot of [NameCounts]. It holds a name of up to 15 bytes, with its length plus 1 in
// the highest byte of high. Of a longer name low is the hash, the highest byte of high is that
// of isLong, and the lower bytes are its index in [NameCounts.long]. In a free slot high is 0.
type packed struct{ low, high uint64 }

// isLong is the highest byte of high in the slot of a long name.
const isLong = 0xFF << 56

// long reports whether the slot is that of a long name.
func (p packed) long() bool { return p.high >= isLong }

// TryTake takes a name that was taken less than most times, and reports whether it did.
func (c *NameCounts) TryTake(name string, most int64) bool {
	if c.lastAt > 0 && name == c.last {
		return c.again(c.lastAt-1, most)
	}
	if 2*c.used >= len(c.slots) {
		c.grow()
	}
	p := c.pack(name)
	at := c.find(p, name)
	c.last, c.lastAt = name, at+1
	if c.slots[at].high != 0 {
		return c.again(at, most)
	}
	if p.long() {
		p.high |= uint64(len(c.long))
		c.long = append(c.long, name)
	}
	c.slots[at] = p
	c.used++
	return true
}

// again takes the name of a slot once more.
func (c *NameCounts) again(at int, most int64) bool {
	if most <= 1 {
		return false
	}
	if c.more == nil {
		c.more = make([]int64, len(c.slots))
	}
	if c.more[at]+1 >= most {
		return false
	}
	c.more[at]++
	return true
}

// pack returns what the slot of a name holds, without the index of a long name.
func (c *NameCounts) pack(name string) (p packed) {
	switch n := len(name); {
	case n > 15:
		return packed{maphash.String(c.seed, name), isLong}
	case n >= 8:
		p.low, p.high = eight(name), eight(name[n-8:])>>(8*(16-n))
	default:
		for i := range n {
			p.low |= uint64(name[i]) << (8 * i)
		}
	}
	p.high |= uint64(len(name)+1) << 56
	return p
}

// eight returns the first 8 bytes of a text, in one load.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// first returns the slot at which the search for a name begins.
func (c *NameCounts) first(p packed) int {
	hash := p.low
	if !p.long() {
		high, low := bits.Mul64(p.low^c.mixed.low, p.high^c.mixed.high)
		hash = high ^ low
	}
	return int(hash) & (len(c.slots) - 1)
}

// find returns the slot of a name, or the free one for it.
func (c *NameCounts) find(p packed, name string) int {
	for at := c.first(p); ; at = (at + 1) & (len(c.slots) - 1) {
		is := c.slots[at]
		if is.high == 0 || is == p && !p.long() || is.long() && p.long() && is.low == p.low && c.long[uint32(is.high)] == name {
			return at
		}
	}
}

// grow doubles the slots.
func (c *NameCounts) grow() {
	if c.slots == nil {
		c.seed = maphash.MakeSeed()
		c.mixed = packed{maphash.String(c.seed, "low"), maphash.String(c.seed, "high")}
	}
	slots, more := c.slots, c.more
	c.slots, c.lastAt = make([]packed, max(16, 2*len(slots))), 0
	if more != nil {
		c.more = make([]int64, len(c.slots))
	}
	for i, p := range slots {
		if p.high == 0 {
			continue
		}
		at := c.first(p)
		for c.slots[at].high != 0 {
			at = (at + 1) & (len(c.slots) - 1)
		}
		if c.slots[at] = p; more != nil {
			c.more[at] = more[i]
		}
	}
}
