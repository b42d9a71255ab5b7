package model

import (
	"reflect"
	"testing"

	"tabletop/app/host"
)

func TestEverythingGoesOutAndComesIn(t *testing.T) {
	p := at(t, Route{Screen: ScreenSandboxes}).on(Came{host.Ready{}}).answer(host.Answer{Shelf: &host.Shelf{}})
	if c := p.on(ExportAllPressed{}).sent().Call; c != (host.ExportAll{}) {
		t.Errorf("%+v", c)
	}
	f := host.File{Name: "x", Data: []byte("y")}
	p.answer(host.Answer{File: &f}).has(Download{f})
	p.on(FileChosen{Data: []byte("TABLETOP 2\n")})
	p.answer(host.Answer{Shelf: &host.Shelf{}, Brought: &host.Brought{Sandboxes: 2, Lessons: 1, Merged: 3}})
	if p.st.Notice == nil || !reflect.DeepEqual(*p.st.Notice, Notice{Code: "notice-brought", Args: []string{"2", "1", "3"}}) {
		t.Errorf("%+v", p.st.Notice)
	}
}
