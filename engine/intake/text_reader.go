package intake

import (
	"compress/flate"
	"io"
	"slices"

	"tabletop/engine/base"
)

// ReadBytes is how many bytes of a text are as much work as a row.
const ReadBytes = 128

// Reader unpacks a text that came in raw deflate (RFC 1951). One of the writers reads it.
type Reader struct {
	most   int // bytes of the text
	read   int // so far
	text   io.Reader
	buffer [16 << 10]byte
}

// joined is what is left to read of strings that follow each other.
type joined []string

func (j *joined) Read(to []byte) (n int, err error) {
	for len(*j) > 0 && n == 0 && len(to) > 0 {
		if n = copy(to, (*j)[0]); n == 0 {
			*j = (*j)[1:]
		} else {
			(*j)[0] = (*j)[0][n:]
		}
	}
	if len(*j) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// NewReader returns a reader of a text whose packed bytes are the pieces and then rest. size is
// how many bytes the text has unpacked: more are refused.
func NewReader(pieces []string, rest string, size int) *Reader {
	all := joined(append(slices.Clip(pieces), rest))
	return &Reader{most: size, text: flate.NewReader(&all)}
}

// next returns the next bytes of the text, at the end io.EOF with the last. It refuses a
// text that is damaged or longer than it says.
func (u *Reader) next() (piece []byte, err error) {
	n, err := u.text.Read(u.buffer[:])
	if u.read += n; u.read > u.most || err != nil && err != io.EOF {
		return nil, base.Refuse(base.CodeNotPrinted)
	}
	return u.buffer[:n], err
}
