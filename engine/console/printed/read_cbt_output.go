package printed

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// rule is the line that cbt prints above a row.
const rule = "----------------------------------------"

// cbt reads a line of output of cbt.
func (r *Reader) cbt(line string) {
	switch {
	case r.wantsKey:
		key, ok := unquoted(line)
		r.key, r.wantsKey, r.inRow = base.RowKey(key), false, true
		if r.lost = !ok || len(key) > base.MaxRowKey; r.lost {
			r.fault(r.line, BadKey)
		}
	case line == rule:
		r.close()
		r.wantsKey = true
	case strings.HasPrefix(line, "    ") && r.open != nil:
		r.cbtValue(line[4:])
	case strings.Trim(line, " ") == "":
	case strings.HasPrefix(line, "  ") && r.inRow:
		r.close()
		r.cbtColumn(line[2:])
	case statistic(line) || !r.inRow && r.Cells == 0 && command(line):
		r.close()
		r.inRow = false
	default:
		r.close()
		r.fault(r.line, Outside)
	}
}

// cbtColumn reads the line above a value, with its column and timestamp.
func (r *Reader) cbtColumn(text string) {
	r.open = &open{line: r.line, lost: true}
	if r.lost {
		return
	}
	at := max(strings.LastIndex(text, " @ "), 0)
	name, ok := unquoted(strings.TrimRight(text[:at], " "))
	c, named := column(name)
	when, wrong := timeOf(strings.TrimPrefix(text[at:], " @ "), "01/02-15:04:05.000000")
	switch {
	case wrong != "":
		r.fault(r.line, wrong)
	case !ok || !named:
		r.fault(r.line, Column)
	default:
		c.At = when
		r.open.Cell, r.open.lost = c, false
	}
}

// cbtValue reads a value, or a further line of a value that a format file has printed.
func (r *Reader) cbtValue(text string) {
	o := r.open
	switch {
	case o.lost:
	case o.valued && (o.whole || len(o.text)+len(text) > MaxLine):
		r.fault(r.line, Outside)
	case o.valued:
		o.text = append(append(o.text, '\n'), text...)
	default:
		o.valued, o.whole = true, strings.HasPrefix(text, `"`)
		value, ok := unquoted(text)
		if o.text, o.lost = []byte(value), !ok; !ok {
			r.fault(r.line, Value)
		}
	}
}

// unquoted returns the text in Go's quotes, or the text itself if it has no quotes.
func unquoted(text string) (string, bool) {
	if !strings.HasPrefix(text, `"`) {
		return text, true
	}
	text, err := strconv.Unquote(text)
	return text, err == nil
}

// statistic reports whether a line is part of what include-stats prints.
func statistic(line string) bool {
	return line == "Summary Stats" || strings.HasPrefix(line, "====") || strings.Contains(line, "_count: ")
}

// command reports whether a line is a command that was typed above the output.
func command(line string) bool {
	for _, lead := range []string{"> ", "$ ", "cbt ", "read ", "lookup "} {
		if strings.HasPrefix(line, lead) {
			return true
		}
	}
	return false
}
