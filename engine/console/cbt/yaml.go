package cbt

import (
	"strconv"
	"strings"
)

// yaml is a node of a file: a text, or a mapping.
type yaml struct {
	line int // number of its line, counted from 1
	text string
	keys map[string]*yaml
}

// maxKeys is the largest number of keys in a file, and maxIndent their largest indentation.
const (
	maxKeys   = 10_000
	maxIndent = 100
)

// parseYAML reads mappings of texts, with one key in each line, nested by spaces. If it
// cannot, what says why, and line and with say where.
func parseYAML(text string) (root *yaml, line int, what, with string) {
	root = &yaml{keys: map[string]*yaml{}}
	type level struct {
		indent int
		node   *yaml
	}
	open := []level{{-1, root}} // the mappings to which a line may belong
	n := 0
	for raw := range strings.Lines(text) {
		line++
		raw = strings.TrimRight(raw, " \t\r\n")
		rest := strings.TrimLeft(raw, " ")
		indent := len(raw) - len(rest)
		if rest == "" || rest[0] == '#' || rest == "---" {
			continue
		}
		if n++; n > maxKeys || indent > maxIndent {
			return nil, line, "syntax", rest
		}
		key, rest, ok := yamlText(rest, true)
		if !ok || rest == "" || rest[0] != ':' || len(rest) > 1 && rest[1] != ' ' {
			return nil, line, "syntax", strings.TrimSpace(raw)
		}
		value, rest, ok := yamlText(strings.TrimLeft(rest[1:], " "), false)
		if rest = strings.TrimLeft(rest, " "); !ok || rest != "" && rest[0] != '#' {
			return nil, line, "syntax", strings.TrimSpace(raw)
		}
		for open[len(open)-1].indent >= indent {
			open = open[:len(open)-1]
		}
		parent := open[len(open)-1].node
		if parent.text != "" {
			return nil, line, "syntax", strings.TrimSpace(raw)
		}
		if parent.keys[key] != nil {
			return nil, line, "twice", key
		}
		node := &yaml{line: line, text: value, keys: map[string]*yaml{}}
		parent.keys[key] = node
		open = append(open, level{indent, node})
	}
	return root, 0, "", ""
}

// yamlText reads a text, quoted or plain, from the beginning of s. A plain key ends at a
// colon, and a plain value at a comment.
func yamlText(s string, key bool) (text, rest string, ok bool) {
	if s == "" {
		return "", "", !key
	}
	switch s[0] {
	case '"':
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil {
			return "", "", false
		}
		text, err = strconv.Unquote(quoted)
		return text, s[len(quoted):], err == nil
	case '\'':
		for i := 1; i < len(s); i++ {
			if s[i] != '\'' {
				continue
			}
			if i+1 == len(s) || s[i+1] != '\'' {
				return strings.ReplaceAll(s[1:i], "''", "'"), s[i+1:], true
			}
			i++
		}
		return "", "", false
	case '#':
		return "", s, !key
	}
	if strings.IndexByte("[]{},&*!|>%@`\t:-?", s[0]) >= 0 && (s[0] != '-' && s[0] != '?' || len(s) == 1 || s[1] == ' ') {
		return "", "", false
	}
	end := len(s)
	if key {
		if end = strings.Index(s+" ", ": "); end < 0 {
			return "", "", false
		}
	} else if i := strings.Index(s, " #"); i >= 0 {
		end = i
	}
	return strings.TrimRight(s[:end], " "), s[end:], true
}
