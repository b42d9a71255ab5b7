package wire

import (
	"reflect"
	"slices"
	"strconv"
	"sync"

	"tabletop/engine/base"
)

// ClosedSets has the members of closed sets of types, by the interface that represents the set.
// The number of a member in frames is its position, so that a set that is stored may only
// grow at its end.
type ClosedSets map[reflect.Type][]reflect.Type

// ClosedSetOf returns the closed set S with the types of the given members.
func ClosedSetOf[S any](members ...S) ClosedSets {
	types := make([]reflect.Type, len(members))
	for i, m := range members {
		types[i] = reflect.TypeOf(m)
	}
	return ClosedSets{reflect.TypeFor[S](): types}
}

// JoinClosedSets returns several sets as one.
func JoinClosedSets(all ...ClosedSets) ClosedSets {
	out := ClosedSets{}
	for _, s := range all {
		for of, members := range s {
			out[of] = members
		}
	}
	return out
}

// members returns the types of a set. It panics for an interface that is not one of the
// sets.
func (s ClosedSets) members(of reflect.Type) []reflect.Type {
	members, known := s[of]
	if !known {
		panic("wire: no frame holds a " + of.String())
	}
	return members
}

// place returns the position of a member in its set. It panics if it is not there.
func (s ClosedSets) place(of, member reflect.Type) int {
	i := slices.Index(s.members(of), member)
	if i < 0 {
		panic("wire: " + member.String() + " is not in the set of " + of.String())
	}
	return i
}

// Validator is implemented by types not all of whose values are valid, such as the numbers
// of a closed set. A frame with an invalid value is refused. The zero value must be valid.
type Validator interface{ Valid() bool }

var (
	validator   = reflect.TypeFor[Validator]()
	listOfTexts = reflect.TypeFor[[]string]()
	listOfLists = reflect.TypeFor[[][]string]()
)

// valid reports whether a value of a Validator is valid.
func valid(v reflect.Value) bool { return v.Interface().(Validator).Valid() }

// typeInfo is what the coder needs to know about a type.
type typeInfo struct {
	of     reflect.Type
	kind   kind
	checks bool        // whether it is a Validator
	elem   *typeInfo   // for a list or a pointer
	fields []fieldInfo // for a structure, in order of their tags
}

// fieldInfo is a field of a structure: its index, its tag and its type.
type fieldInfo struct {
	index int
	tag   int // at least 1
	info  *typeInfo
}

// infos caches what is known of types. The lock protects the map and the typeInfos that
// are not complete yet.
var infos struct {
	sync.Mutex
	by map[reflect.Type]*typeInfo
}

// infoOf returns the typeInfo of a type. It panics for a type that frames cannot contain.
func infoOf(of reflect.Type) *typeInfo {
	infos.Lock()
	defer infos.Unlock()
	if infos.by == nil {
		infos.by = map[reflect.Type]*typeInfo{}
	}
	return inspect(of)
}

// inspect returns the typeInfo of a type, and makes those of the types that it consists
// of. The caller must hold the lock of infos.
func inspect(of reflect.Type) *typeInfo {
	if info := infos.by[of]; info != nil {
		return info
	}
	info := &typeInfo{of: of, checks: of.Kind() != reflect.Interface && of.Implements(validator)}
	infos.by[of] = info // before its members, because types may be recursive
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

// fieldsOf returns the exported fields of a structure in order of their tags, which are
// given by `wire:"n"` or, if no field has a tag, by the positions. A field with `wire:"-"`
// is left out.
func fieldsOf(of reflect.Type) []fieldInfo {
	var all []fieldInfo
	tagged := tagged(of)
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

// tagged reports whether a structure has tags for its fields. A structure that is stored
// must have them, so that they stay the same when fields are moved or removed.
func tagged(of reflect.Type) bool {
	for i := range of.NumField() {
		if _, ok := of.Field(i).Tag.Lookup("wire"); ok {
			return true
		}
	}
	return false
}

// UntaggedStructNames returns the names of the structures without tags among the types that v points
// to and consists of. For a stored type there must be none.
func UntaggedStructNames(v any, sets ClosedSets) (names []string) {
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
			if exported > 0 && !tagged(of) {
				names = append(names, of.String())
			}
		}
	}
	walk(reflect.TypeOf(v).Elem())
	return names
}
