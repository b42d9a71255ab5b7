package serve

import (
	"context"
	"errors"
	"flag"
	"io"
)

// Run is the command: it serves until ctx ends.
func Run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("connect serve", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.String("addr", "localhost:8086", "host and port to listen on; port 0 picks one")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return errors.New("not there yet")
}
