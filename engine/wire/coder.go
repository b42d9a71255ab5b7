package wire

import (
	"encoding/binary"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"tabletop/engine/base"
)

// version is the version of the frames that this package writes. It reads no other
// version.
const version = 1

// mark is the first byte of a frame. The bit beside the version distinguishes it from
// frames of early versions of the program, which began with 1 and are refused.
const mark = 0x40 | version

// longText is the least number of bytes of a text that [EncodeParts] returns as a part of its
// own.
const longText = 64 << 10

// Decoding allocates at most roomPerByte bytes for each byte of a frame, plus roomAtLeast,
// for members of lists and sets, which may be much larger in memory than in the frame. The
// program's own values need less than half of that.
const (
	roomPerByte = 48
	roomAtLeast = 4 << 20
)

// maxDepth is the largest depth of nested values.
const maxDepth = 1000

// kind says how the bytes of a value are laid out, so that a reader can skip a value whose
// type it does not know.
type kind uint8

const (
	number kind = iota // a varint
	text               // a length and that many bytes
	fields             // for each field a header and its value, and a zero at the end
	list               // a header with the number of members and their kind, and the members
	member             // a header with the member's number and its kind, and the member; zero for none
	again              // the number of an earlier list of lists in the frame
	kinds
)

// kindBits is the number of low bits of a header that contain a kind. The rest is a
// field's tag, a list's length or a member's number.
const kindBits = 3

// header returns the header for a number and a kind.
func header(n int, k kind) uint64 { return uint64(n)<<kindBits | uint64(k) }

// Append appends the frame of the value that v points to to dst. It panics for a type that
// frames cannot contain.
func Append(dst []byte, v any, sets ClosedSets) []byte {
	e := &encoder{buf: append(dst, mark), sets: sets}
	e.root(v)
	return e.buf
}

// Encode returns the frame of the value that v points to. It panics for a type that frames
// cannot contain.
func Encode(v any, sets ClosedSets) []byte { return Append(nil, v, sets) }

// EncodeParts returns the frame of the value that v points to, divided into consecutive parts. A
// long text is a part of its own and is not copied, so that no part may be changed.
func EncodeParts(v any, sets ClosedSets) [][]byte {
	e := &encoder{buf: []byte{mark}, sets: sets, apart: true}
	e.root(v)
	return append(e.parts, e.buf)
}

// Decode decodes a frame into the value that v points to. Fields that the type does not
// have are skipped. Decoded byte slices refer to the frame. It refuses (bad-frame) a frame
// of another version, a field that does not fit its type, an invalid value, and bytes
// after the value.
func Decode(frame []byte, v any, sets ClosedSets) error {
	if len(frame) == 0 {
		return base.Refuse(base.CodeBadFrame, "empty", "")
	}
	if frame[0] != mark {
		return base.Refuse(base.CodeBadFrame, "version", "")
	}
	d := &decoder{buf: frame, pos: 1, sets: sets, room: roomPerByte*len(frame) + roomAtLeast}
	to := reflect.ValueOf(v).Elem()
	to.SetZero()
	info := infoOf(to.Type())
	d.value(to, info, info.kind)
	if d.err == nil && d.pos != len(d.buf) {
		d.fail("bytes")
	}
	return d.err
}

// An encoder writes one frame.
type encoder struct {
	buf    []byte
	sets   ClosedSets
	apart  bool         // whether long texts become parts of their own
	parts  [][]byte     // the finished parts, before buf
	shared [][][]string // the lists of lists of texts written so far
}

// root writes the value that v points to.
func (e *encoder) root(v any) {
	from := reflect.ValueOf(v).Elem()
	e.value(from, infoOf(from.Type()))
}

// uint writes a varint.
func (e *encoder) uint(n uint64) { e.buf = binary.AppendUvarint(e.buf, n) }

// bytes writes a text.
func (e *encoder) bytes(b []byte) {
	e.uint(uint64(len(b)))
	if e.apart && len(b) >= longText {
		e.parts, e.buf = append(e.parts, e.buf, b), nil
		return
	}
	e.buf = append(e.buf, b...)
}

func (e *encoder) string(s string) { e.bytes(unsafe.Slice(unsafe.StringData(s), len(s))) }

// value writes a value whose type info describes.
func (e *encoder) value(v reflect.Value, info *typeInfo) {
	switch info.of.Kind() {
	case reflect.Bool:
		n := uint64(0)
		if v.Bool() {
			n = 1
		}
		e.uint(n)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := v.Int()
		e.uint(uint64(n)<<1 ^ uint64(n>>63))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.uint(v.Uint())
	case reflect.Float64:
		e.uint(bits.ReverseBytes64(math.Float64bits(v.Float()))) // round numbers are short
	case reflect.String:
		e.string(v.String())
	case reflect.Slice, reflect.Array:
		e.list(v, info)
	case reflect.Struct:
		for i := range info.fields {
			f := &info.fields[i]
			if v := v.Field(f.index); !v.IsZero() && (f.info.kind != list || v.Len() > 0) {
				e.field(v, f)
			}
		}
		e.uint(0)
	case reflect.Pointer:
		if v.IsNil() {
			e.uint(0)
			return
		}
		e.uint(header(1, info.elem.kind))
		e.value(v.Elem(), info.elem)
	case reflect.Interface:
		if v.IsNil() {
			e.uint(0)
			return
		}
		of := infoOf(v.Elem().Type())
		e.uint(header(1+e.sets.place(info.of, of.of), of.kind))
		e.value(v.Elem(), of)
	}
}

// field writes a field that is not zero. A list of lists of texts that is equal to an
// earlier one is written as the number of that one, since the steps of a lesson share
// their data.
func (e *encoder) field(v reflect.Value, f *fieldInfo) {
	if f.info.of == listOfLists {
		all := v.Interface().([][]string)
		at := slices.IndexFunc(e.shared, func(of [][]string) bool { return slices.EqualFunc(of, all, slices.Equal[[]string]) })
		if at >= 0 {
			e.uint(header(f.tag, again))
			e.uint(uint64(at))
			return
		}
		e.shared = append(e.shared, all)
	}
	e.uint(header(f.tag, f.info.kind))
	e.value(v, f.info)
}

// list writes a slice or an array.
func (e *encoder) list(v reflect.Value, info *typeInfo) {
	if info.kind == text {
		e.bytes(v.Bytes())
		return
	}
	n := v.Len()
	e.uint(header(n, info.elem.kind))
	if info.of == listOfTexts && v.CanAddr() {
		for _, s := range *v.Addr().Interface().(*[]string) {
			e.string(s)
		}
		return
	}
	for i := range n {
		e.value(v.Index(i), info.elem)
	}
}

// A decoder reads one frame. After the first error it reads nothing more.
type decoder struct {
	buf    []byte
	pos    int
	depth  int
	room   int // number of bytes that may still be allocated
	sets   ClosedSets
	shared [][][]string // the lists of lists of texts read so far
	err    error
}

// fail notes the first error, at the present position.
func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = base.Refuse(base.CodeBadFrame, what, strconv.Itoa(d.pos))
	}
}

// take reserves room for n values of a type, or fails if too much would be allocated.
func (d *decoder) take(n int, of reflect.Type) {
	size := int(of.Size())
	if n > 0 && size > d.room/n {
		d.fail("room")
		return
	}
	d.room -= n * size
}

// uint reads a varint.
func (d *decoder) uint() uint64 {
	if d.err != nil {
		return 0
	}
	if d.pos < len(d.buf) && d.buf[d.pos] < 0x80 {
		d.pos++
		return uint64(d.buf[d.pos-1])
	}
	n, size := binary.Uvarint(d.buf[d.pos:])
	if size <= 0 {
		d.fail("number")
		return 0
	}
	d.pos += size
	return n
}

// bytes reads a text. The result refers to the frame.
func (d *decoder) bytes() []byte {
	n := d.uint()
	if n > uint64(len(d.buf)-d.pos) {
		d.fail("length")
	}
	if d.err != nil {
		return nil
	}
	b := d.buf[d.pos : d.pos+int(n) : d.pos+int(n)]
	d.pos += int(n)
	return b
}

// header reads a header.
func (d *decoder) header() (n uint64, k kind) {
	h := d.uint()
	if k = kind(h & (1<<kindBits - 1)); k >= kinds {
		d.fail("kind")
	}
	return h >> kindBits, k
}

// length reads the header of a list. Its members take at least one byte each, which bounds
// the length.
func (d *decoder) length() (n int, k kind) {
	length, k := d.header()
	if length > uint64(len(d.buf)-d.pos) {
		d.fail("length")
	}
	if d.err != nil {
		return 0, k
	}
	return int(length), k
}

// value reads a value of the kind k into v, which must be zero.
func (d *decoder) value(v reflect.Value, info *typeInfo, k kind) {
	if k != info.kind {
		d.fail("kind")
	}
	if d.err != nil {
		return
	}
	switch info.of.Kind() {
	case reflect.Bool:
		n := d.uint()
		if n > 1 {
			d.fail("member")
		}
		v.SetBool(n == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := d.uint()
		i := int64(n>>1) ^ -int64(n&1)
		if v.OverflowInt(i) {
			d.fail("number")
			return
		}
		v.SetInt(i)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := d.uint()
		if v.OverflowUint(n) {
			d.fail("number")
			return
		}
		v.SetUint(n)
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(bits.ReverseBytes64(d.uint())))
	case reflect.String:
		v.SetString(string(d.bytes()))
	case reflect.Slice:
		d.enter()
		d.list(v, info)
		d.depth--
	case reflect.Array:
		n, k := d.length()
		if n != v.Len() {
			d.fail("length")
		}
		for i := range v.Len() {
			d.value(v.Index(i), info.elem, k)
		}
	case reflect.Struct:
		d.enter()
		d.structure(v, info)
		d.depth--
	case reflect.Pointer, reflect.Interface:
		d.enter()
		d.member(v, info)
		d.depth--
	}
	if info.checks && d.err == nil && !valid(v) {
		d.fail("member")
	}
}

// enter notes that a value is nested in another one.
func (d *decoder) enter() {
	if d.depth++; d.depth > maxDepth {
		d.fail("depth")
	}
}

// structure reads the fields of a structure, whose tags must be ascending.
func (d *decoder) structure(v reflect.Value, info *typeInfo) {
	last := uint64(0)
	next := 0 // index of the next field of the type
	for d.err == nil {
		tag, k := d.header()
		if tag == 0 && k == 0 || d.err != nil {
			return
		}
		if tag <= last {
			d.fail("field")
			return
		}
		last = tag
		for next < len(info.fields) && uint64(info.fields[next].tag) < tag {
			next++
		}
		if next == len(info.fields) || uint64(info.fields[next].tag) != tag {
			d.skip(k)
			continue
		}
		f := &info.fields[next]
		to := v.Field(f.index)
		if f.info.of != listOfLists {
			d.value(to, f.info, k)
			continue
		}
		if k != again {
			d.value(to, f.info, k)
			d.shared = append(d.shared, to.Interface().([][]string))
			continue
		}
		at := d.uint()
		if at >= uint64(len(d.shared)) {
			d.fail("member")
			return
		}
		to.Set(reflect.ValueOf(d.shared[at]))
	}
}

// list reads a slice.
func (d *decoder) list(v reflect.Value, info *typeInfo) {
	if info.kind == text {
		if b := d.bytes(); len(b) > 0 {
			v.SetBytes(b)
		}
		return
	}
	n, k := d.length()
	if n == 0 {
		return
	}
	if k != info.elem.kind {
		d.fail("kind")
		return
	}
	if d.take(n, info.elem.of); d.err != nil {
		return
	}
	if info.of == listOfTexts {
		all := make([]string, n)
		for i := range all {
			all[i] = string(d.bytes())
		}
		v.Set(reflect.ValueOf(all))
		return
	}
	v.Set(reflect.MakeSlice(info.of, n, n))
	for i := range n {
		if d.value(v.Index(i), info.elem, k); info.elem.of.Kind() == reflect.Interface && v.Index(i).IsNil() {
			d.fail("member") // a list of a closed set must not contain nil
		}
		if d.err != nil {
			return
		}
	}
}

// member reads the value that a pointer points to, or a member of a closed set.
func (d *decoder) member(v reflect.Value, info *typeInfo) {
	n, k := d.header()
	if n == 0 || d.err != nil {
		if k != 0 {
			d.fail("kind")
		}
		return
	}
	if info.elem != nil {
		if n != 1 {
			d.fail("member")
			return
		}
		d.take(1, info.elem.of)
		v.Set(reflect.New(info.elem.of))
		d.value(v.Elem(), info.elem, k)
		return
	}
	members := d.sets.members(info.of)
	if n > uint64(len(members)) {
		d.fail("member")
		return
	}
	d.take(1, members[n-1])
	m := reflect.New(members[n-1]).Elem()
	d.value(m, infoOf(m.Type()), k)
	v.Set(m)
}

// skip skips a value of the kind k.
func (d *decoder) skip(k kind) {
	d.enter()
	defer func() { d.depth-- }()
	if d.err != nil {
		return
	}
	switch k {
	case number, again:
		d.uint()
	case text:
		d.bytes()
	case fields:
		for last := uint64(0); d.err == nil; {
			tag, k := d.header()
			if tag == 0 && k == 0 {
				return
			}
			if tag <= last {
				d.fail("field")
			}
			last = tag
			d.skip(k)
		}
	case list:
		n, k := d.length()
		for range n {
			if d.skip(k); d.err != nil {
				return
			}
		}
	case member:
		if n, k := d.header(); n > 0 {
			d.skip(k)
		} else if k != 0 {
			d.fail("kind")
		}
	}
}
