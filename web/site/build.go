//go:build !js

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/page"
)

// files is a site, or a part of one: the content of each file by its path with slashes.
type files map[string][]byte

// build writes the whole site to out. It replaces what is there only after everything has
// succeeded. With begun the site also has languages that are incomplete. Unless programs is "", it
// is the folder of a built site from which the compiled programs are taken. source is the address of the source
// code, for the About page.
func build(root, out, overlay, programs, source string, begun bool, w without) error {
	// The site's own files, the programs and the scripts.
	site := files{".nojekyll": {}}
	if err := site.addFolder(filepath.Join(root, "web", "static")); err != nil {
		return err
	}
	if err := site.joinStyle(root); err != nil {
		return err
	}
	if err := site.packScripts(root); err != nil {
		return err
	}
	wholes, err := site.addPrograms(root, programs, w)
	if err != nil {
		return err
	}
	if err := site.addScripts(root); err != nil {
		return err
	}
	if err := site.addIcons(); err != nil {
		return err
	}
	if err := site.addEditor(root); err != nil {
		return err
	}
	// The pages and lessons of each language.
	languages, err := offered(begun)
	if err != nil {
		return err
	}
	pages, assets, err := contents(languages)
	if err != nil {
		return err
	}
	for _, p := range pages {
		html, err := p.render()
		if err != nil {
			return err
		}
		site[p.path()] = html
	}
	for _, asset := range assets {
		site[asset.Path] = asset.Data
	}
	if err := site.addWords(languages); err != nil {
		return err
	}
	if err := site.addNotices(root); err != nil {
		return err
	}
	if err := site.addAbout(languages, source); err != nil {
		return err
	}
	// Last, so that it can replace every file.
	if overlay != "" {
		if err := site.addFolder(overlay); err != nil {
			return err
		}
	}
	// Nothing is changed after this.
	version, err := site.seal(languages, wholes)
	if err != nil {
		return err
	}
	if broken := site.brokenLinks(); len(broken) > 0 {
		return fmt.Errorf("pages link to what the site does not have:\n\t%s", strings.Join(broken, "\n\t"))
	}
	if err := site.write(out); err != nil {
		return err
	}
	fmt.Printf("%d files, version %s, in %s\n", len(site), version, out)
	return nil
}

// addFolder adds every file below dir, under its path in dir.
func (s files) addFolder(dir string) error {
	return fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		s[name] = data
		return err
	})
}

// styleOfParts begins the names of the parts' style sheets, so that they come after those of the
// page's frame, and before those of screens and widths.
const styleOfParts = "14-"

// joinStyle makes one style sheet, app.css, of those below css/ and those of the page's parts, in
// the order of their names, without comments and white space.
func (s files) joinStyle(root string) error {
	parts, err := filepath.Glob(filepath.Join(root, "app", "*", "style.css"))
	if err != nil {
		return err
	}
	for _, name := range parts {
		style, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s["css/"+styleOfParts+filepath.Base(filepath.Dir(name))] = style
	}
	var style bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if strings.HasPrefix(name, "css/") {
			style.Write(s[name])
			delete(s, name)
		}
	}
	dir, err := installed(root, "editor")
	if err != nil {
		return err
	}
	pack := exec.Command(filepath.Join(dir, "node_modules", ".bin", "esbuild"), "--loader=css", "--minify-whitespace", "--charset=utf8", "--log-level=warning")
	pack.Stdin, pack.Stderr = &style, os.Stderr
	if s["app.css"], err = pack.Output(); err != nil {
		return fmt.Errorf("pack the style sheet: %w", err)
	}
	return nil
}

// packScripts removes comments and white space from the scripts.
func (s files) packScripts(root string) error {
	dir, err := installed(root, "editor")
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "site")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	scripts := files{}
	args := []string{"--minify-whitespace", "--charset=utf8", "--log-level=warning", "--outdir=" + work, "--allow-overwrite"}
	for _, name := range s.names() {
		if path.Ext(name) == ".js" {
			scripts[name] = s[name]
			args = append(args, filepath.Join(work, name))
		}
	}
	if err := scripts.write(work); err != nil {
		return err
	}
	pack := exec.Command(filepath.Join(dir, "node_modules", ".bin", "esbuild"), args...)
	pack.Stderr = os.Stderr
	if err := pack.Run(); err != nil {
		return fmt.Errorf("pack the scripts: %w", err)
	}
	return s.addFolder(work)
}

// notInlined are the packages that are compiled without inlining. Their functions are not called
// millions of times, and inlining would make a first visit a twelfth larger. The packages that
// compress long files are not in the list, since inlining halves their time.
var notInlined = []string{
	"tabletop/app/...", "tabletop/wasm/...", "tabletop/lessons/...", "tabletop/engine", "tabletop/engine/advise", "tabletop/engine/console/...",
	"tabletop/engine/hbase/...", "tabletop/engine/infer", "tabletop/engine/link", "tabletop/engine/plan", "tabletop/engine/snapshot", "tabletop/engine/traffic", "tabletop/engine/wire",
	"github.com/maxence-charriere/...", "github.com/google/uuid",
	"bufio", "context", "crypto/...", "database/...", "encoding/base32", "encoding/base64", "encoding/csv",
	"encoding/hex", "encoding/json", "errors", "fmt", "html", "io/...", "log/...", "math/big", "net/...", "os", "path/...",
	"reflect", "regexp/...", "sort", "strconv", "syscall/...", "text/...", "time", "unique",
	"embed", "hash/...", "internal/fmtsort", "internal/reflectlite", "internal/strconv", "maps", "math/rand/...", "strings", "sync", "unicode/...",
	"github.com/axiomhq/...", "github.com/dgryski/...", "github.com/kamstrup/...", "tabletop/engine/base",
}

// addPrograms compiles the programs for the browser and adds them compressed, or takes them from a
// built site. Their names end with .bin, so that no host tries to decode them. wholes are the
// integrities of the programs after decompression.
func (s files) addPrograms(root, built string, w without) (wholes []string, err error) {
	if built != "" {
		return s.addBuilt(built)
	}
	var flags []string
	if w.does(stepSlim) {
		modfile, err := slimModule(root)
		if err != nil {
			return nil, err
		}
		flags = append(flags, "-modfile="+modfile)
	}
	if w.does(stepNoInline) {
		for _, packages := range notInlined {
			flags = append(flags, "-gcflags="+packages+"=-l")
		}
	}
	for i, name := range programNames {
		packed, whole, err := program(root, flags, []string{"./wasm", "./wasm/author"}[i], w)
		if err != nil {
			return nil, err
		}
		s[name] = packed
		wholes = append(wholes, integrity(whole))
	}
	return wholes, nil
}

// programNames are the files of the compressed programs.
var programNames = []string{"app.wasm.bin", onUse}

// addBuilt adds the programs of a built site. It finds their integrities in that site's worker.js.
func (s files) addBuilt(dir string) (wholes []string, err error) {
	worker, err := os.ReadFile(filepath.Join(dir, "worker.js"))
	if err != nil {
		return nil, err
	}
	for _, name := range programNames {
		if s[name], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
		_, behind, ok := bytes.Cut(worker, []byte(s.integrity(name)))
		whole := regexp.MustCompile(`sha256-[^"]+`).Find(behind)
		if !ok || whole == nil {
			return nil, fmt.Errorf("%s has another %s than its worker.js loads", dir, name)
		}
		wholes = append(wholes, string(whole))
	}
	return wholes, nil
}

// addScripts adds the script that decompresses the programs, and the script of the Go distribution
// that runs them.
func (s files) addScripts(root string) error {
	npm, err := installed(root, "site")
	if err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(npm, "node_modules", "xz-decompress", "dist", "package", "xz-decompress.min.js"))
	if err != nil {
		return err
	}
	s["unpack.js"] = slices.Concat(script, []byte("\n"), s["unfold.js"])
	delete(s, "unfold.js")
	goroot, err := goEnv("GOROOT")
	if err != nil {
		return err
	}
	s["wasm_exec.js"], err = os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	return err
}

// onUse is the program that checks lessons from files and writes commands as code. The browser
// fetches and keeps it when a reader first needs it.
const onUse = "author.wasm.bin"

// program compiles one program and compresses it. whole is the digest of the
// program that the browser decompresses.
func program(root string, flags []string, source string, w without) (packed []byte, whole [sha256.Size]byte, err error) {
	work, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, whole, err
	}
	defer os.RemoveAll(work)
	wasm := filepath.Join(work, "app.wasm")
	// No VCS stamp: the same sources have to give the same version in every commit.
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}, flags...)
	compile := exec.Command("go", append(args, "-o", wasm, source)...)
	compile.Dir = root
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	compile.Stderr = os.Stderr
	if err := compile.Run(); err != nil {
		return nil, whole, fmt.Errorf("compile %s: %w", source, err)
	}
	code, err := os.ReadFile(wasm)
	if err != nil {
		return nil, whole, err
	}
	version, err := goEnv("GOVERSION")
	if err != nil {
		return nil, whole, err
	}
	folded, whole := shrink(code, version, w, warn)
	packed, err = pack(root, filepath.Join(root, ".cache", "packed", filepath.Base(source)), folded, whole)
	return packed, whole, err
}

// placeholder matches the names in scripts that the build replaces by values.
var placeholder = regexp.MustCompile(`__[A-Z_]+__`)

// seal computes the version of the site. It writes the version, the integrities and the list of
// files into the scripts that need them. Nothing may change the site afterwards.
func (s files) seal(offered []i18n.Language, wholes []string) (version string, err error) {
	var places [][2]string
	for _, l := range offered {
		places = append(places, [2]string{l.Tag, l.PathPrefix()})
	}
	languages, err := json.Marshal(places)
	if err != nil {
		return "", err
	}
	s.fill("boot.js", "__LANGUAGES__", string(languages))
	sum := sha256.New()
	for _, name := range s.names() {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(s[name]))
	}
	version = hex.EncodeToString(sum.Sum(nil))[:16]
	for _, name := range []string{"boot.js", "worker.js", "sw.js"} {
		s.fill(name, "__VERSION__", version)
	}
	for _, name := range s.names() {
		if strings.HasSuffix(name, aboutFile) {
			s.fill(name, "__VERSION__", version)
		}
	}
	s.fill("boot.js", "__WASM_PACKED__", strconv.Itoa(len(s["app.wasm.bin"])))
	for i, place := range []string{"APP", "AUTHOR"} {
		s.fill("worker.js", "__"+place+"__", s.integrity(programNames[i]))
		s.fill("worker.js", "__"+place+"_WHOLE__", wholes[i])
	}
	kept, err := json.Marshal(s.kept(offered))
	if err != nil {
		return "", err
	}
	s.fill("sw.js", "__FILES__", string(kept))
	s.fill("sw.js", "__ON_USE__", onUse)
	for _, name := range []string{"boot.js", "recovery.js", "sw.js", "worker.js"} {
		if left := placeholder.Find(s[name]); left != nil {
			return "", fmt.Errorf("%s has %s, which nothing has filled in", name, left)
		}
	}
	return version, nil
}

// fill replaces a placeholder in a file by a value.
func (s files) fill(name, placeholder, value string) {
	s[name] = bytes.ReplaceAll(s[name], []byte(placeholder), []byte(value))
}

// kept returns what the service worker stores: the address of each file, a digest, and the language
// that the file belongs to, "" for all languages.
func (s files) kept(languages []i18n.Language) [][3]string {
	var kept [][3]string
	for _, name := range s.names() {
		switch name {
		case "sw.js", "404.html", ".nojekyll":
			continue
		}
		kept = append(kept, [3]string{address(name), s.sum(name), languageOf(name, languages)})
	}
	return kept
}

// languageOf returns the language that a file belongs to, or "" for a file of all languages. In a
// site of one language it is always "".
func languageOf(name string, languages []i18n.Language) string {
	html := strings.HasSuffix(name, "/index.html")
	for _, l := range languages {
		folder := strings.TrimPrefix(l.PathPrefix(), "/") + "/"
		switch {
		case len(languages) < 2:
		case folder != "/" && strings.HasPrefix(name, folder):
			return l.Tag
		case name == i18n.PageSentencesPath(l.Tag), name == i18n.AuthorSentencesPath(l.Tag), name == i18n.RecoverySentencesPath(l.Tag), name == page.CatalogPath(l.Tag),
			strings.HasPrefix(name, "lessons/") && path.Base(name) == l.Tag+".bin":
			return l.Tag
		}
	}
	if html && len(languages) > 1 {
		return language
	}
	return ""
}

// sum returns the digest that the service worker compares a file with. It is half of the SHA-256
// digest, which suffices, because the list of hundreds of files is a part of a first visit.
func (s files) sum(name string) string {
	sum := sha256.Sum256(s[name])
	return base64.StdEncoding.EncodeToString(sum[:15])
}

// integrity returns the integrity of a file.
func (s files) integrity(name string) string { return integrity(sha256.Sum256(s[name])) }

// integrity returns a digest as the browser expects it in an integrity attribute.
func integrity(sum [sha256.Size]byte) string {
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// address returns the address of a file: that of a page is its folder, since some hosts redirect
// from index.html to the folder.
func address(name string) string {
	if dir, ok := strings.CutSuffix(name, "index.html"); ok && (dir == "" || strings.HasSuffix(dir, "/")) {
		return dir
	}
	return name
}

// names returns the paths of all files, sorted.
func (s files) names() []string {
	names := make([]string, 0, len(s))
	for name := range s {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// write writes the files into a new folder beside out, and then replaces out by it.
func (s files) write(out string) error {
	fresh, err := os.MkdirTemp(filepath.Dir(out), ".site-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	for name, data := range s {
		file := filepath.Join(fresh, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	return os.Rename(fresh, out)
}
