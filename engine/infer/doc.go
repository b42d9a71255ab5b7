// Package infer finds the row-key template that keys follow: separators, fields,
// padding, forms of time, identifiers, salts and hashes.
//
// It looks at a sample of keys and proposes a few templates ([Propose]). How many
// keys a proposal fits is not guessed: each key is decoded by the template
// ([Proposal.Count]). What cannot be told from keys alone, a field's kind says: of a
// hash, what it is made of; of a salt, how; of a number or text, what it means.
//
// A key is cut from the left at the separator that nearly all keys have next. An
// identifier or a time that holds separators itself is never cut. What all keys have
// alike there is taken for a literal. A piece without separators is cut further where
// all keys change from letters to digits at the same byte, or where a time stands at
// its end. Each piece is named by its kind, or by the word before it, as in user#123.
//
// The work is bounded by [MaxSample] keys and maxLooked bytes of each. The same keys
// give the same proposals. The page loads it on the first visit: it is kept small.
package infer
