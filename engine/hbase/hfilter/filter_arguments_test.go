package hfilter

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func texts(args []Arg) (all []string) {
	for _, a := range args {
		all = append(all, a.Text)
	}
	return all
}

// TestCall checks that each filter that is written as one call is built from its name and
// arguments.
func TestCall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		f := random(r)
		if compound(f) {
			continue
		}
		name, args := NameAndArgs(f)
		back, err := FromArgs(name, texts(args))
		if err != nil || !reflect.DeepEqual(back, f) {
			t.Fatalf("%s: %v, %v", Print(f), back, err)
		}
	}
}

func TestNew(t *testing.T) {
	for _, usage := range FilterSignatures() {
		name, _, _ := strings.Cut(usage, "(")
		f := NewDefaultFilter(name, "GAME")
		got, args := NameAndArgs(f)
		if back, err := Parse(Print(f)); err != nil || !reflect.DeepEqual(back, f) || got != name {
			t.Errorf("%s: %s, %v", name, Print(f), err)
		}
		if back, err := FromArgs(name, texts(args)); err != nil || !reflect.DeepEqual(back, f) {
			t.Errorf("%s: %v made of its arguments: %v", name, back, err)
		}
		for _, a := range args {
			if a.Name == "" || a.Name == "family" && a.Text != "GAME" {
				t.Errorf("%s: %+v", name, a)
			}
		}
	}
}

func TestMake(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string // the filter, or the code of the refusal
	}{
		{"PrefixFilter", []string{"it's"}, "PrefixFilter('it''s')"},
		{"DependentColumnFilter", []string{"f", "q", "false", "", ""}, "DependentColumnFilter('f', 'q')"},
		{"DependentColumnFilter", []string{"f", "q", "true", "=", ""}, "DependentColumnFilter('f', 'q', true, =, 'binary:')"},
		{"TimestampsFilter", []string{"5", "6"}, "TimestampsFilter(5, 6)"},
		{"PageFilter", []string{"many"}, "bad-arg"},
		{"PageFilter", []string{""}, "bad-arg"},
		{"PageFilter", []string{"1) AND PageFilter(2"}, "bad-arg"},
		{"RowFilter", []string{"<", "substring:a"}, "bad-arg"},
		{"RowFilter", []string{"=", "regexstring:("}, "bad-regex"},
	} {
		f, err := FromArgs(c.name, c.args)
		got := ""
		var e *base.Error
		if errors.As(err, &e) {
			got = string(e.Code)
			if e.Pos != -1 || e.End != -1 {
				t.Errorf("%s %q: the refusal points somewhere: %+v", c.name, c.args, e)
			}
		} else {
			got = Print(f)
		}
		if got != c.want {
			t.Errorf("%s %q: %s, want %s", c.name, c.args, got, c.want)
		}
	}
}
