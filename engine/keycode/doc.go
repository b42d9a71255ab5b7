// Package keycode writes programs that make and read the row keys of a template, in several
// languages:
//
//	text := keycode.Write(keycode.Python, template, questions, records)
//
// A program is one file without dependencies. It makes a key of a record, reads a record out of a key,
// returns for each question the ranges of keys in which to read, and has a function that checks all
// this with a few records and their keys. It makes exactly the keys of [rowkey.Template.Encode], and
// refuses the same values.
//
// # How a program is written
//
// A program has a function for each step of the template, which is called its part. It applies the
// step's transforms by calls of helpers. The helpers are texts in the folder helpers, a file for each
// language; a program has only those that it needs. All languages have the same helpers with the same
// arguments, so that a transform becomes the same calls in all of them (see calls).
//
// Keys are bytes, and so are values within the helpers, since reverse and first may divide a
// character. In Java and Node these are strings with one character for each byte.
//
// # Ranges
//
// A question's function has the values that the question compares with as parameters, if its plan
// needs no more than a prefix, a point, a span of numbers or times, and the salts before them; see
// rangesOf. All other ranges are written as they are planned.
package keycode
