package serve

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"

	"tabletop/app/connect/sandbox"
	"tabletop/app/connect/terminal"
	"tabletop/engine/base"
)

// settings are the command's flags and arguments.
type settings struct {
	addr, data, save  string
	project, instance string
	collect           time.Duration
	files             []string
}

// parse reads the command's arguments. Asked for -h it writes the usage to out and returns
// [flag.ErrHelp].
func parse(args []string, out io.Writer) (o settings, err error) {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.StringVar(&o.addr, "addr", "localhost:8086", "host and port to listen on; port 0 picks one, 0.0.0.0 as host lets other machines in, unasked")
	flags.StringVar(&o.data, "data", "", "a folder that keeps the tables, so that nothing acknowledged is lost; without one they are in memory")
	flags.StringVar(&o.save, "save", "served.tabletop", "the file for the page that is written at the end; a number is put behind a name that is taken; \"\" for none")
	flags.StringVar(&o.project, "project", "local", "the project of the files' tables")
	flags.StringVar(&o.instance, "instance", "sandbox", "the instance of the files' tables")
	flags.DurationVar(&o.collect, "collect", time.Minute, "how often garbage is collected by the families' rules; 0 for never")
	flags.SetOutput(io.Discard) // the caller reports a mistake, once
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(out, "usage: serve [flags] [FILE.tabletop …]\n\nserves Bigtable's API over gRPC, with the tables of the files. It ends by a signal.")
		flags.SetOutput(out)
		flags.PrintDefaults()
		return o, err
	case err != nil:
		return o, fmt.Errorf("%w: serve -h lists the flags", err)
	}
	o.files = flags.Args()
	return o, nil
}

// Run is the command serve: it serves until ctx ends, and then saves the tables for the page. It
// looks for mistakes in flags and files before it starts to serve.
func Run(ctx context.Context, args []string, out io.Writer) error {
	o, err := parse(args, out)
	if err != nil {
		return err
	}
	out = terminal.EscapingWriter(out)
	if o.save != "" {
		if err := saved(o.save).CheckWritable(); err != nil {
			return err
		}
	}
	l, err := o.listen()
	if err != nil {
		return plain(err)
	}
	s, err := New(Options{Instance: o.parent(), Folder: o.data, CollectInterval: o.collect, Log: out})
	if err != nil {
		return plain(errors.Join(err, l.Close()))
	}
	if err = s.run(ctx, o, l, out); err == nil {
		err = s.save(o.save, out)
	}
	return plain(errors.Join(err, s.Close()))
}

// listen begins to listen on the address. The error is a sentence with what to do.
func (o *settings) listen() (net.Listener, error) {
	if err := checkInstance(o.parent()); err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(o.addr)
	if err != nil {
		return nil, fmt.Errorf("-addr %s is no address: say host:port, such as localhost:8086", o.addr)
	}
	if host == "" {
		host = "localhost" // other machines only if the address says so
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("something listens on %s already: stop it, or choose another port with -addr", o.addr)
	case errors.Is(err, os.ErrPermission):
		return nil, fmt.Errorf("you may not listen on %s: choose a port from 1024 on with -addr", o.addr)
	case err != nil:
		return nil, fmt.Errorf("-addr %s is no address of this machine (%w): say host:port, such as localhost:8086", o.addr, err)
	}
	return l, nil
}

// parent returns the name of the instance for the files' tables.
func (o *settings) parent() string { return "projects/" + o.project + "/instances/" + o.instance }

// run loads the tables of the files and then serves on l, which it closes.
func (s *Server) run(ctx context.Context, o settings, l net.Listener, out io.Writer) error {
	for _, path := range o.files {
		if err := s.load(ctx, path, o.parent(), out); err != nil {
			return errors.Join(err, l.Close())
		}
	}
	fmt.Fprintf(out, "serving on %s; for clients and cbt:\n  export BIGTABLE_EMULATOR_HOST=%s\n  cbt -project %s -instance %s ls\n", l.Addr(), l.Addr(), o.project, o.instance)
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		s.end()
		return nil
	}
}

// load adds the tables of a file, except those that exist already.
func (s *Server) load(ctx context.Context, path, instance string, out io.Writer) error {
	list, err := sandbox.ReadSandboxes(ctx, path, s.o.Now, out)
	if err != nil {
		return err
	}
	fresh := false
	for _, b := range list {
		for _, info := range b.Session.Tables() {
			tab, _ := b.Session.Table(info.Name)
			t := &served{name: instance + "/tables/" + info.Name, tab: tab, types: map[base.Family]*adminpb.Type{}}
			switch err := s.add(t); {
			case isTaken(err):
				fmt.Fprintf(out, "%s: the table %s is there already, and stays as it is\n", path, info.Name)
				continue
			case err != nil:
				return fmt.Errorf("%s: %w", path, err)
			}
			t.mu.Unlock()
			fresh = true
			fmt.Fprintf(out, "%s: %s, %d rows\n", path, info.Name, info.Rows)
		}
	}
	if fresh && s.journal != nil {
		return s.cut() // so that the folder has them too
	}
	return nil
}

// isTaken reports whether a table could not be added because its name is taken.
func isTaken(err error) bool {
	var e *base.Error
	return errors.As(err, &e) && e.Code == base.CodeTableExists
}

// plain returns an error as one sentence for the person who has started the command.
func plain(err error) error {
	if err == nil {
		return nil
	}
	text := strings.ReplaceAll(sandbox.EnglishError(err).Error(), "\n", "; ")
	switch {
	case errors.Is(err, syscall.ENOSPC):
		text = "the disk is full: make room, then start again (" + text + ")"
	case errors.Is(err, os.ErrPermission):
		text = "not permitted: " + text + ": choose a file or folder of your own"
	}
	return errors.New(text)
}
