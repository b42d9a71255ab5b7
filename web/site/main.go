//go:build !js

package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// run carries out one subcommand with its flags.
func run(args []string) error {
	if len(args) == 0 {
		return errors.New("say build, serve, size, lesson or language")
	}
	if args[0] == "lesson" {
		return lesson(os.Stdout, args[1:])
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if args[0] == "language" {
		return languageTool(os.Stdout, root, args[1:])
	}
	dist := filepath.Join(root, "web", "dist")
	flags := flag.NewFlagSet("site "+args[0], flag.ExitOnError)
	switch args[0] {
	case "build":
		out := flags.String("out", dist, "the folder to write")
		overlay := flags.String("overlay", "", "a folder whose files replace or join web/static")
		programs := flags.String("programs", "", "a built site whose programs to take, instead of compiling them")
		begun := flags.Bool("begun", false, "with the languages that are not whole yet")
		source := flags.String("source", "", "the address of the source code, for the About page")
		leave := flags.String("without", "", "steps to leave out that make the site smaller: "+strings.Join(shrinkSteps, ","))
		flags.Parse(args[1:])
		w, err := parseWithout(*leave)
		if err != nil {
			return err
		}
		return build(root, *out, *overlay, *programs, *source, *begun, w)
	case "serve":
		dir := flags.String("dir", dist, "the built site")
		addr := flags.String("addr", ":8080", "host and port to listen on; port 0 picks one")
		prefix := flags.String("prefix", "/", "the path to serve the site at")
		log := flags.Bool("log", false, "write a line per request to stderr")
		flags.Parse(args[1:])
		return serve(*dir, *addr, *prefix, *log)
	case "size":
		dir := flags.String("dir", dist, "the built site")
		flags.Parse(args[1:])
		return size(os.Stdout, *dir)
	}
	return fmt.Errorf("no subcommand %q: say build, serve, size, lesson or language", args[0])
}

// moduleRoot returns the folder of the go.mod file at or above the working directory.
func moduleRoot() (string, error) {
	gomod, err := goEnv("GOMOD")
	if err != nil {
		return "", err
	}
	if gomod == "" || gomod == os.DevNull {
		return "", errors.New("run it inside the repository")
	}
	return filepath.Dir(gomod), nil
}

// goEnv returns a variable of the go command's environment.
func goEnv(name string) (string, error) {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return "", fmt.Errorf("go env %s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}
