//go:build !js

package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for _, c := range []struct {
		args     []string
		out, err string
	}{
		{nil, "COMMAND", "no command given"},
		{[]string{"-h"}, "serve", ""},
		{[]string{"fly"}, "", `there is no command "fly": say serve`},
		{[]string{"serve", "-h"}, "-addr", ""},
	} {
		var out strings.Builder
		err := run(t.Context(), c.args, &out)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) || !strings.Contains(out.String(), c.out) {
			t.Errorf("%v: %v, %q", c.args, err, out.String())
		}
	}
	for _, c := range commands {
		if c.run == nil || c.does == "" {
			t.Errorf("the command %s does nothing", c.name)
		}
	}
}
