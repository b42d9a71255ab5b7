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
		lacks Lack
	}{
		{"put 't', 'r', 'f:', 'v'", Go, `mut.Set("f", "", bigtable.Now()`, Lack{}},
		{"put 't', 'r', 'f:', 'v'", Node, `save({"f": {"": "v"}})`, Lack{}},
		{"put 't', 'r', 'f:', 'v'", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""), Bytes.toBytes("v"))`, Lack{}},
		{"deleteall 't', 'r', 'f:'", Go, `DeleteCellsInColumn("f", "")`, Lack{}},
		{"deleteall 't', 'r', 'f:'", Java, `deleteCells("f", "")`, Lack{}},
		{"deleteall 't', 'r', 'f:'", Python, `DeleteRangeFromColumn("f", b"")`, Lack{}},
		{"deleteall 't', 'r', 'f:'", Node, "", Lack{Kind: "qualifier"}},
		{"deleteall 't', 'r', 'f:'", HBase, `addColumns(Bytes.toBytes("f"), Bytes.toBytes(""))`, Lack{}},
		{"deleteall 't', 'r', 'f'", Go, `DeleteCellsInFamily("f")`, Lack{}},
		{"deleteall 't', 'r', 'f'", HBase, `addFamily(Bytes.toBytes("f"))`, Lack{}},
		{"delete 't', 'r', 'f', 5", HBase, `addFamilyVersion(Bytes.toBytes("f"), 5L)`, Lack{}},
		{"get 't', 'r', 'f:'", Go, `bigtable.FamilyFilter("f"), bigtable.ColumnFilter("()")`, Lack{}},
		{"get 't', 'r', 'f:'", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""))`, Lack{}},
		{"get 't', 'r', 'f'", Go, `bigtable.FamilyFilter("f"))`, Lack{}},
		{"get 't', 'r', 'f'", HBase, `addFamily(Bytes.toBytes("f"))`, Lack{}},
		{"get 't', 'r', 'f::toLong'", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""))`, Lack{Kind: "convert"}},
		{"incr 't', 'r', 'f:', 2", HBase, `addColumn(Bytes.toBytes("f"), Bytes.toBytes(""), 2)`, Lack{}},
		{"get_counter 't', 'r', 'f:'", HBase, `Bytes.toLong(table.get(new Get(Bytes.toBytes("r")).addColumn(Bytes.toBytes("f"), Bytes.toBytes(""))).getValue(`, Lack{}},
		{"get_counter 't', 'r', 'f:'", Go, `bigtable.ColumnFilter("()")`, Lack{Kind: "convert"}},
		{`count 't', {COLUMNS => 'f:', FILTER => "PrefixFilter('a')"}`, HBase,
			`addColumn(Bytes.toBytes("f"), Bytes.toBytes("")).setFilter(new FilterList(new ParseFilter().parseFilterString("PrefixFilter('a')"), new FirstKeyOnlyFilter()))`, Lack{}},
	} {
		cmd, err := hbaseshell.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		code := Of(c.l, cmd)
		if !strings.Contains(code.Text, c.want) || slices.Contains(code.Lacks, c.lacks) != (c.lacks != Lack{}) {
			t.Errorf("%s in %s:\n%s\n%v", c.text, Names[c.l], code.Text, code.Lacks)
		}
	}
}
