//go:build !js

package serve

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// client is the Go client whose integration tests are run against the server.
const client = "cloud.google.com/go/bigtable"

// notRun are tests of the suite that are not run, by the beginning of their name.
var notRun = map[string]string{
	"SessionVRpc_":              "they have a server of their own",
	"NewClientWithEmulatorHost": "it has a server of its own",
	"ExportBuiltInMetrics":      "it waits for what only Google’s Cloud Monitoring can answer",
}

// leftOut says that a test does not pass: why, and the output that shows that this is the reason.
// why is "" for a test that passes.
type leftOut struct{ why, says string }

var (
	passes    = leftOut{}
	skipsSelf = leftOut{"the suite itself leaves it out against an emulator; the other mode has it", "--- SKIP"}
	noSQL     = leftOut{"there is no SQL", "PrepareQuery: there is no SQL here"}
	noViews   = leftOut{"there are no views", "View: there are no views here"}
	noBackups = leftOut{"there are no backups", "CreateBackup: there are no backups here"}
	noSchema  = leftOut{"row keys have no schema, which only SQL reads", "table.row_key_schema is not here"}
)

// clientTests are all other tests of the suite, with their expected results in two modes: that of
// emulators, in which Google runs them against its own emulator, and that of production, in which
// Google runs them against the service.
var clientTests = map[string]struct{ emulator, production leftOut }{
	"Admin":                              {passes, leftOut{"there is one kind of storage", "table.tiered_storage_config is not here"}},
	"AdminBackup":                        {skipsSelf, noBackups},
	"AdminCopyBackup":                    {skipsSelf, noBackups},
	"AdminCreateInstance":                {skipsSelf, passes},
	"AdminEncryptionInfo":                {skipsSelf, leftOut{"it needs a key ring of Google’s", "KEYRING must be set"}},
	"AdminLogicalView":                   {skipsSelf, noViews},
	"AdminMaterializedView":              {skipsSelf, noViews},
	"AdminSchemaBundle":                  {skipsSelf, leftOut{"there are no schema bundles", "there are no schema bundles here"}},
	"AdminUpdateInstanceAndSyncClusters": {skipsSelf, passes},
	"Aggregates":                         {passes, passes},
	"AuthorizedView":                     {skipsSelf, noViews},
	"AuthorizedViewIAM":                  {skipsSelf, noViews},
	"AutomatedBackups":                   {skipsSelf, leftOut{"there are no backups", "table.automated_backup_policy is not here"}},
	"Autoscaling":                        {skipsSelf, passes},
	"BackupIAM":                          {skipsSelf, noBackups},
	"CreateTableWithRowKeySchema":        {skipsSelf, noSchema},
	"DataMaterializedView":               {skipsSelf, noViews},
	"DirectPathFallback":                 {leftOut{"it needs a machine of Google’s", "--- SKIP"}, leftOut{"it needs a machine of Google’s", "directpath is not enabled"}},
	"EnableChangeStream":                 {skipsSelf, leftOut{"there are no change streams", "table.change_stream_config is not here"}},
	"Execute":                            {skipsSelf, noSQL},
	"FullReadStats":                      {passes, passes},
	"Granularity":                        {passes, passes},
	"HighlyConcurrentReadsAndWrites":     {passes, passes},
	"InstanceAdminClient_Clusters_WithFailedLocations": {skipsSelf, passes},
	"InstanceAdminClient_CreateAppProfile":             {passes, passes},
	"InstanceAdminClient_UpdateAppProfile":             {passes, passes},
	"InstanceUpdate":                                   {passes, passes},
	"LargeReadsWritesAndScans":                         {passes, passes},
	"NodeScalingFactor":                                {skipsSelf, passes},
	"NoopMetricsProvider":                              {skipsSelf, passes},
	"Pinger":                                           {skipsSelf, passes},
	"Presidents":                                       {passes, passes},
	"SampleRowKeys":                                    {passes, passes},
	"TableDeletionProtection":                          {passes, passes},
	"TableIam":                                         {skipsSelf, passes},
	"UpdateFamilyValueType":                            {passes, passes},
	"UpdateRowKeySchemaInTable":                        {skipsSelf, noSchema},
}

// TestGoogleClient runs the Go client's integration tests in both modes and compares the results
// with the table above. It reports a test that passes although it is left out, that fails for
// another reason, that is new, or that no longer exists.
func TestGoogleClient(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	mod := suite(t)
	checkNotRun(t, mod)
	for _, mode := range []struct {
		name string
		args []string
		of   func(test string) leftOut
	}{
		{"emulator", nil, func(test string) leftOut { return clientTests[test].emulator }},
		{"production", []string{"-it.use-prod", "-it.project=p", "-it.instance=i", "-it.cluster=" + clusterID}, func(test string) leftOut { return clientTests[test].production }},
	} {
		t.Run(mode.name, func(t *testing.T) {
			ran := runSuite(t, mod, mode.args)
			if got, want := slices.Sorted(maps.Keys(ran)), slices.Sorted(maps.Keys(clientTests)); !slices.Equal(got, want) {
				t.Errorf("the suite has the tests\n%s\nwant\n%s", got, want)
			}
			for _, name := range slices.Sorted(maps.Keys(ran)) {
				out, is := ran[name], mode.of(name)
				switch passed := strings.Contains(out, "--- PASS: "+testPrefix+name+" "); {
				case is.why == "" && !passed:
					t.Errorf("%s does not pass:\n%s", name, out)
				case is.why != "" && passed:
					t.Errorf("%s passes, although it is left out since %s: take it off the list", name, is.why)
				case is.why != "" && !strings.Contains(out, is.says):
					t.Errorf("%s is left out since %s, but it ends for another reason:\n%s", name, is.why, out)
				}
			}
		})
	}
}

// checkNotRun fails unless each entry of notRun matches existing tests.
func checkNotRun(t *testing.T, modfile string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-modfile="+modfile, "-list=^"+testPrefix, client).Output()
	if err != nil {
		t.Fatalf("the suite does not say what it has: %v\n%s", err, out)
	}
	for name, why := range notRun {
		if !strings.Contains(string(out), testPrefix+name) {
			t.Errorf("no test begins with %s, which is not run since %s: take it off the list", name, why)
		}
	}
}

const testPrefix = "TestIntegration_"

// edits are the changes to the suite's file that chooses the server.
var edits = []struct{ old, new string }{
	{`bttest.NewServer("localhost:0", serverOptions...)`, `&bttest.Server{Addr: os.Getenv("SERVER_OF_TESTS")}, error(nil)`},
	{`e.server.Close()`, ``},
	{`option.WithUniverseDomain(universeDomain)`, `option.WithUniverseDomain(universeDomain), option.WithEndpoint(os.Getenv("SERVER_OF_TESTS")),
		option.WithoutAuthentication(), option.WithGRPCDialOption(grpc.WithInsecure())`},
}

// suite copies the client out of the module cache, so that its tests use another server, and
// returns the module file that refers to the copy.
func suite(t *testing.T) (modfile string) {
	t.Helper()
	dir, root := filepath.Join(t.TempDir(), "client"), t.TempDir()
	of := func(what string, args ...string) string {
		out, err := exec.CommandContext(t.Context(), "go", args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return strings.TrimSpace(string(out))
	}
	must(t, os.CopyFS(dir, os.DirFS(of("the client's folder", "list", "-m", "-f", "{{.Dir}}", client))))
	path := filepath.Join(dir, "export_test.go")
	text, err := os.ReadFile(path)
	must(t, err)
	for _, e := range edits {
		if strings.Count(string(text), e.old) != 1 {
			t.Fatalf("the suite has no single %q any more: change the edits", e.old)
		}
		text = []byte(strings.Replace(string(text), e.old, e.new, 1))
	}
	must(t, os.WriteFile(path, text, 0o666))
	main := of("the module file", "env", "GOMOD")
	for _, ext := range []string{".mod", ".sum"} {
		text, err := os.ReadFile(strings.TrimSuffix(main, ".mod") + ext)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(root, "go"+ext), text, 0o666))
	}
	modfile = filepath.Join(root, "go.mod")
	of("go mod edit", "mod", "edit", "-replace", client+"="+dir, modfile)
	return modfile
}

// runSuite runs the suite against a new server. It returns the output of each test with its
// subtests, by its name without the prefix.
func runSuite(t *testing.T, modfile string, args []string) map[string]string {
	h := start(t, Options{Instance: instanceName})
	args = append([]string{
		"test", "-json", "-count=1", "-vet=off", "-modfile=" + modfile, "-run=^" + testPrefix, "-timeout=10m",
		"-skip=^" + testPrefix + "(" + strings.Join(slices.Sorted(maps.Keys(notRun)), "|") + ")", client, "-args",
	}, args...)
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GCLOUD_TESTS_") || strings.HasPrefix(v, "BIGTABLE_EMULATOR_HOST=")
	}), "SERVER_OF_TESTS="+h.addr, "METADATA_SERVER_DETECTION=none")
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	ran, rest := map[string]string{}, ""
	for lines := bufio.NewReader(pipe); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var event struct{ Action, Test, Output string }
		if json.Unmarshal(line, &event) != nil {
			event.Output = string(line)
		}
		if name, is := strings.CutPrefix(event.Test, testPrefix); is {
			name, _, _ = strings.Cut(name, "/")
			ran[name] += event.Output
		} else {
			rest += event.Output
		}
	}
	// The command fails if one of its tests does, which the table may expect.
	if err := cmd.Wait(); err != nil && len(ran) == 0 {
		t.Fatalf("the suite does not run: %v\n%s", err, rest)
	}
	return ran
}
