package cbt

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console"
)

func TestImportRefuses(t *testing.T) {
	const heads = ",f\n,a\n"
	for text, want := range map[string]string{
		"":                                 "f 1 columns",
		"\n\n":                             "f 1 columns",
		"x,f\n,a\n":                        "f 1 corner",
		",f\nx,a\n":                        "f 2 corner",
		",,f\n,a,b\n":                      "f 1 family",
		"\n,f\n\n,\n":                      "f 4 qualifier",
		heads + "r,1\nr,1,2\n":             "f 4 fields",
		heads + "r\n":                      "f 3 fields",
		heads + "r,1\"2\n":                 "f 3 quote 4",
		heads + "r,\"1\" 2\n":              "f 3 quote 5",
		heads + "r,\"1\ns,2\nt,3\n":        "f 3 quote",
		heads + "r,\"1\ns,\"2\"\nt,3\n":    "f 3 quote",
		"\ufeff\",\",f\n,a\n":              "f 1 corner",
		heads + "r,1\r\ns,\"2\r\n3\"\r\n":  "",
		"\ufeff,f\r\n,a\r\nr,\xff\x00\r\n": "",
		"\ufeff\"\",f\n\"\",a\nr,1\n":      "",
	} {
		rows, err := 0, error(nil)
		in, err := NewCSVImporter(console.ImportCSV{File: "f"}, text)
		for more := err == nil; more && err == nil; {
			var row base.RowKey
			if row, _, more, err = in.Next(); row != "" {
				rows++
			}
		}
		got := ""
		if e, ok := errors.AsType[*base.Error](err); ok && e.Code == base.CodeBadCSV {
			got = strings.Join(e.Args, " ")
		}
		if got != want || want == "" && (err != nil || rows != in.Rows || rows == 0) {
			t.Errorf("%q: %q, %v with %d rows, want %q", text, got, err, rows, want)
		}
	}
}

func TestImportReads(t *testing.T) {
	in, err := NewCSVImporter(console.ImportCSV{File: "f", Family: "f"}, "\ufeff,a,b\n\"r,\"\"1\"\"\",\"x\r\ny\",\n,1,2\ns,,\n")
	if err != nil {
		t.Fatal(err)
	}
	row, cells, _, err := in.Next()
	if row != `r,"1"` || err != nil || !slices.Equal(cells, []console.CellWrite{{Family: "f", Qualifier: "a", Value: "x\ny", At: -1}}) {
		t.Errorf("%q %+v %v", row, cells, err)
	}
	for more := true; more && err == nil; {
		_, _, more, err = in.Next()
	}
	if err != nil || in.Rows != 1 || in.Cells != 1 || in.Skipped != 2 {
		t.Errorf("%d rows, %d cells, %d skipped, %v", in.Rows, in.Cells, in.Skipped, err)
	}
}
