package heat

import (
	"testing"

	"tabletop/app/heat/picture"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/cluster"
)

// TestAxisText: what the labels of a level have in common is left out where it takes
// the place of what differs.
func TestAxisText(t *testing.T) {
	for _, c := range []struct {
		text, alike string
		more        bool
		levels      int
		want        string
	}{
		{"20150301124501", "201503", true, 1, "…01124501"},
		{"20150301124501", "201503", false, 1, "20150301124501"},
		{"20150301124501", "201503", false, 2, "…01124501"},
		{"sensor12", "sensor", false, 2, "sensor12"},
		{"some/long/path/one", "some/long/path/", false, 1, "…one"},
		{"some/long/path/\u00e9", "some/long/path/\xc3", false, 1, "…\u00e9"},
		{"some/long/path/one", "so", false, 1, "some/long/path/one"},
	} {
		if got := axisText(picture.Label{Text: c.text, More: c.more}, c.alike, c.levels); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestMoreThanANode: what is asked of one tablet beyond what a node manages is not said to
// be served.
func TestMoreThanANode(t *testing.T) {
	k, one, two := &ui.Kit{Lang: "en"}, []Tablet{{Row: 0}}, []Tablet{{Row: 0}, {Row: 0.5}}
	for _, c := range []struct {
		m       *Map
		tablets []Tablet
		of      cluster.Metric
		value   float64
		want    string
	}{
		{&Map{Simulated: &engine.Simulated{}}, one, cluster.Writes, 19_900, "Writes 19,900 a second asked for, of which one node manages 14,000"},
		{&Map{Simulated: &engine.Simulated{}}, one, cluster.Reads, 19_900, "Reads 19,900 a second asked for, of which one node manages 17,000"},
		{&Map{Simulated: &engine.Simulated{}}, one, cluster.Writes, 13_900, "Writes 13,900 a second"},
		{&Map{Simulated: &engine.Simulated{}}, two, cluster.Writes, 19_900, "Writes 19,900 a second"},
		{&Map{Simulated: &engine.Simulated{}}, one, cluster.Ops, 19_900, "Operations 19,900 a second"},
		{&Map{Simulated: &engine.Simulated{Live: true}}, one, cluster.Writes, 19_900, "Writes 19,900"},
	} {
		if got := valueText(k, c.m, c.tablets, c.of, 0, c.value); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
