//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tabletop/app/i18n"
	"tabletop/lessons"
	"tabletop/lessons/author"
)

// said returns a problem of a lesson on one line, in the form in which compilers write errors.
func said(p lessons.Problem) string {
	text := p.Place() + ": " + i18n.LessonMistakeSentence(language, p.What, p.Why)
	if p.Remark {
		text += " (a remark)"
	}
	return text
}

// saying returns an error whose problems, if it has any, are written as sentences.
func saying(err error) error {
	var problems lessons.Problems
	if !errors.As(err, &problems) {
		return err
	}
	var b strings.Builder
	for _, p := range problems {
		b.WriteString("\n" + said(p))
	}
	return errors.New(b.String()[1:])
}

// lesson packs a lesson's folder into a file, checks a folder or a file, or writes the schema of
// lesson.json.
func lesson(out io.Writer, args []string) error {
	if len(args) == 1 && args[0] == "schema" {
		_, err := out.Write(author.FileSchema())
		return err
	}
	if len(args) < 2 || len(args) > 3 || args[0] == "check" && len(args) > 2 {
		return errors.New("say lesson pack FOLDER [FILE], lesson check FOLDER or FILE, or lesson schema")
	}
	path := filepath.Clean(args[1])
	slug := filepath.Base(path)
	switch args[0] {
	case "pack":
		// The tracks of the site's lessons are beside their folders.
		track, _ := author.TrackOf(os.DirFS(filepath.Dir(path)), slug, language)
		text, err := author.Pack(os.DirFS(path), slug, track)
		if err != nil {
			return saying(err)
		}
		if len(args) == 3 {
			return os.WriteFile(args[2], text, 0o644)
		}
		_, err = out.Write(text)
		return err
	case "check":
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		var v lessons.FileReport
		if info.IsDir() {
			v = author.CheckLessonFolder(os.DirFS(path), slug, language)
		} else {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			v = author.CheckFile(text, language)
		}
		for _, p := range v.Problems {
			if info.IsDir() {
				p.File = filepath.Join(path, p.File)
			} else {
				p.File = path
			}
			fmt.Fprintln(out, said(p))
		}
		if v.Lesson == nil {
			return fmt.Errorf("%s cannot be done", path)
		}
		fmt.Fprintf(out, "%s can be done: %d wrong attempts made, %d figures proved\n", path, v.Attempts, v.Facts)
		return nil
	}
	return fmt.Errorf("no subcommand %q: say lesson pack, lesson check or lesson schema", args[0])
}
