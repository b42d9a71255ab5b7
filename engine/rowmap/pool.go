package rowmap

// bufSizes are the capacities of buffers. A leaf that was split has one of the
// middle, and grows to the last.
var bufSizes = [...]int{256, 512, 1 << 10, 2 << 10, 4 << 10, 6 << 10, 8 << 10, 10 << 10, 12 << 10, 14 << 10, maxBuf}

// spareBufs is how many buffers of each size a pool keeps.
const spareBufs = 4

// pool hands out buffers, and takes those back of which nobody holds a view: a
// load in random order goes through several times the memory that it leaves
// behind. The zero pool is empty.
type pool struct {
	spare [len(bufSizes)][][]byte
}

// get returns an empty buffer for at least n bytes, at most maxBuf.
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

// put takes back the buffer of a leaf that is no more, or that has another.
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
