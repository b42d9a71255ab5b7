//go:build !js

package serve

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/table"
)

// TestNode uses the server with the Node client, if that has been installed.
func TestNode(t *testing.T) {
	dir := filepath.Join("testdata", "node")
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		t.Skip("make needs installs the client")
	}
	rows := 100_000
	if testing.Short() {
		rows = 10_000
	}
	h := start(t, Options{})
	cmd := exec.CommandContext(t.Context(), "node", "client.js", strconv.Itoa(rows))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+h.addr, "METADATA_SERVER_DETECTION=none")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	must(t, err)
	var got, want map[string]any
	must(t, json.Unmarshal(out, &got))
	must(t, json.Unmarshal([]byte(`{
		"families": ["f", "g"], "all": ["a#1", "a#2", "b#1"], "prefix": ["a#1", "a#2"], "filtered": ["a#2", "b#1"], "limited": ["a#2"],
		"row": ["f:q,r", "g:q"], "counted": 8, "matched": true, "then": ["y"], "samples": ["m", ""], "refused": [5], "left": ["b#1"], "streamed": `+strconv.Itoa(rows)+`,
		"admin": {
			"before": false, "instance": {"displayName": "second", "labels": {"a": "b"}, "there": true}, "after": false,
			"scaled": {"nodes": 2, "limits": {"minServeNodes": 2, "maxServeNodes": 4}}, "manual": {"nodes": 5, "scales": false},
			"clusters": ["c1", "c2"], "noCluster": false, "many": ["c1", "c2"],
			"one": {"description": "one", "singleClusterRouting": {"clusterId": "c2", "allowTransactionalWrites": true}},
			"profiles": ["default", "mine"], "noProfile": false, "replicated": ["c1", "c2"], "consistent": true,
			"may": ["bigtable.tables.get", "bigtable.tables.readRows"]
		}
	}`), &want))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}

// TestCBT uses the server with the real tool cbt, if a make target has built it. It takes a minute,
// most of which the tool spends looking for credentials.
func TestCBT(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	tool, err := filepath.Abs(filepath.Join("..", "..", "..", ".cache", "cbt", "cbt"))
	must(t, err)
	if _, err := os.Stat(tool); err != nil {
		t.Skip("make cbt-samples builds the tool")
	}
	h := start(t, Options{})
	h.Table(t, t.Context(), "counts", table.FamilyInfo{Name: "n", Type: table.IntSum})
	cbt := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), tool, append([]string{"-project", "p", "-instance", "i"}, args...)...)
		cmd.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+h.addr, "TZ=UTC", "HOME="+t.TempDir())
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	cbt("createtable", "t", "families=f:maxversions=2", "splits=m")
	cbt("set", "t", "a#1", "f:q=one@1000", "f:r=x@1000")
	cbt("set", "t", "b#1", "f:q=two@1000")
	cbt("addtocell", "counts", "k", "n:all=5@1000")
	for _, c := range []struct{ got, want string }{
		{cbt("ls"), "counts"},
		{cbt("ls", "t"), "versions() > 2"},
		{cbt("read", "t", "prefix=a"), `"one"`},
		{cbt("read", "t", "include-stats=full"), "rows_returned_count: 2"},
		{cbt("lookup", "t", "b#1"), `"two"`},
		{cbt("count", "t"), "2"},
		{cbt("listinstances"), "i"},
		{cbt("listclusters"), "local"},
	} {
		if !strings.Contains(strings.ToLower(c.got), strings.ToLower(c.want)) {
			t.Errorf("%q is not in\n%s", c.want, c.got)
		}
	}
	cbt("deleterow", "t", "b#1")
	cbt("deletetable", "t")
	if got := cbt("ls"); strings.Contains(got, "t\n") && !strings.Contains(got, "counts") {
		t.Errorf("left:\n%s", got)
	}
}
