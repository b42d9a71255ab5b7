//go:build e2e && bench

package bench

import (
	"context"
	"net"
	"net/url"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tabletop/web/e2e"
)

// The properties of a slow phone: a connection of 10 Mbit/s with a latency of 40 ms, and a slow
// processor. Chromium can slow down the page's thread, but not the worker's.
const (
	phoneBytes   = 10_000_000 / 8        // bytes per second
	phoneLatency = 40 * time.Millisecond // added to each answer
	phoneSlower  = 4                     // factor by which the page's thread is slower
)

// slowLine is the connection to a site; all TCP connections share its bandwidth.
type slowLine struct {
	mu   sync.Mutex
	free time.Time // when the bytes that were sent before have gone through
	sent int       // bytes
}

// lateness allows for sleeps that take longer than requested, by more than the time of a
// packet. Bytes that are sent up to this much late do not delay the bytes after them.
const lateness = 20 * time.Millisecond

// passes waits until n bytes have gone through the connection.
func (l *slowLine) passes(n int) {
	l.mu.Lock()
	l.sent += n
	l.free = time.Now().Add(max(time.Until(l.free), -lateness) + time.Duration(n)*time.Second/phoneBytes)
	until := l.free
	l.mu.Unlock()
	time.Sleep(time.Until(until))
}

// took returns how many milliseconds all bytes so far needed at least.
func (l *slowLine) took() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return float64(l.sent) / phoneBytes * 1000
}

// slowly returns the address of a proxy that serves a site through a slow connection, and that
// connection.
func slowly(t *testing.T, site *e2e.Site) (address string, line *slowLine) {
	t.Helper()
	to, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	line = &slowLine{}
	behind := to.Host
	go func() {
		for {
			here, err := listener.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", behind)
			if err != nil {
				here.Close()
				return
			}
			go func() {
				defer there.Close()
				asked := make([]byte, 16<<10)
				for {
					n, err := here.Read(asked)
					if n > 0 {
						time.Sleep(phoneLatency)
						if _, err := there.Write(asked[:n]); err != nil {
							return
						}
					}
					if err != nil {
						return
					}
				}
			}()
			go func() {
				defer here.Close()
				packet := make([]byte, 4<<10)
				for {
					n, err := there.Read(packet)
					if n > 0 {
						line.passes(n)
						if _, err := here.Write(packet[:n]); err != nil {
							return
						}
					}
					if err != nil {
						return
					}
				}
			}()
		}
	}()
	to.Host = listener.Addr().String()
	return to.String(), line
}

// watchStart is a script that records when the page is ready.
const watchStart = `(() => {
	globalThis.started = 0;
	const look = () => {
		if (document.documentElement?.dataset.ready === "yes") globalThis.started = performance.now();
		else requestAnimationFrame(look);
	};
	look();
})()`

// readableLatency is the time that the connection delays what is shown first, which needs the
// page, its style sheets, and their bytes.
const readableLatency = 3 * phoneLatency

// TestBenchStart opens a lesson on a slow phone, for the first time and once more. Its figures do
// not include the time that the connection takes, which is the same on each machine.
func TestBenchStart(t *testing.T) {
	figures := timed(t)
	var first, second, readable []float64
	for range 3 {
		site := e2e.ServeDir(t, e2e.DistDir, "/")
		at, line := slowly(t, site)
		tab := e2e.Shared(t).Tab(t, site)
		tab.Size(390, 844)
		tab.BeforeScripts(watchStart)
		e2e.Do(tab, "slow the processor", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: phoneSlower})
			return chromedp.Void{}, err
		})
		visit := func() (ready, seen float64) {
			tab.Navigate(at + "lessons/sorted-map/")
			tab.Until(`started > 0`)
			return e2e.Eval[float64](tab, `started`), e2e.Eval[float64](tab, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
		}
		ready, seen := visit()
		t.Logf("readable after %.0f ms, ready after %.0f ms, of which the connection took %.0f ms", seen, ready, line.took())
		first, readable = append(first, ready-line.took()), append(readable, seen-float64(readableLatency.Milliseconds()))
		tab.Wait("html[data-offline=ready]") // files for later are fetched after the start
		ready, _ = visit()
		second = append(second, ready)
		tab.Close()
		figures.Again()
	}
	figures.Add("start-first-ms", median(first), "<=7.8x")
	figures.Add("start-second-ms", median(second), "<=5.6x")
	figures.Add("start-readable-ms", median(readable), "<=3.8x")
	figures.End(os.Stdout)
}

// median returns the middle one of the sorted values.
func median(of []float64) float64 { return slices.Sorted(slices.Values(of))[len(of)/2] }
