// Package sandbox reads and writes the files that the page exports, so that commands outside of the
// page can work with their sandboxes. [ReadSandboxes] runs the journal of each sandbox again and
// returns its session; [EncodeSandboxes] makes a file of tables.
package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"tabletop/app/connect/files"
	"tabletop/app/host/archive"
	"tabletop/app/i18n"
	"tabletop/engine"
	"tabletop/engine/base"
)

// A Sandbox is a sandbox of a file, in the state in which it was saved.
type Sandbox struct {
	Title          string
	Session        *engine.Session
	FileSHA256     string                // SHA-256 of the whole file, in hexadecimal
	RefusedChanges engine.RefusedChanges // changes that the engine refused; the session is without them
}

// maxFile is the greatest size of a file in bytes: that of its body, which compression may not
// reduce.
const maxFile = archive.MaxUnpacked + 1<<20

// ReadSandboxes reads the sandboxes of a file; lessons in it are left out. now is the clock of the sessions
// for later requests. Changes that the engine refuses are reported to say. The error is one
// sentence that says what is wrong with the file.
func ReadSandboxes(ctx context.Context, path string, now func() base.Micros, say io.Writer) ([]Sandbox, error) {
	data, err := files.Read(ctx, path, maxFile)
	switch {
	case errors.Is(err, files.ErrInterrupted):
		return nil, err
	case errors.Is(err, files.ErrTooLarge):
		return nil, fmt.Errorf("%s has more than %s, which no file of the page has: name one that Export in the page has saved", path, i18n.FormatBytes("en", maxFile))
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s: name one that Export in the page has saved", path)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s may not be read by you: change its permissions, or name another file", path)
	case err != nil:
		return nil, fmt.Errorf("%w: name a file that Export in the page has saved", err)
	}
	// Decoding and replaying a large file take long, so both check whether ctx has ended.
	f, err := archive.Decode(data, func() bool { return ctx.Err() == nil })
	if ctx.Err() != nil {
		return nil, files.ErrInterrupted
	}
	if e := (*base.Error)(nil); errors.As(err, &e) && e.Code == base.CodeBadFile && e.Args[0] == "version" {
		return nil, fmt.Errorf("%s: a newer Tabletop than this one has saved it: bring this program up to date", path)
	}
	if err != nil {
		return nil, damaged(path, err)
	}
	sum := sha256.Sum256(data)
	var out []Sandbox
	for _, s := range f.Workspaces {
		if s.Lesson {
			continue
		}
		made := Sandbox{Title: s.Title, FileSHA256: hex.EncodeToString(sum[:])}
		made.Session, made.RefusedChanges, err = archive.Replay(s, now, func() bool { return ctx.Err() == nil })
		if ctx.Err() != nil {
			return nil, files.ErrInterrupted
		}
		if err != nil {
			return nil, damaged(fmt.Sprintf("%s, sandbox %q", path, s.Title), err)
		}
		made.tell(say, path)
		out = append(out, made)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no sandbox: export one in the page, with Export", path)
	}
	return out, nil
}

// damaged returns the error for a file that cannot be read, with what to do.
func damaged(where string, err error) error {
	return fmt.Errorf("%s: %s: save it again with Export in the page", where, strings.TrimSuffix(EnglishError(err).Error(), "."))
}

// tell reports the changes that were refused, in the page's words.
func (s *Sandbox) tell(say io.Writer, path string) {
	n := s.RefusedChanges.Count
	if n == 0 {
		return
	}
	fmt.Fprintf(say, "%s, sandbox %q: %s\n", path, s.Title, i18n.PageText("en", "notice-unmade", strconv.Itoa(n)))
	for _, m := range s.RefusedChanges.Named {
		what := i18n.MakeShortPrintable(m.Description.Text)
		if m.Description.Kind == engine.LineNote {
			what = i18n.EngineSentence("en", m.Description.Code, m.Description.Args...)
		}
		fmt.Fprintf(say, "  %s\n", strings.TrimSpace(what+" "+i18n.ErrorSentence("en", m.Reason)))
	}
	if more := n - len(s.RefusedChanges.Named); more > 0 {
		fmt.Fprintf(say, "  %s\n", i18n.PageText("en", "notice-unmade-more", strconv.Itoa(more)))
	}
}

// EnglishError returns a refusal of the engine as an error with its English sentence. It returns other
// errors unchanged.
func EnglishError(err error) error {
	var e *base.Error
	if errors.As(err, &e) {
		return errors.New(i18n.ErrorSentence("en", e))
	}
	return err
}
