//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"cloud.google.com/go/bigtable"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"tabletop/app/connect/sandbox"
	"tabletop/app/connect/serve"
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/web/test/peertest"
)

// Environment variables that make this program do something else instead of running tests.
const (
	runs  = "TABLETOP_TEST_CONNECT" // run connect with these arguments, one a line
	fills = "TABLETOP_TEST_FULL"    // before that, mount a full disk at this path
)

func TestMain(m *testing.M) {
	args := os.Getenv(runs)
	if args == "" {
		os.Exit(m.Run())
	}
	dir := os.Getenv(fills)
	if dir != "" {
		if err := fill(dir); err != nil {
			fmt.Println("no full disk:", err)
			os.Exit(3)
		}
	}
	code := program(strings.Split(args, "\n"))
	if dir != "" {
		fmt.Println("left:", filesIn(dir))
	}
	os.Exit(code)
}

// fill mounts a small file system that only this process sees, and fills it.
func fill(dir string) error {
	err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, "")
	if err == nil {
		err = syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k")
	}
	if err != nil {
		return err
	}
	err = os.WriteFile(filepath.Join(dir, "full"), make([]byte, 1<<20), 0o600)
	if !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("it is not full: %w", err)
	}
	return nil
}

// filesIn returns the files below a folder that are not empty.
func filesIn(dir string) (out []string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() && info.Size() > 0 {
			name, _ := filepath.Rel(dir, path)
			out = append(out, name)
		}
		return nil
	})
	return out
}

// apart returns a command that runs the program as a process of its own.
func apart(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), runs+"="+strings.Join(args, "\n"), "BIGTABLE_EMULATOR_HOST=")
	return cmd
}

// rows saves a sandbox with a table "big" of n rows of one kilobyte.
func rows(t *testing.T, n int) string {
	t.Helper()
	tab, err := table.New("big")
	if err == nil {
		err = tab.CreateFamilies(table.FamilyInfo{Name: "f"})
	}
	random := rand.NewChaCha8([32]byte{})
	for i := 0; i < n && err == nil; i++ {
		value := make([]byte, 1000)
		random.Read(value)
		err = tab.Mutate(base.RowKey(fmt.Sprintf("k%06d", i)), 0, []table.Mutation{table.SetCell{Family: "f", Qualifier: "q", Value: string(value)}})
	}
	if err != nil {
		t.Fatal(err)
	}
	data, lost, err := sandbox.EncodeSandboxes([]sandbox.SandboxContent{{Title: "Big", Tables: []*table.Table{tab}}}, 0)
	path := filepath.Join(t.TempDir(), "big.tabletop")
	if err == nil {
		err = os.WriteFile(path, data, 0o644)
	}
	if err != nil || len(lost) > 0 {
		t.Fatal(err, lost)
	}
	return path
}

// cluster starts a server of package serve, and returns its address and a client of its tables.
func cluster(t *testing.T) (string, *bigtable.AdminClient) {
	t.Helper()
	s, err := serve.New(serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	addr := peertest.Listen(t, s)
	conn, err := grpc.NewClient("passthrough:///"+addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	admin, err := bigtable.NewAdminClient(t.Context(), "tabletop", "tabletop", option.WithGRPCConn(conn))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { admin.Close() })
	return addr, admin
}

// one reports whether a text is one sentence that contains says.
func one(text, says string) bool {
	return strings.Contains(text, says) && !strings.Contains(strings.TrimSuffix(text, "\n"), "\n") && !strings.HasSuffix(text, ".")
}

// TestExit checks that a mistake ends the program with code 1 and one line, and leaves no files.
func TestExit(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	good := rows(t, 3)
	bad := filepath.Join(t.TempDir(), "bad.tabletop")
	if err := os.WriteFile(bad, []byte("TABLETOP 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		says string
	}{
		{"fly", "say serve"},
		{"serve -speed 3", "serve -h lists the flags"},
		{"serve -\x1b[2J", `not defined: -\u001b[2J`},
		{"serve -save . " + good, "is a folder"},
		{"serve " + bad, "newer Tabletop"},
		{"serve -data data -addr " + taken.Addr().String() + " " + good, "choose another port with -addr"},
		{"serve -data data -save none/saved " + good, "there is no folder none"},
		{"push -emulator " + taken.Addr().String() + " -wait 50ms " + good, "a Bigtable server"},
	} {
		cmd := apart(t, strings.Fields(c.args)...)
		cmd.Dir = t.TempDir()
		var out, say bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &say
		err := cmd.Run()
		if cmd.ProcessState.ExitCode() != 1 || out.Len() > 0 || !strings.HasPrefix(say.String(), "connect: ") || !one(say.String(), c.says) {
			t.Errorf("%s: %v\n%s%s", c.args, err, out.String(), say.String())
		}
		if left := filesIn(cmd.Dir); len(left) > 0 {
			t.Errorf("%s leaves %v", c.args, left)
		}
	}
}

// TestSignal checks that a signal ends the server with code 0, and that its tables are saved for
// the page.
func TestSignal(t *testing.T) {
	cmd := apart(t, "serve", "-addr", "localhost:0", rows(t, 3))
	cmd.Dir = t.TempDir()
	untilServing(t, cmd)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !slices.Equal(filesIn(cmd.Dir), []string{"served.tabletop"}) {
		t.Errorf("%v, left %v", err, filesIn(cmd.Dir))
	}
}

// TestSignalWhileWaiting checks that a signal ends a command that waits for a pipe, with one line,
// and that no files are left.
func TestSignalWhileWaiting(t *testing.T) {
	good := rows(t, 300)
	for _, c := range []struct{ name, args string }{
		{"reading", "hbase -o script pipe"},
		{"reading, to serve it", "serve -save= -addr localhost:0 pipe"},
		{"writing", "hbase -o pipe " + good},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := apart(t, strings.Fields(c.args)...)
			cmd.Dir = t.TempDir()
			pipe := filepath.Join(cmd.Dir, "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			var say bytes.Buffer
			cmd.Stderr = &say
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// Opening the other end waits until the command has opened the pipe.
			mode := os.O_WRONLY
			if c.name == "writing" {
				mode = os.O_RDONLY
			}
			end, err := os.OpenFile(pipe, mode, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer end.Close()
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if cmd.ProcessState.ExitCode() != 1 || say.String() != "connect: it was interrupted: run it again\n" || len(filesIn(cmd.Dir)) > 0 {
				t.Errorf("exit %d, %q, left %v", cmd.ProcessState.ExitCode(), say.String(), filesIn(cmd.Dir))
			}
		})
	}
}

// TestSecondSignal checks that a second signal ends a server that waits for the reader of its saved
// file.
func TestSecondSignal(t *testing.T) {
	cmd := apart(t, "serve", "-addr", "localhost:0", "-save", "pipe", rows(t, 300))
	cmd.Dir = t.TempDir()
	pipe := filepath.Join(cmd.Dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	untilServing(t, cmd)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	end, err := os.Open(pipe) // the server has opened it by then, to write more than it can take
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case <-done:
			if state := cmd.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() || state.Signal() != syscall.SIGTERM {
				t.Errorf("it ended with %v", cmd.ProcessState)
			}
			return
		case <-time.After(20 * time.Millisecond): // signals without a pause break the runtime while it changes their handlers
			_ = cmd.Process.Signal(syscall.SIGTERM)
		}
	}
}

// TestStalledReader checks that a signal ends a command whose output is no longer read.
func TestStalledReader(t *testing.T) {
	cmd := apart(t, "hbase", rows(t, 300))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	const full = 65_536 // bytes that a pipe holds
	for waiting := int32(0); waiting < full; {
		_, _, e := syscall.Syscall(syscall.SYS_IOCTL, out.(*os.File).Fd(), syscall.TIOCINQ, uintptr(unsafe.Pointer(&waiting)))
		if e != 0 {
			t.Fatal(e)
		}
		runtime.Gosched()
	}
	_ = cmd.Process.Signal(syscall.SIGINT)
	if state, err := cmd.Process.Wait(); err != nil || state.ExitCode() != 1 {
		t.Error(state, err)
	}
}

// TestStandardOutput checks that /dev/stdout gets nothing but the result.
func TestStandardOutput(t *testing.T) {
	good := rows(t, 3)
	addr, _ := cluster(t)
	if out, err := apart(t, "push", "-emulator", addr, good).CombinedOutput(); err != nil {
		t.Fatalf("%v, %s", err, out)
	}
	script, err := apart(t, "hbase", good).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"pipe", "file"} {
		get := func(args ...string) []byte {
			cmd := apart(t, args...)
			if to == "pipe" {
				data, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				return data
			}
			f, err := os.Create(filepath.Join(t.TempDir(), "out"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			cmd.Stdout = f
			if err := cmd.Run(); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
		if got := get("hbase", "-o", "/dev/stdout", good); !bytes.Equal(got, script) {
			t.Errorf("%s: %.200q", to, got)
		}
		file := filepath.Join(t.TempDir(), "pulled.tabletop")
		if err := os.WriteFile(file, get("pull", "-emulator", addr, "-table", "big", "-o", "/dev/stdout"), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := sandbox.ReadSandboxes(t.Context(), file, func() base.Micros { return 0 }, io.Discard)
		if err != nil || len(list) != 1 {
			t.Errorf("%s: %v", to, err)
		}
	}
}

// untilServing starts a server and returns when it is serving. The result reads the rest of its
// output.
func untilServing(t *testing.T, cmd *exec.Cmd) *bufio.Reader {
	t.Helper()
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	for {
		line, err := out.ReadString('\n')
		if strings.HasPrefix(line, "no full disk:") {
			t.Skip(line)
		}
		if err != nil {
			t.Fatalf("it does not serve: %q, %v", line, err)
		}
		if strings.HasPrefix(line, "serving on ") {
			return out
		}
	}
}

// TestFullDisk checks that on a full disk every command says so and ends with code 1. It leaves
// nothing on the disk and makes no table on a cluster.
func TestFullDisk(t *testing.T) {
	file := rows(t, 300)
	dir := t.TempDir()
	addr, admin := cluster(t)
	on := func(args ...string) *exec.Cmd {
		cmd := apart(t, args...)
		cmd.Env = append(cmd.Env, fills+"="+dir)
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 {
			id := []syscall.SysProcIDMap{{Size: 1}}
			cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			cmd.SysProcAttr.UidMappings, cmd.SysProcAttr.GidMappings = id, id
			cmd.SysProcAttr.UidMappings[0].HostID = os.Geteuid()
		}
		return cmd
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"serve", "-addr", "localhost:0", "-save", "", "-data", in("data"), file}, "the disk is full: make room"},
		{[]string{"push", "-emulator", addr, "-state", in("push"), file}, "make room"},
		{[]string{"hbase", "-o", in("script.rb"), file}, "make room, or name another place; nothing was written"},
	} {
		var out, say bytes.Buffer
		cmd := on(c.args...)
		cmd.Stdout, cmd.Stderr = &out, &say
		err := cmd.Run()
		if code := cmd.ProcessState; err != nil && code == nil || strings.HasPrefix(out.String(), "no full disk:") {
			t.Skip(err, out.String())
		}
		if cmd.ProcessState.ExitCode() != 1 || !one(say.String(), c.says) || !strings.HasSuffix(out.String(), "left: [full]\n") {
			t.Errorf("%v: %v\n%s%s", c.args, err, out.String(), say.String())
		}
	}
	if there, err := admin.Tables(t.Context()); err != nil || len(there) > 0 {
		t.Errorf("made: %v, %v", there, err)
	}

	cmd := on("serve", "-addr", "localhost:0", "-save", in("saved.tabletop"), file)
	var say bytes.Buffer
	cmd.Stderr = &say
	out := untilServing(t, cmd)
	_ = cmd.Process.Signal(syscall.SIGTERM)
	var rest bytes.Buffer
	_, _ = rest.ReadFrom(out)
	err := cmd.Wait()
	if cmd.ProcessState.ExitCode() != 1 || !one(say.String(), "the tables were not saved for the page") || !strings.HasSuffix(rest.String(), "left: [full]\n") {
		t.Errorf("%v\n%s%s", err, rest.String(), say.String())
	}
}

// TestNotPermitted checks that what the file system forbids is reported in one sentence, and that
// nothing is written or made.
func TestNotPermitted(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	data, err := os.ReadFile(rows(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, data []byte, mode fs.FileMode) {
		if err := os.MkdirAll(filepath.Dir(in(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(name), data, mode); err != nil {
			t.Fatal(err)
		}
	}
	put("good.tabletop", data, 0o644)
	put("own.tabletop", data, 0)
	put("state", nil, 0)
	put("data/00000001.journal", nil, 0)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprint(filesIn(dir))
	addr, admin := cluster(t)
	for _, c := range []struct{ args, says string }{
		{"serve -save= -addr localhost:0 " + in("own.tabletop"), "own.tabletop may not be read by you: change"},
		{"serve -save= -addr localhost:0 -data " + in("fresh") + " " + in("good.tabletop"), "not permitted: mkdir " + in("fresh")},
		{"serve -save= -addr localhost:0 -data " + in("data"), "not permitted: open " + in("data/")},
		{"serve -addr localhost:0 -save " + in("saved.tabletop"), "choose a file or folder of your own"},
		{"push -emulator " + addr + " " + in("own.tabletop"), "may not be read by you"},
		{"push -emulator " + addr + " " + in("good.tabletop"), "name another file with -state"},
		{"push -emulator " + addr + " -state " + in("state") + " " + in("good.tabletop"), "cannot be read (permission denied): name another"},
		{"check -emulator " + addr + " " + in("own.tabletop"), "may not be read by you"},
		{"hbase -o " + in("script") + " " + in("good.tabletop"), "cannot be written (permission denied)"},
	} {
		var out bytes.Buffer
		err := asNobody(t, func() error { return run(t.Context(), strings.Fields(c.args), &out) })
		if err == nil || !one(err.Error(), c.says) {
			t.Errorf("%s: %v\n%s", c.args, err, out.String())
		}
	}
	if there, err := admin.Tables(t.Context()); err != nil || len(there) > 0 {
		t.Errorf("made: %v, %v", there, err)
	}
	if after := fmt.Sprint(filesIn(dir)); after != before {
		t.Errorf("%s before, %s after", before, after)
	}
}

// asNobody calls do as a user without permissions in the file system.
func asNobody(t *testing.T, do func() error) error {
	t.Helper()
	if os.Geteuid() != 0 {
		return do()
	}
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // the thread ends with its goroutine
		if err := syscall.Setfsuid(65534); err != nil {
			t.Error(err)
		}
		done <- do()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Minute):
		return context.DeadlineExceeded
	}
}
