package carry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/app/connect/files"
	"tabletop/app/connect/terminal"
)

// errEOF ends a stream.
var errEOF = io.EOF

// maxSaid is how many characters of a server's message are passed on.
const maxSaid = 300

// explain returns why a call failed: that the server has stopped answering, or what
// [target.explain] returns.
func (c *server) explain(err error, makes bool) error {
	if why := c.heard.ended(); why != nil {
		return why
	}
	return c.target.explain(err, makes)
}

// explain returns a sentence that says why a call to a cluster failed, and what to do. makes says
// that the command creates tables, for which another role is needed.
func (t *target) explain(err error, makes bool) error {
	role := "roles/bigtable.reader"
	if makes {
		role = "roles/bigtable.admin"
	}
	text := terminal.EscapeLine(strings.TrimSuffix(status.Convert(err).Message(), "."), maxSaid)
	code := status.Code(err)
	switch {
	case errors.Is(err, context.Canceled) || code == codes.Canceled:
		return files.ErrInterrupted
	case strings.Contains(text, "default credentials"):
		return errors.New("there are no credentials for Google Cloud: run gcloud auth application-default login, or name a server with -emulator HOST:PORT")
	case code == codes.Unauthenticated:
		return fmt.Errorf("%s takes these credentials for nobody’s (%s): run gcloud auth application-default login", t.place(), text)
	case code == codes.PermissionDenied:
		return fmt.Errorf("there is no permission in %s (%s): ask for the role %s", t.place(), text, role)
	case errors.Is(err, context.DeadlineExceeded) || code == codes.DeadlineExceeded:
		return fmt.Errorf("%s gave no answer within %s: see that it is a Bigtable server and can be reached, or wait longer with -wait", t.place(), t.wait)
	case code == codes.Unavailable && (strings.Contains(text, "connection refused") || strings.Contains(text, "no such host")):
		return fmt.Errorf("nothing answers at %s (%s): start a server there, or correct -emulator", t.place(), last(text))
	case code == codes.Unavailable && t.emulator != "":
		return fmt.Errorf("what listens at %s is no Bigtable server (%s): correct -emulator", t.place(), last(text))
	case code == codes.Unavailable:
		return fmt.Errorf("%s cannot be reached (%s): see to the network, then run it again", t.place(), last(text))
	case code == codes.Unimplemented || code == codes.Unknown && strings.Contains(text, "HTTP"):
		return fmt.Errorf("%s is no Bigtable server, or lacks what this needs (%s): correct -emulator", t.place(), text)
	case code == codes.NotFound:
		return fmt.Errorf("%s does not have that (%s): correct -project, -instance or the table", t.place(), text)
	case code == codes.ResourceExhausted:
		return fmt.Errorf("%s has no more room or quota (%s): ask for more, or go slower with -rate", t.place(), text)
	}
	return fmt.Errorf("%s refuses (%s): see to that, then run it again", t.place(), text)
}

// last returns the innermost part of a network error's text.
func last(text string) string {
	text = strings.Trim(text, `"`)
	if i := strings.LastIndex(text, ": "); i >= 0 && i+2 < len(text) {
		return text[i+2:]
	}
	return text
}
