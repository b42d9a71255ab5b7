package printed

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

const (
	// These are fixed texts and bounds of the shell's output.
	columnMark = "column="
	timeMark   = "timestamp="
	valueMark  = ", value="
	longest    = 40 // characters of a timestamp
	maxTries   = 32 // places at which a key may end that are tried
)

// hbase reads a line of output of the HBase shell.
func (r *Reader) hbase(line string) {
	if !strings.HasPrefix(line, " ") {
		r.close()
		r.aside(line)
		return
	}
	key, text, ok := r.begins(line, r.at)
	if !ok && len(line) > 1 && line[1] != ' ' {
		key, text, ok = r.begins(line, 0) // the padding may have been lost
	}
	if ok {
		r.close()
		r.open = &open{line: r.line, key: []byte(key), text: []byte(text)}
		return
	}
	// On a terminal, text that is wider than a column continues in the next line. An editor may
	// have removed the blanks at the end of a line.
	o := r.open
	if o == nil || r.at == 0 || len(o.text)+len(o.key) > MaxLine {
		r.fault(r.line, Outside)
		return
	}
	edge := min(r.at, len(line))
	o.key = append(o.key, strings.TrimRight(line[1:edge], " ")...)
	o.text = append(o.text, line[edge:]...)
}

// aside reads a line that is not part of a row.
func (r *Reader) aside(line string) {
	heads := map[OutputForm]string{Scan: "COLUMN+CELL", Get: "CELL"}
	word, _, _ := strings.Cut(line, " ")
	switch at := strings.LastIndex(line, heads[r.form]); {
	case word == "ROW" || word == "COLUMN":
		r.at = max(at, 0)
	case line == "", word == "Took", word == "=>", word == ">", strings.HasPrefix(word, "hbase"), strings.Contains(line, " row(s)"):
	default:
		r.fault(r.line, Outside)
	}
}

// begins returns the texts in the two columns of a line, if a cell begins in it. The
// second column begins at byte at, or anywhere if at is 0.
func (r *Reader) begins(line string, at int) (key, text string, ok bool) {
	mark := columnMark
	if r.form == Get {
		mark = timeMark
	}
	if at > 1 && at < len(line) && strings.HasPrefix(line[at:], mark) && line[at-1] == ' ' {
		return strings.TrimRight(line[1:at], " "), line[at:], true
	}
	first, from := -1, max(at-1, 0)
	for tries := 0; tries < maxTries && from < len(line); tries++ {
		i := strings.Index(line[from:], " "+mark)
		if i < 0 {
			break
		}
		i += from
		if first < 0 {
			first = i
		}
		if _, _, wrong := split(line[i+1:]); wrong == "" {
			first = i
			break
		}
		from = i + 1
	}
	if first < 1 {
		return "", "", false
	}
	key = line[1:first]
	if at == 0 {
		key = strings.TrimRight(key, " ")
	}
	return key, line[first+1:], true
}

// split divides the text of a cell at the first timestamp that is followed by a value.
// name is the text before it, which is the column or empty.
func split(text string) (name string, c base.Cell, wrong Reason) {
	wrong = Time
	for from := 0; ; {
		i := strings.Index(text[from:], timeMark)
		if i < 0 {
			return "", c, wrong
		}
		begin := from + i
		from = begin + len(timeMark)
		head := text[from:min(len(text), from+longest+len(valueMark))]
		when, _, found := strings.Cut(head, valueMark)
		if !found || begin > 0 && !strings.HasSuffix(text[:begin], ", ") {
			continue
		}
		at, is := shellTime(when)
		if is == "" {
			c.At, c.Value = at, unescaped(text[from+len(when)+len(valueMark):])
			return strings.TrimSuffix(text[:begin], ", "), c, ""
		}
		if is == Range {
			wrong = is
		}
	}
}

// hbaseCell reads a complete cell.
func (r *Reader) hbaseCell(o *open) {
	text := string(o.text)
	name, c, wrong := split(text)
	key := base.RowKey(unescaped(string(o.key)))
	if r.form == Get {
		name, key = string(o.key), r.key
	}
	col, named := column(unescaped(strings.TrimPrefix(name, columnMark)))
	switch {
	case wrong != "" && !strings.Contains(text, valueMark):
		r.fault(o.line, Value)
	case wrong != "":
		r.fault(o.line, wrong)
	case !named:
		r.fault(o.line, Column)
	default:
		c.Family, c.Qualifier = col.Family, col.Qualifier
		r.keep(o.line, key, c)
	}
}

// unescaped returns the bytes that the shell shows as the text.
func unescaped(text string) string {
	if !strings.Contains(text, `\x`) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if i+4 <= len(text) && text[i] == '\\' && text[i+1] == 'x' {
			if b, err := strconv.ParseUint(text[i+2:i+4], 16, 8); err == nil {
				out = append(out, byte(b))
				i += 3
				continue
			}
		}
		out = append(out, text[i])
	}
	return string(out)
}
