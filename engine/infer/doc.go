// Package infer finds row-key templates from examples of keys: separators, fields,
// padding, forms of time, identifiers, salts and hashes. [SuggestTemplate] proposes the key for the
// records of a file instead.
//
//	for _, p := range infer.ProposeTemplates(sample) {
//		for _, key := range keys {
//			p.Count(key)
//		}
//		fmt.Println(p.Template, p.Fits, "of", p.Keys)
//	}
//
// [ProposeTemplates] looks at a sample of keys and proposes a few templates. How many keys a
// proposal fits is not estimated: each key is decoded by the template ([Proposal.Count]).
// What keys alone cannot show remains open, and the kind of a field says so: of what a
// hash or a salt is computed, and what a number or a text means.
//
// A key is divided from the left at the separator that nearly all keys have next.
// Identifiers and times that contain separators are not divided. A part that is equal in
// all keys becomes a literal. A piece without separators is divided further if all keys
// change from letters to digits at the same byte, or if there is a time at its end. A
// field is named by its kind, or by the word before it, as in user#123.
//
// At most [MaxSample] keys and maxLooked bytes of each are examined. The same keys give
// the same proposals. The package is part of the page's first download, so its code is
// kept small.
package infer
