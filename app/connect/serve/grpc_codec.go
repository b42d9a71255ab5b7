package serve

import (
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // registers the codec of messages
	"google.golang.org/grpc/mem"
)

// encoded is a message that is already encoded.
type encoded []byte

// codec is gRPC's codec of protocol buffers, but sends an encoded message unchanged.
type codec struct{ encoding.CodecV2 }

// newCodec returns the codec that a server is forced to use.
func newCodec() codec { return codec{encoding.GetCodecV2("proto")} }

// Marshal implements [encoding.CodecV2].
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	if b, ok := v.(encoded); ok {
		return mem.BufferSlice{mem.SliceBuffer(b)}, nil
	}
	return c.CodecV2.Marshal(v)
}
