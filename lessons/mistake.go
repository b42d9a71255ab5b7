//go:build !js || author

package lessons

import (
	"errors"
	"strings"

	"tabletop/engine/base"
)

// mistake returns a problem with a code. Its file, line and part are filled in by whoever collects
// it.
func mistake(code base.Code, args ...string) Problem {
	return Problem{What: base.Refuse(code, args...)}
}

// because returns the problem with the engine's refusal that led to it.
func (p Problem) because(err error) Problem {
	p.Why = problem(err).What
	return p
}

// problem returns an error as a problem. Errors of other packages become one with the error's text.
func problem(err error) Problem {
	if p, ok := errors.AsType[Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*base.Error](err); ok {
		return Problem{What: e}
	}
	return mistake(base.MistakeUnreadable, err.Error())
}

// unknown returns the problem of a name that is not in known. It suggests the nearest known name.
func unknown(kind, name string, known []string) Problem {
	return mistake(base.MistakeUnknown, name, kind, base.Nearest(name, known), strings.Join(known, ", "))
}
