package rowmap

import "strings"

// own returns a leaf with the contents of l that the map may change in place. This is l
// itself if the map owns it, and otherwise a copy, which replaces l in the tree.
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

// split divides a leaf into two, so that a record of size bytes can be inserted before
// entry i. The map must own the leaf. It returns the half into which the record goes, and
// its index there.
func (m *Map) split(l *leaf, i int, key string, size int) (*leaf, int) {
	n := len(l.entries)
	// at is how many records go to the left, including the new one if its index is less than
	// at. If keys are written in order, the leaf is split at its end, so that it stays full.
	var at int
	switch {
	case i == n && l.last == n-1:
		at = n
	case i == 0 && l.last == 0:
		at = 1
	default:
		at = l.middle(i, size)
	}
	old := at // how many of the present records go to the left
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

// parting returns the shortest key that is greater than before and not greater than after,
// where before < after.
func parting(before, after string) string {
	return strings.Clone(after[:shared(before, after)+1])
}

// middle returns at how many records to split the leaf so that the halves have about the
// same weight. The new record of size bytes, which comes before entry i, is counted. The
// result is at least one, and leaves at least one record for the right half.
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

// settle joins a leaf of the tree with a neighbour if it has become small and the two fit
// into one.
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

// fits reports whether l and the next leaf can become one leaf that still has room for
// more rows.
func (l *leaf) fits(next *leaf) bool {
	return len(l.entries) == 0 || len(next.entries) == 0 ||
		l.weight()+next.weight() <= maxBuf/8*5 && len(l.entries)+len(next.entries) <= maxRows/8*5
}

// join replaces two adjacent leaves of the tree by one.
func (m *Map) join(left, right *leaf) {
	m.tree.Delete(m.item(right))
	m.near = joined(left, right, m.token)
	m.place(m.near)
}

// joined returns a leaf with the rows of two adjacent ones. Those must not be used any
// more: their buffers may have gone back to owner's pool.
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
