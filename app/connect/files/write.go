package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Output is the place where a command writes its result. Pipes, character devices and the standard
// output are written to directly. A new file appears under its name only when it is complete.
//
// The usual order is CheckWritable before the command's work, and Write after it.
type Output struct {
	Path         string
	Force        bool     // an existing file is replaced
	AppendNumber bool     // a number is appended to a name that is taken
	Inputs       []string // files that the command reads, which are never replaced
}

// CheckWritable refuses a place that cannot be written to. It is called before the work whose result would
// otherwise be lost.
func (o *Output) CheckWritable() error {
	path, is, err := o.look()
	if err != nil || is == stream {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return refusal(path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// IsStdout reports whether the path leads to the standard output.
func (o *Output) IsStdout() bool {
	info, err := os.Stat(o.Path)
	return err == nil && isStandard(info)
}

// Write writes the result completely or not at all, and returns the path that it was written to.
// While it waits for the reader of a pipe it ends with ctx. The error is one sentence.
func (o *Output) Write(ctx context.Context, data []byte) (path string, err error) {
	path, is, err := o.look()
	if err != nil {
		return "", err
	}
	switch is {
	case stream:
		err = until(ctx, func() error { return pour(o.Path, data) })
		if err != nil && !errors.Is(err, ErrInterrupted) {
			err = fmt.Errorf("%s cannot be written (%w): what went there is cut", o.Path, ErrorReason(err))
		}
		return o.Path, err
	case taken:
		if o.Force {
			err = replace(path, data)
			break
		}
		fallthrough
	default:
		var f *os.File
		if f, err = o.reserve(); err != nil {
			break
		}
		path = f.Name()
		if err = errors.Join(f.Close(), replace(path, data)); err != nil {
			_ = os.Remove(path)
		}
	}
	if err != nil {
		return "", refusal(path, err)
	}
	return path, nil
}

// place says what is at the path of an output.
type place int

const (
	free   place = iota // nothing
	taken               // a file; Force and AppendNumber say what may happen to it
	stream              // a pipe, a device or the standard output, which is written to directly
)

// look returns what is at the output's path, and refuses what may not be written. path is that of
// the file itself if the output's is a link to it.
func (o *Output) look() (path string, is place, err error) {
	info, err := os.Stat(o.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(o.Path); err == nil && !o.AppendNumber {
			return "", 0, fmt.Errorf("%s is a link that leads nowhere: delete it, or name another place", o.Path)
		}
		return o.Path, free, nil
	}
	if err != nil {
		return "", 0, refusal(o.Path, err)
	}
	switch m := info.Mode(); {
	case isStandard(info) || m&(fs.ModeNamedPipe|fs.ModeCharDevice) != 0:
		return o.Path, stream, nil
	case m.IsDir():
		return "", 0, fmt.Errorf("%s is a folder: name a file in it", o.Path)
	case !m.IsRegular():
		return "", 0, fmt.Errorf("%s is neither a file nor a pipe: name another place", o.Path)
	}
	for _, in := range o.Inputs {
		if of, err := os.Stat(in); err == nil && os.SameFile(info, of) {
			return "", 0, fmt.Errorf("%s is the file that is read: name another place", o.Path)
		}
	}
	if !o.Force && !o.AppendNumber {
		return "", 0, exists(o.Path)
	}
	if path, err = filepath.EvalSymlinks(o.Path); err != nil {
		return "", 0, refusal(o.Path, err)
	}
	return path, taken, nil
}

// isStandard reports whether info is that of the standard output.
func isStandard(info fs.FileInfo) bool {
	out, err := os.Stdout.Stat()
	return err == nil && os.SameFile(info, out)
}

// exists returns the refusal of a path that is taken.
func exists(path string) error {
	return fmt.Errorf("%s is there already: name another place, or replace it with -force", path)
}

// reserve creates an empty file with the output's name, or with the first number that makes a free
// name.
func (o *Output) reserve() (*os.File, error) {
	path, ext := o.Path, filepath.Ext(o.Path)
	for n := 2; ; n++ {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !o.AppendNumber || !errors.Is(err, fs.ErrExist) {
			return f, err
		}
		path = strings.TrimSuffix(o.Path, ext) + "-" + strconv.Itoa(n) + ext
	}
}

// pour writes to a pipe, a device or the standard output.
func pour(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && isStandard(info) {
		_, err := os.Stdout.Write(data)
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// ReplaceFile writes a file that a command keeps for its own use, in place of an earlier one. At every
// moment the path has a complete file.
func ReplaceFile(path string, data []byte) error {
	o := Output{Path: path, Force: true}
	path, is, err := o.look()
	if err == nil && is == stream {
		err = errors.New("it is no file")
	}
	if err != nil {
		return err
	}
	return replace(path, data)
}

// temporary is the pattern of names of incomplete files.
const temporary = ".tabletop-*"

// replace writes a temporary file beside path and renames it. The new file has the permissions of
// the one that it replaces.
func replace(path string, data []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Lstat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// refusal returns the sentence that says why a file cannot be written, and what to do.
func refusal(path string, err error) error {
	dir := filepath.Dir(path)
	switch {
	case errors.Is(err, fs.ErrExist):
		return exists(path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s: make it, or name another place; nothing was written", dir)
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s cannot be written (%s is no folder): name another place; nothing was written", path, dir)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s cannot be written (%w): choose a file or folder of your own; nothing was written", path, ErrorReason(err))
	}
	return fmt.Errorf("%s cannot be written (%w): make room, or name another place; nothing was written", path, ErrorReason(err))
}

// ErrorReason returns the cause of an error of the file system, without its path.
func ErrorReason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
