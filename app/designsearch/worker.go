package designsearch

import (
	"tabletop/app/designsearch/frames"
	"tabletop/app/host/archive"
	"tabletop/engine/base"
	"tabletop/engine/search"
	"tabletop/engine/wire"
)

const (
	stride  = 5_000                // work of a step, in rows
	between = base.Micros(250_000) // least time between two answers, except the first with a design and the last
)

// HandleAsk answers the frame of a [frames.Ask]: it calls send with the frames of [frames.Found], one after
// the other, until the search is done or send returns false. Then nothing of the search is left. now is the
// clock, also of the session that is searched. The error says why the frame cannot be decoded.
func HandleAsk(frame []byte, now func() base.Micros, send func(frame []byte) bool) error {
	var a frames.Ask
	if err := wire.Decode(frame, &a, nil); err != nil {
		return err
	}
	put := func(f frames.Found) bool { return send(wire.Encode(&f, nil)) }
	session, err := archive.Open(a.File, now)
	if err != nil {
		return refused(err, put)
	}
	s, err := search.New(session, a.Search)
	if err != nil {
		return refused(err, put)
	}
	defer s.Stop()
	told, some := now(), false
	for !s.Step(stride) {
		at := now()
		first := !some && s.HasPoints()
		if !first && at-told < between {
			continue
		}
		told, some = at, some || first
		if !put(frames.Found{Result: s.Result()}) {
			return nil
		}
	}
	put(frames.Found{Result: s.Result(), Last: true})
	return nil
}

// refused sends a refusal, or returns an error that is none.
func refused(err error, put func(frames.Found) bool) error {
	why, ok := err.(*base.Error)
	if !ok {
		return err
	}
	put(frames.Found{Last: true, Refused: why})
	return nil
}
