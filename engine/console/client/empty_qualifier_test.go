package client

import (
	"slices"
	"strings"
	"testing"

	hbaseshell "tabletop/engine/console/hbase"
)

// TestEmptyQualifier checks that the code for 'f:' concerns the column with the empty
// name, and that for 'f' the family. If a client cannot express the column, the code has a
// remark.
func TestEmptyQualifier(t *testing.T) {
	for _, c := range []struct {
		text  string
		l     Language
		want  string
		lacks Unsupported
	}{
		{"put 't', 'r', 'f:', 'v'", Go, `mut.Set("f", "", bigtable.Now()`, Unsupported{}},
		{"put 't', 'r', 'f:', 'v'", Node, `save({"f": {"": "v"}})`, Unsupported{}},
		{"put 't', 'r', 'f:', 'v'", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""), Bytes.toBytes("v"))`, Unsupported{}},
		{"deleteall 't', 'r', 'f:'", Go, `DeleteCellsInColumn("f", "")`, Unsupported{}},
		{"deleteall 't', 'r', 'f:'", Java, `deleteCells("f", "")`, Unsupported{}},
		{"deleteall 't', 'r', 'f:'", Python, `DeleteRangeFromColumn("f", b"")`, Unsupported{}},
		{"deleteall 't', 'r', 'f:'", Node, "", Unsupported{Kind: "qualifier"}},
		{"deleteall 't', 'r', 'f:'", HBase, `addColumns(Bytes.toBytes("f"), Bytes.toBytes(""))`, Unsupported{}},
		{"deleteall 't', 'r', 'f'", Go, `DeleteCellsInFamily("f")`, Unsupported{}},
		{"deleteall 't', 'r', 'f'", HBase, `addFamily(Bytes.toBytes("f"))`, Unsupported{}},
		{"delete 't', 'r', 'f', 5", HBase, `addFamilyVersion(Bytes.toBytes("f"), 5L)`, Unsupported{}},
		{"get 't', 'r', 'f:'", Go, `bigtable.FamilyFilter("f"), bigtable.ColumnFilter("()")`, Unsupported{}},
		{"get 't', 'r', 'f:'", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""))`, Unsupported{}},
		{"get 't', 'r', 'f'", Go, `bigtable.FamilyFilter("f"))`, Unsupported{}},
		{"get 't', 'r', 'f'", HBase, `addFamily(Bytes.toBytes("f"))`, Unsupported{}},
		{"get 't', 'r', 'f::toLong'", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""))`, Unsupported{Kind: "convert"}},
		{"incr 't', 'r', 'f:', 2", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""), 2)`, Unsupported{}},
		{"get_counter 't', 'r', 'f:'", HBase, `Bytes.toLong(table.get(new Get(Bytes.toBytes("r")).addColumn(Bytes.toBytes("f"), Bytes.toBytes(""))).getValue(`, Unsupported{}},
		{"get_counter 't', 'r', 'f:'", Go, `bigtable.ColumnFilter("()")`, Unsupported{Kind: "convert"}},
		{`count 't', {COLUMNS => 'f:', FILTER => "PrefixFilter('a')"}`, HBase,
			`addColumn(Bytes.toBytes("f"), Bytes.toBytes("")).setFilter(new FilterList(new ParseFilter().parseFilterString("PrefixFilter('a')"), new FirstKeyOnlyFilter()))`, Unsupported{}},
	} {
		cmd, err := hbaseshell.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		code := GenerateCode(c.l, cmd)
		if !strings.Contains(code.Text, c.want) || slices.Contains(code.Unsupported, c.lacks) != (c.lacks != Unsupported{}) {
			t.Errorf("%s in %s:\n%s\n%v", c.text, LanguageNames[c.l], code.Text, code.Unsupported)
		}
	}
}
