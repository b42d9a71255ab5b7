// Package link writes the contents of a sandbox or an experiment as a short text, for the
// fragment of an address, and reads such texts, which may come from anyone.
//
//	text, err := link.Encode(link.Content{Kind: link.Sandbox, Title: title, Changes: changes})
//	content, err := link.Decode(text)
//
// A text is base64url without padding (RFC 4648) of
//
//	version   1 byte, [Version]
//	sum       4 bytes, big endian: CRC-32 (IEEE) of the version and of body
//	body      a frame of engine/wire with a [Content], deflated (RFC 1951)
//
// All later versions have version and sum in the same places, so that a text of a later
// version can be distinguished from a damaged one.
//
// Reading a text runs none of its changes. It refuses a text that is longer than
// [MaxText], inflates to more than [MaxInflated], or contains something that no journal does.
// It allocates less than [MaxAllocated] in all.
package link
