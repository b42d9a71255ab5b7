// Package files reads and writes the files of connect's commands. Reading has an upper bound;
// reading and writing end when a signal ends the command; and a file is only replaced if the caller
// asks for that. [Output] is a place for a command's result.
package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// ErrInterrupted says that a signal has ended the command.
var ErrInterrupted = errors.New("it was interrupted: run it again")

// ErrTooLarge says that a file has more bytes than may be read.
var ErrTooLarge = errors.New("it is too large")

// Read returns the content of a file, or of a pipe or device up to its end. It returns [ErrTooLarge]
// if there are more than most bytes, and [ErrInterrupted] if ctx ends while a pipe or device is
// being waited for.
func Read(ctx context.Context, path string, most int64) (data []byte, err error) {
	read := func() error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, most+1))
		if err == nil && int64(len(data)) > most {
			err = ErrTooLarge
		}
		return err
	}
	if info, e := os.Stat(path); e == nil && waits(info.Mode()) {
		err = until(ctx, read)
	} else {
		err = read()
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// waits reports whether a file of this mode may wait for another program when it is read or
// written.
func waits(m fs.FileMode) bool {
	return m&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeCharDevice|fs.ModeSocket) != 0
}

// until calls a function that may wait for another program. If ctx ends first it returns
// [ErrInterrupted], and the function continues in its goroutine.
func until(ctx context.Context, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ErrInterrupted
	}
}

// InterruptibleWriter returns a writer to w whose Write returns [ErrInterrupted] when ctx ends,
// even while w waits for its reader.
func InterruptibleWriter(ctx context.Context, w io.Writer) io.Writer { return &untilWriter{ctx, w} }

// untilWriter is the writer that InterruptibleWriter returns.
type untilWriter struct {
	ctx context.Context
	to  io.Writer
}

// Write implements [io.Writer].
func (w *untilWriter) Write(p []byte) (n int, err error) {
	if w.ctx.Err() != nil {
		return 0, ErrInterrupted
	}
	p = bytes.Clone(p) // the caller may reuse p while it is still being written
	var wrote int
	if err = until(w.ctx, func() (err error) { wrote, err = w.to.Write(p); return err }); errors.Is(err, ErrInterrupted) {
		return 0, err
	}
	return wrote, err
}
