package wire

import (
	"reflect"
	"slices"
	"strconv"
	"sync"

	"tabletop/engine/base"
)

// Sets are the members of closed sets of types, by the interface that a set is. The place
// of a member in its set is its number in frames, so a set that is stored grows at its end.
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

func (s Sets) members(of reflect.Type) []reflect.Type {
	members, known := s[of]
	if !known {
		panic("wire: no frame holds a " + of.String())
	}
	return members
}

func (s Sets) place(of, member reflect.Type) int {
	i := slices.Index(s.members(of), member)
	if i < 0 {
		panic("wire: " + member.String() + " is not in the set of " + of.String())
	}
	return i
}

// Validator is a type of which not every value is valid, such as a number of a closed set.
// A frame with one that is not valid is refused. The zero value is valid.
type Validator interface{ Valid() bool }

var (
	validator   = reflect.TypeFor[Validator]()
	listOfTexts = reflect.TypeFor[[]string]()
	listOfLists = reflect.TypeFor[[][]string]()
)

func valid(v reflect.Value) bool { return v.Interface().(Validator).Valid() }

// typeInfo is what coding a type needs to know of it.
type typeInfo struct {
	of     reflect.Type
	kind   kind
	checks bool        // it is a [Validator]
	elem   *typeInfo   // of a list or a pointer
	fields []fieldInfo // of a structure, by their tags
}

type fieldInfo struct {
	index int
	tag   int // from 1
	info  *typeInfo
}

var infos struct {
	sync.Mutex
	by map[reflect.Type]*typeInfo
}

// infoOf returns what is known of a type. It panics for one that no frame holds.
func infoOf(of reflect.Type) *typeInfo {
	infos.Lock()
	defer infos.Unlock()
	if infos.by == nil {
		infos.by = map[reflect.Type]*typeInfo{}
	}
	return inspect(of)
}

// inspect looks at a type and those that it is made of. The caller holds the lock.
func inspect(of reflect.Type) *typeInfo {
	if info := infos.by[of]; info != nil {
		return info
	}
	info := &typeInfo{of: of, checks: of.Kind() != reflect.Interface && of.Implements(validator)}
	infos.by[of] = info // before its members: a type may lie in itself
	switch of.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float64:
		info.kind = number
	case reflect.String:
		info.kind = text
	case reflect.Slice, reflect.Array:
		info.kind = list
		if of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Uint8 {
			info.kind = text
		}
		info.elem = inspect(of.Elem())
	case reflect.Struct:
		info.kind = fields
		info.fields = fieldsOf(of)
	case reflect.Pointer:
		info.kind = member
		info.elem = inspect(of.Elem())
	case reflect.Interface:
		info.kind = member
	default:
		panic("wire: no frame holds a " + of.String())
	}
	return info
}

// fieldsOf returns the exported fields of a structure by their tags: those that its
// `wire:"n"` say, or without any their order. One of `wire:"-"` stands in no frame.
func fieldsOf(of reflect.Type) []fieldInfo {
	var all []fieldInfo
	tagged := Tagged(of)
	for i := range of.NumField() {
		f := of.Field(i)
		if !f.IsExported() || f.Tag.Get("wire") == "-" {
			continue
		}
		tag := len(all) + 1
		if tagged {
			var err error
			if tag, err = strconv.Atoi(f.Tag.Get("wire")); err != nil || tag < 1 {
				panic("wire: " + of.String() + "." + f.Name + " has no tag")
			}
		}
		all = append(all, fieldInfo{i, tag, inspect(f.Type)})
	}
	base.Sort(all, func(a, b fieldInfo) int { return a.tag - b.tag })
	for i := 1; i < len(all); i++ {
		if all[i].tag == all[i-1].tag {
			panic("wire: " + of.String() + " has a tag twice")
		}
	}
	return all
}

// Tagged reports whether a structure says the tags of its fields, as one that is stored
// has to: they stay when fields are moved or taken away.
func Tagged(of reflect.Type) bool {
	for i := range of.NumField() {
		if _, ok := of.Field(i).Tag.Lookup("wire"); ok {
			return true
		}
	}
	return false
}

// Untagged returns the structures among what v points to and is made of that do not say
// the tags of their fields. Of what is stored there must be none.
func Untagged(v any, sets Sets) (names []string) {
	met := map[reflect.Type]bool{}
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		if met[of] {
			return
		}
		met[of] = true
		switch of.Kind() {
		case reflect.Slice, reflect.Array, reflect.Pointer:
			walk(of.Elem())
		case reflect.Interface:
			for _, m := range sets.members(of) {
				walk(m)
			}
		case reflect.Struct:
			exported := 0
			for i := range of.NumField() {
				if f := of.Field(i); f.IsExported() && f.Tag.Get("wire") != "-" {
					exported++
					walk(f.Type)
				}
			}
			if exported > 0 && !Tagged(of) {
				names = append(names, of.String())
			}
		}
	}
	walk(reflect.TypeOf(v).Elem())
	return names
}
