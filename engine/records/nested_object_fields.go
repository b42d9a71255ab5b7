package records

import (
	"encoding/json"
	"slices"
	"strings"
)

// These are bounds of objects within objects. Fields beyond them are not divided into columns.
const (
	MaxDepth  = 4   // levels of objects within the outermost
	MaxNested = 100 // fields of all objects with one name, including nested ones
)

// ObjectFieldNames returns the names of all fields of the objects in a text, in the order of their
// first appearance. A field of a nested object is named by both names, as in address.city,
// and nested is the number of such fields. Objects that are nested deeper than [MaxDepth]
// or have more than [MaxNested] fields count as one field. A field whose values are all such
// objects, empty objects or null is left out if fields of the objects have names.
func ObjectFieldNames(text string) (names []string, nested int) {
	first := map[string]int{}  // by outermost name: the index in names of its first field
	within := map[string]int{} // by outermost name: number of nested fields
	met := map[string]bool{}   // by name: whether some value is neither null nor an empty object
	r := NewObjectsReader(nil, nil)
	r.each = func(_ int, list []member) {
		for _, f := range list {
			for _, g := range flat(nil, f, 0, func(string) bool { return true }) {
				valued, known := met[g.name]
				if met[g.name] = valued || !g.empty(); known {
					continue
				}
				if _, known := first[f.name]; !known {
					first[f.name] = len(names)
				}
				if names = append(names, g.name); g.name != f.name {
					within[f.name]++
				}
			}
		}
	}
	r.Write([]byte(text))
	r.EndText()
	for outer, n := range within {
		if n <= MaxNested {
			nested += n
			continue
		}
		names[first[outer]] = outer
		for i := first[outer] + 1; i < len(names); i++ {
			if names[i] == outer || strings.HasPrefix(names[i], outer+".") {
				names[i] = ""
			}
		}
	}
	spread := map[string]bool{} // names of objects whose fields have names
	for _, name := range names {
		for outer := range outerNames(name) {
			spread[outer] = true
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		_, known := met[name]
		dead := spread[name] && !met[name]
		if dead && strings.Contains(name, ".") {
			nested--
		}
		return dead || name == "" && !known
	})
	return names, nested
}

// member is a field of an object.
type member struct {
	name, value string
	null        bool
	raw         bool // the value is not a string, and has its form in JSON
}

// members returns the fields of an object in order. ok is false for text that is not a
// JSON object. Strings are decoded, null has no value, and other values keep their form in
// JSON.
func members(line string) (list []member, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
		return nil, false
	}
	return inside(nil, line), true
}

// inside appends the fields of an object, which is valid JSON.
func inside(list []member, object string) []member {
	for rest := object[1:]; rest != ""; {
		var name, value string
		name, rest = until(rest)
		if value, rest = until(rest); name != "" {
			list = append(list, member{plain(name), plain(value), value == "null", !strings.HasPrefix(value, `"`)})
		}
	}
	return list
}

// object reports whether the value is an object with fields.
func (f *member) object() bool {
	return f.raw && strings.HasPrefix(f.value, "{") && strings.TrimLeft(f.value[1:], " \t\r\n") != "}"
}

// empty reports whether the value is null or an object without fields.
func (f *member) empty() bool {
	return f.null || f.raw && strings.HasPrefix(f.value, "{") && !f.object()
}

// flat appends a field or, if its value is an object and apart returns true for its name,
// the fields of that object.
func flat(list []member, f member, depth int, apart func(name string) bool) []member {
	if depth == MaxDepth || !f.object() || !apart(f.name) {
		return append(list, f)
	}
	for _, g := range inside(nil, f.value) {
		g.name = f.name + "." + g.name
		list = flat(list, g, depth+1, apart)
	}
	return list
}

// until divides JSON at the first comma, colon or closing bracket outside of strings and
// brackets.
func until(text string) (one, rest string) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			depth--
		case depth == 0 && (c == ',' || c == ':' || c == '}'):
			return strings.TrimSpace(text[:i]), text[i+1:]
		}
	}
	return "", ""
}

// plain returns the value that a cell has for a JSON value.
func plain(value string) string {
	switch {
	case value == "null":
		return ""
	case strings.HasPrefix(value, `"`):
		_ = json.Unmarshal([]byte(value), &value) // it is valid
	}
	return value
}
