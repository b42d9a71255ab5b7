// Package code has the frames by which the page asks for code: for a console's text, programs in
// several languages that do the same as its commands; for a row key, programs that make and read it.
//
// The code is written by a program of its own (wasm/author), which the page loads only when
// it is asked for code. Few readers ask, so the program that every reader loads does not
// contain that writer. The page sends the frame of [EncodeRequest], the other program replies with
// that of [HandleRequest], and the page decodes it with [DecodePrograms]:
//
//	frame := code.EncodeRequest("read t", d, nil)                         // in the page
//	reply, err := code.HandleRequest(frame, say, keyprograms.Write) // in the program that writes the code
//	all, err := code.DecodePrograms(reply)                                // in the page: one Program for each language
package code

import (
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/engine/console/client"
	"tabletop/engine/console/dialects"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

// Program is the code for some commands in one language.
type Program struct {
	Language string   // name of the language
	Text     string   // the code, "" where the language's client has no call for any command, or the key's template is none
	Lacks    []string // sentences on what the client cannot do
}

// KeyDesign is what programs for a row key are written from.
type KeyDesign struct {
	Template  string
	Columns   []string // the fields that columns store
	Questions []KeyQuestion
	Records   [][]string // values in the order of the template's fields, to check the programs with
}

// KeyQuestion is a question with how its latest rows are found: "" if it wants all rows, or if that is
// not known.
type KeyQuestion struct {
	Query  plan.Query
	Method plan.LatestMethod
}

// request is the content of a frame of [EncodeRequest].
type request struct {
	Text string
	In   engine.Dialect // of Text
	Key  *KeyDesign     // asked for instead of Text; nil for none
}

// EncodeRequest returns the frame that asks for code in all languages: for a key if there is one,
// otherwise for a console's text in the dialect In.
func EncodeRequest(text string, in engine.Dialect, key *KeyDesign) []byte {
	r := request{text, in, key}
	return wire.Encode(&r, nil)
}

// HandleRequest returns the frame that answers one of [EncodeRequest]. Say makes a sentence about what the
// client of a language lacks, and writeKey writes the programs of a key. The error says why the frame cannot be
// decoded.
func HandleRequest(frame []byte, say func(language string, lack client.Unsupported) string, writeKey func(KeyDesign) []Program) ([]byte, error) {
	var r request
	if err := wire.Decode(frame, &r, nil); err != nil {
		return nil, err
	}
	if r.Key != nil {
		all := writeKey(*r.Key)
		return wire.Encode(&all, nil), nil
	}
	commands := CommandsWithCode(r.Text, r.In)
	var all []Program
	for l, name := range client.LanguageNames {
		made := client.GenerateCode(client.Language(l), commands...)
		w := Program{Language: name, Text: made.Text}
		for _, lack := range made.Unsupported {
			w.Lacks = append(w.Lacks, say(name, lack))
		}
		all = append(all, w)
	}
	return wire.Encode(&all, nil), nil
}

// DecodePrograms decodes a frame of [HandleRequest]. There is one Program for each language: for commands in
// the order of [client.LanguageNames].
func DecodePrograms(frame []byte) (all []Program, err error) {
	err = wire.Decode(frame, &all, nil)
	return all, err
}

// CommandsWithCode returns the commands of a console's text for which code can be written, which are
// all but the requests for help. It returns nil if a command of the text does not parse.
func CommandsWithCode(text string, in engine.Dialect) (all []console.Command) {
	l := dialects.ByID(in)
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
