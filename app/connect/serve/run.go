package serve

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"

	"tabletop/app/connect/sandbox"
	"tabletop/engine/base"
)

// settings are what the command is told.
type settings struct {
	addr, data, save  string
	project, instance string
	collect           time.Duration
	files             []string
}

func parse(args []string, out io.Writer) (o settings, err error) {
	flags := flag.NewFlagSet("connect serve", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&o.addr, "addr", "localhost:8086", "host and port to listen on; port 0 picks one, 0.0.0.0 as host lets other machines in, unasked")
	flags.StringVar(&o.data, "data", "", "a folder that keeps the tables, so that nothing acknowledged is lost; without one they are in memory")
	flags.StringVar(&o.save, "save", "served.tabletop", "the file for the page that is written at the end; a number is put behind a name that is taken; \"\" for none")
	flags.StringVar(&o.project, "project", "local", "the project of the files' tables")
	flags.StringVar(&o.instance, "instance", "sandbox", "the instance of the files' tables")
	flags.DurationVar(&o.collect, "collect", time.Minute, "how often garbage is collected by the families' rules; 0 for never")
	flags.Usage = func() {
		fmt.Fprintln(out, "connect serve [flags] [FILE.tabletop …]\n\nserves Bigtable's API over gRPC, with the tables of the files. It ends by a signal.")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.files = flags.Args()
	return o, nil
}

// Run is the command: it serves until ctx ends.
func Run(ctx context.Context, args []string, out io.Writer) error {
	o, err := parse(args, out)
	if err != nil {
		return err
	}
	s, err := New(Options{Data: o.data, Collect: o.collect, Log: out})
	if err != nil {
		return plain(err)
	}
	if err = s.run(ctx, o, out); err == nil {
		err = s.Save(o.save, out)
	}
	return plain(errors.Join(err, s.Close()))
}

func (s *Server) run(ctx context.Context, o settings, out io.Writer) error {
	instance := "projects/" + o.project + "/instances/" + o.instance
	if err := checkInstance(instance); err != nil {
		return err
	}
	for _, path := range o.files {
		if err := s.load(path, instance, out); err != nil {
			return err
		}
	}
	host, port, err := net.SplitHostPort(o.addr)
	if err != nil {
		return fmt.Errorf("-addr %s is no address: say host:port, such as localhost:8086", o.addr)
	}
	if host == "" {
		host = "localhost" // nobody from elsewhere, unless it is said
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("something listens on %s already: stop it, or choose another port with -addr", o.addr)
	}
	if err != nil {
		return err
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

// load takes the tables of a file over, but for those that are there already.
func (s *Server) load(path, instance string, out io.Writer) error {
	list, err := sandbox.Open(path, s.o.Now)
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
		return s.cut() // the journal knows of them from now on
	}
	return nil
}

func isTaken(err error) bool {
	var e *base.Error
	return errors.As(err, &e) && e.Code == base.CodeTableExists
}

// plain returns what is wrong for who has started the command.
func plain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("the disk is full: make room, then start again (%w)", err)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("not permitted: %w; choose a file or folder of your own", err)
	}
	return sandbox.Sentence(err)
}
