//go:build !js

package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// The steps that make a site smaller or smoother. A site can be built without each of them.
const (
	stepSlim     = "slim"     // go-app without its web server, see slim.go
	stepNoInline = "noinline" // packages compiled without inlining, see notInlined
	stepTrim     = "trim"     // remove what only stack traces need, see trim.go
	stepLend     = "lend"     // import the memory, see lend.go
	stepFold     = "fold"     // write calls and the table of functions in a shorter form, see fold.go
)

// shrinkSteps are all steps.
var shrinkSteps = []string{stepSlim, stepNoInline, stepTrim, stepLend, stepFold}

// without is the list of steps that a build leaves out.
type without []string

// parseWithout parses a list of steps, which are separated by commas.
func parseWithout(text string) (without, error) {
	if text == "" {
		return nil, nil
	}
	list := strings.Split(text, ",")
	for _, step := range list {
		if !slices.Contains(shrinkSteps, step) {
			return nil, fmt.Errorf("no step %q: say %s", step, strings.Join(shrinkSteps, ", "))
		}
	}
	return list, nil
}

// does reports whether the build does a step.
func (w without) does(step string) bool { return !slices.Contains(w, step) }

// knownGo are the versions of Go whose program layout trim, lend and fold know.
var knownGo = []string{"go1.26"}

// knows reports whether version is one of knownGo, in any release: go1.26, go1.26.3, go1.26rc1.
func knows(version string) bool {
	return slices.ContainsFunc(knownGo, func(known string) bool {
		rest, ok := strings.CutPrefix(version, known)
		return ok && (rest == "" || rest[0] < '0' || rest[0] > '9')
	})
}

// shrink trims and folds a program that the given version of Go has compiled. whole is the digest
// of the program that the browser restores. A step that does not know the program's layout is left
// out and reported with say; the site is then larger, but works.
func shrink(code []byte, version string, w without, say func(string)) (folded []byte, whole [sha256.Size]byte) {
	try := func(step string, do func([]byte) ([]byte, error)) bool {
		if !w.does(step) {
			return false
		}
		if !knows(version) {
			say(fmt.Sprintf("%s left out: it knows programs of %s, this is %s", step, strings.Join(knownGo, ", "), version))
			return false
		}
		less, err := guarded(do, code)
		if err != nil {
			say(fmt.Sprintf("%s left out: %v", step, err))
			return false
		}
		code = less
		return true
	}
	try(stepTrim, trim)
	try(stepLend, lend)
	whole = sha256.Sum256(code)
	if !try(stepFold, fold) {
		code = slices.Concat(make([]byte, foldHead), code) // a head of zeros means that nothing is folded
	}
	return code, whole
}

// guarded calls a step and returns a panic of it as an error.
func guarded(do func([]byte) ([]byte, error), code []byte) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, errors.Join(errWasm, fmt.Errorf("%v", r))
		}
	}()
	return do(code)
}

// warn reports a step that was left out to stderr.
func warn(text string) { fmt.Fprintln(os.Stderr, "site: "+text) }
