package console

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/dialects"
	"tabletop/engine/console/toy"
)

// TestThirdDialect adds a dialect by a package, a line in the list of dialects and one in
// the session's dialects. Its text is then coloured, completed, previewed, run and
// translated.
func TestThirdDialect(t *testing.T) {
	t.Cleanup(dialects.RegisterForTest(&toy.Dialect))
	s := engine.New(engine.Options{Now: func() base.Micros { return 1_000_000 }, Interpreters: []*engine.Interpreter{engine.InterpreterOf(&toy.Dialect), engine.HBaseInterpreter()}})
	run := func(text string) engine.Reply {
		t.Helper()
		r := s.Do(engine.RunConsole{Dialect: toy.ID, Text: text})
		if r.Err != nil {
			t.Errorf("%s: %v", text, r.Err)
		}
		return r
	}
	run("NEW t f\nPUT t r f:q v")
	if r := run("ALL t"); r.Read == nil || r.Read.Stats.RowsReturned != 1 {
		t.Errorf("%+v", r.Read)
	}
	if r := s.Do(engine.PreviewRead{Dialect: toy.ID, Text: "ALL t", Rows: 10}); r.Err != nil || !strings.Contains(s.Do(engine.RunConsole{Text: "read t"}).Output[0].Text, "v") {
		t.Errorf("%+v", r)
	}
	if r := s.Do(engine.RunConsole{Dialect: toy.ID, Text: "PUT t"}); r.Err == nil || r.Err.Code != base.CodeUnknownCommand {
		t.Errorf("%+v", r.Err)
	}

	for to, want := range map[engine.Dialect]string{engine.CBT: "set t r f:q=v", engine.HBase: "put 't', 'r', 'f:q', 'v'", toy.ID: "PUT t r f:q v"} {
		if got, why := dialect.TranslateText("PUT t r f:q v", toy.ID, to); got != want || why != nil {
			t.Errorf("%q, %v, want %q", got, why, want)
		}
		if got, why := dialect.TranslateText(want, to, toy.ID); got != "PUT t r f:q v" || why != nil {
			t.Errorf("%s: %q, %v", want, got, why)
		}
	}
	if _, why := dialect.TranslateText("count t", engine.CBT, toy.ID); why == nil || !reflect.DeepEqual(why.Args[:3], []string{"toy", "", "count"}) {
		t.Errorf("%v", why)
	}

	p := sandbox(t)
	p.on(TextTyped{Text: "read games"}, DialectPicked{toy.ID}).shows("ALL games")
	p.Has(page.StoreTextLocally{Name: StorageKey, Text: "abc=toy"})
	if got := ParseChosenDialects("abc=toy x=none"); !reflect.DeepEqual(got, []page.ChosenDialect{{Workspace: "abc", Dialect: toy.ID}}) {
		t.Errorf("%+v", got)
	}
	p.on(EnterPressed{"ALL games"})
	want := host.ExecuteRequest{Request: engine.RunConsole{Dialect: toy.ID, Text: "ALL games"}}
	if c := p.State.Calls[p.State.Seq].Call; !reflect.DeepEqual(c, want) {
		t.Errorf("%+v", c)
	}
	log := p.Work.Log
	if len(log) != 1 || !log[0].CanTranslate || len(log[0].Tokens) != 2 {
		t.Fatalf("%+v", log)
	}
	if p.on(translatePressed{log[0].Seq, engine.HBase}); len(p.Work.Log[0].Translated) != 1 || !strings.HasPrefix(p.Work.Log[0].Translated[0].Text, "scan 'games'") {
		t.Errorf("%+v", p.Work.Log[0])
	}
	if c := dialects.ByID(toy.ID).Complete("P", 1, schemaOf(&p.Work, &p.st)); len(c.Choices) != 1 || c.Choices[0].Text != "PUT" {
		t.Errorf("%+v", c)
	}
}
