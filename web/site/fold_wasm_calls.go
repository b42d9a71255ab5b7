//go:build !js

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// Every call in a program that Go has compiled stores its return address: the number of the
// function that it is in, and a number that counts up within the function. A compressor cannot
// predict numbers that count, and each of them splits a sequence that it would have found
// elsewhere. The step fold therefore writes the instructions around a call in a shorter form, and
// the numbers as differences. It writes the table of functions as differences too, and what the
// runtime knows of each function column by column. This makes the compressed program a sixth
// smaller. The script unfold.js restores the program byte for byte.
//
// A folded program begins with a head of seven numbers of 4 bytes, little endian: the mark, which
// is a byte that is rare in code; the offset of the first function; the number of functions; the
// number of the first function; the offset of the table, its size, and the size of what is known of
// the functions, which follows the table. Offsets and sizes are those of the original program. In a
// function, a mark is followed by
//
//	0                           the mark itself
//	local+128, step             a return address is stored
//	local, step, callee, depth  a call, from making room on the stack to leaving the function
const (
	foldHead    = 7 * 4   // bytes
	firstNumber = 0x1000  // of a function, as the linker numbers them
	mostNumbers = 1 << 15 // beyond it a return address has more bits than unfold.js calculates with
	tableEntry  = 8       // bytes of an entry of the table of functions
	wordSize    = 4       // bytes of a number in what is known of a function
)

// fold returns a program in the folded form. It returns errWasm if the program is laid out
// otherwise.
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
	// Find the functions, and in the data the table of functions with what follows it.
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
	// Write the head, the program up to the first function, the functions, the program up to the
	// table, the table, and the rest.
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

// functionsOf returns the bodies of a code section's functions, and the offset of the first one
// with its size.
func functionsOf(program []byte, code section) (functions [][]byte, first int, err error) {
	count, n := binary.Uvarint(program[code.body:code.end])
	first = code.body + max(n, 0)
	at := first
	for range count {
		size, n := binary.Uvarint(program[at:code.end])
		if n <= 0 || size > uint64(code.end-at-n) {
			return nil, 0, errWasm
		}
		// unfold.js expects sizes in the shortest encoding.
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

// tableOf returns the offset of the table of functions in the program, its size, and the size of
// what is known of the functions, which follows it.
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

// word decodes a number of 4 bytes, little endian.
func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// columnsOf writes what is known of the functions column by column. tables begins with the table of
// functions, which has size bytes. Neighbouring numbers of one function are unrelated, but the same
// number of the next function is often similar. First comes what precedes the functions; then the
// head of each function, with its first two numbers as differences; then the offsets of their
// steps, and then the rest.
func columnsOf(tables []byte, size int) ([]byte, error) {
	var starts []int
	for at := 0; at < size; at += tableEntry {
		starts = append(starts, int(word(tables, at+wordSize)))
	}
	starts = append(starts, len(tables))
	count := len(starts) - 1
	behind := make([]int, count) // for each function, where the offsets of its steps end
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

// rarest returns the byte that is least frequent in code.
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

// foldFunction appends the folded form of a function to out. number is that of the function.
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

// stackRoom returns the instructions that make room for a return address on the stack: local.get,
// subtract 8, local.tee.
func stackRoom(local byte) []byte {
	return []byte{0x20, local, 0x41, 8, 0x6b, 0x22, local}
}

// returnAddress decodes the instructions that store a return address on the stack, whose pointer is
// in a local variable. n is their number of bytes, or 0 if code begins with other instructions.
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

// call decodes the instructions that call a function and then, if the callee unwinds the stack,
// branch out of depth blocks. n is their number of bytes, or 0 for other instructions.
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
