package console

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// SQLEquivalents has what a dialect writes instead of statements of SQL. A %s is replaced by the
// table.
type SQLEquivalents struct {
	Row, Front                     string // commands that read one row, and the rows with a prefix
	Count                          string
	Scan                           func(reversed bool, limit string) string // reads a whole table; limit "" for no limit
	Write, Delete                  string
	Create, Drop, Truncate, Change string
	Tables                         string
}

// RefuseSQL returns the refusal (sql-read, sql) of a line that is a statement of SQL, or
// nil for other lines. It has the position of the statement's first words, and names the
// commands to use instead.
func RefuseSQL(line string, f SQLEquivalents) *base.Error {
	words := sqlWords(line)
	if len(words) < 2 {
		return nil
	}
	at := func(i int) string {
		if i < len(words) {
			return strings.ToUpper(words[i].text)
		}
		return ""
	}
	behind := func(word string) int {
		for i := range words {
			if at(i) == word {
				return i + 1
			}
		}
		return -1
	}
	kind, last, of, form := at(0), 0, -1, ""
	switch kind {
	case "SELECT":
		if of = behind("FROM"); of < 0 {
			return nil
		}
		form = f.inPlaceOf(words, behind)
	case "INSERT", "REPLACE", "UPSERT", "MERGE":
		if last, form = 1, f.Write; at(1) != "INTO" {
			return nil
		}
		of = 2
	case "UPDATE":
		if form, of = f.Write, 1; behind("SET") < 0 {
			return nil
		}
	case "DELETE":
		if last, form = 1, f.Delete; at(1) != "FROM" {
			return nil
		}
		of = 2
	case "CREATE", "DROP", "TRUNCATE", "ALTER":
		if last, of = 1, 2; at(1) != "TABLE" {
			return nil
		}
		form = map[string]string{"CREATE": f.Create, "DROP": f.Drop, "TRUNCATE": f.Truncate, "ALTER": f.Change}[kind]
		for at(of) == "IF" || at(of) == "NOT" || at(of) == "EXISTS" {
			of++
		}
	case "SHOW":
		if last, form = 1, f.Tables; at(1) != "TABLES" {
			return nil
		}
	default:
		return nil
	}
	for i := 1; i <= last; i++ {
		kind += " " + at(i)
	}
	name := "T"
	if 0 < of && of < len(words) {
		if n := sqlName(words[of].text); validName(n) {
			name = n
		}
	}
	pos, end := words[0].pos, words[last].pos+len(words[last].text)
	say := func(form string) string { return strings.ReplaceAll(form, "%s", name) }
	if form == "" {
		return base.RefuseAt(pos, end, base.CodeSQLRead, kind, say(f.Row), say(f.Front))
	}
	return base.RefuseAt(pos, end, base.CodeSQL, kind, say(form))
}

// inPlaceOf returns the command to use instead of a SELECT without WHERE, or "" for a
// SELECT with WHERE. The function behind returns the index of the word after a keyword.
func (f SQLEquivalents) inPlaceOf(words []sqlWord, behind func(string) int) string {
	switch {
	case behind("WHERE") >= 0:
		return ""
	case behind("COUNT") == 2:
		return f.Count
	}
	limit := ""
	if at := behind("LIMIT"); at >= 0 && at < len(words) {
		if n, err := strconv.ParseUint(strings.TrimRight(words[at].text, ";"), 10, 31); err == nil {
			limit = strconv.FormatUint(n, 10)
		}
	}
	return f.Scan(behind("DESC") >= 0 || behind("DESC;") >= 0, limit)
}

// sqlWord is a word of a line with its position.
type sqlWord struct {
	text string
	pos  int
}

// sqlWords divides a line at blanks, and before opening parentheses.
func sqlWords(line string) (words []sqlWord) {
	for i := 0; i < len(line); {
		n := strings.IndexAny(line[i+1:], " \t\r\n(") + 1
		if n == 0 {
			n = len(line) - i
		}
		if text := strings.TrimSpace(line[i : i+n]); text != "" {
			words = append(words, sqlWord{text, i + strings.Index(line[i:], text)})
		}
		i += n
	}
	return words
}

// sqlName returns the name of a table without quotes, schema, and punctuation at its end.
func sqlName(text string) string {
	text = strings.Trim(text, "\"`'[];,()")
	if i := strings.LastIndexByte(text, '.'); i >= 0 {
		text = strings.Trim(text[i+1:], "\"`'[]")
	}
	return text
}

// validName reports whether a table can have the name.
func validName(name string) bool {
	_, err := table.New(name)
	return err == nil
}
