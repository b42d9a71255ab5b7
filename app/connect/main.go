// Command connect carries designs from the page to Bigtable and HBase, and tables from there into
// the page. It reads and writes the files that the page exports:
//
//	connect serve [FILE.tabletop …]
//	connect push  [flags] FILE.tabletop
//	connect check [flags] FILE.tabletop
//	connect pull  [flags] -table T
//	connect hbase [flags] FILE.tabletop
//
// The command serve is in package serve, and all others are in package carry. "connect COMMAND -h"
// lists the flags of a command.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"tabletop/app/connect/carry"
	"tabletop/app/connect/files"
	"tabletop/app/connect/serve"
	"tabletop/app/connect/terminal"
)

// command is one command of connect. Its run returns soon after ctx ends. An error is one sentence
// that says what was wrong and what to do.
type command struct {
	name, does string
	run        func(ctx context.Context, args []string, out io.Writer) error
}

// commands are all commands, in the order in which the usage lists them.
var commands = append([]command{
	{"serve", "a Bigtable server over gRPC, with the tables of sandboxes", serve.Run},
}, carried()...)

// carried returns the commands of package carry. Messages that are not a command's result go to the
// standard error.
func carried() (out []command) {
	for _, c := range carry.Commands() {
		out = append(out, command{c.Name, c.Text, func(ctx context.Context, args []string, out io.Writer) error {
			return c.Run(ctx, args, files.InterruptibleWriter(ctx, out), os.Stderr)
		}})
	}
	return out
}

// main exits with the code of program.
func main() { os.Exit(program(os.Args[1:])) }

// program runs until it is done or a signal comes, and returns the exit code: 0, or 1 after an
// error, which it writes to the standard error on one line.
func program(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process at once
	if err := run(ctx, args, os.Stdout); err != nil {
		fmt.Fprintln(terminal.EscapingWriter(os.Stderr), "connect:", err)
		return 1
	}
	return 0
}

// run carries out the command that the arguments name.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		usage(out)
		if len(args) == 0 {
			return errors.New("no command given: say " + names())
		}
		return nil
	}
	for _, c := range commands {
		if c.name == args[0] {
			if err := c.run(ctx, args[1:], out); !errors.Is(err, flag.ErrHelp) {
				return err
			}
			return nil
		}
	}
	return fmt.Errorf("there is no command %q: say %s", args[0], names())
}

// usage lists the commands.
func usage(out io.Writer) {
	fmt.Fprintln(out, "connect carries sandboxes to Bigtable and back. `connect COMMAND -h` says more of each:")
	for _, c := range commands {
		fmt.Fprintf(out, "  %-6s %s\n", c.name, c.does)
	}
}

// names returns the names of the commands, separated by commas.
func names() string {
	var out []string
	for _, c := range commands {
		out = append(out, c.name)
	}
	return strings.Join(out, ", ")
}
