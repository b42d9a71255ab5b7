package lessons

import (
	"fmt"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// Problem is something that is wrong with a lesson's sources.
type Problem struct {
	File   string // as its folder names it, "" for the file that holds all of them
	Line   int    // from 1
	Text   string // the line's text
	At     string // what it is about, such as "goal rows-counted"; "" for the file
	What   *base.Error
	Why    *base.Error // what the engine said of it, nil for nothing
	Said   string      // the sentence for both, where somebody has said it
	Remark bool        // the lesson can be done nevertheless
}

// Place says where it is: file:line: part.
func (p Problem) Place() string {
	place := p.File
	if p.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, p.Line)
	}
	if p.At != "" {
		place += ": " + p.At
	}
	return strings.TrimPrefix(place, ": ")
}

// Error returns the place, the code and its arguments, for logs and tests.
func (p Problem) Error() string {
	what := p.What.Error()
	if p.Why != nil {
		what += ": " + p.Why.Error()
	}
	return strings.TrimPrefix(p.Place()+": "+what, ": ")
}

// Problems is all that was found.
type Problems []Problem

func (ps Problems) Error() string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Error())
	}
	return b.String()
}

// Bad reports whether one of them is more than a remark.
func (ps Problems) Bad() bool {
	bad, _ := ps.Parted()
	return len(bad) > 0
}

// Parted returns what keeps the lesson from being done, and the remarks.
func (ps Problems) Parted() (bad, remarks Problems) {
	for _, p := range ps {
		if p.Remark {
			remarks = append(remarks, p)
		} else {
			bad = append(bad, p)
		}
	}
	return bad, remarks
}

// Verdict is what comes of a lesson's file: problems, and unless one of them is
// bad the lesson.
type Verdict struct {
	Problems Problems
	Lesson   *Lesson // nil where it cannot be done
	Attempts int     // wrong attempts that were made
	Facts    int     // figures that were proved
}

// EncodeVerdict returns the frame of a verdict.
func EncodeVerdict(v Verdict) []byte { return wire.Encode(&v, Frames) }

// DecodeVerdict reads a frame made by [EncodeVerdict].
func DecodeVerdict(frame []byte) (v Verdict, err error) {
	err = wire.Decode(frame, &v, Frames)
	return v, err
}
