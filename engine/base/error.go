package base

import (
	"strconv"
	"strings"
)

// Code names a kind of refusal or a kind of note. The page turns a code and its
// arguments into a sentence of the reader's language; the engine holds none.
type Code string

// Error is a refusal: what was wrong (Code), with what (Args) and where. An
// operation that returns one has changed nothing.
type Error struct {
	Code Code     `wire:"1"`
	Args []string `wire:"2"`
	// Pos and End are the byte offsets [Pos, End) of the offending text in the
	// input that was refused. Both are -1 where no text was at fault.
	Pos int `wire:"3"`
	End int `wire:"4"`
	// Incomplete says that more input could mend it: a console asks for another
	// line instead of complaining.
	Incomplete bool `wire:"5"`
}

// Refuse returns an Error that points at no text.
func Refuse(code Code, args ...string) *Error {
	return &Error{Code: code, Args: args, Pos: -1, End: -1}
}

// RefuseAt returns an Error that points at the bytes [pos, end) of the input.
func RefuseAt(pos, end int, code Code, args ...string) *Error {
	return &Error{Code: code, Args: args, Pos: pos, End: end}
}

// Error returns the code and its arguments, for logs and tests.
func (e *Error) Error() string {
	if len(e.Args) == 0 {
		return string(e.Code)
	}
	return string(e.Code) + ": " + strings.Join(e.Args, ", ")
}

// Unreadable refuses to read the whole of a row of more than [MaxRow] bytes.
func Unreadable(key RowKey, bytes int64) error {
	return Refuse(CodeRowUnreadable, string(key), strconv.FormatInt(bytes, 10), strconv.Itoa(MaxRow))
}

// CheckRowKey refuses a key that is empty or longer than [MaxRowKey].
func CheckRowKey(key RowKey) error {
	switch {
	case key == "":
		return Refuse(CodeEmptyKey)
	case len(key) > MaxRowKey:
		return Refuse(CodeKeyTooLong, strconv.Itoa(len(key)), strconv.Itoa(MaxRowKey))
	}
	return nil
}
