package traffic

import "slices"

// OnlyQuestion returns the part of the traffic that one question asks, by its index in
// [Spec.Reads], or -1 for the writes.
func (s *Stream) OnlyQuestion(question int) *Stream {
	one := *s
	one.spec.Reads = slices.Clone(s.spec.Reads)
	for i := range one.spec.Reads {
		if i != question {
			one.spec.Reads[i].Rate = 0
		}
	}
	if question >= 0 {
		one.spec.Writes = 0
	}
	return &one
}
