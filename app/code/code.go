// Package code says, for the page, what programs write in place of what is typed into a
// console. The page asks a program of its own for it, since few readers want any: what
// writes the code is no part of the program that every reader loads.
package code

import (
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/engine/console/client"
	"tabletop/engine/console/dialects"
	"tabletop/engine/wire"
)

// Written is what some commands are in a language.
type Written struct {
	Language string
	Text     string   // "" where the language's client has nothing
	Lacks    []string // sentences on what the client cannot do
}

// request is what is to be written.
type request struct {
	Text string
	In   engine.Dialect
}

// Ask returns the frame that asks for a console's text in all languages.
func Ask(text string, in engine.Dialect) []byte {
	r := request{text, in}
	return wire.Encode(&r, nil)
}

// Answer returns the frame that answers one of [Ask]. Say makes a sentence of what the
// client of a language lacks.
func Answer(frame []byte, say func(language string, lack client.Lack) string) ([]byte, error) {
	var r request
	if err := wire.Decode(frame, &r, nil); err != nil {
		return nil, err
	}
	commands := Commands(r.Text, r.In)
	var all []Written
	for l, name := range client.Names {
		made := client.Of(client.Language(l), commands...)
		w := Written{Language: name, Text: made.Text}
		for _, lack := range made.Lacks {
			w.Lacks = append(w.Lacks, say(name, lack))
		}
		all = append(all, w)
	}
	return wire.Encode(&all, nil), nil
}

// Read reads a frame of [Answer]: the languages in their order, of which there is one at
// least.
func Read(frame []byte) (all []Written, err error) {
	err = wire.Decode(frame, &all, nil)
	return all, err
}

// Commands returns what a console's text says, as far as programs could: none where any of
// it is refused.
func Commands(text string, in engine.Dialect) (all []console.Command) {
	l := dialects.Of(in)
	for _, line := range l.Split(text) {
		c, err := l.Parse(line.Text)
		if err != nil {
			return nil
		}
		if _, helps := c.(console.Help); c != nil && !helps {
			all = append(all, c)
		}
	}
	return all
}
