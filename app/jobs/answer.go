package jobs

import (
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// Answer decodes the frame of a question of type Q, and returns the frame of the answer. If do refuses, the answer is
// what refused returns. The error says that the frame cannot be decoded, or is one that do returned and that is
// no refusal.
func Answer[Q, A any](frame []byte, do func(*Q) (*A, error), refused func(*base.Error) *A) ([]byte, error) {
	var q Q
	if err := wire.Decode(frame, &q, nil); err != nil {
		return nil, err
	}
	a, err := do(&q)
	if err != nil {
		why, ok := err.(*base.Error)
		if !ok {
			return nil, err
		}
		a = refused(why)
	}
	return wire.Encode(a, nil), nil
}
