//go:build !js

package main

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// lend makes a program import its memory. When the browser makes the memory itself, it writes all
// of the program's data into it at once: nine megabytes that have never been written to. The system
// needs 3 or 4 ms to provide each of them, and the page stands still. A caller that makes the
// memory can have it provided in pieces before; see run.js.
//
// The memory becomes an import named lentMemory. A custom section of that name says what the memory
// must be like, in two numbers of 4 bytes, little endian: its initial size in pages of 64 KiB, and
// how many bytes of it the data fill.
func lend(program []byte) ([]byte, error) {
	sections, err := sectionsOf(program)
	if err != nil {
		return nil, err
	}
	name := append([]byte{byte(len(lentMemory))}, lentMemory...)
	out := slices.Clone(program[:wasmHead])
	// Look at the imports, the declared memory and the data.
	var limits, memory []byte
	imports := false
	for _, s := range sections {
		switch body := program[s.body:s.end]; {
		case s.id == importSection:
			imports = true
		case s.id == memorySection && len(body) > 2 && body[0] == 1:
			limits = body[1:]
		case s.id == dataSection:
			if memory, err = memoryOf(body); err != nil {
				return nil, err
			}
		}
	}
	// There has to be one memory without an upper bound.
	if !imports || len(limits) == 0 || limits[0] != 0 {
		return nil, fmt.Errorf("%w: another memory", errWasm)
	}
	pages, n := binary.Uvarint(limits[1:])
	if n != len(limits)-1 || uint64(len(memory)) > pages<<16 {
		return nil, fmt.Errorf("%w: another memory", errWasm)
	}
	for _, s := range sections {
		switch s.id {
		case importSection:
			count, n := binary.Uvarint(program[s.body:s.end])
			body := binary.AppendUvarint(nil, count+1)
			body = append(body, program[s.body+n:s.end]...)
			body = append(append(body, name...), name...)
			body = append(append(body, importsMemory), limits...)
			out = appendSection(out, importSection, body)
		case memorySection:
		default:
			out = append(out, program[s.start:s.end]...)
		}
	}
	told := binary.LittleEndian.AppendUint32(name, uint32(pages))
	told = binary.LittleEndian.AppendUint32(told, uint32(len(memory)))
	return appendSection(out, customSection, told), nil
}

const (
	customSection = 0
	importSection = 2
	memorySection = 5
	importsMemory = 2 // a kind of import
	lentMemory    = "memory"
)
