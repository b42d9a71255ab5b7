package files

import (
	"bytes"
	"compress/flate"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/console/printed"
)

// readAtOnce is how many bytes of what a console printed are read in one turn.
const readAtOnce = 256 << 10

// Reading is the reading back of what a console printed, before a table is made of it.
type Reading struct {
	Title string
	Into  bool // the open sandbox, not a new one
	Table string
	Form  printed.Form
	Row   string // whose cells get printed
	Size  int    // bytes of the text
	Read  int    // so far
	First []ReadRow
	*printed.Reader

	rest   string  // what is not read yet of a text that is here
	upload *Upload // brings the rest, nil for a text that is here
	out    bytes.Buffer
	pack   *flate.Writer
}

// ReadRow is one of the first rows.
type ReadRow struct {
	Key      string
	Columns  []string // the first of them
	More     int      // columns after those
	Versions int      // the most of a column
	last     string
	run      int
}

// columnsNamed is how many columns of a row are named.
const columnsNamed = 3

// reading reports whether there is more of the text to read.
func (r *Reading) reading() bool { return r.Read < r.Size }

// Upload is a long file that is read in pieces.
type Upload struct {
	Name string
	Size int
	Data []byte       // the next bytes, nil until they have been read
	Read func(at int) // has those from at on read into Data
}

type (
	// uploaded brings a long file, whose first bytes have been read.
	uploaded struct{ *Upload }
	// goOnWith looks for the next bytes of a long file.
	goOnWith struct{ *Upload }
	// readBackOn reads on in a text of which so many bytes are read.
	readBackOn struct{ read int }
	// named brings the name of the table after a key, and the key of the row that get
	// printed.
	named struct {
		row  bool
		text string
	}
	// readBack makes the sandbox, or the table in the open one.
	readBack struct{}
)

// readBack opens the dialog that says what will be made of what a console printed.
func (u *update) readBack(s source, form printed.Form, size int, from *Upload) {
	if size > printed.MaxText {
		u.refuse(base.Refuse(base.CodeInputTooLong, strconv.Itoa(size), strconv.Itoa(printed.MaxText)))
		return
	}
	r := &Reading{Title: titleOf(s.name), Into: u.into(), Form: form, Size: size, upload: from}
	r.Table, r.Row = asked(s.text)
	if r.Table == "" {
		r.Table = tableName(r.Title)
	}
	if r.Into {
		r.Table = u.free(r.Table)
	}
	r.Reader = printed.New(form, base.RowKey(r.Row), r.add)
	r.pack, _ = flate.NewWriter(&r.out, flate.BestSpeed) // the level is one
	u.Reading, u.Menu = r, page.MenuValues
	if from == nil {
		r.rest = s.text
		u.readOnBack()
	}
}

// asked returns the table and the row that a text's first lines asked for.
func asked(text string) (tableName, row string) {
	row = "row"
	lines := 0
	for line := range strings.Lines(text[:min(len(text), 4096)]) {
		if lines++; lines > 5 || strings.HasPrefix(line, " ") {
			return tableName, row
		}
		line = strings.TrimSpace(line)
		cmd, err := hbaseshell.Parse(line)
		if err != nil || cmd == nil {
			cmd, err = cbt.Parse(strings.TrimLeft(line, "$> "))
		}
		if err != nil || cmd == nil {
			continue
		}
		if d := console.Describe(cmd); d.Table != "" {
			tableName = d.Table
			if d.Row != "" {
				row = string(d.Row)
			}
		}
	}
	return tableName, row
}

// add shows a cell of the first rows.
func (r *Reading) add(key base.RowKey, c base.Cell) {
	n := len(r.First)
	if n == 0 || r.First[n-1].Key != string(key) {
		if r.Rows > sampleSize {
			return
		}
		r.First = append(r.First, ReadRow{Key: string(key)})
		n++
	}
	if r.Rows > n {
		return
	}
	row := &r.First[n-1]
	if name := string(c.Family) + ":" + string(c.Qualifier); name != row.last || row.run == 0 {
		row.last, row.run = name, 0
		if len(row.Columns) < columnsNamed {
			row.Columns = append(row.Columns, name)
		} else {
			row.More++
		}
	}
	row.run++
	row.Versions = max(row.Versions, row.run)
}

// write reads a piece, and packs it.
func (r *Reading) write(data []byte) {
	r.Write(data)
	_, _ = r.pack.Write(data) // to a buffer
	if r.Read += len(data); !r.reading() {
		r.Reader.Close()
		_ = r.pack.Close()
	}
}

// readOnBack reads a piece of a text that is here, and the rest a little later.
func (u *update) readOnBack() {
	r := u.Reading
	n := min(len(r.rest), readAtOnce)
	r.write([]byte(r.rest[:n]))
	if r.rest = r.rest[n:]; r.reading() {
		u.Do(page.Then{Msg: readBackOn{r.Read}})
		return
	}
	u.readWhole()
}

func (m readBackOn) apply(u *update) {
	if r := u.Reading; r != nil && r.upload == nil && m.read == r.Read && r.reading() {
		u.readOnBack()
	}
}

// readWhole says what has been found.
func (u *update) readWhole() {
	r := u.Reading
	u.TellCode("read-found", strconv.Itoa(r.Rows), strconv.Itoa(r.Cells), strconv.Itoa(r.Left))
	if r.out.Len() > engine.MaxPacked {
		u.Err = base.Refuse(base.CodeInputTooLong, strconv.Itoa(r.out.Len()), strconv.Itoa(engine.MaxPacked))
	} else if r.Cells == 0 {
		u.Err = base.Refuse(base.CodeNotPrinted)
	}
}

func (m uploaded) apply(u *update) {
	if u.into() && !page.Askable(u.Turn.State, u.Work) {
		return
	}
	s := source{name: m.Name, text: string(m.Data)}
	form, is := forms[recognised(s.name, s.text)]
	if !is {
		u.refuse(base.Refuse(base.CodeInputTooLong, strconv.Itoa(m.Size), strconv.Itoa(engine.MaxFiles)))
		return
	}
	u.close()
	if u.readBack(s, form, m.Size, m.Upload); u.Reading != nil {
		goOnWith(m).apply(u)
	}
}

func (m goOnWith) apply(u *update) {
	r := u.Reading
	if r == nil || r.upload != m.Upload {
		return
	}
	if data := m.Data; data != nil {
		m.Data = nil
		if r.Read+len(data) < r.Size {
			m.Upload.Read(r.Read + len(data))
		}
		r.write(data)
	}
	if r.reading() {
		u.Do(page.Then{Msg: m})
		return
	}
	u.readWhole()
}

func (m named) apply(u *update) {
	if r := u.Reading; r != nil && m.row {
		r.Row = m.text
	} else if r != nil {
		r.Table = m.text
	}
}

func (readBack) apply(u *update) {
	r := u.Reading
	if r == nil || r.reading() || r.Cells == 0 || r.out.Len() > engine.MaxPacked {
		return
	}
	request := engine.Printed{Table: r.Table, Form: r.Form, Size: r.Size, Packed: r.out.String()}
	if r.Form == printed.Get {
		request.Row = base.RowKey(r.Row)
	}
	if r.Into {
		u.loadTable(r.Table, func() engine.Request { return request })
		return
	}
	u.make(r.Title, request)
}
