//go:build !js

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// trim removes from a compiled program what only stack traces need: lines and files, a tenth of a
// first visit. Stack traces are not read in the browser. The names of the program's functions stay,
// with their type arguments shortened as in a trace; of libraries' functions the package stays. It
// also joins data that the linker has split at short runs of zeros, since every segment needs an
// address. Only long runs are left out.
//
// The tables are those of the runtime's pcHeader and _func, which change between versions of Go. It
// returns errWasm if they look different.
func trim(program []byte) ([]byte, error) {
	sections, err := sectionsOf(program)
	if err != nil {
		return nil, err
	}
	out := append([]byte{}, program[:wasmHead]...)
	for _, s := range sections {
		if s.id != dataSection {
			out = append(out, program[s.start:s.end]...)
			continue
		}
		memory, err := memoryOf(program[s.body:s.end])
		if err != nil {
			return nil, err
		}
		if err := dropLines(memory); err != nil {
			return nil, err
		}
		out = appendSection(out, dataSection, segmentsOf(memory))
	}
	return out, nil
}

const (
	wasmHead    = 8 // bytes before the first section
	codeSection = 10
	dataSection = 11
	zeroRun     = 256     // a run of zeros of this length separates two segments of data
	maxMemory   = 1 << 30 // bytes of data
)

// errWasm says that a program has another layout than expected.
var errWasm = errors.New("the compiled program is not laid out as it was expected")

// section is a section of a program: the offsets of its number, of its content and of its end.
type section struct {
	id               byte
	start, body, end int
}

// sectionsOf returns the sections of a program.
func sectionsOf(program []byte) ([]section, error) {
	var all []section
	for at := wasmHead; at < len(program); {
		size, n := binary.Uvarint(program[at+1:])
		s := section{id: program[at], start: at, body: at + 1 + n}
		if n <= 0 || size > uint64(len(program)-s.body) {
			return nil, errWasm
		}
		s.end = s.body + int(size)
		all = append(all, s)
		at = s.end
	}
	return all, nil
}

// appendSection appends a section with a number and a content to a program.
func appendSection(program []byte, id byte, body []byte) []byte {
	return append(binary.AppendUvarint(append(program, id), uint64(len(body))), body...)
}

// memoryOf returns the memory that a data section initializes.
func memoryOf(body []byte) ([]byte, error) {
	count, n := binary.Uvarint(body)
	body = body[max(n, 0):]
	var memory []byte
	for range count {
		// The first memory, and an address: i32.const n, end.
		if len(body) < 2 || body[0] != 0 || body[1] != 0x41 {
			return nil, errWasm
		}
		at, n := varint(body[2:])
		if n <= 0 || at < 0 || at > maxMemory || len(body) <= 2+n || body[2+n] != 0x0b {
			return nil, errWasm
		}
		body = body[2+n+1:]
		size, n := binary.Uvarint(body)
		if n <= 0 || size > uint64(len(body)-n) {
			return nil, errWasm
		}
		segment := body[n : n+int(size)]
		if more := int(at) + len(segment) - len(memory); more > 0 {
			memory = append(memory, make([]byte, more)...)
		}
		copy(memory[at:], segment)
		body = body[n+int(size):]
	}
	return memory, nil
}

// segmentsOf returns the content of a data section that initializes this memory.
func segmentsOf(memory []byte) []byte {
	var body []byte
	count := uint64(0)
	zeros := make([]byte, zeroRun)
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		end := len(memory)
		if n := bytes.Index(memory[at:], zeros); n >= 0 {
			end = at + n
		}
		body = append(appendVarint(append(body, 0, 0x41), int64(at)), 0x0b)
		body = append(binary.AppendUvarint(body, uint64(end-at)), memory[at:end]...)
		count++
		at = end
	}
	return append(binary.AppendUvarint(nil, count), body...)
}

// lineMark begins the runtime's pcHeader. Words of 8 bytes follow.
var lineMark = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Indexes of words in the pcHeader: the number of functions, and the offsets of names, files,
// tables of steps and functions.
const (
	headFuncs, headNames, headUnits, headSteps, headTable = 1, 4, 5, 7, 8
	headWords                                             = 9 // number of words
)

// Offsets in the runtime's _func.
const (
	funcStack, funcFile, funcLine, funcSteps = 16, 20, 24, 28
	funcStart                                = 36
	funcHead                                 = 44
)

// The indexes of the tables of a _func that only debuggers and traces read.
const unsafePoints, liveArguments = 0, 3

// pcHead is a program's pcHeader with everything that follows it in memory.
type pcHead struct {
	bytes                      []byte // from the header on
	names, units, steps, table int    // offsets in bytes of what the header names
	functions                  int    // number of functions
}

// headOf finds the pcHeader in a program's memory and checks that it looks as expected.
func headOf(memory []byte) (pcHead, error) {
	at := bytes.Index(memory, lineMark)
	if at < 0 || bytes.Contains(memory[at+1:], lineMark) || len(memory) < at+8*headWords {
		return pcHead{}, fmt.Errorf("%w: no single table of functions", errWasm)
	}
	head := memory[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(head[8*i:])) }
	h := pcHead{bytes: head, names: word(headNames), units: word(headUnits), steps: word(headSteps), table: word(headTable), functions: word(headFuncs)}
	if h.names != 8*headWords || h.units < h.names || h.steps < h.units || h.table < h.steps || h.table > len(head) || h.functions > (len(head)-h.table)/8 {
		return pcHead{}, fmt.Errorf("%w: a table of functions with other fields", errWasm)
	}
	return h, nil
}

// dropLines overwrites with zeros what only a stack trace reads. Offsets do not change.
func dropLines(memory []byte) error {
	h, err := headOf(memory)
	if err != nil {
		return err
	}
	head, steps, table := h.bytes, h.steps, h.table
	cutNames(head[h.names:h.units])
	clear(head[h.units:steps]) // the names of files: no function refers to its file any more
	// used marks the bytes of the tables of steps that are still referred to. The others become
	// zeros at the end.
	used := make([]bool, table-steps)
	used[0] = true
	for i := range h.functions {
		of := table + int(binary.LittleEndian.Uint32(head[table+8*i+4:]))
		if of > len(head)-funcHead {
			return fmt.Errorf("%w: a function beyond the table", errWasm)
		}
		f := head[of:]
		for _, field := range []int{funcFile, funcLine, funcStart} {
			binary.LittleEndian.PutUint32(f[field:], 0)
		}
		count := int(binary.LittleEndian.Uint32(f[funcSteps:]))
		if count > (len(f)-funcHead)/4 {
			return fmt.Errorf("%w: a function with too many tables", errWasm)
		}
		needed := []int{funcStack}
		for j := range count {
			field := funcHead + 4*j
			if j == unsafePoints || j == liveArguments {
				binary.LittleEndian.PutUint32(f[field:], 0)
				continue
			}
			needed = append(needed, field)
		}
		for _, field := range needed {
			if err := follow(head[steps:table], int(binary.LittleEndian.Uint32(f[field:])), used); err != nil {
				return err
			}
		}
	}
	for i, u := range used {
		if !u {
			head[steps+i] = 0
		}
	}
	return nil
}

// follow marks the bytes of one table of steps as used: pairs of numbers, up to a pair that begins
// with 0. The first pair may begin with 0.
func follow(steps []byte, at int, used []bool) error {
	if at == 0 {
		return nil
	}
	for first := true; ; first = false {
		if at >= len(steps) {
			return fmt.Errorf("%w: a table of steps without end", errWasm)
		}
		value, n := binary.Uvarint(steps[at:])
		m := 0
		if value != 0 || first {
			_, m = binary.Uvarint(steps[at+max(n, 0):])
		}
		if n <= 0 || m < 0 {
			return fmt.Errorf("%w: a table of steps without end", errWasm)
		}
		for i := range n + m {
			used[at+i] = true
		}
		if at += n + m; m == 0 {
			return nil
		}
	}
}

// keptNames are the beginnings of the names of functions that are kept: those of the program, which a
// trace in the browser's console shows, and of the runtime, which reads its own.
var keptNames = []string{"tabletop/", "main.", "runtime."}

// cutNames shortens the type arguments of names to "[...]", as a stack trace prints them, and the
// names of libraries' functions to their packages. Each name
// ends with a zero, and the rest of its room becomes zeros.
func cutNames(names []byte) {
	for len(names) > 0 {
		end := bytes.IndexByte(names, 0)
		if end < 0 {
			return
		}
		name := names[:end]
		if !slices.ContainsFunc(keptNames, func(p string) bool { return bytes.HasPrefix(name, []byte(p)) }) {
			path := bytes.LastIndexByte(name[:max(bytes.IndexAny(name, "([ "), 0)], '/') + 1
			if dot := bytes.IndexByte(name[path:], '.'); dot >= 0 {
				clear(name[path+dot:])
				name = name[:path+dot]
			}
		}
		if from, to := bytes.IndexByte(name, '['), bytes.LastIndexByte(name, ']'); from >= 0 && to-from > len("[...]") {
			n := from + copy(name[from:], "[...]")
			n += copy(name[n:], name[to+1:])
			clear(name[n:])
		}
		names = names[end+1:]
	}
}

// varint decodes a signed LEB128 number, as wasm has it. n is its number of bytes, or 0 if it does
// not end.
func varint(b []byte) (v int64, n int) {
	for shift := 0; n < len(b) && shift < 64; shift += 7 {
		c := b[n]
		n++
		v |= int64(c&0x7f) << shift
		if c < 0x80 {
			if c&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v, n
		}
	}
	return 0, 0
}

// appendVarint appends a signed LEB128 number.
func appendVarint(b []byte, v int64) []byte {
	for v > 0x3f || v < -0x40 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}
