package lessons

import (
	"fmt"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// Problem is something that is wrong with a lesson's sources, or a remark about them. It is an
// error.
type Problem struct {
	File   string      // the file's name in its folder, "" for a file that packs the whole lesson
	Line   int         // from 1; 0 if unknown
	Text   string      // the text of the line, shortened
	At     string      // the part it is about, such as "goal rows-counted", "" for the whole file
	What   *base.Error // the mistake, as a code with arguments
	Why    *base.Error // the engine's refusal that led to it, nil for none
	Said   string      // the sentence for What and Why in a language, once it has been translated
	Remark bool        // the lesson can be done all the same
}

// Place returns where the problem is, as "file:line: part".
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

// Error returns the place, the codes and their arguments. It is for logs and tests, and not for
// readers.
func (p Problem) Error() string {
	what := p.What.Error()
	if p.Why != nil {
		what += ": " + p.Why.Error()
	}
	return strings.TrimPrefix(p.Place()+": "+what, ": ")
}

// Problems is everything that was found about a lesson. It is an error, even if all are remarks.
type Problems []Problem

// Error returns the problems, one a line.
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

// HasErrors reports whether a problem is more than a remark.
func (ps Problems) HasErrors() bool {
	bad, _ := ps.SplitRemarks()
	return len(bad) > 0
}

// SplitRemarks separates the problems with which the lesson cannot be done from the remarks.
func (ps Problems) SplitRemarks() (bad, remarks Problems) {
	for _, p := range ps {
		if p.Remark {
			remarks = append(remarks, p)
		} else {
			bad = append(bad, p)
		}
	}
	return bad, remarks
}

// FileReport is the result of checking a lesson's file.
type FileReport struct {
	Problems Problems
	Lesson   *Lesson // nil if a problem is more than a remark
	Attempts int     // number of wrong attempts that were done
	Facts    int     // number of figures that were checked
}

// EncodeFileReport returns the frame of a verdict.
func EncodeFileReport(v FileReport) []byte { return wire.Encode(&v, FrameSets) }

// DecodeFileReport reads a frame made by [EncodeFileReport].
func DecodeFileReport(frame []byte) (v FileReport, err error) {
	err = wire.Decode(frame, &v, FrameSets)
	return v, err
}
