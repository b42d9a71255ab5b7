package files

import (
	"bytes"
	"compress/flate"
	"slices"
	"strconv"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/records"
)

// pieceSize is how many bytes of a text are read in one turn, of the first one, in which much
// else is done, firstPiece; and piecesShown after how many turns it is shown how far that is:
// to draw takes as long as to read some.
const (
	pieceSize   = 256 << 10
	firstPiece  = 64 << 10
	piecesShown = 32
)

// Upload is a long file, of which no more than a few pieces are here at once.
type Upload struct {
	Name string
	Size int
	Head []byte // the first bytes
	// Read has some of the bytes from at on read. It calls then later with them, which are
	// then's from then on, or with none where they cannot be had.
	Read func(at int, then func([]byte))
}

// feed reads a text a piece at a time: one that is here, or a long file. What a table is
// made of by the worker is packed meanwhile, and handed over.
type feed struct {
	size, read int
	text       string             // "" for a file
	turns      int                // in which it was read
	file       *Upload            // nil for a text that is here
	came       []byte             // of the file, to be read
	coming     []byte             // what comes after that, nil until it is here
	take       func(piece string) // of the text in UTF-8
	ahead      *host.ReadAhead    // how the worker reads its records meanwhile, nil for not at all
	handed     bool               // it has been given some

	records.Decoder
	pack   *flate.Writer // nil for what need not be packed
	packs  int           // bytes that have been packed, here or by the worker
	out    bytes.Buffer
	pieces int // that the worker has been given
}

// reading reports whether there is more of the text to read.
func (f *feed) reading() bool { return f.read < f.size }

// newFeed returns what hands the text of a source to take.
func newFeed(s source, packs bool, take func(string)) *feed {
	f := &feed{size: s.size(), text: s.text, take: take}
	if packs {
		f.pack, _ = flate.NewWriter(&f.out, flate.BestSpeed) // the level is one
	}
	if f.file = s.file; f.file != nil {
		f.text, f.came = "", f.file.Head
		f.ask()
	}
	return f
}

// ask asks for what comes after the bytes that are here.
func (f *feed) ask() {
	if at := f.read + len(f.came); at < f.size {
		f.file.Read(at, func(data []byte) {
			if f.coming = data; data == nil {
				f.coming = []byte{}
			}
		})
	}
}

// next returns the next piece: nil for one that is not here yet, an empty one for one that
// cannot be had.
func (f *feed) next() []byte {
	most := pieceSize
	if f.read == 0 {
		most = firstPiece
	}
	if f.file == nil {
		return []byte(f.text[f.read:min(f.read+most, f.size)])
	}
	if len(f.came) == 0 {
		if len(f.coming) == 0 {
			return f.coming
		}
		f.came, f.coming = f.coming, nil
		f.ask()
	}
	n := min(len(f.came), most)
	piece := f.came[:n]
	f.came = f.came[n:]
	return piece
}

// packed returns the text as a request has it, once all of it has been read.
func (f *feed) packed() engine.Text {
	if f.handed {
		return engine.Text{Size: f.packs, Pieces: engine.AllStaged}
	}
	return engine.Text{Size: f.packs, Pieces: f.pieces, Packed: f.out.String()}
}

// readOn reads on in a text of which so many bytes are read.
type readOn struct {
	*feed
	at int
}

func (m readOn) apply(u *update) {
	if m.feed == u.feed && m.at == m.read {
		u.goOn()
	}
}

// begin begins to read, with a long file in a turn of its own: to choose one is work too.
func (u *update) begin() {
	if f := u.feed; f.file != nil {
		u.Do(page.SendNextTurn{Msg: readOn{f, f.read}})
		return
	}
	u.goOn()
}

// goOn reads the next piece, and the rest a little later.
func (u *update) goOn() {
	f := u.feed
	piece := f.next()
	if piece != nil && len(piece) == 0 {
		u.close()
		u.refuse(base.Refuse(base.CodeFileLost, f.file.Name))
		return
	}
	if piece != nil {
		f.read += len(piece)
		text := f.Decode(piece)
		if !f.reading() {
			text = append(slices.Clip(text), f.Decoder.Close()...)
		}
		whole := string(text)
		f.take(whole)
		u.hand(text, whole)
		if u.feed != f || !u.taken() {
			return
		}
	}
	if !f.reading() {
		return
	}
	on := readOn{f, f.read}
	if f.turns++; piece == nil || f.turns%piecesShown == 1 {
		u.Do(page.SendAfterDraw{Msg: on})
	} else {
		u.Do(page.SendNextTurn{Msg: on})
	}
}

// hand sends a piece of the text to the worker, where that reads it ahead, or packs it and
// sends what is packed.
func (u *update) hand(piece []byte, text string) {
	f := u.feed
	f.packs += len(piece)
	switch {
	case f.ahead != nil:
		if text != "" || f.handed && !f.reading() {
			a := *f.ahead
			a.First, a.Last, a.Text = !f.handed, !f.reading(), text
			f.handed, u.staged = true, f
			u.stage(a)
		}
		return
	case f.pack == nil:
		return
	}
	_, _ = f.pack.Write(piece) // to a buffer
	if !f.reading() {
		_ = f.pack.Close()
	}
	for f.out.Len() > engine.MaxPiece {
		u.stage(host.StageText{First: f.pieces == 0, Packed: string(f.out.Next(engine.MaxPiece))})
		f.pieces++
		u.staged = f
	}
}

// gave reports whether the worker was given some of the text.
func (f *feed) gave() bool { return f.handed || f.pieces > 0 }

// stage hands a piece to the worker.
func (u *update) stage(piece host.Call) {
	u.Do(page.Send{Sent: host.SentCall{Seq: u.Number(), Call: piece}})
}

// taken shows what has been read up to now. It reports whether that can go on.
func (u *update) taken() bool {
	switch f := u.feed; {
	case u.Mapping != nil:
		var err error
		if u.edit(func(m *Mapping) { err = m.absorb() }); err != nil {
			u.Mapping = nil
			u.forget()
			u.refuse(err)
			return false
		}
		if u.Mapping.due() {
			u.find(true)
		}
	case !f.reading():
		r := u.Reading
		r.Close()
		u.TellCode("read-found", strconv.Itoa(r.Rows), strconv.Itoa(r.Cells), strconv.Itoa(r.Left))
		if r.Cells == 0 {
			u.Err = base.Refuse(base.CodeNotPrinted)
		}
	}
	return true
}
