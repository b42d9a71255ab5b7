package carry

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tabletop/app/connect/files"
	"tabletop/app/connect/terminal"
	"tabletop/app/host/export"
	"tabletop/app/i18n"
)

// lostText has sentences about what the HBase shell cannot express, by the words that package
// export uses.
var lostText = map[string]string{
	"typed": "%s that add up made plain ones, with the same bytes", "rule": "%s made without a rule: HBase has no words for theirs",
	"bare": "%s left out: HBase makes no table without one", "sketch": "%s left out: no command writes them", "long": "%s left out: too long for a line",
	"colons": "%s left out: the HBase shell reads a converter behind it",
}

// lostThing has the names of what those sentences count.
var lostThing = map[string]string{"typed": "family", "rule": "family", "bare": "table without a family", "sketch": "cell that counts distinct values", "long": "cell",
	"colons": "cell with a colon in its qualifier",
}

// runHBase is the command hbase.
func runHBase(ctx context.Context, args []string, out, say io.Writer) error {
	say = terminal.EscapingWriter(say) // the script itself is not escaped
	var names texts
	fs := flags("hbase", "[flags] FILE.tabletop > script; hbase shell -n script", say)
	fs.Var(&names, "table", "`name` of a table to write, as often as needed; without one, all tables")
	to := files.Output{}
	fs.StringVar(&to.Path, "o", "", "`file` to write to, without one the standard output")
	fs.BoolVar(&to.Force, "force", false, "replace the file of -o where it is there already")
	if err := parse(fs, args, 1); err != nil {
		return err
	}
	to.Inputs = fs.Args()
	if to.Path != "" {
		if err := to.CheckWritable(); err != nil {
			return err
		}
	}
	s, err := open(ctx, fs.Arg(0), say)
	if err != nil {
		return err
	}
	tables, err := s.tables(fs.Arg(0), names)
	if err != nil {
		return err
	}
	// The script disables the tables that are disabled in the sandbox.
	disabled := map[string]bool{}
	im := s.Session.Image()
	for _, t := range im.States[im.Now].Tables {
		disabled[t.Table.Name()] = t.Disabled
	}
	// A file is written at the end and complete; the standard output gets the script as it is made.
	var whole strings.Builder
	var w io.Writer = &whole
	if to.Path == "" {
		w = out
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# Made by Tabletop for the HBase shell: hbase shell -n FILE, which ends at the first command that fails.\n")
	for _, t := range tables {
		t.SetSplitKeys(splitsOf(t))
		fmt.Fprintf(b, "# %s: %s, %s\n", t.Name(), many(int64(t.Len()), "row"), many(t.CellCount(), "cell"))
		for _, l := range export.WriteHBaseScript([]export.Table{{Table: t, Disabled: disabled[t.Name()]}}, func(text string) bool {
			_, err := b.WriteString(text)
			return err == nil && ctx.Err() == nil
		}) {
			if text := lostText[l.Kind]; text != "" && l.Count > 0 {
				fmt.Fprintf(say, "table %s: %s\n", t.Name(), fmt.Sprintf(text, lostCount(l)))
			}
		}
	}
	if ctx.Err() != nil {
		return files.ErrInterrupted
	}
	if err := b.Flush(); errors.Is(err, files.ErrInterrupted) {
		return err
	} else if err != nil {
		return fmt.Errorf("the script cannot be written (%w): what is there of it is cut, make room and run it again", files.ErrorReason(err))
	}
	if to.Path != "" {
		_, err = to.Write(ctx, []byte(whole.String()))
		return err
	}
	return nil
}

// lostCount returns the number of lost things with their name.
func lostCount(l export.Loss) string {
	n, thing := i18n.FormatNumber("en", l.Count), lostThing[l.Kind]
	if l.Count == 1 {
		return n + " " + thing
	}
	head, tail, _ := strings.Cut(thing, " ")
	return strings.TrimSpace(many(l.Count, head) + " " + tail)
}
