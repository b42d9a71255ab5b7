// Package files reads and writes the files of connect's commands: within bounds, until a
// signal ends the command, and over nothing that was there unless that is asked for.
package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// ErrInterrupted is that a signal has ended the command.
var ErrInterrupted = errors.New("it was interrupted: run it again")

// ErrLarge is that a file has more bytes than are read of it.
var ErrLarge = errors.New("it is too large")

// Read returns the content of a file, or of a pipe or device until it ends. It refuses
// more than most bytes ([ErrLarge]), and ends with ctx ([ErrInterrupted]).
func Read(ctx context.Context, path string, most int64) (data []byte, err error) {
	read := func() error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, most+1))
		if err == nil && int64(len(data)) > most {
			err = ErrLarge
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

// waits reports whether reading or writing what has this mode can wait for another program.
func waits(m fs.FileMode) bool {
	return m&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeCharDevice|fs.ModeSocket) != 0
}

// until does what may wait for another program. Where ctx ends first it returns
// [ErrInterrupted], and leaves that waiting.
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

// Until returns a writer to w whose Write returns [ErrInterrupted] when ctx ends, even while
// w waits for its reader.
func Until(ctx context.Context, w io.Writer) io.Writer { return &untilWriter{ctx, w} }

type untilWriter struct {
	ctx context.Context
	to  io.Writer
}

func (w *untilWriter) Write(p []byte) (n int, err error) {
	if w.ctx.Err() != nil {
		return 0, ErrInterrupted
	}
	p = bytes.Clone(p) // the caller may use its own again while this is still being written
	var wrote int
	if err = until(w.ctx, func() (err error) { wrote, err = w.to.Write(p); return err }); errors.Is(err, ErrInterrupted) {
		return 0, err
	}
	return wrote, err
}
