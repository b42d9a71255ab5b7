//go:build !js

package keycode

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// writeFile writes a file below dir, with a number in its name.
func writeFile(t *testing.T, dir, name string, at int, text string) {
	t.Helper()
	if strings.Contains(name, "%") {
		name = fmt.Sprintf(name, at)
	}
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, "RowKeys.java") {
		text = fmt.Sprintf("package k%d;\n", at) + text
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run runs a command in dir, to build something.
func run(t *testing.T, dir string, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
}

// each returns the text of format for every program, with {i} for its number and what of returns for its
// fields in place of {}.
func each(programs []*program, format string, of func(p *program, at int, f field) string, between string) string {
	var all strings.Builder
	for i, p := range programs {
		var fields []string
		for at, f := range p.fields {
			fields = append(fields, of(p, at, f))
		}
		all.WriteString(strings.NewReplacer("{i}", strconv.Itoa(i), "{}", strings.Join(fields, between)).Replace(format))
	}
	return all.String()
}

func buildGo(t *testing.T, dir string, programs []*program) *exec.Cmd {
	writeFile(t, dir, "go.mod", 0, "module run\n\ngo 1.26\n")
	writeFile(t, dir, "main.go", 0, `package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
`+each(programs, "\n\tk{i} \"run/k{i}\"", func(*program, int, field) string { return "" }, "")+`
)

var keys = []func(v []string) (string, error){
`+each(programs, "\tfunc(v []string) (string, error) { return k{i}.RowKey(k{i}.Record{{}}) },\n", func(_ *program, at int, f field) string {
		return fmt.Sprintf("%s: v[%d]", f.member, at)
	}, ", ")+`}

var records = []func(key string) ([]string, error){
`+each(programs, "\tfunc(key string) ([]string, error) { r, err := k{i}.ParseRowKey(key); _ = r; return []string{{}}, err },\n", func(_ *program, at int, f field) string {
		if f.whole < 0 {
			return `"-" + r.` + f.member
		}
		return `"." + r.` + f.member
	}, ", ")+`}

func main() {
	for i, check := range []func() error{`+each(programs, "k{i}.Check, ", func(*program, int, field) string { return "" }, "")+`} {
		if err := check(); err != nil {
			fmt.Fprintln(os.Stderr, i, err)
			os.Exit(1)
		}
	}
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		words := strings.Split(in.Text(), "\t")
		at, _ := strconv.Atoi(words[0])
		for i, w := range words[2:] {
			b, _ := hex.DecodeString(w)
			words[2+i] = string(b)
		}
		if words[1] == "false" {
			key, err := keys[at](words[2:])
			if err != nil {
				fmt.Fprintf(out, "!%x\n", err.Error())
				continue
			}
			fmt.Fprintf(out, ".%x\n", key)
			continue
		}
		values, err := records[at](words[2])
		if err != nil {
			fmt.Fprintf(out, "!%x\n", err.Error())
			continue
		}
		for _, v := range values {
			fmt.Fprintf(out, "%s%x\t", v[:1], v[1:])
		}
		fmt.Fprintln(out)
	}
	out.Flush()
}
`)
	run(t, dir, "go", "build", "-o", "run", ".")
	return exec.Command(filepath.Join(dir, "run"))
}

func buildJava(t *testing.T, dir string, programs []*program) *exec.Cmd {
	writeFile(t, dir, "Run.java", 0, `import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Run {
    static String text(String hex) {
        return new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
    }

    static byte[] key(int at, String[] v) {
        return switch (at) {
`+each(programs, "            case {i} -> k{i}.RowKeys.rowKey(new k{i}.RowKeys.Values({}));\n", func(_ *program, at int, _ field) string {
		return fmt.Sprintf("text(v[%d])", at+2)
	}, ", ")+`            default -> throw new IllegalStateException();
        };
    }

    static String[] record(int at, byte[] key) {
        switch (at) {
`+each(programs, "            case {i}: { var r = k{i}.RowKeys.parseRowKey(key); return new String[] {{}}; }\n", func(_ *program, _ int, f field) string {
		return "r." + f.member + "()"
	}, ", ")+`            default: throw new IllegalStateException();
        }
    }

    static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    public static void main(String[] args) throws IOException {
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
`+each(programs, "        k{i}.RowKeys.check();\n", func(*program, int, field) string { return "" }, "")+`        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16));
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.split("\t", -1);
            int at = Integer.parseInt(words[0]);
            var answer = new StringBuilder();
            try {
                if (words[1].equals("false")) {
                    answer.append('.').append(HexFormat.of().formatHex(key(at, words)));
                } else {
                    for (String v : record(at, HexFormat.of().parseHex(words[2]))) {
                        answer.append(v == null ? "-" : "." + hex(v)).append('\t');
                    }
                }
            } catch (IllegalArgumentException e) {
                answer = new StringBuilder("!" + hex(String.valueOf(e.getMessage())));
            }
            out.print(answer + "\n");
        }
        out.flush();
    }
}
`)
	run(t, dir, "javac", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d", "out", "Run.java")
	return exec.Command("java", "-XX:TieredStopAtLevel=1", "-cp", filepath.Join(dir, "out"), "Run")
}

func buildPython(t *testing.T, dir string, programs []*program) *exec.Cmd {
	writeFile(t, dir, "run.py", 0, `import sys
`+each(programs, "import k{i}\n", func(*program, int, field) string { return "" }, "")+`
keys = [
`+each(programs, "    lambda *v: k{i}.row_key(k{i}.Record({})),\n", func(_ *program, at int, f field) string {
		return fmt.Sprintf("%s=v[%d]", f.member, at)
	}, ", ")+`]
records = [
`+each(programs, "    lambda key: [(lambda r: [{}])(k{i}.parse_row_key(key))][0],\n", func(_ *program, _ int, f field) string {
		return "r." + f.member
	}, ", ")+`]
`+each(programs, "k{i}.check()\n", func(*program, int, field) string { return "" }, "")+`for line in sys.stdin:
    at, parse, *words = line.rstrip("\n").split("\t")
    given = [bytes.fromhex(word) for word in words]
    try:
        if parse == "false":
            print("." + keys[int(at)](*[g.decode() for g in given]).hex())
        else:
            print("".join(("-" if v is None else "." + v.encode().hex()) + "\t" for v in records[int(at)](given[0])))
    except ValueError as e:
        print("!" + str(e).encode().hex())
`)
	return exec.Command("python3", "-W", "error", filepath.Join(dir, "run.py"))
}

func buildNode(t *testing.T, dir string, programs []*program) *exec.Cmd {
	writeFile(t, dir, "run.js", 0, `const keys = [], records = [];
`+each(programs, `{
  const k = require("./k{i}.js");
  k.check();
  keys.push((v) => k.rowKey({{}}));
  records.push((key) => k.parseRowKey(key));
}
`, func(_ *program, at int, f field) string { return fmt.Sprintf("%s: v[%d]", f.member, at) }, ", ")+`
const members = [`+each(programs, "[{}], ", func(_ *program, _ int, f field) string { return strconv.Quote(f.member) }, ", ")+`];
const out = [];
for (const line of require("fs").readFileSync(0, "latin1").trimEnd().split("\n")) {
  const [at, parse, ...words] = line.split("\t");
  const given = words.map((w) => Buffer.from(w, "hex"));
  try {
    if (parse === "false") {
      out.push("." + keys[at](given.map((g) => g.toString("utf8"))).toString("hex"));
    } else {
      const r = records[at](given[0]);
      out.push(members[at].map((m) => (r[m] === undefined ? "-" : "." + Buffer.from(r[m], "utf8").toString("hex")) + "\t").join(""));
    }
  } catch (e) {
    out.push("!" + Buffer.from(e.message, "utf8").toString("hex"));
  }
}
process.stdout.write(out.join("\n") + "\n");
`)
	return exec.Command("node", filepath.Join(dir, "run.js"))
}
