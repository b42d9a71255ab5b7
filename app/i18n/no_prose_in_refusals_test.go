//go:build !js

package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// refusing are the functions that return a refusal with their arguments: with the prefix of the
// sentences for the kinds that they are passed, and the index of that argument.
var refusing = map[string]struct {
	prefix string
	kind   int
}{
	"engine/dataset.bad":         {"recipe.", 0},
	"engine/fit.bad":             {"recipe.", 0},
	"engine/snapshot.bad":        {"image.", 0},
	"engine.bad":                 {"image.", 0},
	"engine/table.badImage":      {"image.", 1},
	"engine/traffic.refuse":      {"traffic.", 0},
	"engine/wire.fail":           {"frame.", 0},
	"NoteUnsupportedKind":        {"unsayable.", 1},
	"NoteUnsupported":            {},
	"Refuse":                     {},
	"RefuseAt":                   {},
	"engine/console/cbt.fail":    {},
	"engine/console/hbase.fail":  {},
	"engine/console/client.lack": {"client.", 1},
}

// prose is text of more than one word.
var prose = regexp.MustCompile(`\pL+ +\pL+`)

// TestNoProse tests that the engine and the page's model refuse with kinds and with the
// reader's own text, never with words of ours, which other languages could not translate; and
// that each kind has its sentence.
func TestNoProse(t *testing.T) {
	used := map[base.Code]bool{"traffic.seconds": true, "traffic.questions": true, "traffic.period": true, "traffic.least": true,
		"traffic.start": true, "traffic.rise": true, // from tables of bounds
		"frame.empty": true, "frame.version": true, "unsayable.together": true} // by Refuse
	calls := 0
	check := func(dir, path string) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			of, ok := refusing[name]
			if !ok {
				of, ok = refusing[dir+"."+name]
			}
			if !ok {
				return true
			}
			calls++
			for i, arg := range call.Args {
				ast.Inspect(arg, func(n ast.Node) bool {
					lit, ok := n.(*ast.BasicLit)
					if !ok || lit.Kind != token.STRING {
						return true
					}
					text, _ := strconv.Unquote(lit.Value)
					if prose.MatchString(text) {
						t.Errorf("%s: %s is handed %q", path, name, text)
					}
					if of.prefix != "" && i == of.kind && text != "" {
						code := base.Code(of.prefix + text)
						used[code] = true
						if _, own := authors[fallback][code]; !own && !hasSentence(code) {
							t.Errorf("%s: %s has no sentence", path, code)
						}
					}
					return true
				})
			}
			return true
		})
	}
	root := filepath.Join("..", "..")
	for _, dir := range []string{"engine", "lessons", "app"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				in, _ := filepath.Rel(root, filepath.Dir(path))
				check(filepath.ToSlash(in), path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if calls < 200 {
		t.Errorf("only %d refusals found", calls)
	}
	for code := range english(t, "calls") {
		if code != "client" && !used[code] {
			t.Errorf("nothing lacks %s", code)
		}
	}
	for code := range english(t, "kinds") {
		if of, _, _ := strings.Cut(string(code), "."); !used[code] && of != "cluster" && of != "pattern" {
			t.Errorf("nothing is refused as %s", code)
		}
	}
}

// TestPatternFaults tests that every error of the pattern parser has its sentence.
func TestPatternFaults(t *testing.T) {
	for _, code := range []syntax.ErrorCode{
		syntax.ErrInternalError, syntax.ErrInvalidCharClass, syntax.ErrInvalidCharRange, syntax.ErrInvalidEscape, syntax.ErrInvalidNamedCapture,
		syntax.ErrInvalidPerlOp, syntax.ErrInvalidRepeatOp, syntax.ErrInvalidRepeatSize, syntax.ErrInvalidUTF8, syntax.ErrMissingBracket, syntax.ErrMissingParen,
		syntax.ErrMissingRepeatArgument, syntax.ErrTrailingBackslash, syntax.ErrUnexpectedParen, syntax.ErrNestingDepth, syntax.ErrLarge,
	} {
		if kind := filter.PatternErrorKind(&syntax.Error{Code: code}); !hasSentence(base.Code("pattern." + kind)) {
			t.Errorf("%s has no sentence", kind)
		}
	}
}

// TestKinds tests that a kind is told with what it is about.
func TestKinds(t *testing.T) {
	for want, e := range map[string]*base.Error{
		`This data cannot be made: day cannot go from "5" to "3".`:                             base.Refuse(base.CodeBadRecipe, "range", "day", "5", "3"),
		`This data cannot be made: it has no fields.`:                                          base.Refuse(base.CodeBadRecipe, "no-fields", "", "", ""),
		`The HBase shell has no way to say this: several cells at once.`:                       base.Refuse(base.CodeInexpressible, "hbase", "cells", "", ""),
		`The HBase shell has no way to say this: keys-only.`:                                   base.Refuse(base.CodeInexpressible, "hbase", "", "keys-only", ""),
		`cbt has no way to say this: count together with regex.`:                               base.Refuse(base.CodeInexpressible, "cbt", "together", "count", "regex"),
		`The cluster cannot have 0 nodes: it takes 1 to 30.`:                                   base.Refuse(base.CodeBadCluster, "nodes", "0", "1", "30"),
		`The traffic cannot have -1 as its rate a second: it takes 0 to 9.`:                    base.Refuse(base.CodeBadTraffic, "rate", "-1", "0", "9"),
		`Page and engine do not understand each other (no number at byte 7). Reload the page.`: base.Refuse(base.CodeBadFrame, "number", "7"),
		`What was stored of the table games is damaged: a row cannot be read.`:                 base.Refuse(base.CodeBadImage, "games", "row"),
		`Tablets come in the order of their first keys, and "b" is out of order.`:              base.Refuse(base.CodeBadCluster, "order", "b", "", ""),
	} {
		if got := ErrorSentence("en", e); got != want {
			t.Errorf("%v\n got %s\nwant %s", e, got, want)
		}
	}
}
