//go:build unix

package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// folder makes a folder with files for the tests, and returns a function that lists what is in it.
func folder(t *testing.T) (dir string, holds func() []string) {
	t.Helper()
	dir = t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		os.WriteFile(in("file.x"), []byte("old"), 0o640),
		os.WriteFile(in("input"), []byte("input"), 0o600),
		os.Mkdir(in("folder"), 0o700),
		os.Symlink("file.x", in("link")),
		os.Symlink("input", in("inputlink")),
		os.Symlink("none", in("nowhere")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir, func() (out []string) {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			text := e.Name()
			if e.Type().IsRegular() {
				data, _ := os.ReadFile(in(e.Name()))
				text += "=" + string(data)
			} else {
				text += " " + e.Type().String()[:1]
			}
			out = append(out, text)
		}
		return out
	}
}

// TestWrite writes to each kind of place. Files that must not be replaced are unchanged, and no
// temporary file is left.
func TestWrite(t *testing.T) {
	for name, c := range map[string]struct {
		to    Output
		path  string // to write to
		says  string // part of the refusal
		holds []string
	}{
		"new":                 {to: Output{Path: "new"}, path: "new", holds: []string{"new=new"}},
		"taken":               {to: Output{Path: "file.x"}, says: "is there already: name another place, or replace it with -force"},
		"taken, forced":       {to: Output{Path: "file.x", Force: true}, path: "file.x", holds: []string{"file.x=new"}},
		"taken, numbered":     {to: Output{Path: "file.x", AppendNumber: true}, path: "file-2.x", holds: []string{"file-2.x=new"}},
		"the input":           {to: Output{Path: "input"}, says: "is the file that is read"},
		"the input, forced":   {to: Output{Path: "input", Force: true}, says: "is the file that is read"},
		"a link to the input": {to: Output{Path: "inputlink", Force: true}, says: "is the file that is read"},
		"a folder":            {to: Output{Path: "folder", Force: true}, says: "is a folder"},
		"a link":              {to: Output{Path: "link"}, says: "is there already"},
		"a link, forced":      {to: Output{Path: "link", Force: true}, path: "file.x", holds: []string{"file.x=new"}},
		"a link, numbered":    {to: Output{Path: "nowhere", AppendNumber: true}, path: "nowhere-2", holds: []string{"nowhere-2=new"}},
		"a link to nothing":   {to: Output{Path: "nowhere", Force: true}, says: "leads nowhere"},
		"no folder":           {to: Output{Path: "none/x"}, says: "there is no folder"},
		"below a file":        {to: Output{Path: "file.x/x"}, says: "is no folder"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, holds := folder(t)
			want := holds()
			c.to.Path = filepath.Join(dir, c.to.Path)
			c.to.Inputs = []string{filepath.Join(dir, "input")}
			for _, text := range c.holds {
				file, _, _ := strings.Cut(text, "=")
				want = slices.DeleteFunc(want, func(s string) bool { return strings.HasPrefix(s, file+"=") })
				want = append(want, text)
			}
			slices.Sort(want)
			early := c.to.CheckWritable()
			path, err := c.to.Write(t.Context(), []byte("new"))
			if (c.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
			if (early == nil) != (err == nil) {
				t.Errorf("before: %v, then: %v", early, err)
			}
			if c.path != "" && path != filepath.Join(dir, c.path) {
				t.Errorf("written to %s", path)
			}
			got := holds()
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("the folder holds\n%q, want\n%q", got, want)
			}
			if info, err := os.Stat(filepath.Join(dir, "file.x")); err != nil || info.Mode() != 0o640 {
				t.Error("its permissions are others now:", info.Mode(), err)
			}
		})
	}
}

// TestWriteStreams checks that pipes and devices are written to and not replaced.
func TestWriteStreams(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	came := make(chan string)
	go func() {
		data, _ := os.ReadFile(pipe)
		came <- string(data)
	}()
	to := Output{Path: pipe}
	if err := to.CheckWritable(); err != nil {
		t.Error(err)
	}
	if path, err := to.Write(t.Context(), []byte("new")); err != nil || path != pipe {
		t.Fatal(path, err)
	}
	if text := <-came; text != "new" {
		t.Errorf("%q came", text)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Error("the pipe is gone", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := to.Write(ctx, []byte("new")); !errors.Is(err, ErrInterrupted) {
		t.Error("without a reader:", err)
	}
	link := filepath.Join(t.TempDir(), "full")
	if err := os.Symlink("/dev/full", link); err != nil {
		t.Fatal(err)
	}
	full := Output{Path: link, Force: true}
	if _, err := full.Write(t.Context(), []byte("new")); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Error("the link is gone", err)
	}
	if err := ReplaceFile(pipe, nil); err == nil {
		t.Error("a pipe is replaced")
	}
}

// TestRead checks that no more than the limit is read, and that a pipe is not waited for once the
// command has ended.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("1234"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(t.Context(), path, 4); err != nil || string(data) != "1234" {
		t.Errorf("%q, %v", data, err)
	}
	for _, p := range []string{path, "/dev/zero"} {
		if _, err := Read(t.Context(), p, 3); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", p, err)
		}
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, pipe, 4); !errors.Is(err, ErrInterrupted) {
		t.Error(err)
	}
	if _, err := Read(t.Context(), filepath.Dir(path), 4); !errors.Is(err, syscall.EISDIR) {
		t.Error(err)
	}
}

// TestUntil checks that a writer whose reader has stopped reading ends with the command.
func TestUntil(t *testing.T) {
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	to := InterruptibleWriter(ctx, w)
	go func() {
		_, _ = io.ReadFull(r, make([]byte, 3))
		cancel()
	}()
	if n, err := to.Write([]byte("one")); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := to.Write([]byte("two")); !errors.Is(err, ErrInterrupted) {
		t.Error(err)
	}
}
