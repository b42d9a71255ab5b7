//go:build !js

package client

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)
	// names finds the names in the code of each language: called functions, looked-up
	// members, and types.
	names = [...][]*regexp.Regexp{
		Java:   {regexp.MustCompile(`\.([A-Za-z_]\w*)`), regexp.MustCompile(`\b([A-Z]\w+)\b`)},
		Python: {regexp.MustCompile(`\.([A-Za-z_]\w*)`)},
		Node:   {regexp.MustCompile(`\.([A-Za-z_]\w*)`), regexp.MustCompile(`[{,] ?([a-zA-Z]+):`), regexp.MustCompile(`\b([A-Z]\w+)\b`)},
		HBase:  {regexp.MustCompile(`\.([A-Za-z_]\w*)`), regexp.MustCompile(`\b([A-Z]\w+)\b`)},
	}
	called  = regexp.MustCompile(`(?:\.|\bnew )([A-Za-z_]\w*)\(`)
	keyword = regexp.MustCompile(`^([a-z_]+)=(.*)`)
)

// TestPublished checks that the client's library publishes every name in the code, and
// that it takes the arguments of each call. The files in testdata/published have each name
// with its parameters and the place where it is declared.
func TestPublished(t *testing.T) {
	commands := corpus(t)
	for l := Java; l <= HBase; l++ {
		file := "testdata/published/" + strings.ToLower(strings.Fields(strings.TrimSuffix(l.String(), ".js"))[0]) + ".txt"
		published := readPublished(t, file)
		used, calls := map[string]bool{}, map[string]bool{}
		for _, c := range commands {
			code := plain(GenerateCode(l, c).Text)
			for _, find := range names[l] {
				for _, m := range find.FindAllStringSubmatch(code, -1) {
					used[m[1]] = true
					if published[m[1]] == nil {
						published[m[1]] = []string{}
						t.Errorf("%s: %s is not in %s, in\n%s", l, m[1], file, code)
					}
				}
			}
			for _, at := range called.FindAllStringSubmatchIndex(code, -1) {
				name, given := code[at[2]:at[3]], arguments(code[at[1]:])
				call := name + "(" + strings.Join(given, ", ") + ")"
				if calls[call] {
					continue
				}
				calls[call] = true
				if !slices.ContainsFunc(published[name], func(params string) bool { return takes(params, given) }) {
					t.Errorf("%s: %s takes no such arguments by %s", l, call, file)
				}
			}
		}
		for name := range published {
			if !used[name] {
				t.Errorf("%s: nothing uses %s", file, name)
			}
		}
		if len(used) < 40 || len(calls) < 60 {
			t.Errorf("%s: only %d names and %d calls", l, len(used), len(calls))
		}
	}
}

// TestTakes checks that takes tells valid calls from those that a client refuses.
func TestTakes(t *testing.T) {
	for _, c := range []struct {
		params, call string
		want         bool
	}{
		{"()", "()", true}, {"()", `("")`, false}, {"", "()", false}, {"(String, long)", `("", 1L)`, true}, {"(String, long)", `("")`, false},
		{"(id, options?)", "({a: [1, 2], b: 3})", true}, {"(id, options?)", "(1, 2, 3)", false},
		{"(row_key, *, row_filter=)", `("", row_filter=f(1, 2))`, true}, {"(row_key, *, row_filter=)", `("", f(1))`, false},
		{"(row_key, *, row_filter=)", `("", filter=f(1))`, false}, {"(row_key, *, row_filter=)", `(row_filter=f(1))`, false},
	} {
		if got := takes(c.params, arguments(c.call[1:])); got != c.want {
			t.Errorf("%s takes %s: %v", c.params, c.call, got)
		}
	}
}

// signatures maps the names in a client's library to their parameters in brackets. Names
// that cannot be called have none.
type signatures map[string][]string

// plain returns a code without imports and without the contents of strings.
func plain(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		if !strings.Contains(line, "import ") && !strings.Contains(line, "require(") {
			b.WriteString(quoted.ReplaceAllString(line, `""`))
		}
	}
	return b.String()
}

// arguments returns the arguments of a call. code is the text after the opening bracket.
func arguments(code string) (all []string) {
	from, depth := 0, 0
	for i, r := range code {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r) && depth > 0:
			depth--
		case depth == 0 && (r == ',' || r == ')'):
			if last := strings.TrimSpace(code[from:i]); last != "" {
				all = append(all, last)
			}
			if from = i + 1; r == ')' {
				return all
			}
		}
	}
	panic("client: a call without an end: " + code)
}

// takes reports whether a function with these parameters can be called with the given
// arguments. Parameters after * are given only by name; those with = or ? may be omitted,
// and one with ... may be given more than once.
func takes(params string, given []string) bool {
	inner, ok := strings.CutPrefix(strings.TrimSuffix(params, ")"), "(")
	if !ok {
		return false
	}
	var list []string
	if inner != "" {
		list = strings.Split(inner, ", ")
	}
	byName := map[string]bool{}
	var inOrder int
	for _, g := range given {
		if m := keyword.FindStringSubmatch(g); m != nil {
			byName[m[1]] = true
		} else {
			inOrder++
		}
	}
	named := false
	for _, p := range list {
		name := strings.TrimRight(p, "=?")
		switch {
		case p == "*":
			named = true
		case strings.HasSuffix(p, "..."):
			inOrder = 0
		case !named && inOrder > 0:
			inOrder--
		case byName[name]:
			delete(byName, name)
		case name == p:
			return false
		}
	}
	return inOrder == 0 && len(byName) == 0
}

// readPublished reads a file of testdata/published. Its lines are sorted, and each has a
// name, the parameters if it can be called, and the place where it is declared.
func readPublished(t *testing.T, file string) signatures {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(\w+)(\(.*\))? (\S.*)$`)
	out := signatures{}
	var order []string
	for text := range strings.Lines(string(data)) {
		if strings.HasPrefix(text, "#") {
			continue
		}
		m := line.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			t.Fatalf("%s: %q", file, text)
		}
		if out[m[1]] == nil {
			out[m[1]] = []string{}
		}
		if m[2] != "" {
			out[m[1]] = append(out[m[1]], m[2])
		}
		order = append(order, m[1])
	}
	if !slices.IsSorted(order) {
		t.Errorf("%s is not sorted", file)
	}
	return out
}
