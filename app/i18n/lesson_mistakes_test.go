//go:build !js

package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// TestMistakes compares the sentences about mistakes in lessons with their codes: each code has
// a sentence, which uses exactly the code's arguments.
func TestMistakes(t *testing.T) {
	codes := documented(t, "lesson_mistakes.go")
	if len(codes) < 50 {
		t.Fatalf("only %d codes found", len(codes))
	}
	for code := range codes {
		if _, ok := authors[fallback][code]; !ok {
			t.Errorf("%s has no English sentence", code)
		}
		if hasSentence(code) {
			t.Errorf("%s stands in the page's program as well", code)
		}
	}
	for code, text := range english(t, "mistakes") {
		nodes, err := parseTemplate(text)
		if err != nil {
			t.Errorf("%s: %v: %s", code, err, text)
			continue
		}
		got := map[int]bool{}
		places(nodes, nil, got)
		most, known := codes[code]
		if kind, _, _ := strings.Cut(string(code), "."); !known && !slices.Contains([]string{"value", "kind", "refused", "impossible"}, kind) {
			t.Errorf("%s is no code of a mistake", code)
		}
		want := map[int]bool{}
		for i := range most {
			want[i+1] = true
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s uses arguments %v of %d: %s", code, slices.Sorted(maps.Keys(got)), most, text)
		}
	}
}

// TestMistakesMade reads the sources of package author: each code is used somewhere with the
// right number of arguments, and each kind of unknown name has its word.
func TestMistakesMade(t *testing.T) {
	codes := documented(t, "lesson_mistakes.go")
	files, err := filepath.Glob(filepath.Join("..", "..", "lessons", "author", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	made := map[base.Code]bool{}
	names := map[string]base.Code{} // by name of the constant
	constants, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", "engine", "base", "lesson_mistakes.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(constants, func(n ast.Node) bool {
		if s, ok := n.(*ast.ValueSpec); ok {
			value, _ := strconv.Unquote(s.Values[0].(*ast.BasicLit).Value)
			names[s.Names[0].Name] = base.Code(value)
		}
		return true
	})
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for i, arg := range call.Args {
				if s, ok := arg.(*ast.SelectorExpr); ok && names[s.Sel.Name] != "" {
					code := names[s.Sel.Name]
					made[code] = true
					if got := len(call.Args) - i - 1; got != codes[code] {
						t.Errorf("%v: %s with %d arguments, not %d", fset.Position(call.Pos()), code, got, codes[code])
					}
				}
			}
			called := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				called = f.Name
			case *ast.SelectorExpr:
				called = f.Sel.Name
			}
			if _, own := call.Fun.(*ast.Ident); called == "unknown" && own || called == "among" {
				if lit, ok := call.Args[0].(*ast.BasicLit); ok {
					kind, _ := strconv.Unquote(lit.Value)
					if _, ok := authors[fallback][base.Code("kind."+kind)]; !ok {
						t.Errorf("%v: no word for the kind %s", fset.Position(call.Pos()), kind)
					}
				}
			}
			return true
		})
	}
	for code := range codes {
		if !made[code] {
			t.Errorf("%s is never made", code)
		}
	}
}

func TestMistake(t *testing.T) {
	for _, tt := range []struct {
		what, why *base.Error
		want      string
	}{
		{base.Refuse(base.MistakeMember, "gaols", "goals", "id, goals"), nil, `"gaols" means nothing here. Did you mean "goals"?`},
		{base.Refuse(base.MistakeMember, "x", "", "id, goals"), nil, `"x" means nothing here. Known: id, goals.`},
		{base.Refuse(base.MistakeUnknown, "weeks", "gen", "", "choice, days"), nil, `There is no kind of generated field "weeks". Known: choice, days.`},
		{base.Refuse(base.MistakeValue, "text", "whole"), nil, `This is a text in quotes; a whole number belongs here.`},
		{base.Refuse(base.MistakeValue, "list", "object"), nil, `This is a list in [ ]; an object in { } belongs here.`},
		{base.Refuse(base.MistakeTemplate, "{a}{b}"), base.Refuse(base.CodeTemplateAdjacent, "a", "b"),
			`"{a}{b}" is not a row-key template here. Nothing separates {a} from {b}. Put a separator between them: {a}#{b}`},
		{base.Refuse(base.CodeNoDesign, "t"), nil, ErrorSentence("en", base.Refuse(base.CodeNoDesign, "t"))},
	} {
		if got := LessonMistakeSentence("en", tt.what, tt.why); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}
