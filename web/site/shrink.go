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

// A site can be built without each of these, and is then only larger, or starts less
// smoothly.
const (
	stepSlim     = "slim"     // the library without its web server, see slim.go
	stepNoInline = "noinline" // packages compiled without inlining, see notInlined
	stepTrim     = "trim"     // what only stack traces tell is left out, see trim.go
	stepLend     = "lend"     // its memory comes from outside, see lend.go
	stepFold     = "fold"     // calls and their table written shorter, see fold.go
)

var shrinkSteps = []string{stepSlim, stepNoInline, stepTrim, stepLend, stepFold}

// without is the steps that a build does without.
type without []string

// parseWithout reads a list of steps with commas between them.
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

func (w without) does(step string) bool { return !slices.Contains(w, step) }

// knownGo are the versions of Go whose programs trim, lend and fold know the insides of.
var knownGo = []string{"go1.26"}

// knows reports whether a version is one of them: go1.26, go1.26.3, go1.26rc1.
func knows(version string) bool {
	return slices.ContainsFunc(knownGo, func(known string) bool {
		rest, ok := strings.CutPrefix(version, known)
		return ok && (rest == "" || rest[0] < '0' || rest[0] > '9')
	})
}

// shrink trims and folds a program that a version of Go has compiled, with the sum
// of what the browser makes of it. What it does not know the insides of it leaves as
// it is, and says so: the site is then larger, and works.
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
		code = slices.Concat(make([]byte, foldHead), code) // a head of zeros: nothing is folded
	}
	return code, whole
}

// guarded makes it an error where a step falls over what it reads.
func guarded(do func([]byte) ([]byte, error), code []byte) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, errors.Join(errWasm, fmt.Errorf("%v", r))
		}
	}()
	return do(code)
}

// warn tells whoever builds of a step that was left out.
func warn(text string) { fmt.Fprintln(os.Stderr, "site: "+text) }
