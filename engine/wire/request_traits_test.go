package wire

import (
	"reflect"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
)

// TestNatureIsTrue runs every request. A request that declares that it changes nothing
// must be accepted and change nothing. A request that declares that it only looks must
// leave the version, the last read and the preview. A session that only reads must refuse
// requests that change.
func TestNatureIsTrue(t *testing.T) {
	for _, r := range examples {
		s := engine.New(engine.Options{Now: func() base.Micros { return 1_000_000 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
		for _, before := range []engine.Request{
			engine.RunConsole{Text: "createtable t families=f\nset t k f:q=1\nset t l f:q=1\nread t count=1"},
			engine.SetWorkload{}, engine.SaveCheckpoint{Name: "before"}, engine.Undo{},
			engine.PreviewRead{Text: "read t start=l", Rows: 10},
		} {
			s.Do(before)
		}
		window := engine.RowWindow{Table: "t", Count: 10}
		version, page := s.Version(), s.Page(window)
		n, reply := engine.TraitsOf(r), s.Do(r)
		if _, typed := r.(engine.RunConsole); !n.Changes && !typed && len(reply.Changes) > 0 {
			t.Errorf("%T changed something: %+v", r, reply.Changes)
		}
		_, previews := r.(engine.PreviewRead)
		if now := s.Page(window); n.OnlyLooks && !previews && (s.Version() != version || !reflect.DeepEqual(now, page)) {
			t.Errorf("%T does more than look:\n%+v\n%+v", r, page, now)
		}
		for _, c := range reply.Changes {
			if !engine.TraitsOf(c.Request).Recorded {
				t.Errorf("%T is recorded as %T", r, c.Request)
			}
		}
		if n.OnlyLooks && n.Changes || n.DesignedTable != "" && !n.CountsAsAct {
			t.Errorf("%T is %+v", r, n)
		}
		s.ReadOnly = true
		if refused := s.Do(r).Err; n.Changes && (refused == nil || refused.Code != base.CodeReadOnly) {
			t.Errorf("%T is not refused by a session that only reads: %v", r, refused)
		}
	}
}
