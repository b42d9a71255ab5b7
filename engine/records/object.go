package records

import (
	"encoding/json"
	"strings"
)

// Names returns the fields of the objects in a text, in the order that they come in.
func Names(text string) (names []string) {
	met := map[string]bool{}
	r := Objects(nil, nil)
	r.each = func(_ int, list []member) {
		for _, f := range list {
			if !met[f.name] {
				met[f.name] = true
				names = append(names, f.name)
			}
		}
	}
	r.Write([]byte(text))
	r.Close()
	return names
}

// member is a field of an object.
type member struct {
	name, value string
	null        bool
}

// members returns the fields of an object in their order; ok is false for what is none. A
// text is its characters, null has no value, and all else stays as it is written.
func members(line string) (list []member, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
		return nil, false
	}
	for rest := line[1:]; rest != ""; {
		var name, value string
		name, rest = until(rest)
		if value, rest = until(rest); name != "" {
			list = append(list, member{plain(name), plain(value), value == "null"})
		}
	}
	return list, true
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
