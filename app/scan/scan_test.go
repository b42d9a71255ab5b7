package scan

import (
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/web/test/pagetest"
)

// play is a page with reads.
type play struct {
	*pagetest.Page
	s State
}

func begin(t *testing.T) *play {
	return &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Rows: 1000})}
}

func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	}
	return p
}

// answer brings the answer to a call; without a number it is the last one.
func (p *play) answer(a host.Answer) *play {
	p.T.Helper()
	if a.Seq == 0 {
		a.Seq = p.LastCall().Seq
	}
	call := p.State.Calls[a.Seq]
	delete(p.State.Calls, a.Seq)
	p.Turn(func(t *page.Update) {
		OnReply(t, &p.s, call.Call, a)
		if call.Then != nil && !call.Dropped {
			Update(t, &p.s, call.Then(a).(Msg))
		}
	})
	return p
}
