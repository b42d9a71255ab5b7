//go:build !js

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// Each call in a program of Go's stores where it returns to: the number of the
// function it stands in, and one that counts up within it. No packer can foresee
// numbers that count, and each breaks in two what it would have found elsewhere.
// fold writes what surrounds a call shorter and those numbers as differences, and
// so the table of functions; what is known of each function it writes column by column.
// It takes a sixth off what packing leaves.
// unfold.js makes the program of it again, byte for byte.
//
// What is folded begins with a head of seven numbers of 4 bytes, little end first:
// the mark, a byte that is rare in code; where the first function begins; how many
// there are; the number of the first; where the table begins, its bytes, and those of
// what is known of the functions, which follow it. Sizes are those of the program.
// In a function, a mark is followed by
//
//	0                           the mark itself
//	local+128, step             a return address is stored
//	local, step, callee, depth  a call, from its room on the stack to the way out
const (
	foldHead    = 7 * 4
	firstNumber = 0x1000  // of the functions' numbers
	mostNumbers = 1 << 15 // above it a return address has more bits than unfold.js reckons with
	tableEntry  = 8       // bytes of an entry in the table of functions
	wordSize    = 4       // bytes of a number in what is known of a function
)

func fold(program []byte) ([]byte, error) {
	sections, err := sectionsOf(program)
	if err != nil {
		return nil, err
	}
	var code, data section
	for _, s := range sections {
		switch s.id {
		case codeSection:
			code = s
		case dataSection:
			data = s
		}
	}
	functions, first, err := functionsOf(program, code)
	if err != nil {
		return nil, err
	}
	table, size, known, err := tableOf(program, data)
	if err != nil {
		return nil, err
	}
	columns, err := columnsOf(program[table:table+size+known], size)
	if err != nil {
		return nil, err
	}
	mark := rarest(program[first:code.end])
	var out []byte
	for _, v := range []int{int(mark), first, len(functions), firstNumber, table, size, known} {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	out = append(out, program[:first]...)
	for i, f := range functions {
		out = binary.AppendUvarint(out, uint64(len(f)))
		out = foldFunction(out, f, firstNumber+i, mark)
	}
	out = append(out, program[code.end:table]...)
	for i := range size {
		before := byte(0)
		if i >= tableEntry {
			before = program[table+i-tableEntry]
		}
		out = append(out, program[table+i]-before)
	}
	out = append(out, columns...)
	return append(out, program[table+size+known:]...), nil
}

// functionsOf returns the bodies of a code section's functions, and where the
// first begins with its size.
func functionsOf(program []byte, code section) (functions [][]byte, first int, err error) {
	count, n := binary.Uvarint(program[code.body:code.end])
	first = code.body + max(n, 0)
	at := first
	for range count {
		size, n := binary.Uvarint(program[at:code.end])
		if n <= 0 || size > uint64(code.end-at-n) {
			return nil, 0, errWasm
		}
		// unfold.js takes sizes as they are written shortest.
		if n != len(binary.AppendUvarint(nil, size)) {
			return nil, 0, errWasm
		}
		at += n
		functions = append(functions, program[at:at+int(size)])
		at += int(size)
	}
	if at != code.end || len(functions) == 0 || firstNumber+len(functions) > mostNumbers {
		return nil, 0, errWasm
	}
	return functions, first, nil
}

// tableOf returns where in the program the table of functions is, its bytes, and those of
// what is known of the functions.
func tableOf(program []byte, data section) (at, size, known int, err error) {
	memory, err := memoryOf(program[data.body:data.end])
	if err != nil {
		return 0, 0, 0, err
	}
	head, err := headOf(memory)
	if err != nil {
		return 0, 0, 0, err
	}
	tables := head.bytes[head.table:]
	size = tableEntry * head.functions
	last := int(word(tables, size-wordSize))
	if last > len(tables)-funcHead {
		return 0, 0, 0, fmt.Errorf("%w: a function beyond the table", errWasm)
	}
	end := last + funcHead + wordSize*(int(word(tables, last+funcSteps))+int(tables[last+funcHead-1]))
	if end < size || end > len(tables) {
		return 0, 0, 0, fmt.Errorf("%w: a function with too many tables", errWasm)
	}
	at = bytes.Index(program[data.body:data.end], tables[:end])
	if at < 0 {
		return 0, 0, 0, fmt.Errorf("%w: the table of functions is parted", errWasm)
	}
	return data.body + at, size, end - size, nil
}

func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// columnsOf writes what is known of functions, which follows their table of so many bytes,
// column by column: numbers that lie side by side tell nothing of each other, the same one
// of the next function does. First comes what lies before them all; then the head of each,
// its first two numbers as differences; then the offsets of its steps, and what is left.
func columnsOf(tables []byte, size int) ([]byte, error) {
	var starts []int
	for at := 0; at < size; at += tableEntry {
		starts = append(starts, int(word(tables, at+wordSize)))
	}
	starts = append(starts, len(tables))
	count := len(starts) - 1
	behind := make([]int, count) // where in each the offsets of its steps end
	longest := 0
	for i, start := range starts[:count] {
		if start%wordSize != 0 || start < size || starts[i+1] < start+funcHead {
			return nil, fmt.Errorf("%w: functions in another order than in their table", errWasm)
		}
		behind[i] = start + funcHead + wordSize*int(word(tables, start+funcSteps))
		if behind[i] > starts[i+1] {
			return nil, fmt.Errorf("%w: a function with too many tables", errWasm)
		}
		longest = max(longest, starts[i+1]-start)
	}
	out := slices.Clone(tables[size:starts[0]])
	for j := 0; j < funcHead; j += wordSize {
		before := uint32(0)
		for _, start := range starts[:count] {
			v := word(tables, start+j)
			out = binary.LittleEndian.AppendUint32(out, v-before)
			if j < 2*wordSize {
				before = v
			}
		}
	}
	column := func(from, to func(int) int) {
		for j := 0; j < longest; j += wordSize {
			for i := range count {
				if at := from(i) + j; at < to(i) {
					out = append(out, tables[at:at+wordSize]...)
				}
			}
		}
	}
	column(func(i int) int { return starts[i] + funcHead }, func(i int) int { return behind[i] })
	column(func(i int) int { return behind[i] }, func(i int) int { return starts[i+1] })
	return out, nil
}

func rarest(code []byte) byte {
	var counts [256]int
	for _, b := range code {
		counts[b]++
	}
	mark := 0
	for b, n := range counts {
		if n < counts[mark] {
			mark = b
		}
	}
	return byte(mark)
}

// foldFunction appends a function, folded.
func foldFunction(out, f []byte, number int, mark byte) []byte {
	block := 0
	for at := 0; at < len(f); {
		if local, to, n := returnAddress(f[at:]); n > 0 && to>>16 == number {
			if step := to&0xffff - block; step >= 0 && step <= 0xff {
				block += step
				rest := f[at+n:]
				if callee, depth, m := call(rest, local); m > 0 && bytes.HasSuffix(f[:at], stackRoom(local)) && bytes.HasSuffix(out, stackRoom(local)) {
					out = append(out[:len(out)-len(stackRoom(local))], mark, local, byte(step))
					out = append(append(out, callee...), depth)
					at += n + m
					continue
				}
				out = append(out, mark, local|0x80, byte(step))
				at += n
				continue
			}
		}
		if out = append(out, f[at]); f[at] == mark {
			out = append(out, 0)
		}
		at++
	}
	return out
}

// stackRoom is how the stack is made longer by a return address: local.get, less
// 8, local.tee.
func stackRoom(local byte) []byte {
	return []byte{0x20, local, 0x41, 8, 0x6b, 0x22, local}
}

// returnAddress reads the instructions that store a return address on the stack,
// whose end is in a local variable, and how many bytes they take; 0 where code
// begins otherwise.
func returnAddress(code []byte) (local byte, to, n int) {
	// global.set 0, local.get, i64.const, i64.store 3 0
	if len(code) < 5 || code[0] != 0x24 || code[1] != 0 || code[2] != 0x20 || code[3] == 0 || code[3] >= 0x80 || code[4] != 0x42 {
		return 0, 0, 0
	}
	v, n := varint(code[5:])
	if n == 0 || n != len(appendVarint(nil, v)) || v < 0 || v >= mostNumbers<<16 || !bytes.HasPrefix(code[5+n:], []byte{0x37, 3, 0}) {
		return 0, 0, 0
	}
	return code[3], int(v), 5 + n + 3
}

// call reads the instructions that call a function and leave on the way out, to
// so many blocks around.
func call(code []byte, local byte) (callee []byte, depth byte, n int) {
	if !bytes.HasPrefix(code, []byte{0x41, 0, 0x10}) { // i32.const 0, call
		return nil, 0, 0
	}
	rest := code[3:]
	_, m := binary.Uvarint(rest)
	// global.get 0, local.set, br_if
	if m <= 0 || !bytes.HasPrefix(rest[m:], []byte{0x23, 0, 0x21, local, 0x0d}) || len(rest) <= m+5 {
		return nil, 0, 0
	}
	return rest[:m], rest[m+5], 3 + m + 6
}
