package serve

import (
	"context"
	"fmt"
	"io"
	"strings"

	"tabletop/app/connect/files"
	"tabletop/app/connect/sandbox"
)

// save writes the tables to a file that the page opens, with a sandbox for each instance, and says
// where. It replaces no file: a number is appended to a name that is taken. Without a path or
// without tables it writes nothing.
func (s *Server) save(path string, out io.Writer) error {
	var list []sandbox.SandboxContent
	for _, t := range s.all() {
		view, err := t.look()
		if err != nil {
			continue // the table has been deleted
		}
		of, _, _ := cutTable(t.name)
		title := of[strings.LastIndexByte(of, '/')+1:]
		if n := len(list); n == 0 || list[n-1].Key != of {
			list = append(list, sandbox.SandboxContent{Key: of, Title: title})
		}
		last := &list[len(list)-1]
		last.Tables = append(last.Tables, view.Table())
	}
	if path == "" || len(list) == 0 {
		return nil
	}
	data, lost, err := sandbox.EncodeSandboxes(list, s.o.Now())
	if err != nil {
		return fmt.Errorf("the tables were not saved for the page: %w; keep them with -data", sandbox.EnglishError(err))
	}
	path, err = saved(path).Write(context.Background(), data)
	if err != nil {
		return fmt.Errorf("the tables were not saved for the page: %v", err)
	}
	fmt.Fprintf(out, "saved for the page: %s\n", path)
	for _, l := range lost {
		fmt.Fprintf(out, "  left out: %s\n", l)
	}
	return nil
}

// saved is where the tables are saved.
func saved(path string) *files.Output { return &files.Output{Path: path, AppendNumber: true} }
