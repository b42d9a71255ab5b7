//go:build linux

package drive

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"golang.org/x/net/websocket"
)

// bidi is a connection to a browser that speaks WebDriver BiDi. Several goroutines may call it
// at the same time.
type bidi struct {
	socket *websocket.Conn
	heard  func(method string, params json.RawMessage) // called for each event, in the goroutine that reads the connection

	// mu protects the fields below, and the writing of messages.
	mu      sync.Mutex
	last    int                     // id of the last command
	waiting map[int]chan bidiAnswer // by the id of a command, where its answer goes
	ended   error                   // why the connection has ended, or nil
}

// bidiAnswer is a message from the browser: the answer to a command, or an event.
type bidiAnswer struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"` // success, error, event
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// dialBidi connects to the WebSocket address of a browser and starts to read its messages.
func dialBidi(address string, heard func(method string, params json.RawMessage)) (*bidi, error) {
	socket, err := websocket.Dial(address, "", "http://127.0.0.1/")
	if err != nil {
		return nil, err
	}
	socket.MaxPayloadBytes = 1 << 28
	c := &bidi{socket: socket, heard: heard, waiting: map[int]chan bidiAnswer{}}
	go c.listen()
	return c, nil
}

// listen passes each answer to the call that waits for it, and each event to heard. When the
// connection ends, it ends all pending calls with an error. Messages that are not JSON are
// ignored.
func (c *bidi) listen() {
	for {
		var text string
		if err := websocket.Message.Receive(c.socket, &text); err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.ended = fmt.Errorf("the browser has gone: %w", err)
			for _, answer := range c.waiting {
				close(answer)
			}
			c.waiting = nil
			return
		}
		var a bidiAnswer
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			continue
		}
		if a.Type == "event" {
			c.heard(a.Method, a.Params)
			continue
		}
		c.mu.Lock()
		if answer, ok := c.waiting[a.ID]; ok {
			delete(c.waiting, a.ID)
			answer <- a
		}
		c.mu.Unlock()
	}
}

// call sends a command and waits for its answer or the end of ctx. It decodes the answer's
// result into result, unless result is nil.
func (c *bidi) call(ctx context.Context, method string, params, result any) error {
	answer := make(chan bidiAnswer, 1)
	c.mu.Lock()
	if c.ended != nil {
		c.mu.Unlock()
		return c.ended
	}
	c.last++
	id := c.last
	c.waiting[id] = answer
	err := websocket.JSON.Send(c.socket, map[string]any{"id": id, "method": method, "params": params})
	c.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case a, ok := <-answer:
		switch {
		case !ok:
			return c.ended
		case a.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		case result != nil:
			return json.Unmarshal(a.Result, result)
		}
		return nil
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}
