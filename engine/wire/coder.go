package wire

import (
	"encoding/binary"
	"math"
	"strconv"
	"unsafe"

	"tabletop/engine/base"
)

// Version is the version of the frames this package writes. It reads no other.
const Version = 1

// Coder writes fields to a frame or reads them from one: the same calls do
// both. After a decoding error every further call leaves its field alone.
type Coder struct {
	buf      []byte
	pos      int
	apart    bool     // long texts become parts of their own
	parts    [][]byte // what is before buf
	decoding bool
	err      error

	shares bool
	shared [][][]string // records that have been coded
}

// Share has records that come a second time coded as the number of the first.
func (c *Coder) Share() { c.shares = true }

// Encode returns the frame that walk writes, appended to dst.
func Encode(dst []byte, walk func(*Coder)) []byte {
	c := &Coder{buf: append(dst, Version)}
	walk(c)
	return c.buf
}

// longText is how many bytes a text has at least that is a part of its own.
const longText = 64 << 10

// Parts returns the frame that walk writes in parts, one after the other: a long text is
// one of them as it is, where it is. None of them may be written to.
func Parts(walk func(*Coder)) [][]byte {
	c := &Coder{buf: []byte{Version}, apart: true}
	walk(c)
	return append(c.parts, c.buf)
}

// Decode hands walk a Coder that reads the frame. It returns bad-frame when the
// version is another, when a field does not fit or when bytes are left over.
func Decode(frame []byte, walk func(*Coder)) error {
	if len(frame) == 0 {
		return base.Refuse(base.CodeBadFrame, "empty", "")
	}
	if frame[0] != Version {
		return base.Refuse(base.CodeBadFrame, "version", "")
	}
	c := &Coder{buf: frame, pos: 1, decoding: true}
	walk(c)
	if c.err == nil && c.pos != len(c.buf) {
		c.fail("bytes")
	}
	return c.err
}

// AtEnd reports whether a frame that is read has no more bytes: what was added to such
// frames later is not in it.
func (c *Coder) AtEnd() bool { return c.decoding && c.err == nil && c.pos == len(c.buf) }

// Decoding reports the direction.
func (c *Coder) Decoding() bool { return c.decoding }

func (c *Coder) fail(what string) {
	if c.err == nil {
		c.err = base.Refuse(base.CodeBadFrame, what, strconv.Itoa(c.pos))
	}
}

// Fail makes decoding end with a bad-frame error of a kind.
func (c *Coder) Fail(what string) { c.fail(what) }

// Uint codes an unsigned integer.
func (c *Coder) Uint(v *uint64) {
	if !c.decoding {
		c.buf = binary.AppendUvarint(c.buf, *v)
		return
	}
	if c.err != nil {
		return
	}
	n, size := binary.Uvarint(c.buf[c.pos:])
	if size <= 0 {
		c.fail("number")
		return
	}
	c.pos += size
	*v = n
}

// Int codes a signed integer.
func Int[T ~int | ~int64](c *Coder, v *T) {
	n := uint64(int64(*v)<<1) ^ uint64(int64(*v)>>63)
	c.Uint(&n)
	if c.decoding && c.err == nil {
		*v = T(int64(n>>1) ^ -int64(n&1))
	}
}

// Enum codes a small number of a closed set with the given count of members.
func Enum[T ~uint8](c *Coder, v *T, members T) {
	n := uint64(*v)
	c.Uint(&n)
	if c.decoding && c.err == nil {
		if n >= uint64(members) {
			c.fail("member")
			return
		}
		*v = T(n)
	}
}

// Bool codes a truth value.
func (c *Coder) Bool(v *bool) {
	n := uint8(0)
	if *v {
		n = 1
	}
	Enum(c, &n, 2)
	if c.decoding && c.err == nil {
		*v = n == 1
	}
}

// Float codes a number exactly.
func (c *Coder) Float(v *float64) {
	n := math.Float64bits(*v)
	c.Uint(&n)
	if c.decoding && c.err == nil {
		*v = math.Float64frombits(n)
	}
}

// String codes arbitrary bytes.
func String[T ~string](c *Coder, v *T) {
	if !c.decoding {
		s := string(*v)
		c.text(unsafe.Slice(unsafe.StringData(s), len(s)))
		return
	}
	if b, ok := c.take(); ok {
		*v = T(b)
	}
}

// Bytes codes arbitrary bytes; decoding copies them.
func (c *Coder) Bytes(v *[]byte) {
	if !c.decoding {
		c.text(*v)
		return
	}
	if b, ok := c.take(); ok {
		*v = append([]byte(nil), b...)
	}
}

// text writes bytes with their number.
func (c *Coder) text(b []byte) {
	c.buf = binary.AppendUvarint(c.buf, uint64(len(b)))
	if c.apart && len(b) >= longText {
		c.parts, c.buf = append(c.parts, c.buf, b), nil
		return
	}
	c.buf = append(c.buf, b...)
}

func (c *Coder) take() ([]byte, bool) {
	var n uint64
	c.Uint(&n)
	if c.err != nil {
		return nil, false
	}
	if n > uint64(len(c.buf)-c.pos) {
		c.fail("length")
		return nil, false
	}
	b := c.buf[c.pos : c.pos+int(n)]
	c.pos += int(n)
	return b, true
}

// List codes a list; each codes one member, in at least one byte. An empty list
// decodes as nil.
func List[T any](c *Coder, v *[]T, each func(*Coder, *T)) {
	list := *v
	n := c.length(len(list))
	if c.decoding {
		list = nil
	}
	for i := range n {
		if c.decoding {
			var m T
			list = append(list, m)
		}
		if each(c, &list[i]); c.err != nil {
			return
		}
	}
	*v = list
}

// length codes how many follow, each of which takes a byte or more.
func (c *Coder) length(have int) int {
	n := uint64(have)
	if c.Uint(&n); c.err == nil && c.decoding && n > uint64(len(c.buf)-c.pos) {
		c.fail("length")
	}
	if c.err != nil {
		return 0
	}
	return int(n)
}

// Optional codes a pointer that may be nil.
func Optional[T any](c *Coder, v **T, each func(*Coder, *T)) {
	there := *v != nil
	c.Bool(&there)
	if !there || c.err != nil {
		if c.decoding {
			*v = nil
		}
		return
	}
	if c.decoding {
		*v = new(T)
	}
	each(c, *v)
}
