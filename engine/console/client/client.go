package client

import (
	"slices"
	"strings"

	"tabletop/engine/console"
)

// Language is what the code is written in, with the client that it calls.
type Language uint8

// The languages.
const (
	Go Language = iota
	Java
	Python
	Node
	HBase // Java, with HBase's own client
)

// Names are the languages' names, in their order.
var Names = [...]string{"Go", "Java", "Python", "Node.js", "HBase Java"}

// String returns the language's name.
func (l Language) String() string { return Names[l] }

// Code is what a language has for some commands.
type Code struct {
	Text  string // "" where it has nothing
	Lacks []Lack // what the client cannot do, each once
}

// Lack is what a client has no call for: a kind that the page has a phrase for, and which
// it is, "" where the kind says it.
type Lack struct{ Kind, About string }

// Of writes commands in a language, in order, with the clients that they call.
func Of(l Language, commands ...console.Command) Code {
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
		return Code{Lacks: w.lacks}
	}
	return Code{Text: w.head(body) + "\n" + body, Lacks: w.lacks}
}

// template is what is written, by language, with $1 to $9 for arguments; "" where a
// client has no such call.
type template [5]string

// writer writes in one language.
type writer struct {
	Language
	body  strings.Builder // of the command under way
	lacks []Lack

	number int    // of commands before, in names that would be declared twice
	table  string // that the variable of the table holds
	opened string // what the command under way wrote for that
}

// lack notes what the client cannot do.
func (w *writer) lack(used bool, kind, about string) {
	if l := (Lack{kind, about}); used && !slices.Contains(w.lacks, l) {
		w.lacks = append(w.lacks, l)
	}
}

// line writes a template's text, or notes that the client lacks the command.
func (w *writer) line(t template, args ...string) {
	if t[w.Language] == "" {
		w.lack(true, "call", "")
		return
	}
	w.body.WriteString(fill(t[w.Language], args...) + "\n")
}

// pick returns a template's text without noting anything.
func (w *writer) pick(t template, args ...string) string { return fill(t[w.Language], args...) }

// fill puts arguments in the places of $1, $2 and so on.
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

// open makes the table's variable hold a table, for the languages that have one.
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

// tableName names a table as HBase's client does.
func (w *writer) tableName(table string) string { return "TableName.valueOf(" + w.text(table) + ")" }

// part is a line of the head, needed where the code holds a text.
type part struct{ needs, line string }

// heads are what stands before the calls: imports and clients.
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

// goErr is what Go says behind a call that may fail.
const goErr = "\nif err != nil {\n\treturn err\n}"

// head returns what stands before the calls of a body.
func (w *writer) head(body string) string {
	var b strings.Builder
	for _, p := range heads[w.Language] {
		if strings.Contains(body, p.needs) {
			b.WriteString(p.line + "\n")
		}
	}
	return b.String()
}

// name returns a variable's name that no command before has declared.
func (w *writer) name(s string) string {
	if w.number == 0 {
		return s
	}
	return s + itoa(w.number+1)
}
