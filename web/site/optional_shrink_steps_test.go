//go:build !js

package main

import (
	"bytes"
	"crypto/sha256"
	"runtime"
	"strings"
	"testing"
)

func TestKnowsGo(t *testing.T) {
	for version, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.26rc1": true, "go1.260": false, "go1.27": false, "devel +abc": false} {
		if knows(version) != want {
			t.Errorf("%s is known: %t", version, !want)
		}
	}
	if !knows(runtime.Version()) {
		t.Errorf("%s is not known: see whether TestTrim passes with it, then add it to knownGo", runtime.Version())
	}
}

// TestShrinkGoesOn checks that a program with another layout is left unchanged, and that this is
// reported.
func TestShrinkGoesOn(t *testing.T) {
	odd := []byte("\x00asm\x01\x00\x00\x00\x0b\x01\x00") // no table of functions
	for _, test := range []struct {
		name, version string
		w             without
		said          []string
	}{
		{"another Go", "go1.99", nil, []string{"trim left out: it knows programs of go1.26, this is go1.99", "lend left out", "fold left out"}},
		{"another layout", "go1.26", nil, []string{"trim left out: the compiled program is not laid out", "lend left out", "fold left out"}},
		{"one step", "go1.26", without{stepFold, stepLend}, []string{"trim left out"}},
		{"no step", "go1.26", without{stepTrim, stepLend, stepFold}, nil},
	} {
		var said []string
		folded, whole := shrink(odd, test.version, test.w, func(text string) { said = append(said, text) })
		if want := append(make([]byte, foldHead), odd...); !bytes.Equal(folded, want) || whole != sha256.Sum256(odd) {
			t.Errorf("%s: %q", test.name, folded)
		}
		if len(said) != len(test.said) {
			t.Errorf("%s: said %q", test.name, said)
			continue
		}
		for i, want := range test.said {
			if !strings.HasPrefix(said[i], want) {
				t.Errorf("%s: said %q, want %q", test.name, said[i], want)
			}
		}
	}
	if _, err := guarded(func([]byte) ([]byte, error) { var none []byte; return none[:len(odd)], nil }, odd); err == nil {
		t.Error("a step that falls ends the build")
	}
}

func TestParseWithout(t *testing.T) {
	if w, err := parseWithout(""); err != nil || !w.does(stepTrim) {
		t.Errorf("%v, %v", w, err)
	}
	if w, err := parseWithout("trim,slim"); err != nil || w.does(stepTrim) || w.does(stepSlim) || !w.does(stepFold) {
		t.Errorf("%v, %v", w, err)
	}
	if _, err := parseWithout("trim,cut"); err == nil || !strings.Contains(err.Error(), `"cut"`) {
		t.Errorf("%v", err)
	}
}
