package carry

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"

	"tabletop/app/connect/terminal"
	"tabletop/app/i18n"
)

// hearing watches the answers of a server. The client library retries without end when a server
// does not answer or is unavailable, so a hearing ends its calls when no answer has come for too
// long, or when a row is too large. It is the stats handler of the server's connections.
type hearing struct {
	mu    sync.Mutex         // protects the fields below, except told
	calls int                // number of calls under way
	since time.Time          // the last answer, or the first request without one; zero if none is awaited
	last  string             // the refusal that the library retries after, since then
	why   error              // why the calls were ended
	end   context.CancelFunc // ends the calls
	told  sync.WaitGroup     // the goroutine of listen
}

// maxRow is the greatest size of a row in bytes. Bigtable has no larger ones.
const maxRow = 256 << 20

// listen returns a context that ends when the server has been silent for too long. After a quarter
// of that time it warns once on say.
func (c *server) listen(ctx context.Context, say io.Writer) context.Context {
	ctx, end := context.WithCancel(ctx)
	c.heard.mu.Lock()
	c.heard.end = end
	c.heard.mu.Unlock()
	if c.silence <= 0 {
		return ctx
	}
	c.heard.told.Go(func() {
		tick := time.NewTicker(max(c.silence/20, time.Millisecond))
		defer tick.Stop()
		var told time.Time
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			since, last := c.heard.waiting()
			silent := time.Since(since)
			if since.IsZero() || silent < c.silence/4 {
				continue
			}
			if last != "" {
				last = ", but for " + terminal.EscapeLine(last, maxSaid)
			}
			if silent >= c.silence {
				c.heard.stop(fmt.Errorf("no answer for %s from %s%s: see that it is well and run this again, or wait longer with -silence", c.silence, c.place(), last))
			} else if told != since {
				told = since
				fmt.Fprintf(say, "no answer for %s from %s%s: this ends after %s, or with Ctrl-C\n", c.silence/4, c.place(), last, c.silence)
			}
		}
	})
	return ctx
}

// waiting returns since when an answer has been awaited, zero if none is, and the last refusal.
func (h *hearing) waiting() (since time.Time, last string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.since, h.last
}

// stop ends all calls. [hearing.ended] returns the first reason that is not nil.
func (h *hearing) stop(why error) {
	h.mu.Lock()
	if h.why == nil {
		h.why = why
	}
	end := h.end
	h.mu.Unlock()
	if end != nil {
		end()
	}
}

// ended returns why the calls were ended, or nil.
func (h *hearing) ended() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// answered records that an answer has come. h.mu must be held.
func (h *hearing) answered() {
	if h.last, h.since = "", time.Now(); h.calls == 0 {
		h.since = time.Time{}
	}
}

// call is what is known of a call that is under way. The call's context holds it.
type call struct {
	row    int    // bytes of the row that is arriving
	refuse string // the message of an answer that refuses all rows of a request, "" for other answers
}

// TagRPC implements [stats.Handler].
func (h *hearing) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	return context.WithValue(ctx, call{}, &call{})
}

// HandleRPC implements [stats.Handler].
func (h *hearing) HandleRPC(ctx context.Context, of stats.RPCStats) {
	at := ctx.Value(call{}).(*call)
	h.mu.Lock()
	switch of := of.(type) {
	case *stats.Begin:
		if h.calls++; h.since.IsZero() {
			h.since = time.Now()
		}
	case *stats.InPayload:
		if at.refuse = refusesAll(of.Payload); at.refuse == "" {
			h.answered()
		}
	case *stats.End:
		h.calls--
		switch s, _ := status.FromError(of.Error); {
		case again(s.Code()):
			h.last = s.Message()
		case at.refuse != "":
			h.last = at.refuse
		default:
			h.answered()
		}
	}
	h.mu.Unlock()
	if in, is := of.(*stats.InPayload); is && at.tooLong(in.Payload) {
		h.stop(fmt.Errorf("the server sends a row of more than %s, which Bigtable has none of: name another server", i18n.FormatBytes("en", maxRow)))
	}
}

// TagConn implements [stats.Handler].
func (h *hearing) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn implements [stats.Handler].
func (h *hearing) HandleConn(context.Context, stats.ConnStats) {}

// again reports whether the client library retries after an error with this code.
func again(code codes.Code) bool {
	return code == codes.Unavailable || code == codes.DeadlineExceeded || code == codes.Aborted
}

// refusesAll returns the message of an answer that refuses all rows of a request, which are then
// sent again. It returns "" for other answers.
func refusesAll(payload any) (why string) {
	r, _ := payload.(*btpb.MutateRowsResponse)
	for _, e := range r.GetEntries() {
		if !again(codes.Code(e.GetStatus().GetCode())) {
			return ""
		}
		why = cmp.Or(e.GetStatus().GetMessage(), "unavailable")
	}
	return why
}

// tooLong adds an answer's bytes to the present row, and reports whether the row is too large.
func (c *call) tooLong(payload any) bool {
	r, _ := payload.(*btpb.ReadRowsResponse)
	for _, chunk := range r.GetChunks() {
		c.row += len(chunk.RowKey) + len(chunk.Qualifier.GetValue()) + len(chunk.Value)
		if c.row > maxRow {
			return true
		}
		if chunk.RowStatus != nil {
			c.row = 0
		}
	}
	return false
}
