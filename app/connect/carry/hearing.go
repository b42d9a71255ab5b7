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

// hearing follows what a server answers. The client library retries for ever where a server
// stalls or is unavailable. A hearing ends its calls when no answer has come for too long, or
// when one row has too many bytes. It is the stats handler of a server's connections.
type hearing struct {
	mu    sync.Mutex
	calls int       // under way
	since time.Time // the last answer, or the first question without one; zero where none is waited for
	last  string    // what the server has refused a question with since then
	why   error     // the calls are ended
	end   context.CancelFunc
	told  sync.WaitGroup // who tells of silence has ended
}

// maxRow is the most bytes of a row: Bigtable has none that is larger.
const maxRow = 256 << 20

// listen returns a context that ends when the server is silent for too long. Before that
// it tells say once, at a quarter of the time.
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
				last = ", but for " + terminal.Line(last, maxSaid)
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

// waiting returns since when an answer is waited for, zero where none is.
func (h *hearing) waiting() (since time.Time, last string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.since, h.last
}

// stop ends all calls. The first reason, if there is one, is what [hearing.ended] returns.
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

// ended returns why the calls were ended, nil where they were not.
func (h *hearing) ended() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// answered records that an answer has come.
func (h *hearing) answered() {
	if h.last, h.since = "", time.Now(); h.calls == 0 {
		h.since = time.Time{}
	}
}

// call is what is known of one that is under way. Its context holds it.
type call struct {
	row    int    // bytes of the row that comes
	refuse string // what the server says of the rows that it takes none of, "" for another answer
}

func (h *hearing) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	return context.WithValue(ctx, call{}, &call{})
}

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
		h.stop(fmt.Errorf("the server sends a row of more than %s, which Bigtable has none of: name another server", i18n.Bytes("en", maxRow)))
	}
}

func (h *hearing) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }
func (h *hearing) HandleConn(context.Context, stats.ConnStats)                       {}

// again reports whether the client library retries after an error.
func again(code codes.Code) bool {
	return code == codes.Unavailable || code == codes.DeadlineExceeded || code == codes.Aborted
}

// refusesAll returns what an answer says of the rows that it was given where it takes none
// of them, and they are sent again; "" for another answer.
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

// tooLong adds what comes to the bytes of a row, and reports whether those are too many.
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
