package client

import (
	"slices"
	"strings"

	"tabletop/engine/console"
)

// Language is a programming language with the client library that the code uses.
type Language uint8

// These are the languages.
const (
	Go Language = iota
	Java
	Python
	Node
	HBase // Java, with HBase's own client
)

// LanguageNames are the names of the languages, in their order.
var LanguageNames = [...]string{"Go", "Java", "Python", "Node.js", "HBase Java"}

// String returns the language's name.
func (l Language) String() string { return LanguageNames[l] }

// Code is the code for some commands in one language.
type Code struct {
	Text        string        // "" if the client can do none of them
	Unsupported []Unsupported // what the client cannot do, without repetitions
}

// Unsupported is something for which a client has no call. Kind is one for which the page has a
// phrase; About is its subject, or "" if the kind says enough.
type Unsupported struct{ Kind, About string }

// GenerateCode returns the code for commands in a language, in order, with the imports and clients
// that it needs.
func GenerateCode(l Language, commands ...console.Command) Code {
	w := &writer{Language: l}
	body := ""
	for _, c := range commands {
		table := w.table
		w.opened = ""
		w.command(c)
		written := w.body.String()
		w.body.Reset()
		if written == w.opened {
			w.table = table
			continue
		}
		if body != "" {
			body += "\n"
		}
		body += written
		w.number++
	}
	if body == "" {
		return Code{Unsupported: w.lacks}
	}
	return Code{Text: w.head(body) + "\n" + body, Unsupported: w.lacks}
}

// template has the text for each language, with $1 to $9 for arguments. A text is "" if
// the client has no such call.
type template [5]string

// writer writes code in one language.
type writer struct {
	Language
	body  strings.Builder // code of the current command
	lacks []Unsupported

	number int    // number of earlier commands, for names that must not be declared twice
	table  string // the table in the table's variable
	opened string // code of the current command that sets this variable
}

// lack notes, if used is true, something that the client cannot do.
func (w *writer) lack(used bool, kind, about string) {
	if l := (Unsupported{kind, about}); used && !slices.Contains(w.lacks, l) {
		w.lacks = append(w.lacks, l)
	}
}

// line writes the text of a template, or notes that the client lacks the command.
func (w *writer) line(t template, args ...string) {
	if t[w.Language] == "" {
		w.lack(true, "call", "")
		return
	}
	w.body.WriteString(fill(t[w.Language], args...) + "\n")
}

// pick returns the text of a template, with its arguments.
func (w *writer) pick(t template, args ...string) string { return fill(t[w.Language], args...) }

// fill replaces $1, $2 and so on by arguments.
func fill(text string, args ...string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '$' && i+1 < len(text) && '1' <= text[i+1] && text[i+1] <= '9' {
			i++
			b.WriteString(args[text[i]-'1'])
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// open sets the variable of the table, in languages that have one.
func (w *writer) open(table string) {
	if table == w.table {
		return
	}
	declare := template{"tbl := ", "", "table = ", "let table = ", "Table table = "}
	if w.table != "" {
		declare = template{"tbl = ", "", "table = ", "table = ", "table = "}
	}
	w.table = table
	if d := declare[w.Language]; d != "" {
		w.opened = d + w.pick(template{
			`client.Open($1)`, ``, `client.get_table("my-instance", $1)`, `instance.table($1);`, `connection.getTable($2);`,
		}, w.text(table), w.tableName(table)) + "\n"
		w.body.WriteString(w.opened)
	}
}

// tableName returns the name of a table for HBase's client.
func (w *writer) tableName(table string) string { return "TableName.valueOf(" + w.text(table) + ")" }

// part is a line of the head. It is needed if the code contains the text needs.
type part struct{ needs, line string }

// heads are the lines before the calls, by language: imports and clients.
var heads = [...][]part{
	Go: {
		{"", `// import "cloud.google.com/go/bigtable"`},
		{"client.", `client, err := bigtable.NewClient(ctx, "my-project", "my-instance")` + goErr},
		{"admin.", `admin, err := bigtable.NewAdminClient(ctx, "my-project", "my-instance")` + goErr},
	},
	Java: {
		{"admin.", "import com.google.cloud.bigtable.admin.v2.*;\nimport com.google.cloud.bigtable.admin.v2.models.*;"},
		{"GCRULES.", "import static com.google.cloud.bigtable.admin.v2.models.GCRules.GCRULES;"},
		{"client.", "import com.google.cloud.bigtable.data.v2.*;\nimport com.google.cloud.bigtable.data.v2.models.*;"},
		{"FILTERS.", "import static com.google.cloud.bigtable.data.v2.models.Filters.FILTERS;"},
		{"ByteString.", "import com.google.protobuf.ByteString;"},
		{"TimeUnit.", "import java.util.concurrent.TimeUnit;"},
		{"admin.", "\n" + `BigtableTableAdminClient admin = BigtableTableAdminClient.create("my-project", "my-instance");`},
		{"client.", "\n" + `BigtableDataClient client = BigtableDataClient.create("my-project", "my-instance");`},
	},
	Python: {
		{"datetime.", "import datetime"},
		{"time.time", "import time"},
		{"instance.", "from google.cloud import bigtable"},
		{"column_family.", "from google.cloud.bigtable import column_family"},
		{"client.", "from google.cloud.bigtable import data"},
		{"row_filters.", "from google.cloud.bigtable.data import row_filters"},
		{"rules.", "from google.cloud.bigtable.data import read_modify_write_rules as rules"},
		{"instance.", "\n" + `instance = bigtable.Client(project="my-project", admin=True).instance("my-instance")`},
		{"client.", "\n" + `client = data.BigtableDataClient(project="my-project")`},
	},
	Node: {
		{"", `const {Bigtable} = require("@google-cloud/bigtable");` + "\n\n" +
			`const instance = new Bigtable({projectId: "my-project"}).instance("my-instance");`},
	},
	HBase: {
		{"", "import org.apache.hadoop.hbase.*;\nimport org.apache.hadoop.hbase.client.*;"},
		{"Filter(", "import org.apache.hadoop.hbase.filter.*;"},
		{"Bytes.", "import org.apache.hadoop.hbase.util.Bytes;"},
		{"Arrays.", "import java.util.Arrays;"},
		{"Pattern.", "import java.util.regex.Pattern;"},
		{"", "\nConnection connection = ConnectionFactory.createConnection();"},
		{"admin.", "Admin admin = connection.getAdmin();"},
	},
}

// goErr is Go's code after a call that may fail.
const goErr = "\nif err != nil {\n\treturn err\n}"

// head returns the lines that body needs before it.
func (w *writer) head(body string) string {
	var b strings.Builder
	for _, p := range heads[w.Language] {
		if strings.Contains(body, p.needs) {
			b.WriteString(p.line + "\n")
		}
	}
	return b.String()
}

// name returns the name of a variable that no earlier command has declared.
func (w *writer) name(s string) string {
	if w.number == 0 {
		return s
	}
	return s + itoa(w.number+1)
}
