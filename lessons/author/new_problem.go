package author

import (
	"errors"
	"strings"

	"tabletop/engine/base"
	"tabletop/lessons"
)

// mistake returns a problem with a code. Its file, line and part are filled in by whoever collects
// it.
func mistake(code base.Code, args ...string) lessons.Problem {
	return lessons.Problem{What: base.Refuse(code, args...)}
}

// because returns a problem with a code that another error led to.
func because(err error, code base.Code, args ...string) lessons.Problem {
	p := mistake(code, args...)
	p.Why = problem(err).What
	return p
}

// problem returns an error as a problem. Errors of other packages become one with the error's text.
func problem(err error) lessons.Problem {
	if p, ok := errors.AsType[lessons.Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*base.Error](err); ok {
		return lessons.Problem{What: e}
	}
	return mistake(base.MistakeUnreadable, err.Error())
}

// unknown returns the problem of a name that is not in known. It suggests the nearest known name.
func unknown(kind, name string, known []string) lessons.Problem {
	return mistake(base.MistakeUnknown, name, kind, base.Nearest(name, known), strings.Join(known, ", "))
}
