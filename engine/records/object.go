package records

import (
	"encoding/json"
	"slices"
	"strings"
)

// Bounds of what is taken apart of objects within objects.
const (
	MaxDepth  = 4   // objects within each other, besides the outermost
	MaxNested = 100 // fields of all objects of one name, with those within them
)

// Names returns the fields of the objects in a text, in the order that they come in. Fields of
// an object within an object are named by both: address.city. Nested counts those. What is
// nested deeper than [MaxDepth], and an object with more than [MaxNested] fields, is one field.
func Names(text string) (names []string, nested int) {
	first := map[string]int{} // of the fields of each outermost name, where they are among names
	within := map[string]int{}
	met := map[string]bool{}
	r := Objects(nil, nil)
	r.each = func(_ int, list []member) {
		for _, f := range list {
			for _, g := range flat(nil, f, 0, func(string) bool { return true }) {
				if met[g.name] {
					continue
				}
				met[g.name] = true
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
	r.Close()
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
	return slices.DeleteFunc(names, func(name string) bool { return name == "" && !met[""] }), nested
}

// member is a field of an object.
type member struct {
	name, value string
	null        bool
	raw         bool // the value is no text: it is as it is written
}

// members returns the fields of an object in their order; ok is false for what is none. A
// text is its characters, null has no value, and all else stays as it is written.
func members(line string) (list []member, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
		return nil, false
	}
	return inside(nil, line), true
}

// inside appends the fields of an object of JSON that is valid.
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

// object reports whether a field holds an object that has fields.
func (f *member) object() bool {
	return f.raw && strings.HasPrefix(f.value, "{") && strings.TrimLeft(f.value[1:], " \t\r\n") != "}"
}

// flat appends a field, or in place of one that holds an object the fields within, where apart
// holds for its name.
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

// until parts JSON at the first comma, colon or closing bracket outside of quotes and
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

// plain returns what a value of JSON is in a cell.
func plain(value string) string {
	switch {
	case value == "null":
		return ""
	case strings.HasPrefix(value, `"`):
		_ = json.Unmarshal([]byte(value), &value) // it is valid
	}
	return value
}
