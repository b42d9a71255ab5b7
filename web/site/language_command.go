//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/languages"
)

const sayLanguage = "say language begin TAG [NAME], language check [TAG], or language stamp TAG [LESSON]…"

// languageTool begins a language, reports what is missing in languages, or notes that the texts of
// lessons say what the English ones say now.
func languageTool(out io.Writer, root string, args []string) error {
	if len(args) == 0 {
		return errors.New(sayLanguage)
	}
	all, err := i18n.ReadLanguages(os.DirFS(filepath.Join(root, "app", "i18n")))
	if err != nil {
		return err
	}
	known := func(tag string) bool {
		return tag != language && slices.ContainsFunc(all, func(l i18n.Language) bool { return l.Tag == tag })
	}
	switch do, args := args[0], args[1:]; {
	case do == "begin" && len(args) > 0 && !known(args[0]) && len(args) < 2:
		return fmt.Errorf("say language begin %s NAME, with the language's name in itself", args[0])
	case do == "begin" && len(args) > 0:
		if !known(args[0]) {
			if err := enlist(root, args[0], strings.Join(args[1:], " ")); err != nil {
				return err
			}
		}
		return begin(out, root, args[0])
	case do == "check" && len(args) < 2:
		if len(args) == 1 && !known(args[0]) {
			return fmt.Errorf("there is no language %s in app/i18n/text/languages.txt", args[0])
		}
		return check(out, root, all, args)
	case do == "stamp" && len(args) > 0 && known(args[0]):
		data, err := languages.UpdateStamps(os.DirFS(root), args[0], args[1:]...)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(root, languages.StampsPath(args[0])), data, 0o644)
	}
	return errors.New(sayLanguage)
}

// enlist adds an incomplete language to the list of languages.
func enlist(root, tag, name string) error {
	if strings.Trim(tag, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != "" || len(tag) < 2 {
		return fmt.Errorf("%q is no tag of a language, such as de or pt-BR", tag)
	}
	file, err := os.OpenFile(filepath.Join(root, "app", "i18n", "text", "languages.txt"), os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s begun %s\n", tag, name)
	return errors.Join(err, file.Close())
}

// begin writes the files of a language. Sentences that are in them already are kept.
func begin(out io.Writer, root, tag string) error {
	files, err := languages.BeginTranslationFiles(os.DirFS(root), tag)
	if err != nil {
		return err
	}
	for name, data := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d files in app/i18n/text/%s; lessons are lessons/content/<slug>/%s.md\n", len(files), tag, tag)
	return nil
}

// check prints what is missing or wrong in languages: those of tags, or all if there are none. It
// returns an error if something is wrong, or missing or older than the English in a complete
// language.
func check(out io.Writer, root string, all []i18n.Language, tags []string) error {
	bad := 0
	for _, l := range all[1:] {
		if len(tags) > 0 && !slices.Contains(tags, l.Tag) {
			continue
		}
		found, err := languages.CheckLanguage(os.DirFS(root), l.Tag)
		if err != nil {
			return err
		}
		count := map[languages.FindingKind]int{}
		for _, f := range found {
			fmt.Fprintln(out, f)
			count[f.Kind]++
			if l.Complete || f.Kind == languages.Wrong {
				bad++
			}
		}
		fmt.Fprintf(out, "%s (%s): %d missing, %d older than the English, %d wrong\n", l.Name, l.Tag, count[languages.Missing], count[languages.Outdated], count[languages.Wrong])
	}
	if bad > 0 {
		return fmt.Errorf("%d findings have to be seen to", bad)
	}
	return nil
}
