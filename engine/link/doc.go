// Package link writes what a sandbox or an experiment holds as a short text, for
// the fragment of an address, and reads such texts, which may come from anybody.
//
// A text is base64url without padding (RFC 4648) of
//
//	version   1 byte, [Version]
//	sum       4 bytes, big endian: CRC-32 (IEEE) of the version and of body
//	body      a frame of engine/wire, deflated (RFC 1951)
//
// and the frame is one of a [Content].
//
// Every later version keeps version and sum in their places, so that a text of a
// later version can be told from a damaged one.
//
// Reading runs nothing. It refuses what is longer than [MaxText], inflates to
// more than [MaxFrame], or holds anything that no journal does; in all it
// allocates less than [MaxAllocated].
package link
