package wire

import "reflect"

// Kind is a member of a closed set S whose members are stored: in journals, snapshots,
// archives, lessons. Frames name it by its tag, which is never used again for another.
type Kind[S any] struct {
	tag   uint8 // from 1
	of    reflect.Type
	where func(S) bool      // nil for all of that type
	code  func(*Coder, any) // of a pointer to one
}

// KindOf returns a kind: type V under a tag, with the code of its fields, in their order.
func KindOf[S, V any](tag uint8, code func(*Coder, *V)) Kind[S] {
	return Kind[S]{tag: tag, of: reflect.TypeFor[V](), code: func(c *Coder, v any) { code(c, v.(*V)) }}
}

// KindWhere is KindOf of those for which is holds.
func KindWhere[S, V any](tag uint8, is func(V) bool, code func(*Coder, *V)) Kind[S] {
	k := KindOf[S](tag, code)
	k.where = func(s S) bool { return is(any(s).(V)) }
	return k
}

// Tag returns the tag of a kind.
func (k Kind[S]) Tag() uint8 { return k.tag }

// Is reports whether a member is of a kind.
func (k Kind[S]) Is(s S) bool { return reflect.TypeOf(s) == k.of && (k.where == nil || k.where(s)) }

// Union codes a member of a set as the first kind that it is of, and panics where there
// is none: it is not stored. An unknown tag fails the decoding.
func Union[S any](c *Coder, s *S, kinds []Kind[S]) {
	tag := uint8(0)
	if !c.decoding {
		tag = tagOf(*s, kinds)
	}
	if Enum(c, &tag, 255); c.err != nil {
		return
	}
	for _, k := range kinds {
		if k.tag == tag {
			v := reflect.New(k.of)
			if reflect.TypeOf(*s) == k.of {
				v.Elem().Set(reflect.ValueOf(*s))
			}
			if k.code(c, v.Interface()); c.decoding {
				*s = v.Elem().Interface().(S)
			}
			return
		}
	}
	c.fail("member")
}

func tagOf[S any](s S, kinds []Kind[S]) uint8 {
	for _, k := range kinds {
		if k.Is(s) {
			return k.tag
		}
	}
	panic("wire: what is not stored")
}

// Plain is the code of what has no fields.
func Plain[V any](*Coder, *V) {}
