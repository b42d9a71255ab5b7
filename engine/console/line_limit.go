package console

import (
	"strconv"

	"tabletop/engine/base"
)

// MaxLine is the largest number of bytes of a line that is parsed.
const MaxLine = base.MaxLine

// CheckLine refuses (input-too-long) a line of more than [MaxLine] bytes, in any dialect.
func CheckLine(line string) error {
	if len(line) > MaxLine {
		return base.RefuseAt(MaxLine, len(line), base.CodeInputTooLong, strconv.Itoa(len(line)), strconv.Itoa(MaxLine))
	}
	return nil
}
