package serve

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"tabletop/app/connect/sandbox"
)

// Save writes the tables to a file that the page opens, a sandbox for each instance, and
// tells where. It writes over none: where a name is taken, a number is put behind it.
// Without a path, or without tables, it writes nothing.
func (s *Server) Save(path string, out io.Writer) error {
	var list []sandbox.Saved
	for _, t := range s.all() {
		view, err := t.look()
		if err != nil {
			continue // it has been deleted
		}
		of, _, _ := cutTable(t.name)
		title := of[strings.LastIndexByte(of, '/')+1:]
		if n := len(list); n == 0 || list[n-1].Key != of {
			list = append(list, sandbox.Saved{Key: of, Title: title})
		}
		last := &list[len(list)-1]
		last.Tables = append(last.Tables, view.Reader())
	}
	if path == "" || len(list) == 0 {
		return nil
	}
	data, lost, err := sandbox.Encode(list, s.o.Now())
	if err != nil {
		return fmt.Errorf("the tables were not saved for the page: %w; keep them with -data", sandbox.Sentence(err))
	}
	file, err := createFree(path)
	if err == nil {
		_, err = file.Write(data)
		if e := file.Close(); err == nil {
			err = e
		}
		if err != nil {
			os.Remove(file.Name())
		}
	}
	if err != nil {
		return fmt.Errorf("the tables were not saved for the page: %w", err)
	}
	fmt.Fprintf(out, "saved for the page: %s\n", file.Name())
	for _, l := range lost {
		fmt.Fprintf(out, "  left out: %s\n", l)
	}
	return nil
}

// checkSave refuses a path at whose place no file can be made, before anything is served that
// would be lost then.
func checkSave(path string) error {
	if path == "" {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".tabletop-*")
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("-save %s: there is no folder %s: make it, or name another file", path, filepath.Dir(path))
	}
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// createFree makes a file of that name, or of the first with a number that is not taken.
func createFree(path string) (*os.File, error) {
	ext := filepath.Ext(path)
	name := strings.TrimSuffix(path, ext)
	for n := 2; ; n++ {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !os.IsExist(err) {
			return file, err
		}
		path = name + "-" + strconv.Itoa(n) + ext
	}
}
