package wire

import (
	"math"
	"math/bits"
	"reflect"
	"slices"
)

// Sets are the members of closed sets of types, by the interface that a set is. Their
// order is part of a frame.
type Sets map[reflect.Type][]reflect.Type

// SetOf returns the closed set S with its members.
func SetOf[S any](members ...S) Sets {
	types := make([]reflect.Type, len(members))
	for i, m := range members {
		types[i] = reflect.TypeOf(m)
	}
	return Sets{reflect.TypeFor[S](): types}
}

// Join returns sets as one.
func Join(all ...Sets) Sets {
	out := Sets{}
	for _, s := range all {
		for of, members := range s {
			out[of] = members
		}
	}
	return out
}

// Framed is what has a field list of its own, since it is stored as well.
type Framed interface{ Frame(*Coder) }

var framed = reflect.TypeFor[Framed]()

// Value codes what v points to by its type: exported fields in their order, pointers as
// what may be nil, interfaces as members of sets. It is for frames that the program
// which wrote them reads, since another order of fields is another frame. Decoded bytes
// stay in the frame. It panics for a type that no frame holds.
func Value(c *Coder, v any, sets Sets) { value(c, reflect.ValueOf(v).Elem(), sets) }

func value(c *Coder, v reflect.Value, sets Sets) {
	if c.err != nil {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		b := v.Bool()
		if c.Bool(&b); c.decoding {
			v.SetBool(b)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := v.Int()
		if Int(c, &n); c.decoding {
			if v.OverflowInt(n) {
				c.fail("number")
				return
			}
			v.SetInt(n)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := v.Uint()
		if c.Uint(&n); c.decoding {
			if v.OverflowUint(n) {
				c.fail("number")
				return
			}
			v.SetUint(n)
		}
	case reflect.Float64:
		n := bits.ReverseBytes64(math.Float64bits(v.Float())) // round ones are short
		if c.Uint(&n); c.decoding {
			v.SetFloat(math.Float64frombits(bits.ReverseBytes64(n)))
		}
	case reflect.String:
		if !c.decoding {
			s := v.String()
			String(c, &s)
		} else if b, ok := c.take(); ok {
			v.SetString(string(b))
		}
	case reflect.Slice:
		list(c, v, sets)
	case reflect.Array:
		for i := range v.Len() {
			value(c, v.Index(i), sets)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanInterface() { // it is exported
				value(c, f, sets)
			}
		}
	case reflect.Pointer:
		there := !v.IsNil()
		if c.Bool(&there); !there || c.err != nil {
			return
		}
		if c.decoding {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if v.Type().Implements(framed) {
			v.Interface().(Framed).Frame(c)
			return
		}
		value(c, v.Elem(), sets)
	case reflect.Interface:
		member(c, v, sets)
	default:
		panic("wire: no frame holds a " + v.Type().String())
	}
}

func list(c *Coder, v reflect.Value, sets Sets) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if !c.decoding {
			b := v.Bytes()
			c.Bytes(&b)
		} else if b, ok := c.take(); ok && len(b) > 0 {
			v.SetBytes(b)
		}
		return
	}
	n := uint64(v.Len())
	c.Uint(&n)
	if c.decoding {
		if c.err != nil || n == 0 {
			return
		}
		if n > uint64(len(c.buf)-c.pos) {
			c.fail("length")
			return
		}
		// Members may be much larger than their bytes: room comes as they do.
		v.Set(reflect.MakeSlice(v.Type(), 0, int(min(n, 64))))
		for i := range int(n) {
			v.Grow(1)
			v.SetLen(i + 1)
			if value(c, v.Index(i), sets); c.err != nil {
				return
			}
		}
		return
	}
	for i := range int(n) {
		value(c, v.Index(i), sets)
	}
}

// member codes a member of a closed set: 0 for none, else its place in the set.
func member(c *Coder, v reflect.Value, sets Sets) {
	members, known := sets[v.Type()]
	if !known {
		panic("wire: no frame holds a " + v.Type().String())
	}
	tag := uint64(0)
	if !c.decoding && !v.IsNil() {
		tag = uint64(slices.Index(members, v.Elem().Type()) + 1)
		if tag == 0 {
			panic("wire: " + v.Elem().Type().String() + " is not in the set of " + v.Type().String())
		}
	}
	c.Uint(&tag)
	if tag == 0 || c.err != nil {
		return
	}
	if tag > uint64(len(members)) {
		c.fail("member")
		return
	}
	if !c.decoding {
		value(c, v.Elem(), sets)
		return
	}
	m := reflect.New(members[tag-1]).Elem()
	value(c, m, sets)
	v.Set(m)
}
