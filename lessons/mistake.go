//go:build !js || author

package lessons

import (
	"errors"
	"strings"

	"tabletop/engine/base"
)

// mistake returns a problem whose place is still to be found.
func mistake(code base.Code, args ...string) Problem {
	return Problem{What: base.Refuse(code, args...)}
}

// because adds what the engine said.
func (p Problem) because(err error) Problem {
	p.Why = problem(err).What
	return p
}

// problem returns an error as the problem that it is.
func problem(err error) Problem {
	if p, ok := errors.AsType[Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*base.Error](err); ok {
		return Problem{What: e}
	}
	return mistake(base.MistakeUnreadable, err.Error())
}

// unknown returns the problem of a name that is none of known.
func unknown(kind, name string, known []string) Problem {
	return mistake(base.MistakeUnknown, name, kind, base.Nearest(name, known), strings.Join(known, ", "))
}
