package carry

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"tabletop/app/connect/terminal"
)

// Command is one command of the program.
type Command struct {
	Name string
	Text string // what it does, in one line
	// Run carries out the command with its flags and files. It writes the result to out, and
	// everything else that it reports to say.
	Run func(ctx context.Context, args []string, out, say io.Writer) error
}

// Commands returns this package's commands. A command that ctx ends leaves nothing half done, or
// says how to continue. Asked for -h it returns [flag.ErrHelp].
func Commands() []Command {
	return []Command{
		{"push", "make a sandbox file’s tables on a cluster and load their rows", told(runPush)},
		{"check", "ask a sandbox file’s questions of a cluster, and compare with what is predicted", told(runCheck)},
		{"pull", "bring a sample of a cluster’s tables as a sandbox file", told(runPull)},
		{"hbase", "write a sandbox file’s tables as a script for hbase shell -n", runHBase},
	}
}

// told returns a command's run whose output is escaped for a terminal.
func told(run func(ctx context.Context, args []string, out, say io.Writer) error) func(ctx context.Context, args []string, out, say io.Writer) error {
	return func(ctx context.Context, args []string, out, say io.Writer) error {
		return run(ctx, args, terminal.EscapingWriter(out), terminal.EscapingWriter(say))
	}
}

// flags returns the set of a command's flags. Its usage is written to say.
func flags(name, usage string, say io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(say)
	fs.Usage = func() {
		fs.SetOutput(say)
		fmt.Fprintf(say, "usage: %s %s\n\n", name, usage)
		fs.PrintDefaults()
	}
	return fs
}

// parse parses arguments, which have to end with the given number of files.
func parse(fs *flag.FlagSet, args []string, files int) error {
	fs.SetOutput(io.Discard) // the caller reports a mistake, once
	usage := fs.Usage
	help := false
	fs.Usage = func() { help = true }
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) && help {
		usage()
		return flag.ErrHelp
	}
	if err != nil {
		return fmt.Errorf("%w: %s -h lists the flags", err, fs.Name())
	}
	if n := fs.NArg(); n != files {
		what := "one sandbox file behind the flags"
		if files == 0 {
			what = "flags alone"
		}
		return fmt.Errorf("%s takes %s, not %d arguments: %s -h lists the flags", fs.Name(), what, n, fs.Name())
	}
	return nil
}

// texts is a flag that may be given several times.
type texts []string

// String implements [flag.Value].
func (t *texts) String() string { return strings.Join(*t, ", ") }

// Set implements [flag.Value].
func (t *texts) Set(v string) error {
	if v == "" {
		return errors.New("it is empty")
	}
	*t = append(*t, v)
	return nil
}
