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

// pieceSize is the number of bytes read in one turn, and firstPiece that of the first turn,
// in which the dialog is opened too. The progress is drawn every piecesShown turns, because
// a drawing takes as long as reading several pieces.
const (
	pieceSize   = 256 << 10
	firstPiece  = 64 << 10
	piecesShown = 32
)

// LongFile is a long file, of which the page holds only a few pieces at a time.
type LongFile struct {
	Name string
	Size int    // bytes
	Head []byte // the first bytes
	// ReadAt reads some bytes from offset at. It calls then later: with the bytes, which then
	// owns from there on, or with nil if they cannot be read.
	ReadAt func(at int, then func([]byte))
}

// feed reads a text a piece at a time and passes it to take as UTF-8. The text is in memory,
// or a long file. If the worker will make the table from the text itself, the feed also
// sends the pieces to the worker: packed (deflated), or as they are if the worker reads the
// records ahead.
type feed struct {
	size, read int                    // bytes of the text, and bytes read up to now
	text       string                 // the text, "" for a file
	turns      int                    // turns in which some was read
	file       *LongFile              // the long file, nil for a text in memory
	came       []byte                 // bytes of the file to be read next
	coming     []byte                 // the bytes after those: nil until they arrive, empty if they cannot be read
	take       func(piece string)     // takes the next piece, in UTF-8
	ahead      *host.StageValuesPiece // how the worker reads the records ahead, nil if it does not
	handed     bool                   // the worker was given text to read ahead

	records.Decoder
	pack   *flate.Writer // nil if the text need not be packed
	packs  int           // bytes of the decoded text that were packed, here or by the worker
	out    bytes.Buffer  // packed bytes that were not sent yet
	pieces int           // packed pieces that the worker was given
}

// reading reports whether the end of the text has not been read yet.
func (f *feed) reading() bool { return f.read < f.size }

// newFeed returns a feed that passes the text of a source to take, and packs it if packs is
// true.
func newFeed(s source, packs bool, take func(string)) *feed {
	f := &feed{size: s.size(), text: s.text, take: take}
	if packs {
		f.pack, _ = flate.NewWriter(&f.out, flate.BestSpeed) // no error: the level is valid
	}
	if f.file = s.file; f.file != nil {
		f.text, f.came = "", f.file.Head
		f.ask()
	}
	return f
}

// ask asks for the bytes after those that are here, unless the file ends there.
func (f *feed) ask() {
	if at := f.read + len(f.came); at < f.size {
		f.file.ReadAt(at, func(data []byte) {
			if f.coming = data; data == nil {
				f.coming = []byte{}
			}
		})
	}
}

// next returns the next piece. It is nil if the piece has not arrived yet, and empty if it
// cannot be read.
func (f *feed) next() []byte {
	most := pieceSize
	if f.read == 0 {
		most = firstPiece
	}
	if f.file == nil {
		return []byte(f.text[f.read:min(f.read+most, f.size)])
	}
	// Take the bytes that have arrived, and ask for the next ones already now.
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

// packed returns the text as a request contains it. The whole text must have been read.
func (f *feed) packed() engine.PackedText {
	if f.handed {
		return engine.PackedText{Size: f.packs, Pieces: engine.AllStagedPieces}
	}
	return engine.PackedText{Size: f.packs, Pieces: f.pieces, Packed: f.out.String()}
}

// readOn is the message that reads the next piece of a feed. It is ignored if the feed is no
// longer read, or is not at this offset.
type readOn struct {
	*feed
	at int // bytes read when it was sent
}

func (m readOn) apply(u *update) {
	if m.feed == u.feed && m.at == m.read {
		u.goOn()
	}
}

// begin begins to read. The first piece of a long file is read in a turn of its own, since
// choosing the file has already taken time.
func (u *update) begin() {
	if f := u.feed; f.file != nil {
		u.DoEffect(page.SendMsgNextTurn{Msg: readOn{f, f.read}})
		return
	}
	u.goOn()
}

// goOn reads the next piece, and sends the message that reads the one after it. If the piece
// has not arrived yet, it tries again after the next drawing. If it cannot be read, the
// dialog is closed with a refusal.
func (u *update) goOn() {
	f := u.feed
	piece := f.next()
	if piece != nil && len(piece) == 0 {
		u.close()
		u.refuse(base.Refuse(base.CodeFileLost, f.file.Name))
		return
	}
	// An incomplete character of UTF-16 stays in the Decoder until the next piece.
	if piece != nil {
		f.read += len(piece)
		text := f.Decode(piece)
		if !f.reading() {
			text = append(slices.Clip(text), f.Decoder.EndText()...)
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
	// Most pieces are read without a drawing in between, which would take longer than the
	// reading.
	on := readOn{f, f.read}
	if f.turns++; piece == nil || f.turns%piecesShown == 1 {
		u.DoEffect(page.SendMsgAfterDraw{Msg: on})
	} else {
		u.DoEffect(page.SendMsgNextTurn{Msg: on})
	}
}

// hand sends a piece to the worker, if the worker reads the text ahead; or else packs it, if
// the text is packed, and sends what has been packed in pieces of engine.MaxTextPiece bytes.
func (u *update) hand(piece []byte, text string) {
	f := u.feed
	f.packs += len(piece)
	switch {
	case f.ahead != nil:
		// The last piece is sent even if it is empty, since it says that it is the last.
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
	_, _ = f.pack.Write(piece) // writing to a buffer does not fail
	if !f.reading() {
		_ = f.pack.Close()
	}
	// What is left in out at the end travels with the request itself.
	for f.out.Len() > engine.MaxTextPiece {
		u.stage(host.StageTextPiece{First: f.pieces == 0, Packed: string(f.out.Next(engine.MaxTextPiece))})
		f.pieces++
		u.staged = f
	}
}

// gave reports whether the worker was given some of the text.
func (f *feed) gave() bool { return f.handed || f.pieces > 0 }

// stage sends a piece to the worker. Such calls are not answered.
func (u *update) stage(piece host.Call) {
	u.DoEffect(page.SendCall{Sent: host.SentCall{Seq: u.NextCallNumber(), Call: piece}})
}

// taken updates the dialog after a piece has been read. It reports whether to read on: not
// if the text was refused.
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
		r := u.Output
		r.Close()
		u.AnnounceSentence("read-found", strconv.Itoa(r.Rows), strconv.Itoa(r.Cells), strconv.Itoa(r.SkippedLines))
		if r.Cells == 0 {
			u.Err = base.Refuse(base.CodeNotPrinted)
		}
	}
	return true
}
