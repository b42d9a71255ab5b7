package records

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// Decoder converts a text that arrives in pieces to UTF-8. A text that begins with a byte
// order mark of UTF-16 is decoded; half of a surrogate pair becomes U+FFFD. Any other text
// is returned unchanged.
type Decoder struct {
	UTF16   bool // whether the text is UTF-16
	NotText bool // whether the text has invalid UTF-8 or zero bytes, and so is not text

	began bool
	order binary.ByteOrder
	rest  []byte // bytes that cannot be decoded without the following ones
	out   []byte // memory for decoded text
}

// Decode returns the next piece in UTF-8, as far as it can be decoded. The result is valid
// until the next call; it may be the piece itself.
func (d *Decoder) Decode(piece []byte) []byte {
	if !d.began {
		if len(d.rest)+len(piece) < 2 {
			d.rest = append(d.rest, piece...)
			return nil
		}
		if len(d.rest) > 0 {
			piece, d.rest = append(d.rest, piece...), nil
		}
		d.began = true
		switch {
		case piece[0] == 0xff && piece[1] == 0xfe:
			d.order = binary.LittleEndian
		case piece[0] == 0xfe && piece[1] == 0xff:
			d.order = binary.BigEndian
		}
		if d.UTF16 = d.order != nil; d.UTF16 {
			piece = piece[2:]
		}
	}
	if d.UTF16 {
		return d.units(piece, false)
	}
	d.check(piece)
	return piece
}

// EndText ends the text and returns what remains.
func (d *Decoder) EndText() []byte {
	switch {
	case !d.began:
		rest := d.rest
		d.began, d.rest = true, nil
		d.check(rest)
		d.NotText = d.NotText || len(d.rest) > 0
		return rest
	case d.UTF16:
		return d.units(nil, true)
	}
	d.NotText = d.NotText || len(d.rest) > 0
	return nil
}

// check sets NotText if the text has invalid UTF-8 or zero bytes, also across the boundaries
// of pieces.
func (d *Decoder) check(piece []byte) {
	if d.NotText {
		return
	}
	if len(d.rest) > 0 { // the first bytes of a character
		n := min(utf8.UTFMax, len(piece))
		d.rest = append(d.rest, piece[:n]...)
		if !utf8.FullRune(d.rest) {
			return
		}
		for n = len(d.rest) - n; n > 0; { // n is the number of bytes from earlier pieces
			_, size := utf8.DecodeRune(d.rest)
			if size == 1 && d.rest[0] >= utf8.RuneSelf {
				d.NotText = true
				return
			}
			d.rest = d.rest[size:]
			if n -= size; n < 0 {
				piece = piece[-n:]
			}
		}
		d.rest = d.rest[:0]
	}
	end := len(piece)
	for i := 1; i <= min(utf8.UTFMax-1, end); i++ {
		if c := piece[end-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(piece[end-i:]) {
				d.rest = append(d.rest[:0], piece[end-i:]...)
				piece = piece[:end-i]
			}
			break
		}
	}
	d.NotText = !utf8.Valid(piece) || bytes.IndexByte(piece, 0) >= 0
}

// units decodes UTF-16. last says that the text ends with the piece.
func (d *Decoder) units(piece []byte, last bool) []byte {
	if len(d.rest) > 0 {
		piece, d.rest = append(d.rest, piece...), nil
	}
	d.out = d.out[:0]
	for len(piece) >= 2 {
		r, size := rune(d.order.Uint16(piece)), 2
		if utf16.IsSurrogate(r) {
			if len(piece) < 4 && !last {
				break
			}
			if len(piece) >= 4 {
				if pair := utf16.DecodeRune(r, rune(d.order.Uint16(piece[2:]))); pair != utf8.RuneError {
					r, size = pair, 4
				}
			}
		}
		d.out = utf8.AppendRune(d.out, r) // U+FFFD for half a pair
		piece = piece[size:]
	}
	if last && len(piece) > 0 {
		return utf8.AppendRune(d.out, utf8.RuneError)
	}
	d.rest = append([]byte(nil), piece...)
	return d.out
}

// ToUTF8 returns a whole text in UTF-8, converted as by a [Decoder].
func ToUTF8(text string) string {
	if len(text) < 2 || text[:2] != "\xff\xfe" && text[:2] != "\xfe\xff" {
		return text
	}
	var d Decoder
	return string(append(bytes.Clone(d.Decode([]byte(text))), d.EndText()...))
}
