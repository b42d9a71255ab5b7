package author

import (
	"testing"

	"tabletop/engine/plan"
	"tabletop/lessons"
)

func TestCond(t *testing.T) {
	text := func(s string) *string { return &s }
	tests := []struct {
		src  sourceCond
		want plan.Cond
		bad  bool
	}{
		{src: sourceCond{Field: "n", Is: text("")}, want: plan.Cond{Field: "n"}},
		{src: sourceCond{Field: "n", From: text("a"), To: "b"}, want: plan.Cond{Field: "n", Op: plan.Between, Value: "a", To: "b"}},
		{src: sourceCond{Field: "n", Least: text("1"), Below: "20"}, want: plan.Cond{Field: "n", Op: plan.Numbers, Value: "1", To: "20"}},
		{src: sourceCond{Field: "n", Under: text("google.com")}, want: plan.Cond{Field: "n", Op: plan.Under, Value: "google.com"}},
		{src: sourceCond{Field: "n", Under: text("a"), Is: text("a")}, bad: true},
		{src: sourceCond{Field: "n", Least: text("1"), To: "20"}, bad: true},
		{src: sourceCond{Field: "n", From: text("1"), Below: "20"}, bad: true},
		{src: sourceCond{Field: "n", Prefix: text("1"), Least: text("1")}, bad: true},
		{src: sourceCond{Field: "n", Below: "20"}, bad: true},
	}
	for _, tt := range tests {
		c := &compiler{l: &lessons.Lesson{Fields: []lessons.Field{{Name: "n"}}}}
		if got := c.cond(tt.src); len(c.errs) > 0 != tt.bad || !tt.bad && got != tt.want {
			t.Errorf("%+v: %+v, %v", tt.src, got, c.errs)
		}
	}
}

func TestRepeated(t *testing.T) {
	if got := repeated("set t r{n} F:Q={n}", 2); got != "set t r1 F:Q=1\nset t r2 F:Q=2\n" {
		t.Errorf("%q", got)
	}
	if got := repeated("set t r{n} F:Q=1", 0); got != "set t r{n} F:Q=1" {
		t.Errorf("once: %q", got)
	}
}
