//go:build !js

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// runsLent runs a program in the memory that its custom section asks for, checks the size of that
// memory when the program begins, and returns what the program prints.
func runsLent(t *testing.T, goroot, program string) string {
	t.Helper()
	run := exec.Command("node", "-e", `
		globalThis.require = require;
		globalThis.fs = require("fs");
		require(process.argv[1]);
		const module = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
		const [told] = WebAssembly.Module.customSections(module, "memory");
		const [pages, used] = new Uint32Array(told);
		const memory = new WebAssembly.Memory({ initial: pages });
		const go = new Go();
		go.importObject.memory = { memory };
		const instance = new WebAssembly.Instance(module, go.importObject);
		const bytes = new Uint8Array(memory.buffer);
		if (instance.exports.mem !== memory) throw new Error("it has another memory");
		if (!bytes[used - 1] || bytes.subarray(used).some((b) => b)) throw new Error("its data end elsewhere than at " + used);
		go.run(instance);`, filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"), program)
	var printed, failed bytes.Buffer
	run.Stdout, run.Stderr = &printed, &failed
	_ = run.Run() // the program panics
	if printed.Len() == 0 {
		t.Errorf("nothing is printed\n%s", failed.String())
	}
	return printed.String()
}

func TestLend(t *testing.T) {
	wasm := func(sections ...string) []byte {
		out := []byte("\x00asm\x01\x00\x00\x00")
		for _, s := range sections {
			out = append(append(append(out, s[0]), byte(len(s)-1)), s[1:]...)
		}
		return out
	}
	const imports, memory, data = "\x02\x01\x01a\x01b\x00\x00", "\x05\x01\x00\x02", "\x0b\x01\x00\x41\x08\x0b\x03abc"
	got, err := lend(wasm(imports, memory, data))
	told := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 2), 11)
	want := wasm("\x02\x02\x01a\x01b\x00\x00\x06memory\x06memory\x02\x00\x02", data, "\x00\x06memory"+string(told))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	for name, program := range map[string][]byte{
		"no memory":               wasm(imports, data),
		"no imports":              wasm(memory, data),
		"two memories":            wasm(imports, "\x05\x02\x00\x02\x00\x02", data),
		"a bound":                 wasm(imports, "\x05\x01\x01\x02\x03", data),
		"too little for its data": wasm(imports, "\x05\x01\x00\x00", data),
		"no program":              []byte("\x00asm\x01\x00\x00\x00\x05\x09"),
	} {
		if _, err := lend(program); !errors.Is(err, errWasm) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// lent writes the program that lend returns into a folder.
func lent(t *testing.T, dir string, program []byte) (out []byte, file string) {
	t.Helper()
	out, err := lend(program)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(dir, "lent.wasm")
	if err := os.WriteFile(file, out, 0o644); err != nil {
		t.Fatal(err)
	}
	return out, file
}
