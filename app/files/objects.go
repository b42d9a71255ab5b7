package files

import (
	"encoding/json"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/printed"
)

// member is a field of an object.
type member struct{ name, value string }

// members returns the fields of an object in their order; ok is false for what is none. A
// text is its characters, null is nothing, and all else stays as it is written.
func members(line string) (list []member, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
		return nil, false
	}
	for rest := line[1:]; rest != ""; {
		var name, value string
		name, rest = until(rest)
		if value, rest = until(rest); name != "" {
			list = append(list, member{plain(name), plain(value)})
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

// readObjects reads objects, a line each. The fields of those in the first piece are the
// columns.
func (m *Mapping) readObjects() error {
	piece := m.rest
	if end := strings.IndexByte(piece[min(len(piece), pieceSize):], '\n'); end >= 0 {
		piece = piece[:pieceSize+end+1]
	}
	m.rest = m.rest[len(piece):]
	var objects [][]member
	var lines []int
	for line := range strings.Lines(piece) {
		m.line++
		if strings.TrimSpace(line) == "" {
			continue
		}
		list, ok := []member(nil), false
		if len(line) <= printed.MaxLine {
			list, ok = members(line)
		}
		if !ok {
			m.leave(m.line)
			continue
		}
		objects, lines = append(objects, list), append(lines, m.line)
	}
	if m.Columns == nil {
		var names []string
		for _, list := range objects {
			for _, f := range list {
				if _, met := m.index[f.name]; !met {
					m.index[f.name] = len(names)
					names = append(names, f.name)
				}
			}
		}
		switch n := len(names); {
		case n == 0:
			return base.Refuse(base.CodeBadCSV, m.name, "1", "objects")
		case n > base.MaxCSVColumns:
			return base.Refuse(base.CodeWideCSV, m.name, strconv.Itoa(n), strconv.Itoa(base.MaxCSVColumns))
		}
		m.head(names)
	}
	for i, list := range objects {
		record, strange := make([]string, len(m.Columns)), 0
		for _, f := range list {
			if at, known := m.index[f.name]; known {
				record[at] = f.value
			} else {
				strange = 1
			}
		}
		m.Strange += strange
		m.records, m.lines = append(m.records, record), append(m.lines, lines[i])
	}
	return nil
}
