package cbt

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/records"
	"tabletop/engine/table"
)

// CSVImporter reads the rows of a CSV file. The first line has families, unless the command
// names one; a family applies to its column and to the columns to the right that have
// none. The next line has qualifiers. Both lines begin with an empty field. In all other
// lines the first field is the row key, and each further field that is not empty is the
// value of a cell.
type CSVImporter struct {
	Rows, Cells, Skipped int // numbers so far; lines without a key or a cell are skipped

	command    console.ImportCSV
	reader     *csv.Reader
	families   []base.Family
	qualifiers []base.Qualifier
}

// NewCSVImporter reads the headers of a file. It refuses (bad-csv) a text that is not a table
// of values. UTF-16 is recognised by its byte order mark, and a byte order mark of UTF-8
// is ignored.
func NewCSVImporter(c console.ImportCSV, text string) (*CSVImporter, error) {
	in := &CSVImporter{command: c, reader: csv.NewReader(strings.NewReader(strings.TrimPrefix(records.ToUTF8(text), "\ufeff")))}
	in.reader.ReuseRecord = true
	if c.Family == "" {
		record, err := in.read()
		if err != nil {
			return nil, err
		}
		for i, f := range record {
			if i > 1 && f == "" {
				f = string(in.families[i-1])
			}
			in.families = append(in.families, base.Family(f))
		}
		switch {
		case len(record) > 1 && record[0] != "":
			return nil, in.bad("corner")
		case len(record) > 1 && record[1] == "":
			return nil, in.bad("family")
		}
	}
	record, err := in.read()
	if err != nil {
		return nil, err
	}
	in.qualifiers = make([]base.Qualifier, 0, len(record))
	for i, q := range record {
		in.qualifiers = append(in.qualifiers, base.Qualifier(q))
		if c.Family != "" {
			in.families = append(in.families, c.Family)
			if i == 0 {
				in.families[0] = ""
			}
		}
	}
	switch {
	case len(record) < 2:
		return nil, in.bad("columns")
	case record[0] != "":
		return nil, in.bad("corner")
	case record[1] == "":
		return nil, in.bad("qualifier")
	}
	return in, nil
}

// Next reads a line. It returns a row with its cells, or an empty key for a line that is
// skipped. After the last line more is false.
func (in *CSVImporter) Next() (row base.RowKey, cells []console.CellWrite, more bool, err error) {
	record, err := in.reader.Read()
	if errors.Is(err, io.EOF) {
		return "", nil, false, nil
	}
	if err != nil {
		return "", nil, false, in.refusal(err)
	}
	for i, value := range record[1:] {
		if value == "" {
			continue
		}
		at := table.ServerTime
		if in.command.Times {
			value, at = SplitTime(value)
		}
		// The reader uses the memory of the record again.
		cells = append(cells, console.CellWrite{
			Family: in.families[i+1], Qualifier: in.qualifiers[i+1], Value: strings.Clone(value), At: at,
		})
	}
	if record[0] == "" || len(cells) == 0 {
		in.Skipped++
		return "", nil, true, nil
	}
	in.Rows++
	in.Cells += len(cells)
	return base.RowKey(strings.Clone(record[0])), cells, true, nil
}

// read reads a header line.
func (in *CSVImporter) read() ([]string, error) {
	record, err := in.reader.Read()
	if err != nil {
		return nil, in.refusal(err)
	}
	return record, nil
}

// bad returns the refusal (bad-csv) of the current line.
func (in *CSVImporter) bad(what string) error {
	line, _ := in.reader.FieldPos(0)
	return base.Refuse(base.CodeBadCSV, in.command.File, strconv.Itoa(line), what)
}

// refusal returns the refusal for an error of the CSV reader.
func (in *CSVImporter) refusal(err error) error {
	if errors.Is(err, io.EOF) {
		return base.Refuse(base.CodeBadCSV, in.command.File, "1", "columns")
	}
	return badCSV(in.command.File, err)
}

// badCSV returns the refusal (bad-csv) of a file that the CSV reader cannot read. If a
// record has several lines it names the first: a quote that is not closed is noticed only
// at the next quote, or at the end of the file.
func badCSV(file string, err error) *base.Error {
	at, ok := errors.AsType[*csv.ParseError](err)
	switch {
	case !ok:
		return base.Refuse(base.CodeBadCSV, file, "1", "quote")
	case errors.Is(err, csv.ErrFieldCount):
		return base.Refuse(base.CodeBadCSV, file, strconv.Itoa(at.Line), "fields")
	case at.Line > at.StartLine:
		return base.Refuse(base.CodeBadCSV, file, strconv.Itoa(at.StartLine), "quote")
	}
	return base.Refuse(base.CodeBadCSV, file, strconv.Itoa(at.Line), "quote", strconv.Itoa(at.Column))
}
