package wire

// Kind is a member of a closed set S whose members are stored: in journals, snapshots,
// archives, lessons. Frames name it by its tag, which is never used again for another.
type Kind[S any] struct {
	tag  uint8 // from 1
	is   func(S) bool
	code func(*Coder, *S)
}

// KindOf returns a kind: type V under a tag, with the code of its fields, in their order.
func KindOf[S, V any](tag uint8, code func(*Coder, *V)) Kind[S] {
	return KindWhere[S](tag, func(V) bool { return true }, code)
}

// KindWhere is KindOf of those for which is holds.
func KindWhere[S, V any](tag uint8, is func(V) bool, code func(*Coder, *V)) Kind[S] {
	return Kind[S]{
		tag: tag,
		is:  func(s S) bool { v, ok := any(s).(V); return ok && is(v) },
		code: func(c *Coder, s *S) {
			v, _ := any(*s).(V)
			code(c, &v)
			if c.decoding {
				*s = any(v).(S)
			}
		},
	}
}

// Tag returns the tag of a kind.
func (k Kind[S]) Tag() uint8 { return k.tag }

// Is reports whether a member is of a kind.
func (k Kind[S]) Is(s S) bool { return k.is(s) }

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
			k.code(c, s)
			return
		}
	}
	c.fail("member")
}

func tagOf[S any](s S, kinds []Kind[S]) uint8 {
	for _, k := range kinds {
		if k.is(s) {
			return k.tag
		}
	}
	panic("wire: what is not stored")
}

// Plain is the code of what has no fields.
func Plain[V any](*Coder, *V) {}
