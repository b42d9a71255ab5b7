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
	Text string // what it does, in a line
	Run  func(ctx context.Context, args []string, out, say io.Writer) error
}

// Commands returns this package's commands. Each takes its flags and files as arguments,
// writes what it was asked for to out and what it has to tell to say. Ended by ctx it leaves
// nothing half done, or says how to go on. Asked for -h it returns [flag.ErrHelp].
func Commands() []Command {
	return []Command{
		{"push", "make a sandbox file’s tables on a cluster and load their rows", told(runPush)},
		{"check", "ask a sandbox file’s questions of a cluster, and compare with what is predicted", told(runCheck)},
		{"pull", "bring a sample of a cluster’s tables as a sandbox file", told(runPull)},
		{"hbase", "write a sandbox file’s tables as a script for hbase shell -n", runHBase},
	}
}

// told returns a writer that escapes whatever a command writes for a person.
func told(run func(ctx context.Context, args []string, out, say io.Writer) error) func(ctx context.Context, args []string, out, say io.Writer) error {
	return func(ctx context.Context, args []string, out, say io.Writer) error {
		return run(ctx, args, terminal.Text(out), terminal.Text(say))
	}
}

// flags returns a command's flags, that says what is wrong with them to say.
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

// parse reads arguments, of which so many stand behind the flags.
func parse(fs *flag.FlagSet, args []string, files int) error {
	fs.SetOutput(io.Discard) // what is wrong is said once, by who gets the error
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

// texts is a flag that may stand several times.
type texts []string

func (t *texts) String() string { return strings.Join(*t, ", ") }

func (t *texts) Set(v string) error {
	if v == "" {
		return errors.New("it is empty")
	}
	*t = append(*t, v)
	return nil
}
