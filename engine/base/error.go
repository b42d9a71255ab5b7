package base

import (
	"strconv"
	"strings"
)

// Code identifies a kind of refusal or note. The page turns a code and its arguments into
// a sentence in the reader's language; the engine has no sentences.
type Code string

// Error is a refusal: what was wrong (Code), the values concerned (Args), and where. An
// operation that returns one has changed nothing.
type Error struct {
	Code Code     `wire:"1"`
	Args []string `wire:"2"`
	// Pos and End are the byte offsets [Pos, End) of the offending text in the input. Both are
	// -1 if the refusal is not about a part of the input.
	Pos int `wire:"3"`
	End int `wire:"4"`
	// Incomplete means that the input may become valid when more is added. A console then asks
	// for another line instead of showing the refusal.
	Incomplete bool `wire:"5"`
}

// Refuse returns an Error that is not about a part of the input.
func Refuse(code Code, args ...string) *Error {
	return &Error{Code: code, Args: args, Pos: -1, End: -1}
}

// RefuseAt returns an Error about the bytes [pos, end) of the input.
func RefuseAt(pos, end int, code Code, args ...string) *Error {
	return &Error{Code: code, Args: args, Pos: pos, End: end}
}

// CheckAtMost refuses n with code if it is more than most. The arguments are of, which name what
// has that many, then n and most.
func CheckAtMost(code Code, n, most int, of ...string) error {
	if n <= most {
		return nil
	}
	return Refuse(code, append(of, strconv.Itoa(n), strconv.Itoa(most))...)
}

// Error returns the code and its arguments, for logs and tests.
func (e *Error) Error() string {
	if len(e.Args) == 0 {
		return string(e.Code)
	}
	return string(e.Code) + ": " + strings.Join(e.Args, ", ")
}

// UnreadableRowError returns the refusal (row-unreadable) to read the whole of a row of more than
// [MaxRow] bytes.
func UnreadableRowError(key RowKey, bytes int64) error {
	return Refuse(CodeRowUnreadable, string(key), strconv.FormatInt(bytes, 10), strconv.Itoa(MaxRow))
}

// CheckRowKey refuses an empty key (empty-key) and one of more than [MaxRowKey] bytes
// (key-too-long).
func CheckRowKey(key RowKey) error {
	switch {
	case key == "":
		return Refuse(CodeEmptyKey)
	case len(key) > MaxRowKey:
		return Refuse(CodeKeyTooLong, strconv.Itoa(len(key)), strconv.Itoa(MaxRowKey))
	}
	return nil
}
