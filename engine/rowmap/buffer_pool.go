package rowmap

// bufSizes are the possible capacities of buffers. The leaves of a split have a middle
// one, and grow to the last.
var bufSizes = [...]int{256, 512, 1 << 10, 2 << 10, 4 << 10, 6 << 10, 8 << 10, 10 << 10, 12 << 10, 14 << 10, maxBuf}

// spareBufs is the largest number of buffers of each size that a pool keeps.
const spareBufs = 4

// pool hands out buffers, and takes back buffers that are no longer in use. It matters
// because rows that are loaded in random order pass through several times the memory that
// the map finally has. The zero pool is empty and ready to use.
type pool struct {
	spare [len(bufSizes)][][]byte
}

// get returns an empty buffer with a capacity of at least n bytes, where n is at most
// maxBuf.
func (p *pool) get(n int) []byte {
	i := 0
	for bufSizes[i] < n {
		i++
	}
	if k := len(p.spare[i]); k > 0 {
		b := p.spare[i][k-1]
		p.spare[i] = p.spare[i][:k-1]
		return b
	}
	return make([]byte, 0, bufSizes[i])
}

// put takes back a buffer that its leaf no longer uses. A lent buffer is left to the
// garbage collector, since a caller may hold a view of it.
func (p *pool) put(b []byte, lent bool) {
	if lent || cap(b) < bufSizes[0] {
		return
	}
	i := 0
	for bufSizes[i] < cap(b) {
		i++
	}
	if len(p.spare[i]) < spareBufs {
		p.spare[i] = append(p.spare[i], b[:0])
	}
}
