package rowmap

import "strings"

// own makes a leaf of the tree one that may be changed in place.
func (m *Map) own(l *leaf) *leaf {
	if l.owner == m.token {
		return l
	}
	c := l.copied(l.low, l.high, 0, len(l.entries), m.token)
	c.last = l.last
	m.place(c)
	m.near = c
	return c
}

// split divides a leaf that the map owns, so that a record of size bytes in the
// buffer finds room before entry i, and returns where that is now.
func (m *Map) split(l *leaf, i int, key string, size int) (*leaf, int) {
	n := len(l.entries)
	// at is how many go to the left, the new record among them if it is one of
	// the first at. Keys that come in order leave full leaves behind.
	var at int
	switch {
	case i == n && l.last == n-1:
		at = n
	case i == 0 && l.last == 0:
		at = 1
	default:
		at = l.middle(i, size)
	}
	old := at // how many of those that are here go to the left
	if i < at {
		old--
	}
	before, after := key, key
	if at-1 != i {
		before = l.key(old - 1)
	}
	if at != i {
		after = l.key(old)
	}
	border := parting(before, after)
	low, high := l.low, l.high
	var left, right *leaf
	switch old {
	case n:
		left, right = l, newLeaf(border, high, m.token)
		left.bound(low, border)
	case 0:
		left, right = newLeaf(low, border, m.token), l
		right.bound(border, high)
	default:
		left = l.copied(low, border, 0, old, m.token)
		right = l.copied(border, high, old, n, m.token)
		l.release(m.token)
	}
	m.place(left)
	m.place(right)
	m.settleCommon()
	if i < at {
		m.near = left
		return left, i
	}
	m.near = right
	return right, i - old
}

// parting returns the shortest key after before and not after after, which is
// the larger one.
func parting(before, after string) string {
	return strings.Clone(after[:shared(before, after)+1])
}

// middle returns how many of the leaf's records, and the one of size bytes that
// comes before entry i, weigh about half of them all: at least one, not all.
func (l *leaf) middle(i, size int) int {
	half := (l.weight() + size + perRow) / 2
	n, sum := 0, 0
	for j := range l.entries {
		if j == i {
			n++
			if sum += size + perRow; sum >= half {
				break
			}
		}
		n++
		if sum += l.entries[j].slot.size() + perRow; sum >= half {
			break
		}
	}
	return min(n, len(l.entries))
}

// settle joins a leaf of the tree with a neighbour if it has become small.
func (m *Map) settle(l *leaf) {
	if len(l.entries) > 0 && l.weight() >= maxBuf/4 || m.tree.Len() == 1 {
		return
	}
	if l.high != "" {
		if next := m.seek(l.high); l.fits(next) {
			m.join(l, next)
			return
		}
	}
	if l.low != "" {
		var prev *leaf
		m.tree.DescendLessOrEqual(m.item(l), func(it item) bool {
			prev = it.leaf
			return it.leaf == l
		})
		if prev.fits(l) {
			m.join(prev, l)
		}
	}
}

// fits reports whether the leaf and the next may be one, with room to grow.
func (l *leaf) fits(next *leaf) bool {
	return len(l.entries) == 0 || len(next.entries) == 0 ||
		l.weight()+next.weight() <= maxBuf/8*5 && len(l.entries)+len(next.entries) <= maxRows/8*5
}

// join puts one leaf in the place of two.
func (m *Map) join(left, right *leaf) {
	m.tree.Delete(m.item(right))
	m.near = joined(left, right, m.token)
	m.place(m.near)
}

// joined returns a leaf with the rows of two, which are not used any more.
func joined(left, right *leaf, owner *token) *leaf {
	n := len(left.entries) + len(right.entries)
	bytes := left.inBuf(0, len(left.entries)) + right.inBuf(0, len(right.entries))
	l := newLeaf(left.low, right.high, owner)
	l.reserve(n + n/8 + 4)
	l.buf = owner.get(min(bytes+bytes/16, maxBuf))
	l.take(left, 0, len(left.entries))
	l.take(right, 0, len(right.entries))
	left.release(owner)
	right.release(owner)
	return l
}
