//go:build !js

package main

import (
	"slices"
	"strings"
	"testing"
)

// TestPrint checks the printed table and the lines of goals.
func TestPrint(t *testing.T) {
	of := func(sql, js, our float64) map[string]float64 {
		return map[string]float64{sqljs: sql, sortedBTree: js, ours: our}
	}
	r := &result{
		shape:  shape{Rows: 1_000_000, Families: 1, Versions: 1},
		micros: map[string]map[string]float64{"load": of(16e6, 2e6, 4e6)},
		memory: of(800e6, 500e6, 300e6),
		own:    map[string]float64{"raw": 16_000, "scan": 24_000, "cells": 48_000, "small": 40, "prefix": 50},
	}
	for _, c := range columns {
		r.micros[c.measure] = of(1000, 300, 200)
	}
	var out strings.Builder
	r.print(&out)
	for _, want := range []string{
		"\n1000000 rows, 1 family, 1 version\n",
		"raw tree 16.0 ns/row, scan 24.0 ns/row, scan of every cell 48.0 ns/row",
		"BENCH browser-load-vs-sqljs-1m 4.00x >=4x\n",
		"BENCH browser-newest-vs-sqljs-1m 5.00x >=2.5x\n",
		"BENCH browser-count-vs-sortedbtree-1m 1.50x >=5x\n",
		"BENCH browser-memory-vs-sqljs-1m 0.38x <=0.5x\n",
		"BENCH browser-memory-vs-sortedbtree-1m 0.60x <=0.8x\n",
		"BENCH browser-scan-vs-raw-1m 1.50x <=2x\n",
		"BENCH browser-prefix-vs-10k-1m 1.25x <=1.3x\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestGoalsAreMeasured checks that each goal and each column names an existing measure.
func TestGoalsAreMeasured(t *testing.T) {
	all := slices.Concat(reads, writes)
	for _, c := range columns {
		if !slices.Contains(all, c.measure) {
			t.Errorf("no measure %q for a column", c.measure)
		}
	}
	for _, g := range goals {
		if !slices.Contains(append(all, "load", "memory"), g.measure) || !slices.Contains(contenders, g.versus) {
			t.Errorf("no measure for the goal %+v", g)
		}
	}
}

// TestMedian checks the median of even and odd numbers of rounds.
func TestMedian(t *testing.T) {
	for _, test := range []struct {
		of   []float64
		want float64
	}{
		{[]float64{3}, 3},
		{[]float64{9, 1}, 5},
		{[]float64{9, 1, 2}, 2},
	} {
		s := samples{}
		for _, v := range test.of {
			s.add(v, 1)
		}
		if got := s.median(); got != test.want {
			t.Errorf("median of %v = %v, want %v", test.of, got, test.want)
		}
	}
}

// TestParseShapes checks which shapes a list of numbers of rows gives.
func TestParseShapes(t *testing.T) {
	got, err := parseShapes("100000, 1000000")
	if want := []shape{{100_000, 1, 1}, {1_000_000, 1, 1}, {100_000, 2, 3}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if name := got[2].suffix(); name != "100k-2f3v" {
		t.Errorf("goals of %v end in %q", got[2], name)
	}
	for _, bad := range []string{"", "many", "0", "-100", "150"} {
		if got, err := parseShapes(bad); err == nil {
			t.Errorf("%q gives %v", bad, got)
		}
	}
}
